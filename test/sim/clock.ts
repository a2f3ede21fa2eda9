// Virtual time: one queue of what will happen, and for each run of a node a clock on it with its own error, pauses and
// end. Nothing happens but through the queue, one thing at a time, and promises settle in between.
import type { Clock, Timer } from '../../core/base/ports.js';

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
  cancelled: boolean;
}

export class Scheduler {
  #now: number;
  #order = 0;
  #steps = 0;
  readonly #heap: Due[] = [];

  constructor(startMs: number) {
    this.#now = startMs;
  }

  get now(): number {
    return this.#now;
  }

  /** Things that happened so far. */
  get steps(): number {
    return this.#steps;
  }

  at(delayMs: number, run: () => void): Timer {
    const due: Due = { atMs: this.#now + Math.max(0, delayMs), order: this.#order++, run, cancelled: false };
    push(this.#heap, due);
    return {
      cancel: () => {
        due.cancelled = true;
      },
    };
  }

  /** Runs what is due until `untilMs` has come, or `stop` says so. */
  async run(untilMs: number, stop: () => boolean = () => false): Promise<void> {
    await turn();
    while (!stop()) {
      const due = this.#heap[0];
      if (due === undefined || due.atMs > untilMs) {
        this.#now = Math.max(this.#now, untilMs);
        return;
      }
      pop(this.#heap);
      if (due.cancelled) continue;
      this.#now = due.atMs;
      this.#steps++;
      due.run();
      await turn();
    }
  }
}

/** The clock of one run of a node. It ends with that run: what was armed never comes. */
export class NodeClock implements Clock {
  /** Added to the true time. */
  skewMs = 0;
  readonly #scheduler: Scheduler;
  readonly #originMs: number;
  readonly #armed = new Set<object>();
  readonly #held: (() => void)[] = [];
  #paused = false;
  #dead = false;

  constructor(scheduler: Scheduler, skewMs: number) {
    this.#scheduler = scheduler;
    this.#originMs = scheduler.now;
    this.skewMs = skewMs;
  }

  now(): number {
    return Math.round(this.#scheduler.now + this.skewMs);
  }

  /** No wrong wall clock moves it, and its origin is another one, so that a mixture of both shows. */
  steady(): number {
    return Math.round(this.#scheduler.now - this.#originMs);
  }

  get armed(): number {
    return this.#armed.size;
  }

  setTimer(run: () => void, delayMs: number): Timer {
    const token = {};
    this.#armed.add(token);
    const timer = this.#scheduler.at(delayMs, () =>
      this.run(() => {
        if (this.#armed.delete(token)) run();
      }),
    );
    return {
      cancel: () => {
        this.#armed.delete(token);
        timer.cancel();
      },
    };
  }

  /** Runs it now, after the pause, or never. Everything that reaches the node goes through here. */
  run(what: () => void): void {
    if (this.#dead) return;
    if (this.#paused) this.#held.push(what);
    else what();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    for (const what of this.#held.splice(0)) this.#scheduler.at(0, () => this.run(what));
  }

  kill(): void {
    this.#dead = true;
    this.#armed.clear();
  }
}

/** Every promise that can settle has settled when this one does. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function before(a: Due, b: Due): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}

function push(heap: Due[], due: Due): void {
  let at = heap.push(due) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!before(due, heap[parent]!)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = due;
}

function pop(heap: Due[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = at * 2 + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
    if (!before(heap[child]!, last)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
}
