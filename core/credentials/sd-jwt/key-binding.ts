// The proof of the holder (RFC 9901 section 4.3): it signs what it shows, to whom and for which request.
import { sha256Base64Url } from '../../base/hash.js';
import { isObject } from '../../base/json.js';
import { PROOF_AHEAD_MAX_MS } from '../../base/limits/ledger/credentials.js';
import { p256OfJwk } from '../../crypto/keys/jwk.js';
import type { Draft } from '../draft.js';
import { need } from '../fault.js';
import { draftJws, isSignedBy, type Jws } from '../jose/jws.js';
import { joinSdJwt, type SdJwt } from './compact.js';
import { SHA256 } from './unfold.js';

export const PROOF_TYPE = 'kb+jwt';

/** The request that a presentation answers. */
export interface AskedBinding {
  readonly nonce: string;
  /** The names of the verifier; the proof is for one of them. */
  readonly audiences: readonly string[];
  readonly proofMaxAgeMs: number;
  /** As the request has them, encoded (OpenID4VP 1.0 section 8.4): the proof names each, and no others. */
  readonly transactionData?: readonly string[];
}

/** The key of the holder that the issuer signed: an uncompressed point of P-256. Throws a fault where there is none. */
export function holderKeyOf({ payload }: Jws): Uint8Array {
  const key = isObject(payload.cnf) ? p256OfJwk(payload.cnf.jwk) : undefined;
  need(key !== undefined, 'The credential has no cnf with a jwk of P-256.');
  return key;
}

/** Throws a fault unless the holder signed this presentation for this request, at this time or a little before. */
export function needProof(
  proof: Jws,
  shown: { readonly issued: Jws; readonly sdJwt: SdJwt },
  asked: AskedBinding & { readonly atMs: number },
): void {
  const { nonce, aud, sd_hash: hash } = proof.payload;
  need(isSignedBy(proof, holderKeyOf(shown.issued)), 'The proof is not signed with ES256 by the key of the holder.');
  need(nonce === asked.nonce, 'The proof has another nonce.');
  need(
    asked.audiences.some((name) => name === aud),
    'The proof is for another audience.',
  );
  need(hash === hashOf(shown.sdJwt), 'The proof is of other disclosures, or of another credential.');
  needDates(proof, asked);
  needTransactionData(proof, asked.transactionData ?? []);
}

/** Throws a fault unless the dates of the proof hold at that time. */
export function needDates(
  { payload: { iat, nbf = 0, exp } }: Jws,
  { atMs, proofMaxAgeMs }: AskedBinding & { readonly atMs: number },
): void {
  need(typeof iat === 'number', 'The proof has no iat.');
  need(iat * 1000 <= atMs + PROOF_AHEAD_MAX_MS, 'The proof is of later.');
  need(iat * 1000 >= atMs - proofMaxAgeMs, 'The proof is too old.');
  need(typeof nbf === 'number' && nbf * 1000 <= atMs + PROOF_AHEAD_MAX_MS, 'The proof is not valid yet.');
  need(exp === undefined || (typeof exp === 'number' && atMs < exp * 1000), 'The proof has expired.');
}

function needTransactionData({ payload }: Jws, asked: readonly string[]): void {
  const { transaction_data_hashes: hashes = [], transaction_data_hashes_alg: algorithm = SHA256 } = payload;
  need(algorithm === SHA256, `The hashes of transaction data are other than ${SHA256}.`);
  const expected = asked.map(sha256Base64Url).sort();
  // Texts alone are put in order: an object may have none, and the comparison would throw.
  const texts = Array.isArray(hashes) ? hashes.filter((hash) => typeof hash === 'string').sort() : [];
  const isSame = Array.isArray(hashes) && hashes.length === expected.length;
  need(isSame && expected.every((hash, i) => hash === texts[i]), 'The proof is of other transaction data.');
}

export interface ProofContent {
  readonly nonce: string;
  readonly audience: string;
  readonly issuedAtSeconds: number;
  readonly transactionData?: readonly string[];
}

/** The presentation with a proof, for the key of the holder. */
export function draftPresentation({ issued, disclosures }: SdJwt, content: ProofContent): Draft<SdJwt> {
  const { nonce, audience, issuedAtSeconds, transactionData = [] } = content;
  const hashes = transactionData.length > 0 && { transaction_data_hashes: transactionData.map(sha256Base64Url) };
  const payload = { nonce, aud: audience, iat: issuedAtSeconds, sd_hash: hashOf({ issued, disclosures }), ...hashes };
  const { toSign, finish } = draftJws({ typ: PROOF_TYPE }, payload);
  return { toSign, finish: (signature) => ({ issued, disclosures, proof: finish(signature) }) };
}

const hashOf = ({ issued, disclosures }: SdJwt) => sha256Base64Url(joinSdJwt({ issued, disclosures }));
