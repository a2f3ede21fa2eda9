// The attestation of a wallet as a client (draft-ietf-oauth-attestation-based-client-auth-07, which HAIP 1.0 names).
// Its maker says which client it is and which key it has, and the wallet shows that key at each request. Pure.
import type { JsonObject } from '../../base/json.js';
import { PROOF_CLOCK_MS, PROOF_MAX, WALLET_TEXT_MAX } from '../../base/limits/node/wallets.js';
import { p256Jwk, p256OfJwk } from '../../crypto/keys/jwk.js';
import { FormatFault, faultOr, need } from '../fault.js';
import { isSignedBy, type Jws, readJws, statedIssuer } from '../jose/jws.js';
import { type AttestationView, CLIENT_ATTESTATION, needAttester } from './attester.js';
import { needMadeAt, thumbprintOf } from './own-key.js';
import { WalletRefusal } from './refusal.js';

export const ATTESTATION_PROOF = 'oauth-client-attestation-pop+jwt';
/** Characters of the id of a proof: twice what a UUID has. */
const ID_MAX = 72;

export interface ShownAttestation {
  readonly attestation: string;
  /** The proof of the key in it, for this request. */
  readonly proof: string;
}

export interface AskedClient {
  readonly atMs: number;
  /** The identifier of the issuer that is asked. */
  readonly audience: string;
  /** Of the form, where it states one. */
  readonly clientId?: string | undefined;
}

export interface AttestedClient {
  readonly clientId: string;
  /** To be spent by the caller once all else is good. */
  readonly proofId: string;
}

/** A client whose maker is not judged yet. */
export interface StatedClient extends AttestedClient {
  readonly stated: Jws;
  /** The certificates of the maker, to look anchors up by. */
  readonly chain: readonly Uint8Array[];
}

/** The client before its maker is looked up, or `invalid_client`. */
export function readClientAttestation(shown: ShownAttestation, asked: AskedClient): StatedClient | WalletRefusal {
  return clientOr(() => readClient(shown, asked));
}

/** The client, or `invalid_client` where the issuer does not believe its maker. */
export function judgeClientAttestation(
  { clientId, proofId, stated }: StatedClient,
  view: AttestationView,
): AttestedClient | WalletRefusal {
  return clientOr(() => {
    needAttester(stated, view);
    return { clientId, proofId };
  });
}

function clientOr<T>(read: () => T): T | WalletRefusal {
  const client = faultOr(read);
  return client instanceof FormatFault ? new WalletRefusal('invalid_client', client.message) : client;
}

function readClient({ attestation, proof }: ShownAttestation, asked: AskedClient): StatedClient {
  for (const text of [attestation, proof]) need(text.length <= PROOF_MAX, `It has over ${PROOF_MAX} characters.`);
  const { audience, atMs, clientId } = asked;
  const stated = readJws(attestation, [CLIENT_ATTESTATION]);
  const { sub, cnf } = stated.payload;
  const isName = typeof sub === 'string' && sub !== '' && sub.length <= WALLET_TEXT_MAX;
  need(isName, `The attestation names no client of 1 to ${WALLET_TEXT_MAX} characters (sub).`);
  need(clientId === undefined || clientId === sub, 'The attestation is of another client than client_id says (sub).');
  const key = p256OfJwk((cnf as JsonObject | undefined)?.jwk);
  need(key !== undefined, 'The attestation has no public key of P-256 (cnf.jwk).');
  needLife(stated.payload, atMs);
  const shown = readJws(proof, [ATTESTATION_PROOF]);
  const { iss, aud, jti } = shown.payload;
  need(iss === undefined || iss === sub, 'The proof of the attestation is of another client (iss).');
  need(isFor(aud, audience), 'The proof of the attestation is for another server (aud).');
  const hasId = typeof jti === 'string' && jti !== '' && jti.length <= ID_MAX;
  need(hasId, `The proof of the attestation has no jti of 1 to ${ID_MAX} characters.`);
  needMadeAt(shown, atMs, PROOF_CLOCK_MS);
  need(isSignedBy(shown, key), 'The proof is not signed with ES256 by the key of the attestation.');
  const proofId = `${thumbprintOf(p256Jwk(key))} ${jti}`;
  return { clientId: sub, proofId, stated, chain: statedIssuer(stated).chain };
}

/** It has an end, and holds at this time, as far as clocks may differ. */
function needLife({ iat, nbf, exp }: JsonObject, atMs: number): void {
  need(typeof exp === 'number', 'The attestation has no end (exp).');
  need(atMs - PROOF_CLOCK_MS < exp * 1000, 'The attestation has expired (exp).');
  for (const from of [iat, nbf]) {
    const hasBegun = from === undefined || (typeof from === 'number' && from * 1000 <= atMs + PROOF_CLOCK_MS);
    need(hasBegun, 'The attestation is not valid yet (iat, nbf).');
  }
}

function isFor(aud: unknown, audience: string): boolean {
  return Array.isArray(aud) ? aud.length === 1 && aud[0] === audience : aud === audience;
}
