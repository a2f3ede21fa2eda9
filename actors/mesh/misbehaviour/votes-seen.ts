// The last vote that this node saw of every other validator on every register, to be shown to it when it comes back: a
// node that was restored from an old image learns so what it has forgotten. In memory and bounded: a help, not a
// guarantee. Only votes whose signature was verified belong here.
import type { Vote } from '../../../core/consensus/types.js';
import type { Hash } from '../../../core/model/register.js';
import { VOTES_SEEN_MAX } from '../../../proto/codec/limits.js';

/** Validators of all registers together. */
const VOTERS_MAX = 1000;

export class VotesSeen {
  /** Insertion order is order of use: the one unseen for longest goes first. */
  private readonly byVoter = new Map<Hash, Map<string, Vote>>();

  /** Remembers a verified vote unless it is older than the one known. Rejections bind no member. */
  note(vote: Vote): void {
    if (!vote.approve) return;
    const votes = this.byVoter.get(vote.voter) ?? new Map<string, Vote>();
    const known = votes.get(vote.registerId);
    if (known && !isNewer(vote, known)) return;
    votes.delete(vote.registerId);
    votes.set(vote.registerId, vote);
    trim(votes, VOTES_SEEN_MAX);
    this.byVoter.delete(vote.voter);
    this.byVoter.set(vote.voter, votes);
    trim(this.byVoter, VOTERS_MAX);
  }

  /** The votes to tell a validator about itself: at most VOTES_SEEN_MAX. */
  of(validatorId: Hash): readonly Vote[] {
    return [...(this.byVoter.get(validatorId)?.values() ?? [])];
  }

  /** Forgets a register that this node gave up. */
  forget(registerId: string): void {
    for (const votes of this.byVoter.values()) votes.delete(registerId);
  }
}

function isNewer(vote: Vote, known: Vote): boolean {
  if (vote.height !== known.height) return vote.height > known.height;
  if (vote.round !== known.round) return vote.round > known.round;
  return vote.kind === 'COMMIT' && known.kind === 'PREPARE';
}

function trim<V>(map: Map<string, V>, max: number): void {
  if (map.size > max) map.delete(map.keys().next().value as string);
}
