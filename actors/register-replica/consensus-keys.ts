// The ring of this node's consensus keys in memory: which of them signs for a roster. Making and keeping them is the
// caller's; it signs nothing itself.
import { assert } from '../../core/base/assert.js';
import { CONSENSUS_KEYS_MAX } from '../../core/base/limits/node/consensus.js';
import type { Hash, Roster } from '../../core/model/register.js';
import { seatOf } from '../../core/register/roster.js';
import type { ConsensusKeys, ConsensusSigner } from '../ports.js';

/** A ring of `kept` (oldest first, at least one). `next` makes a key durably; calls come one at a time. */
export function consensusKeys(
  kept: readonly ConsensusSigner[],
  next: (count: number) => Promise<ConsensusSigner>,
): ConsensusKeys {
  assert(kept.length > 0, 'a node has a consensus key');
  const signers = [...kept];
  const listeners: ((made: ConsensusSigner) => void)[] = [];
  const replacements = new Map<Hash, ConsensusSigner>();
  let making: Promise<unknown> = Promise.resolve();
  const make = async () => {
    assert(signers.length < CONSENSUS_KEYS_MAX, 'a node makes a bounded number of consensus keys');
    const signer = await next(signers.length);
    signers.push(signer);
    for (const listener of listeners) listener(signer);
    return signer;
  };
  const replacementOf = async (validatorId: Hash) => {
    const known = replacements.get(validatorId);
    if (known) return known;
    const signer = await make();
    replacements.set(validatorId, signer);
    return signer;
  };
  const inTurn = (work: () => Promise<ConsensusSigner>) => {
    const signer = making.then(work);
    making = signer.catch(() => undefined);
    return signer;
  };
  return {
    get current() {
      return signers.at(-1)!;
    },
    all: () => signers,
    signerIn: (roster) => signersIn(signers, roster)[0],
    make: () => inTurn(make),
    replacementOf: (validatorId) => inTurn(() => replacementOf(validatorId)),
    listen: (listener) => void listeners.push(listener),
  };
}

/**
 * The newest key, or its replacement where that may not sign: a seat that signs nothing would only raise the quorum.
 * `fence` as in `seatingIn`.
 */
export async function keyForSeats(
  keys: Pick<ConsensusKeys, 'current' | 'replacementOf'>,
  fence: (validatorId: Hash) => string | undefined,
): Promise<ConsensusSigner> {
  const { current } = keys;
  return fence(current.validatorId) === undefined ? current : keys.replacementOf(current.validatorId);
}

/**
 * How a seat of this node stands in a roster: the key that may sign, or why none of its keys there may; nothing at all
 * without a seat.
 */
export interface Seating {
  readonly signer: ConsensusSigner | undefined;
  readonly fence: string | undefined;
}

/**
 * `fence` says why a key may not sign. Of several keys with a seat the oldest that may sign does, so that a height is
 * signed with one key.
 */
export function seatingIn(
  keys: Pick<ConsensusKeys, 'all'>,
  roster: Roster,
  fence: (validatorId: Hash) => string | undefined,
): Seating {
  const mine = signersIn(keys.all(), roster);
  const signer = mine.find(({ validatorId }) => fence(validatorId) === undefined);
  const first = mine[0];
  return { signer, fence: signer || !first ? undefined : fence(first.validatorId) };
}

function signersIn(signers: readonly ConsensusSigner[], roster: Roster): readonly ConsensusSigner[] {
  return signers.filter(({ validatorId }) => seatOf(roster, validatorId) >= 0);
}
