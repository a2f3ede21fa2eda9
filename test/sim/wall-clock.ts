// How wrong the wall clock of a node is, over all its runs, and what could tell the node so. It shares no code with the
// guard of the product.
import type { Scheduler } from './clock.js';
import type { Machine } from './guarded-clock.js';

/** All that was judged by the clock before it moved has left by then. */
const MOVED_MS = 30_000;
/** After a new start of the machine an absence of a day is believed, and somewhat more for what is under way. */
const AWAY_MS = 25 * 3_600_000;

export interface Start {
  readonly node: number;
  readonly boot: number;
  /** The machine starts again with the process. */
  readonly isNew: boolean;
  /** Its disk lost a batch: the time of the last run, perhaps. */
  readonly isLost: boolean;
}

export class WallClock {
  /** Added to the true time. */
  skewMs = 0;
  /** The time of a run is on its disk. */
  isKept = false;
  private readonly scheduler: Scheduler;
  private movedAtMs = Number.NEGATIVE_INFINITY;
  private under: Machine | undefined;
  /** Errors of the clock that nothing could tell, or that somebody confirmed. */
  private readonly believedMs: number[] = [];

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  set(skewMs: number): void {
    this.skewMs = skewMs;
    this.movedAtMs = this.scheduler.now;
  }

  /** Somebody told it the time. */
  told(timeMs: number): void {
    this.believedMs.push(timeMs - this.scheduler.now);
  }

  /** The machine that a run starts on. A new one proves no time, and what its disk does not know it cannot compare. */
  machine({ node, boot, isNew, isLost }: Start): Machine {
    if (!this.isKept || isLost) this.believedMs.push(this.skewMs);
    if (this.under && !isNew) return this.under;
    if (this.skewMs <= Math.max(...this.believedMs) + AWAY_MS) this.believedMs.push(this.skewMs);
    this.under = { bootId: `${node}.${boot}`, bootedAtMs: this.scheduler.now };
    return this.under;
  }

  get movedLately(): boolean {
    return this.scheduler.now - this.movedAtMs < MOVED_MS;
  }

  /** How far the clock moved by itself, if it did: a node that asks would doubt it by now. */
  get doubtfulMs(): number {
    const moves = this.believedMs.map((ms) => this.skewMs - ms);
    return moves.reduce((least, ms) => (Math.abs(ms) < Math.abs(least) ? ms : least), Number.POSITIVE_INFINITY);
  }

  /** The times that it shows, and would show had it not moved. */
  get times(): readonly number[] {
    return [this.skewMs, ...this.believedMs].map((ms) => Math.round(this.scheduler.now + ms));
  }
}
