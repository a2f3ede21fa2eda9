// The proofs of a credential request (OpenID4VCI 1.0 appendix F.1): each shows that the wallet has the key that a copy
// is to be bound to. All of a request carry the nonce that the issuer gave, which is spent with them.
import { COPIES_MAX, PROOF_CLOCK_MS, PROOF_MAX } from '../../base/limits/node/wallets.js';
import { FormatFault, faultOr, need } from '../fault.js';
import { needMadeAt, needOwnSignature, type OwnKeyJwt, type ProofJwk, readOwnKeyJwt } from './own-key.js';
import { WalletRefusal } from './refusal.js';

const TYPE = 'openid4vci-proof+jwt';

export interface HolderKey {
  readonly jwk: ProofJwk;
  readonly thumbprint: string;
}

export interface AskedProofs {
  /** The identifier of the issuer that is asked. */
  readonly audience: string;
  readonly atMs: number;
  readonly isGoodNonce: (nonce: string) => boolean;
  /** False where it was spent meanwhile. */
  readonly spendNonce: (nonce: string) => boolean;
}

/**
 * The keys of the holder, one for each proof, and the nonce spent; or `invalid_proof`, `invalid_nonce`. Signatures are
 * verified last, for a nonce that is good: no one has work done for nothing.
 */
export function judgeKeyProofs(texts: readonly string[], asked: AskedProofs): readonly HolderKey[] | WalletRefusal {
  const read = faultOr(() => readProofs(texts));
  if (read instanceof FormatFault) return new WalletRefusal('invalid_proof', read.message);
  const { proofs, nonce } = read;
  if (!asked.isGoodNonce(nonce))
    return new WalletRefusal('invalid_nonce', 'The nonce of the proof is over, used or of another issuer.');
  const fault = faultOr(() => {
    for (const proof of proofs) needProof(proof, asked);
  });
  if (fault instanceof FormatFault) return new WalletRefusal('invalid_proof', fault.message);
  if (!asked.spendNonce(nonce)) return new WalletRefusal('invalid_nonce', 'The nonce of the proof was used.');
  return proofs.map(({ jwk, thumbprint }) => ({ jwk, thumbprint }));
}

function readProofs(texts: readonly string[]): { readonly proofs: readonly OwnKeyJwt[]; readonly nonce: string } {
  need(texts.length > 0 && texts.length <= COPIES_MAX, `Expected 1 to ${COPIES_MAX} proofs.`);
  for (const text of texts) need(text.length <= PROOF_MAX, `A proof has over ${PROOF_MAX} characters.`);
  const proofs = texts.map((text) => readOwnKeyJwt(text, TYPE));
  const nonce = proofs[0]?.payload.nonce;
  need(typeof nonce === 'string', 'A proof has no nonce.');
  need(
    proofs.every(({ payload }) => payload.nonce === nonce),
    'The proofs have several nonces.',
  );
  need(new Set(proofs.map(({ thumbprint }) => thumbprint)).size === proofs.length, 'Two proofs are of one key.');
  return { proofs, nonce };
}

function needProof(proof: OwnKeyJwt, { audience, atMs }: AskedProofs): void {
  need(proof.payload.aud === audience, 'A proof is for another audience than this issuer.');
  needMadeAt(proof, atMs, PROOF_CLOCK_MS);
  needOwnSignature(proof);
}
