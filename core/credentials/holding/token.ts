// The requests of a wallet to an issuer, and the answers: the token for a pre-authorised code (OpenID4VCI 1.0 section
// 6), DPoP (RFC 9449), proofs of keys (appendix F.1) and the credentials (section 8).
import { toBase64Url } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { isObject, type Json } from '../../base/json.js';
import { COPIES_MAX } from '../../base/limits/node/wallets.js';
import type { Draft } from '../draft.js';
import { need } from '../fault.js';
import { PRE_AUTHORIZED } from '../issuing/offer.js';
import type { ProofJwk } from '../issuing/own-key.js';
import { draftJws } from '../jose/jws.js';
import type { MetOffer } from './offer.js';
import { textOf } from './offer.js';

export interface MetToken {
  readonly token: string;
  /** It is good with a proof of the key alone. */
  readonly isBound: boolean;
  /** Names of credentials to ask for in the place of a configuration (section 6.2). */
  readonly identifiers: ReadonlyMap<string, string>;
}

/** The form that a code is exchanged with. */
export function tokenForm({ code }: MetOffer, txCode: string | undefined): string {
  const form = { grant_type: PRE_AUTHORIZED, 'pre-authorized_code': code };
  return new URLSearchParams(txCode === undefined ? form : { ...form, tx_code: txCode }).toString();
}

/** Throws a fault on anything but a token. */
export function readToken(json: Json | undefined): MetToken {
  need(isObject(json), 'The answer with the token is not an object.');
  const { access_token: token, token_type: type, authorization_details: details = [] } = json;
  const kind = typeof type === 'string' ? type.toLowerCase() : '';
  need(kind === 'bearer' || kind === 'dpop', 'The token is neither of type Bearer nor DPoP.');
  need(Array.isArray(details), 'The authorization_details are not a list.');
  const identifiers = (details as readonly Json[]).flatMap((detail) => {
    const { credential_configuration_id: id, credential_identifiers: named } = isObject(detail) ? detail : {};
    return typeof id === 'string' && Array.isArray(named) && typeof named[0] === 'string'
      ? [[id, named[0]] as const]
      : [];
  });
  return { token: textOf(token, 'The access token'), isBound: kind === 'dpop', identifiers: new Map(identifiers) };
}

export interface DpopContent {
  readonly jwk: ProofJwk;
  readonly method: string;
  readonly url: string;
  /** Fresh: no other proof has it. */
  readonly id: string;
  readonly atSeconds: number;
  readonly nonce?: string | undefined;
  readonly token?: string | undefined;
}

/** A proof for one request, for the key that the token is bound to. */
export function draftDpop({ jwk, method, url, id, atSeconds, nonce, token }: DpopContent): Draft<string> {
  const { origin, pathname } = new URL(url);
  return draftJws(
    { typ: 'dpop+jwt', jwk },
    {
      ...{ jti: id, htm: method, htu: origin + pathname, iat: atSeconds },
      ...(nonce !== undefined && { nonce }),
      ...(token !== undefined && { ath: toBase64Url(sha256(token)) }),
    },
  );
}

export interface KeyProofContent {
  readonly jwk: ProofJwk;
  /** The identifier of the issuer. */
  readonly audience: string;
  readonly atSeconds: number;
  readonly nonce?: string | undefined;
}

/** The proof of the key that a copy is to be bound to. */
export function draftKeyProof({ jwk, audience, atSeconds, nonce }: KeyProofContent): Draft<string> {
  return draftJws(
    { typ: 'openid4vci-proof+jwt', jwk },
    { aud: audience, iat: atSeconds, ...(nonce !== undefined && { nonce }) },
  );
}

export interface MetCredentials {
  readonly texts: readonly string[];
  readonly notificationId?: string;
}

/** Throws a fault on anything but credentials that are texts; also on an answer that defers them. */
export function readCredentials(json: Json | undefined): MetCredentials {
  need(isObject(json), 'The answer with the credentials is not an object.');
  need(json.transaction_id === undefined, 'The issuer has the credential later: that is not known here.');
  const { credentials, notification_id: notificationId } = json;
  need(
    Array.isArray(credentials) && credentials.length > 0 && credentials.length <= COPIES_MAX,
    `The answer has not 1 to ${COPIES_MAX} credentials.`,
  );
  const texts = (credentials as readonly Json[]).map((row) => {
    const text = isObject(row) ? row.credential : undefined;
    need(typeof text === 'string', 'A credential is not a text.');
    return text;
  });
  return { texts, ...(typeof notificationId === 'string' && { notificationId }) };
}
