// Asynchronous tasks that take turns: each begins when its key has a turn, and holds it until it ends, well or not.
import { InvariantError } from '../assert.js';
import type { Clock, Timer } from '../ports.js';
import { Scheduler, type SchedulerOptions } from './scheduler.js';

export interface TaskOptions extends Omit<SchedulerOptions, 'costOf'> {
  /** The longest time that a task waits; no bound unless it is given. */
  readonly wait?: { readonly clock: Pick<Clock, 'setTimer'>; readonly ms: number };
}

/** A mutex for each key: its tasks run one after the other, in the order of asking. */
export const MUTEX: TaskOptions = { atOnceKey: 1 };

/** Begins a task that waited, or tells it after how many turns it may be brought again. */
type Begin = (turns?: number) => void;

/** Decision 0192. */
export class TaskScheduler {
  /** For a caller that asks before it does something in vain. */
  readonly waiting: Pick<Scheduler<unknown>, 'takes' | 'turns'>;
  private readonly scheduler: Scheduler<Begin>;

  constructor(private readonly options: TaskOptions) {
    this.scheduler = new Scheduler<Begin>(options);
    this.waiting = this.scheduler;
  }

  /**
   * The result of the task, begun in its turn; that of `onRefused` where it finds no place, gives its place up, waits
   * for too long or is drained. A scheduler that can refuse has to be told.
   */
  run<R>(key: string, task: () => Promise<R>, onRefused?: (turns: number) => R | Promise<R>): Promise<R> {
    if (this.scheduler.begins(key)) {
      try {
        return this.ending(key, task());
      } catch (error) {
        return this.ending(key, Promise.reject(error));
      }
    }
    return new Promise<R>((resolve, reject) => {
      const begin: Begin = (turns) => {
        timer?.cancel();
        if (turns === undefined) this.ending(key, Promise.resolve().then(task)).then(resolve, reject);
        // A refusal that throws is of this task alone: others are told and begun behind it.
        else if (onRefused) resolve(new Promise<R>((answer) => answer(onRefused(turns))));
        else reject(new InvariantError('a task without an answer for its refusal was refused'));
      };
      const timer = this.timer(key, begin);
      const turned = this.scheduler.push(key, begin);
      turned?.value(turned.turns);
    });
  }

  /** Resolves when each task asked for so far under the key of a mutex has ended; undefined where none is. */
  endOf(key: string): Promise<void> | undefined {
    return this.scheduler.underWayOf.has(key) ? this.run(key, NOTHING) : undefined;
  }

  /** Resolves when no task asked for so far of a mutex runs any more. */
  idle(): Promise<unknown> {
    return Promise.all([...this.scheduler.underWayOf.keys()].map((key) => this.run(key, NOTHING)));
  }

  /** Refuses all tasks that wait. */
  drain(): void {
    const { turns } = this.scheduler;
    for (const begin of this.scheduler.drain()) begin(turns);
  }

  /** Its turn ends with it. */
  private ending<R>(key: string, running: Promise<R>): Promise<R> {
    return running.then(
      (result) => {
        this.end(key);
        return result;
      },
      (error) => {
        this.end(key);
        throw error;
      },
    );
  }

  /** The turn goes to the next one: a task that comes meanwhile does not take it. */
  private end(key: string): void {
    this.scheduler.end(key);
    // Where turns of a key alone are bounded, another key waits for none of this one.
    this.scheduler.take(this.options.atOnce === undefined ? key : undefined)?.();
  }

  private timer(key: string, begin: Begin): Timer | undefined {
    const { wait } = this.options;
    return wait?.clock.setTimer(() => {
      this.scheduler.remove(key, begin);
      begin(this.scheduler.turns);
    }, wait.ms);
  }
}

const NOTHING = (): Promise<void> => Promise.resolve();
