// Runs tasks on input of strangers in one worker thread with a limit of memory: blueprints of designers, documents of
// others. They run one at a time, each with a limit of time. A thread that hangs or dies is replaced, and its task
// gets an issue; no task can stop the event loop. It trusts nothing that it is given. The limit counts CPU: on a
// machine that is busy with other things an honest task waits for its share, and is not refused for it.
import type { Worker } from 'node:worker_threads';
import { InvariantError } from '../../core/base/assert.js';
import type { Issue } from '../../core/base/issue.js';
import type { Clock, Timer } from '../../core/base/ports.js';
import { Scheduler } from '../../core/base/queues/scheduler.js';
import { fail, type Result } from '../../core/base/result.js';
import { startThread } from '../../storage/engine/thread.js';
import { processCpuMs } from '../platform/clock.js';

/** A message of the thread: that it has loaded, the task that it looks at now, or the result of one. */
export type ThreadMessage<Value = unknown> =
  | { readonly ready: true }
  | { readonly at: string }
  | { readonly result: Value }
  | { readonly issues: readonly Issue[] }
  | { readonly failed: true };

/** A task that the machine keeps from running ends after this many times its limit. */
const WAITED_TIMES_MAX = 10;
/** The shortest time after which a task that had too little CPU is looked at again. */
const AGAIN_MS = 50;

export interface TaskLimits {
  /** CPU milliseconds of a task. */
  readonly taskMs: number;
  readonly startMs: number;
  readonly waitingMax: number;
  readonly waitingKeyMax: number;
  readonly heapMib: number;
}

interface Waiting<Task, Value> {
  readonly task: Task;
  readonly resolve: (result: Result<Value>) => void;
  readonly reject: (error: Error) => void;
}

/** The members of a thread that the worker needs. */
export type TaskThread = Pick<Worker, 'unref' | 'on' | 'postMessage' | 'terminate'>;

/** The machine that a worker stands on; a test has its own. */
export interface TaskMachine {
  readonly startThread: (heapMib: number) => TaskThread;
  /** CPU that the process took so far. */
  readonly cpuMs: () => number;
}

/** The tasks of a worker. */
export interface TaskKind {
  /** Module of the thread, as `startThread` takes it. */
  readonly module: URL;
  readonly limits: TaskLimits;
  /** Of a task that took more time or memory than it may, with the last place that it told. */
  readonly tooCostly: (at: string) => Issue;
  /** Of a task that finds no place, or that the end of the node cuts off; so many tasks were before it. */
  readonly busy: (turns: number) => Issue;
}

/** Decision 0125. */
export class TaskWorker<Task, Value> {
  private readonly clock: Clock;
  private readonly kind: TaskKind;
  private readonly startThread: (heapMib: number) => TaskThread;
  private readonly cpuMs: () => number;
  private readonly waiting: Scheduler<Waiting<Task, Value>>;
  private thread: TaskThread | undefined;
  private ready = false;
  private running: Waiting<Task, Value> | undefined;
  /** The last place that the running task told. */
  private at = '';
  private timer: Timer | undefined;
  private closed = false;

  constructor(clock: Clock, kind: TaskKind, by: Partial<TaskMachine> = {}) {
    const { limits, module } = kind;
    this.clock = clock;
    this.kind = kind;
    this.startThread = by.startThread ?? ((heapMib) => threadOf(module, heapMib));
    this.cpuMs = by.cpuMs ?? processCpuMs;
    this.waiting = new Scheduler({ waiting: { all: limits.waitingMax, key: limits.waitingKeyMax } });
  }

  /**
   * The result of the task: what the thread made of it, or the issue of the kind where it took too much, found no
   * place, or the node stops. Keys take turns: `key` is the organisation that asks.
   */
  run(task: Task, key: string): Promise<Result<Value>> {
    if (this.closed) return Promise.resolve(fail(this.kind.busy(1)));
    return new Promise((resolve, reject) => {
      const turned = this.waiting.push(key, { task, resolve, reject });
      turned?.value.resolve(fail(this.kind.busy(turned.turns)));
      this.next();
    });
  }

  /** Ends the thread; what runs and what waits is told that the node is busy. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { resolve } of [...(this.running ? [this.running] : []), ...this.waiting.drain()])
      resolve(fail(this.kind.busy(1)));
    this.running = undefined;
    this.timer?.cancel();
    await this.thread?.terminate();
  }

  private next(): void {
    if (this.closed || this.running || this.waiting.size === 0) return;
    if (!this.thread) this.start();
    if (!this.ready) return;
    const running = this.waiting.take() as Waiting<Task, Value>;
    this.running = running;
    this.at = '';
    const begun = { at: this.clock.steady(), cpuMs: this.cpuMs() };
    this.timer = this.clock.setTimer(() => this.endOrWait(begun), this.kind.limits.taskMs);
    this.thread?.postMessage(running.task);
  }

  /**
   * The time of the task is up. The thread had no more CPU than the whole process: where that is below the limit, the
   * machine was busy with other things, and the thread gets the rest.
   */
  private endOrWait(begun: { readonly at: number; readonly cpuMs: number }): void {
    const { taskMs } = this.kind.limits;
    const restMs = taskMs - (this.cpuMs() - begun.cpuMs);
    if (restMs <= 0 || this.clock.steady() - begun.at >= WAITED_TIMES_MAX * taskMs) this.giveUp();
    else this.timer = this.clock.setTimer(() => this.endOrWait(begun), Math.max(AGAIN_MS, restMs));
  }

  private start(): void {
    const thread = this.startThread(this.kind.limits.heapMib);
    // An idle thread keeps no process alive.
    thread.unref();
    this.thread = thread;
    this.ready = false;
    this.timer = this.clock.setTimer(() => this.giveUp(), this.kind.limits.startMs);
    thread.on('message', (message: ThreadMessage<Value>) => {
      if (thread === this.thread) this.hear(message);
    });
    // Out of memory is told as an error, and every end as an exit; the exit of a thread that was replaced is
    // ignored.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      if (thread === this.thread) this.giveUp();
    });
  }

  private hear(message: ThreadMessage<Value>): void {
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
      else running?.reject(new InvariantError('a task of a thread threw'));
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
    if (running) running.resolve(fail(this.kind.tooCostly(this.at)));
    // A thread that does not even load is not tried again for those that wait: that would go on without end.
    else for (const { resolve } of this.waiting.drain()) resolve(fail(this.kind.busy(1)));
    this.next();
  }
}

function threadOf(module: URL, heapMib: number): TaskThread {
  return startThread(module, {
    resourceLimits: { maxOldGenerationSizeMb: heapMib },
    // Nothing of the node's environment or arguments, and no output, is the thread's.
    argv: [],
    env: {},
  });
}
