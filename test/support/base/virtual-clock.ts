// A clock for deterministic tests: time moves only when told, deadline by deadline, and timers due at one time run in
// the order they were set.
import type { Clock } from '../../../core/base/ports.js';

interface Armed {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

export class VirtualClock implements Clock {
  /** Added to the time of day alone: somebody set the clock. */
  setMs = 0;
  readonly #startMs: number;
  #now: number;
  #order = 0;
  readonly #armed = new Set<Armed>();

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#startMs = startMs;
    this.#now = startMs;
  }

  now(): number {
    return this.#now + this.setMs;
  }

  steady(): number {
    return this.#now - this.#startMs;
  }

  setTimer(run: () => void, delayMs: number) {
    // Whole milliseconds, as every clock of a node has them: a docket cannot say half of one.
    const armed = { atMs: this.#now + Math.ceil(Math.max(0, delayMs)), order: this.#order++, run };
    this.#armed.add(armed);
    return { cancel: () => void this.#armed.delete(armed) };
  }

  /** Timers that wait: an idle register leaves none. */
  get armed(): number {
    return this.#armed.size;
  }

  /** Runs what is due now, lets promises settle, and repeats until nothing more happens. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 20; ) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.#runDue(this.#now) ? 0 : quiet + 1;
    }
  }

  /** Moves time on by `ms`, stopping at each deadline. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await this.settle();
      const next = [...this.#armed].reduce((first, timer) => Math.min(first, timer.atMs), Number.POSITIVE_INFINITY);
      if (next > until) break;
      this.#now = next;
    }
    this.#now = until;
    await this.settle();
  }

  #runDue(nowMs: number): boolean {
    const due = [...this.#armed]
      .filter((timer) => timer.atMs <= nowMs)
      .sort((a, b) => a.atMs - b.atMs || a.order - b.order)[0];
    if (!due) return false;
    this.#armed.delete(due);
    due.run();
    return true;
  }
}
