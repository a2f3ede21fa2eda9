// Whether clients bring more than their register seals: then what is accepted waits longer and longer, and the work on
// what waits keeps the validators from sealing. A register that seals nothing is not congested: what clients bring
// waits there for its quorum.
import type { Clock } from '../../core/base/ports.js';

/** Fewer than so many are sealed at once, however long they waited. */
const CROWD_MIN = 256;
/**
 * A submission that waited longer than this in a docket of now came to a crowd. A docket of three idle nodes takes 20
 * ms.
 */
const WAIT_MAX_MS = 500;
/**
 * Where dockets take long, so many of them are waited for: the one under way and the next. Between continents nothing
 * waits longer while all that waits fits into the next one, so that dockets can grow. Of four, a busy machine took in
 * and verified twice what it sealed in that time, and kept its clients waiting.
 */
const DOCKETS_MAX = 2;
/** For so long a docket is one of now. */
const SEALING_MS = 2000;
/** The time over which dockets and their transactions are counted. */
const COUNTING_MS = 1000;

export class Congestion {
  private readonly clock: Pick<Clock, 'steady'>;
  private sealedMs = Number.NEGATIVE_INFINITY;
  private waitedMs = 0;
  private countedFromMs: number;
  private dockets = 0;
  private transactions = 0;
  /** As they were counted last. */
  private perMs = 0;
  private waitMaxMs = WAIT_MAX_MS;

  constructor(clock: Pick<Clock, 'steady'>) {
    this.clock = clock;
    this.countedFromMs = clock.steady();
  }

  /** A docket of so many transactions was sealed; its first submission of a client of this node had waited so long. */
  onSealed(waitedMs: number | undefined, transactions: number): void {
    const nowMs = this.clock.steady();
    this.count(nowMs, transactions);
    if (waitedMs === undefined) return;
    this.sealedMs = nowMs;
    this.waitedMs = waitedMs;
  }

  /**
   * True where one more than `waiting` submissions would wait too long: more wait than are sealed in that time, and a
   * docket of now shows that they do.
   */
  isOver(waiting: number): boolean {
    if (waiting < Math.max(CROWD_MIN, this.perMs * this.waitMaxMs) || this.waitedMs <= this.waitMaxMs) return false;
    return this.clock.steady() - this.sealedMs < SEALING_MS;
  }

  private count(nowMs: number, transactions: number): void {
    this.dockets++;
    this.transactions += transactions;
    const passedMs = nowMs - this.countedFromMs;
    if (passedMs < COUNTING_MS) return;
    this.perMs = this.transactions / passedMs;
    this.waitMaxMs = Math.max(WAIT_MAX_MS, (DOCKETS_MAX * passedMs) / this.dockets);
    this.countedFromMs = nowMs;
    this.dockets = 0;
    this.transactions = 0;
  }
}
