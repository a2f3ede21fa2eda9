// The requests of a wallet to an issuer, and the answers: the token for a pre-authorised code (OpenID4VCI 1.0 section
// 6), DPoP (RFC 9449), proofs of keys (appendix F.1) and the credentials (section 8).
import { toBase64Url } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { isObject, type Json } from '../../base/json.js';
import { COPIES_MAX, PENDING_INTERVAL_S } from '../../base/limits/node/wallets.js';
import type { Draft } from '../draft.js';
import { need } from '../fault.js';
import { PRE_AUTHORIZED } from '../issuing/offer.js';
import type { ProofJwk } from '../issuing/own-key.js';
import { draftJws } from '../jose/jws.js';
import type { MetOffer } from './offer.js';
import { textOf } from './offer.js';
import { statedInterval } from './pending.js';

export interface MetToken {
  readonly token: string;
  /** It is good with a proof of the key alone. */
  readonly isBound: boolean;
  /** Names of credentials to ask for in the place of a configuration (section 6.2). */
  readonly identifiers: ReadonlyMap<string, string>;
  /** For another token, once this one is over. */
  readonly refreshToken?: string;
}

/** The form that a pre-authorised code is exchanged with. */
export function tokenForm({ code = '' }: Pick<MetOffer, 'code'>, txCode: string | undefined): string {
  const form = { grant_type: PRE_AUTHORIZED, 'pre-authorized_code': code };
  return new URLSearchParams(txCode === undefined ? form : { ...form, tx_code: txCode }).toString();
}

/** The form that gets another token (RFC 6749 section 6). */
export function refreshForm(refreshToken: string): string {
  return new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString();
}

/** Throws a fault on anything but a token. */
export function readToken(json: Json | undefined): MetToken {
  need(isObject(json), 'The answer with the token is not an object.');
  const { access_token: token, token_type: type, authorization_details: details = [], refresh_token: refresh } = json;
  const kind = typeof type === 'string' ? type.toLowerCase() : '';
  need(kind === 'bearer' || kind === 'dpop', 'The token is neither of type Bearer nor DPoP.');
  need(Array.isArray(details), 'The authorization_details are not a list.');
  const identifiers = (details as readonly Json[]).flatMap((detail) => {
    const { credential_configuration_id: id, credential_identifiers: named } = isObject(detail) ? detail : {};
    return typeof id === 'string' && Array.isArray(named) && typeof named[0] === 'string'
      ? [[id, named[0]] as const]
      : [];
  });
  return {
    ...{ token: textOf(token, 'The access token'), isBound: kind === 'dpop', identifiers: new Map(identifiers) },
    ...(refresh !== undefined && { refreshToken: textOf(refresh, 'The refresh token') }),
  };
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
  /** The word of the maker about this key and others, where the issuer asks for it. */
  readonly attestation?: string | undefined;
}

/** The proof of the key that a copy is to be bound to. */
export function draftKeyProof({ jwk, audience, atSeconds, nonce, attestation }: KeyProofContent): Draft<string> {
  return draftJws(
    { typ: 'openid4vci-proof+jwt', jwk, ...(attestation !== undefined && { key_attestation: attestation }) },
    { aud: audience, iat: atSeconds, ...(nonce !== undefined && { nonce }) },
  );
}

export interface MetCredentials {
  readonly texts: readonly string[];
  readonly notificationId?: string;
}

export interface DeferredCredentials {
  readonly transactionId: string;
  /** Seconds until the wallet may ask again. */
  readonly intervalS: number;
}

/** Throws a fault on anything but credentials that are texts, or the word that they come later (sections 8.3, 9.2). */
export function readCredentials(json: Json | undefined): MetCredentials | DeferredCredentials {
  need(isObject(json), 'The answer with the credentials is not an object.');
  const { credentials, notification_id: notificationId, transaction_id: transactionId, interval } = json;
  if (transactionId !== undefined) {
    need(credentials === undefined, 'The answer has credentials and defers them.');
    const seconds = typeof interval === 'number' && interval > 0 ? interval : PENDING_INTERVAL_S;
    return { transactionId: textOf(transactionId, 'The transaction_id'), intervalS: statedInterval(seconds) };
  }
  need(
    Array.isArray(credentials) && credentials.length > 0 && credentials.length <= COPIES_MAX,
    `The answer has not 1 to ${COPIES_MAX} credentials.`,
  );
  const texts = (credentials as readonly Json[]).map((row) => {
    const text = isObject(row) ? row.credential : undefined;
    need(typeof text === 'string', 'A credential is not a text.');
    return text;
  });
  return {
    texts,
    ...(typeof notificationId === 'string' && { notificationId: textOf(notificationId, 'The notification_id') }),
  };
}

/** The word of an issuer about a credential that it deferred. */
export type DeferredWord =
  | { readonly word: 'given'; readonly credentials: MetCredentials }
  | { readonly word: 'later'; readonly intervalS?: number }
  | { readonly word: 'refused'; readonly error: string }
  /** It says nothing now, and may when it is asked again. */
  | { readonly word: 'away' };

/** Names of errors as OAuth has them (RFC 6749 section 5.2): nothing else of a refusal is passed on. */
const ERROR_NAME = /^[a-z_]{1,64}$/;
/** Drafts of OpenID4VCI refuse a request that comes too early; 1.0 answers 202. */
const NOT_YET = new Set(['issuance_pending', 'slow_down']);
const TIMEOUT = 408;
const TOO_EARLY = 425;
const TOO_MANY = 429;

/** The name of an error in the body of a refusal; empty where it has none. */
export function errorName(json: Json | undefined): string {
  const error = isObject(json) ? json.error : undefined;
  return typeof error === 'string' && ERROR_NAME.test(error) ? error : '';
}

/** By the status of its answer a server says nothing of what it was asked, and may later. */
export function isAway(status: number): boolean {
  const isElsewhere = status >= 300 && status < 400;
  return isElsewhere || status >= 500 || [TIMEOUT, TOO_EARLY, TOO_MANY].includes(status);
}

/** Throws a fault on a good answer that is not of its form. */
export function readDeferred({
  status,
  json,
}: {
  readonly status: number;
  readonly json: Json | undefined;
}): DeferredWord {
  if (status >= 200 && status < 300) {
    const read = readCredentials(json);
    return 'texts' in read ? { word: 'given', credentials: read } : { word: 'later', intervalS: read.intervalS };
  }
  const error = errorName(json);
  if (NOT_YET.has(error)) return { word: 'later' };
  return isAway(status) ? { word: 'away' } : { word: 'refused', error: error === '' ? `status ${status}` : error };
}
