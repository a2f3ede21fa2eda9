// The one-shot timers of a driver by name: arming a name again replaces what ran under it. It decides nothing.
import type { Clock, Timer } from '../../core/base/ports.js';

export class Timers {
  private readonly clock: Clock;
  private readonly running = new Map<string, Timer>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get size(): number {
    return this.running.size;
  }

  has(name: string): boolean {
    return this.running.has(name);
  }

  /**
   * `wait`: what ran out may have to wait for its turn then, and counts as running until it has it; undefined where it
   * need not.
   */
  arm(name: string, delayMs: number, run: () => void, wait?: (run: () => void) => Timer | undefined): void {
    this.disarm(name);
    const act = () => {
      this.running.delete(name);
      run();
    };
    const due = () => {
      const waiting = wait?.(act);
      if (waiting) this.running.set(name, waiting);
      else act();
    };
    this.running.set(name, this.clock.setTimer(due, delayMs));
  }

  disarm(name: string): void {
    this.running.get(name)?.cancel();
    this.running.delete(name);
  }

  clear(): void {
    for (const timer of this.running.values()) timer.cancel();
    this.running.clear();
  }
}
