// Runs tasks of the engine about untrusted blueprints in one worker thread with a limit of memory. They run one at a
// time, each with a limit of time. A thread that hangs or dies is replaced, and its task gets an issue; no task can
// stop the event loop. It trusts nothing that it is given. The limit counts CPU: on a machine that is busy with other
// things an honest task waits for its share, and is not refused for it.
import type { Worker } from 'node:worker_threads';
import { InvariantError } from '../../core/base/assert.js';
import { type Issue, issue } from '../../core/base/issue.js';
import {
  ENGINE_HEAP_MIB,
  ENGINE_START_MS,
  ENGINE_TASK_MS,
  ENGINE_WAITING_MAX,
} from '../../core/base/limits/node/designs.js';
import { ENGINE_WAITING_ORGANISATION_MAX } from '../../core/base/limits/node/sharing.js';
import type { Clock, Timer } from '../../core/base/ports.js';
import { Scheduler } from '../../core/base/queues/scheduler.js';
import { type Failure, fail } from '../../core/base/result.js';
import type { EngineWork, WorkResult } from '../../core/scenario/rehearse.js';
import { startThread } from '../../storage/engine/thread.js';
import { processCpuMs } from '../platform/clock.js';

/** A message of the thread: that it has loaded, the task that it looks at now, or the result of one. */
export type ThreadMessage =
  | { readonly ready: true }
  | { readonly at: string }
  | { readonly result: Exclude<WorkResult<EngineWork>, Failure> }
  | { readonly issues: readonly Issue[] }
  | { readonly failed: true };

/** A task that the machine keeps from running ends after this many times its limit. */
const WAITED_TIMES_MAX = 10;
/** The shortest time after which a task that had too little CPU is looked at again. */
const AGAIN_MS = 50;

export interface EngineLimits {
  /** CPU milliseconds of a task. */
  readonly taskMs: number;
  readonly startMs: number;
  readonly waitingMax: number;
  readonly waitingKeyMax: number;
  readonly heapMib: number;
}

export const ENGINE_LIMITS: EngineLimits = {
  taskMs: ENGINE_TASK_MS,
  startMs: ENGINE_START_MS,
  waitingMax: ENGINE_WAITING_MAX,
  waitingKeyMax: ENGINE_WAITING_ORGANISATION_MAX,
  heapMib: ENGINE_HEAP_MIB,
};

interface Waiting {
  readonly task: EngineWork;
  readonly resolve: (result: WorkResult<EngineWork>) => void;
  readonly reject: (error: Error) => void;
}

/** The members of a thread that the worker needs. */
export type EngineThread = Pick<Worker, 'unref' | 'on' | 'postMessage' | 'terminate'>;

/** The machine that a worker stands on; a test has its own. */
export interface EngineMachine {
  readonly startThread: (heapMib: number) => EngineThread;
  /** CPU that the process took so far. */
  readonly cpuMs: () => number;
}

/** Decision 0125. */
export class EngineWorker {
  private readonly clock: Clock;
  private readonly limits: EngineLimits;
  private readonly startThread: (heapMib: number) => EngineThread;
  private readonly cpuMs: () => number;
  private readonly waiting: Scheduler<Waiting>;
  private thread: EngineThread | undefined;
  private ready = false;
  private running: Waiting | undefined;
  /** The last place that the running task told. */
  private at = '';
  private timer: Timer | undefined;
  private closed = false;

  constructor(clock: Clock, limits: EngineLimits = ENGINE_LIMITS, by: Partial<EngineMachine> = {}) {
    this.clock = clock;
    this.limits = limits;
    this.startThread = by.startThread ?? engineThread;
    this.cpuMs = by.cpuMs ?? processCpuMs;
    this.waiting = new Scheduler({ waiting: { all: limits.waitingMax, key: limits.waitingKeyMax } });
  }

