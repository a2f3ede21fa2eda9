// Whether clients bring more than their register seals: then what is accepted waits longer and longer, and the work on what waits keeps the validators from sealing.
// A register that seals nothing is not congested: what clients bring waits there for its quorum.
import type { Clock } from '../../core/base/ports.js';

/** Fewer than so many are sealed at once, however long they waited. */
const CROWD_MIN = 1000;
/** What waited longer than this in a docket of now came to a crowd. A docket of three idle nodes takes 20 ms. */
const WAIT_MAX_MS = 500;
/** For so long a docket is one of now. */
const SEALING_MS = 2000;

export class Congestion {
  private readonly clock: Pick<Clock, 'steady'>;
  private sealedMs = Number.NEGATIVE_INFINITY;
  private waitedMs = 0;

  constructor(clock: Pick<Clock, 'steady'>) {
    this.clock = clock;
  }

  /** A docket was sealed; its first submission of a client of this node had waited so long. */
  sealed(waitedMs: number | undefined): void {
    if (waitedMs === undefined) return;
    this.sealedMs = this.clock.steady();
    this.waitedMs = waitedMs;
  }

  /** True where one more than `waiting` submissions would wait too long. */
  isOver(waiting: number): boolean {
    if (waiting < CROWD_MIN || this.waitedMs <= WAIT_MAX_MS) return false;
    return this.clock.steady() - this.sealedMs < SEALING_MS;
  }
}
