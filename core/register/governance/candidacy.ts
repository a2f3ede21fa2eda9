// What a node proves before it gets a seat: that it holds the consensus key (candidacy), and that it keeps up with the register (readiness). Digests and
// their signing over a port; the rules that use them are in enact.ts.
import { hash } from '../../base/hash.js';
import { canonical } from '../../base/json.js';
import type { Hash, RegisterState, Validator } from '../types.js';
import type { NewSeat } from './operation.js';

/** A candidate's signed word that it has replicated the register up to a height. `signature` is 128 hex digits. */
export interface Readiness {
  readonly registerId: string;
  readonly height: number;
  readonly docketHash: Hash;
  readonly stateHash: Hash;
  readonly consensusKey: string;
  readonly signature: string;
}

/** What add-validator and rekey-validator carry beside the seat. */
export interface PossessionProof {
  readonly genesisHash: Hash;
  readonly proof: string;
}

/** The 32 bytes by which a consensus key asks for a seat on one register; `replaces` is the validator whose seat it takes over. */
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
}: Omit<Readiness, 'signature'>): Uint8Array {
  return hash('readiness', canonical({ registerId, height, docketHash, stateHash, consensusKey }));
}

/** Readiness at the tip of `state`, signed by the key itself. */
export function signReadiness(
  state: RegisterState,
  signer: { readonly publicKey: string; sign(digest: Uint8Array): string },
): Readiness {
  const { registerId, height, hash: docketHash, stateHash } = state;
  const said = { registerId, height, docketHash, stateHash, consensusKey: signer.publicKey };
  return { ...said, signature: signer.sign(readinessDigest(said)) };
}

/** The proof of possession for a seat on the register of `state`. */
export function signCandidacy(
  state: Pick<RegisterState, 'registerId' | 'genesisHash'>,
  validator: Validator | NewSeat,
  given: { readonly sign: (digest: Uint8Array) => string; readonly replaces?: Hash },
): PossessionProof {
  const { registerId, genesisHash } = state;
  const { sign, replaces } = given;
  return {
    genesisHash,
    proof: sign(candidacyDigest({ registerId, genesisHash, validator, ...(replaces && { replaces }) })),
  };
}
