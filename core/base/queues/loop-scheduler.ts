// Tasks on the event loop that take turns: as many in one go as a slice has room for, and then everything else that the
// loop waits for. It does not know what the tasks are.
import type { Clock } from '../ports.js';
import { Scheduler } from './scheduler.js';

/** How much is done in one go: some tasks, or tasks for some milliseconds, with all that they set going. */
export type Slice =
  | { readonly tasks: number }
  | {
      readonly ms: number;
      readonly clock: Pick<Clock, 'steady'>;
      /** Runs it behind the ticks and promises of what runs now. */
      readonly runLater: (run: () => void) => void;
    };

export interface LoopOptions<T> {
  readonly slice: Slice;
  /** Runs it when the event loop has looked at all that came in. */
  readonly soon: (run: () => void) => void;
  begin(task: T): void;
}

/** Decision 0192. */
export class LoopScheduler<T> {
  /** Goes before all that waits. */
  private readonly ahead = new Scheduler<() => void>();
  private isOpen = false;
  private fromMs = 0;
  private done = 0;

  constructor(
    private readonly options: LoopOptions<T>,
    readonly waiting = new Scheduler<T>(),
  ) {}

  /** Whether a task may be done at once: none waits, and there is time. It counts as done; any other is to wait. */
  begins(): boolean {
    return this.waiting.size === 0 && this.hasTime();
  }

  /** Runs it before all that waits: at once where there is time. For what is bounded by tasks that were begun. */
  first(run: () => void): void {
    if (this.ahead.size === 0 && this.hasTime()) run();
    else this.ahead.push('', run);
  }

  /** Begins a slice where none runs. */
  private hasTime(): boolean {
    const { slice } = this.options;
    if (!this.isOpen) {
      this.isOpen = true;
      this.done = 0;
      if ('ms' in slice) this.fromMs = slice.clock.steady();
      this.options.soon(this.nextSlice);
    }
    if ('tasks' in slice) return this.done++ < slice.tasks;
    // The first task of a slice is done however late it is.
    return this.done++ === 0 || slice.clock.steady() - this.fromMs < slice.ms;
  }

  private readonly nextSlice = (): void => {
    this.isOpen = false;
    if (this.isBehind()) this.step();
  };

  private isBehind(): boolean {
    return this.waiting.size + this.ahead.size > 0;
  }

  private readonly step = (): void => {
    const { slice } = this.options;
    while (this.isBehind() && this.hasTime()) {
      this.next();
      if ('tasks' in slice) continue;
      // Behind what the task set going, so that the slice counts it.
      if (this.isBehind()) slice.runLater(this.step);
      return;
    }
  };

  private next(): void {
    const run = this.ahead.take();
    const task = run === undefined ? this.waiting.take() : undefined;
    run?.();
    if (task !== undefined) this.options.begin(task);
  }
}
