// Works through many submissions a few at a time, so that votes and requests come in between: judging ten thousand in
// one go holds the event loop for 50 ms and more. It does not know what the work is.
import type { Clock, Timer } from '../../core/base/ports.js';

/** Submissions of one turn: 2 to 4 ms of judging. Fewer than that are worked through at once. */
export const TURN_MAX = 500;

export interface BatchedQueuePorts {
  readonly clock: Clock;
  /** The work of one turn. */
  work(txIds: readonly string[]): void;
  /** A later turn threw; the others are not worked through. */
  fail(error: unknown): void;
}

export class BatchedQueue {
  private readonly ports: BatchedQueuePorts;
  private readonly left = new Set<string>();
  private timer: Timer | undefined;

  constructor(ports: BatchedQueuePorts) {
    this.ports = ports;
  }

  /**
   * Items not under work already come last. The first turn is now, unless turns are under way; what it throws the
   * caller gets.
   */
  add(txIds: Iterable<string>): void {
    for (const txId of txIds) this.left.add(txId);
    if (this.timer === undefined) this.turn();
  }

  /** Nothing that is left is worked on. */
  clear(): void {
    this.timer?.cancel();
    this.timer = undefined;
    this.left.clear();
  }

  private turn(): void {
    const now: string[] = [];
    for (const txId of this.left) {
      if (now.length >= TURN_MAX) break;
      this.left.delete(txId);
      now.push(txId);
    }
    // Set before the work, which may end everything.
    if (this.left.size > 0) this.timer = this.ports.clock.setTimer(() => this.next(), 0);
    if (now.length > 0) this.ports.work(now);
  }

  private next(): void {
    this.timer = undefined;
    try {
      this.turn();
    } catch (error) {
      this.clear();
      this.ports.fail(error);
    }
  }
}