  /**
   * The result of the task (core/scenario/rehearse.ts). BLUEPRINT_TOO_COSTLY with the pointer of what was looked at
   * when time or memory ran out; ENGINE_BUSY when too many tasks wait already, or the node stops. Keys take turns:
   * `key` is the organisation that asks.
   */
  run<T extends EngineWork>(task: T, key: string): Promise<WorkResult<T>> {
    if (this.closed) return Promise.resolve(fail(busy()));
    return new Promise<WorkResult<EngineWork>>((resolve, reject) => {
      const turned = this.waiting.push(key, { task, resolve, reject });
      turned?.value.resolve(fail(busy(turned.turns)));
      this.next();
    }) as Promise<WorkResult<T>>;
  }

  /** Ends the thread; what runs and what waits gets ENGINE_BUSY. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { resolve } of [...(this.running ? [this.running] : []), ...this.waiting.drain()]) resolve(fail(busy()));
    this.running = undefined;
    this.timer?.cancel();
    await this.thread?.terminate();
  }

  private next(): void {
    if (this.closed || this.running || this.waiting.size === 0) return;
    if (!this.thread) this.start();
    if (!this.ready) return;
    const running = this.waiting.take() as Waiting;
    this.running = running;
    this.at = '';
    const begun = { at: this.clock.steady(), cpuMs: this.cpuMs() };
    this.timer = this.clock.setTimer(() => this.endOrWait(begun), this.limits.taskMs);
    this.thread?.postMessage(running.task);
  }

  /**
   * The time of the task is up. The thread had no more CPU than the whole process: where that is below the limit, the
   * machine was busy with other things, and the thread gets the rest.
   */
  private endOrWait(begun: { readonly at: number; readonly cpuMs: number }): void {
    const { taskMs } = this.limits;
    const restMs = taskMs - (this.cpuMs() - begun.cpuMs);
    if (restMs <= 0 || this.clock.steady() - begun.at >= WAITED_TIMES_MAX * taskMs) this.giveUp();
    else this.timer = this.clock.setTimer(() => this.endOrWait(begun), Math.max(AGAIN_MS, restMs));
  }

  private start(): void {
    const thread = this.startThread(this.limits.heapMib);
    // An idle thread keeps no process alive.
    thread.unref();
    this.thread = thread;
    this.ready = false;
    this.timer = this.clock.setTimer(() => this.giveUp(), this.limits.startMs);
    thread.on('message', (message: ThreadMessage) => {
      if (thread === this.thread) this.hear(message);
    });
    // Out of memory is told as an error, and every end as an exit; the exit of a thread that was replaced is
    // ignored.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      if (thread === this.thread) this.giveUp();
    });
  }

  private hear(message: ThreadMessage): void {
    if ('at' in message) {
      this.at = message.at;
      return;
    }
    this.timer?.cancel();
    if ('ready' in message) {
      this.ready = true;
    } else {
      const { running } = this;
      this.running = undefined;
      if ('result' in message) running?.resolve(message.result);
      else if ('issues' in message) running?.resolve(fail(message.issues));
      else running?.reject(new InvariantError('a task of the engine threw'));
    }
    this.next();
  }

  /** The thread hangs or is gone: its task ends with an issue, and the next one gets another thread. */
  private giveUp(): void {
    const { thread, running } = this;
    this.timer?.cancel();
    this.thread = undefined;
    this.ready = false;
    this.running = undefined;
    void thread?.terminate();
    if (running) running.resolve(fail(tooCostly(this.at)));
    // A thread that does not even load is not tried again for those that wait: that would go on without end.
    else for (const { resolve } of this.waiting.drain()) resolve(fail(busy()));
    this.next();
  }
}

function engineThread(heapMib: number): EngineThread {
  return startThread(new URL('./engine-thread.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMib },
    // Nothing of the node's environment or arguments, and no output, is the thread's.
    argv: [],
    env: {},
  });
}

function tooCostly(at: string): Issue {
  return issue('BLUEPRINT_TOO_COSTLY', at, 'The blueprint takes more time or memory here than it may.');
}

/** A turn takes a second at most, but of what is hostile. */
function busy(turns = 1): Issue {
  const seconds = Math.max(2, turns);
  const message = `Too many blueprints are being checked at this moment; try again in ${seconds} seconds.`;
  return { ...issue('ENGINE_BUSY', '', message), retryAfterSeconds: seconds };
}
