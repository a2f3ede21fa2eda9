// Votes of this node that peers wait for in a call of their own. Each peer has a share: what one of them waits for
// takes no room from another. The rule of who may ask is applied before.
import { issue } from '../../../core/base/issue.js';
import type { Clock } from '../../../core/base/ports.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { Vote } from '../../../core/consensus/types.js';
import { voteKey } from '../misbehaviour/invalid-messages.js';

/** How long a unary RequestVote waits for this node's signature. */
const VOTE_WAIT_MS = 10_000;
/**
 * Votes that one peer waits for at once. Only peers that hold a seat in a register here wait for any, so these bound
 * all of them.
 */
export const VOTES_AWAITED_MAX = 250;

export class AwaitedVotes {
  private readonly clock: Clock;
  private readonly awaited = new Map<string, Set<(vote: Vote) => void>>();
  private readonly shares = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** NODE_UNAVAILABLE at once for a peer that waits for too many already. */
  wait(peerId: string, key: string): Result<Promise<Result<Vote>>> {
    const share = this.shares.get(peerId) ?? 0;
    if (share >= VOTES_AWAITED_MAX)
      return fail(issue('NODE_UNAVAILABLE', '', 'The caller awaits too many votes of this node: ask again later.'));
    this.shares.set(peerId, share + 1);
    return new Promise((resolve) => {
      const waiting = this.awaited.get(key) ?? new Set();
      const finish = (answer: Result<Vote>) => {
        timer.cancel();
        waiting.delete(finish);
        if (waiting.size === 0) this.awaited.delete(key);
        this.free(peerId);
        resolve(answer);
      };
      const timer = this.clock.setTimer(
        () => finish(fail(issue('WAIT_TIMEOUT', '', 'This node signed no vote for the proposal in time.'))),
        VOTE_WAIT_MS,
      );
      waiting.add(finish);
      this.awaited.set(key, waiting);
    });
  }

  onVoted(registerId: string, vote: Vote): void {
    for (const done of [...(this.awaited.get(voteKey(registerId, vote)) ?? [])]) done(vote);
  }

  private free(peerId: string): void {
    const share = (this.shares.get(peerId) ?? 1) - 1;
    if (share > 0) this.shares.set(peerId, share);
    else this.shares.delete(peerId);
  }
}
