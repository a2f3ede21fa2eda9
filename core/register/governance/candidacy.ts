// Proofs that a node gives before it gets a seat: that it holds the consensus key (candidacy), and that it keeps up
// with the register (readiness). Digests and their signing over a port; the rules that use them are in enact.ts.
import { hash } from '../../base/hash.js';
import { canonical } from '../../base/json.js';
import { RULES_LATEST } from '../../base/version.js';
import type { Hash, RegisterState, Validator } from '../../model/register.js';
import { type RulesSupport, signRulesSupport } from './rules-support.js';

/** The seat that rekey-validator gives: what is absent stays as it is. */
export type NewSeat = Pick<Validator, 'validatorId' | 'consensusKey'> & Partial<Pick<Validator, 'orgId' | 'peerId'>>;

/** A candidate's signed word that it has replicated the register up to a height. `signature` is 128 hex digits. */
export interface Readiness {
  readonly registerId: string;
  readonly height: number;
  readonly docketHash: Hash;
  readonly stateHash: Hash;
  readonly consensusKey: string;
  /** The newest rules that the node knows. */
  readonly rules: number;
  readonly signature: string;
}

/** The proof that add-validator and rekey-validator carry beside the seat. */
export interface PossessionProof {
  readonly genesisHash: Hash;
  readonly proof: string;
  /** Of a new key for a seat. */
  readonly support?: readonly RulesSupport[];
}

/**
 * The 32 bytes by which a consensus key asks for a seat on one register; `replaces` is the validator whose seat it
 * takes over.
 */
export function candidacyDigest(given: {
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly validator: Validator | NewSeat;
  readonly replaces?: Hash;
}): Uint8Array {
  const { registerId, genesisHash, validator, replaces } = given;
  return hash(
    'candidacy',
    canonical({ registerId, genesisHash, validator: { ...validator }, ...(replaces && { replaces }) }),
  );
}

/** The 32 bytes of a readiness. */
export function readinessDigest({
  registerId,
  height,
  docketHash,
  stateHash,
  consensusKey,
  rules,
}: Omit<Readiness, 'signature'>): Uint8Array {
  const said = { registerId, height, docketHash, stateHash, consensusKey };
  return hash('readiness', canonical({ ...said, rules }));
}

/**
 * Readiness at the tip of `state`, signed by the key itself, with the newest rules that the node knows: those of the
 * program, but for tests that play another one.
 */
export function signReadiness(
  state: RegisterState,
  signer: { readonly publicKey: string; sign(digest: Uint8Array): string },
  rules: number = RULES_LATEST,
): Readiness {
  const { registerId, height, hash: docketHash, stateHash } = state;
  const said = { registerId, height, docketHash, stateHash, consensusKey: signer.publicKey, rules };
  return { ...said, signature: signer.sign(readinessDigest(said)) };
}

/** The proof of possession for a seat on the register of `state`. */
export function signCandidacy(
  state: Pick<RegisterState, 'registerId' | 'genesisHash'>,
  validator: Validator | NewSeat,
  given: { readonly sign: (digest: Uint8Array) => string; readonly replaces?: Hash; readonly rules?: number },
): PossessionProof {
  const { registerId, genesisHash } = state;
  const { sign, replaces, rules = RULES_LATEST } = given;
  const key = { publicKey: validator.consensusKey, sign };
  return {
    genesisHash,
    proof: sign(candidacyDigest({ registerId, genesisHash, validator, ...(replaces && { replaces }) })),
    ...(replaces && { support: [signRulesSupport(rules, key)] }),
  };
}
