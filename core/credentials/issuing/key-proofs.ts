// The proofs of a credential request (OpenID4VCI 1.0 appendix F): each shows that the wallet has the key that a copy is
// to be bound to. The maker of the wallet may say so of several keys. All of a request carry the nonce that the issuer
// gave, which is spent with them.
import { COPIES_MAX, KEY_PROOF_MAX, PROOF_CLOCK_MS } from '../../base/limits/node/wallets.js';
import { FormatFault, faultOr, need } from '../fault.js';
import type { AttestationView } from './attester.js';
import { type KeyAttestation, type KeyStrength, readKeyAttestation } from './key-attestation.js';
import { needMadeAt, needOwnSignature, type OwnKeyJwt, type ProofJwk, readOwnKeyJwt } from './own-key.js';
import { WalletRefusal } from './refusal.js';

const TYPE = 'openid4vci-proof+jwt';

export interface HolderKey {
  readonly jwk: ProofJwk;
  readonly thumbprint: string;
  /** As the maker of the wallet says it, where one vouches for the key. */
  readonly strength?: KeyStrength;
}

/** Of one type (section 8.2): JWTs of the wallet, or one of its maker. */
export type ShownProofs = { readonly jwt: readonly string[] } | { readonly attestation: readonly string[] };

export interface AskedForm {
  /** Whether the issuer believes any maker of wallets; else an attestation beside a proof is passed over. */
  readonly takesAttestations: boolean;
  readonly isGoodNonce: (nonce: string) => boolean;
}

export interface AskedProofs extends AttestationView {
  /** The identifier of the issuer that is asked. */
  readonly audience: string;
  /** False where it was spent meanwhile. */
  readonly spendNonce: (nonce: string) => boolean;
}

/** Proofs of their form, of a nonce that is good. */
export interface ReadProofs {
  readonly proofs: readonly OwnKeyJwt[];
  readonly attestation?: KeyAttestation;
  readonly nonce: string;
}

/** The proofs before any work is done for them; `invalid_proof`, `invalid_nonce`. */
export function readKeyProofs(shown: ShownProofs, asked: AskedForm): ReadProofs | WalletRefusal {
  const read = faultOr(() => ('jwt' in shown ? readProofs(shown.jwt, asked) : readAttested(shown.attestation, asked)));
  if (read instanceof FormatFault) return new WalletRefusal('invalid_proof', read.message);
  return asked.isGoodNonce(read.nonce)
    ? read
    : new WalletRefusal('invalid_nonce', 'The nonce of the proof is over, used or of another issuer.');
}

/**
 * The keys of the holder, one for each proof or each key of an attestation, and the nonce spent; or `invalid_proof`,
 * `invalid_nonce`.
 */
export function judgeKeyProofs(
  { proofs, attestation, nonce }: ReadProofs,
  asked: AskedProofs,
): readonly HolderKey[] | WalletRefusal {
  const strength = faultOr(() => {
    for (const proof of proofs) needProof(proof, asked);
    return attestation?.judge(asked);
  });
  if (strength instanceof FormatFault) return new WalletRefusal('invalid_proof', strength.message);
  if (!asked.spendNonce(nonce))
    return new WalletRefusal('invalid_nonce', 'The nonce of the proof was used, or too many were.');
  const keys = attestation?.keys ?? proofs;
  return keys.map(({ jwk, thumbprint }) => ({ jwk, thumbprint, ...(strength && { strength }) }));
}

function readProofs(texts: readonly string[], { takesAttestations }: AskedForm): ReadProofs {
  need(texts.length > 0 && texts.length <= COPIES_MAX, `Expected 1 to ${COPIES_MAX} proofs.`);
  for (const text of texts) need(text.length <= KEY_PROOF_MAX, `A proof has over ${KEY_PROOF_MAX} characters.`);
  const proofs = texts.map((text) => readOwnKeyJwt(text, TYPE));
  const nonce = proofs[0]?.payload.nonce;
  need(typeof nonce === 'string', 'A proof has no nonce.');
  need(
    proofs.every(({ payload }) => payload.nonce === nonce),
    'The proofs have several nonces.',
  );
  need(new Set(proofs.map(({ thumbprint }) => thumbprint)).size === proofs.length, 'Two proofs are of one key.');
  const attestation = takesAttestations ? attestationIn(proofs, nonce) : undefined;
  return { proofs, nonce, ...(attestation && { attestation }) };
}

/** The attestation in the headers of the proofs, whose keys are among those that it vouches for. */
function attestationIn(proofs: readonly OwnKeyJwt[], nonce: string): KeyAttestation | undefined {
  const [text, ...others] = new Set(proofs.map(({ jws }) => jws.header.key_attestation));
  if (text === undefined && others.length === 0) return undefined;
  need(typeof text === 'string' && others.length === 0, 'The proofs have not all the same key_attestation.');
  const attestation = readKeyAttestation(text);
  need(attestation.nonce === undefined || attestation.nonce === nonce, 'The key attestation has another nonce.');
  const known = new Set(attestation.keys.map(({ thumbprint }) => thumbprint));
  need(
    proofs.every(({ thumbprint }) => known.has(thumbprint)),
    'The key of a proof is not among the attested_keys.',
  );
  return attestation;
}

function readAttested(texts: readonly string[], { takesAttestations }: AskedForm): ReadProofs {
  need(takesAttestations, 'The issuer believes no maker of wallets: prove each key (jwt).');
  const [text = ''] = texts;
  need(texts.length === 1, 'Expected one proof of the type attestation.');
  const attestation = readKeyAttestation(text);
  const { nonce } = attestation;
  need(nonce !== undefined, 'The key attestation has no nonce.');
  return { proofs: [], attestation, nonce };
}

function needProof(proof: OwnKeyJwt, { audience, atMs }: AskedProofs): void {
  need(proof.payload.aud === audience, 'A proof is for another audience than this issuer.');
  needMadeAt(proof, atMs, PROOF_CLOCK_MS);
  needOwnSignature(proof);
}
