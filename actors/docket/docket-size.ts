// How many transactions this node puts into a docket: all that the policy lets it, but where several organisations
// bring some no more than it judges, writes and tells in a few milliseconds. A submission waits for the docket under
// way and for its own, and the rest of the node waits for each. It picks none.
import { SHARED_DOCKET_MIN, SHARED_DOCKET_MS } from '../../core/base/limits/node/sharing.js';

/** Part of what the last docket showed in what counts. */
const NEWEST_WEIGHT = 0.25;

export class DocketSize {
  /** Milliseconds of work for one transaction, of late; undefined before the first. */
  private msEach: number | undefined;

  /** So many transactions of a docket took so many milliseconds of this node's own work. */
  onWorked(transactions: number, ms: number): void {
    if (transactions === 0) return;
    const each = ms / transactions;
    this.msEach = this.msEach === undefined ? each : this.msEach + NEWEST_WEIGHT * (each - this.msEach);
  }

  /** `most`: what the policy and this node's own bound let it. */
  max(most: number, isShared: boolean): number {
    if (!isShared || !this.msEach) return most;
    return Math.min(most, Math.max(SHARED_DOCKET_MIN, Math.floor(SHARED_DOCKET_MS / this.msEach)));
  }
}
