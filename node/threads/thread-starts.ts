// How often a thread that dies is replaced: some times at once, and then once in a while for as long as the node lives.
// The cause that killed it (no memory, no files) may pass. It begins no thread itself.
import type { Clock } from '../../core/base/ports.js';

/** Threads that are begun as soon as they are wanted. */
const AT_ONCE_MAX = 16;
const REST_MS = 30_000;

export class ThreadStarts {
  private begun = 0;
  private lastMs = 0;

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  /** Threads that were begun. */
  get count(): number {
    return this.begun;
  }

  /** Whether a thread may begin now; counts it if so. */
  take(): boolean {
    const nowMs = this.clock.steady();
    if (this.begun >= AT_ONCE_MAX && nowMs - this.lastMs < REST_MS) return false;
    this.begun++;
    this.lastMs = nowMs;
    return true;
  }
}
