// Verifies Ed25519 signatures of transactions on threads of their own: one, and more under load, up to one less than the machine has processors. A thread that
// dies leaves nothing unanswered: what it had, and what comes when no thread lives any more, is verified on the platform's threads. It decides nothing: it answers yes or no.
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { fewAtOnce, platformCheck, type SignatureCheck } from '../../actors/verifier.js';
import type { Log } from '../../core/base/ports.js';
import type { SignatureTask } from '../../core/transaction/validate/signature.js';
import { startThread } from '../../storage/thread.js';
import {
  DONE,
  fitsRecord,
  PUT,
  putRecord,
  RING_BYTES,
  RING_SLOTS,
  type Ring,
  ringOver,
  slotOf,
} from './verify-ring.js';

/** More threads than this would verify faster than one event loop can take transactions in. */
const THREADS_MAX = 4;
/** Signatures that wait for each thread before another one is worth its memory: two milliseconds of work. */
const BUSY = 24;
/** Signatures on the platform's threads at once. The store's synced writes queue behind them: with 32 for 2 ms at the most, and a transaction may have 31. */
const ON_PLATFORM_MAX = 32;

/** Threads that are begun in the life of a node: one that dies is replaced, but not for ever. */
const BEGUN_MAX = 16;

interface Waiting {
  readonly task: SignatureTask;
  readonly resolve: (good: boolean) => void;
}

export class VerifyThreads {
  private readonly begin: () => VerifyThread;
  private readonly threads: VerifyThread[];
  private readonly threadsMax: number;
  private readonly platform: SignatureCheck;
  private isClosed = false;

  /** All but the log is for tests: what makes a thread over its shared memory, how many there may be, and what verifies where none can be used. */
  constructor(
    log: Pick<Log, 'error'>,
    {
      start = startVerifying,
      threadsMax = Math.min(Math.max(availableParallelism() - 1, 1), THREADS_MAX),
      platform = platformCheck,
    } = {},
  ) {
    this.platform = fewAtOnce(ON_PLATFORM_MAX, platform);
    this.begin = () => new VerifyThread(log, start, this.platform);
    this.threadsMax = threadsMax;
    this.threads = [this.begin()];
  }

  /** Settles when the first thread can be used, or never will be. Nobody needs to wait for it. */
  get ready(): Promise<void> {
    return (this.threads[0] as VerifyThread).settled;
  }

  /** Threads that were begun. */
  get count(): number {
    return this.threads.length;
  }

  /** True if the signature is good. Never rejects; other algorithms, and what finds all rings full or no thread ready, go to the platform. */
  readonly check: SignatureCheck = (task) => {
    if (task.algorithm !== 'ED25519' || !fitsRecord(task)) return this.platform(task);
    let least: VerifyThread | undefined;
    let living = 0;
    for (const thread of this.threads) {
      if (thread.isGone) continue;
      living++;
      if (thread.room > 0 && (least === undefined || thread.room > least.room)) least = thread;
    }
    const isShort = living === 0 || (least !== undefined && least.room < RING_SLOTS - BUSY);
    if (isShort && living < this.threadsMax && this.threads.length < BEGUN_MAX && !this.isClosed)
      this.threads.push(this.begin());
    return least ? least.check(task) : this.platform(task);
  };

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}

class VerifyThread {
  private readonly ring: Ring;
  private readonly worker: Worker;
  /** By slot. */
  private readonly waiting: (Waiting | undefined)[] = new Array(RING_SLOTS).fill(undefined);
  private put = 0;
  private answered = 0;
  private state: 'starting' | 'ready' | 'gone' = 'starting';
  readonly settled: Promise<void>;
  private readonly platform: SignatureCheck;

  constructor(log: Pick<Log, 'error'>, start: (memory: SharedArrayBuffer) => Worker, platform: SignatureCheck) {
    this.platform = platform;
    const memory = new SharedArrayBuffer(RING_BYTES);
    this.ring = ringOver(memory);
    this.worker = start(memory);
    // An idle thread keeps no process alive.
    this.worker.unref();
    this.worker.on('message', () => {
      // The first one says that it is there.
      this.state = 'ready';
      this.answer();
    });
    this.worker.on('error', (error) => {
      log.error(
        { reason: error.message },
        'A thread that verifies signatures died; the platform verifies what it had.',
      );
    });
    this.worker.on('exit', () => this.gone());
    this.settled = new Promise((resolve) => {
      this.worker.once('message', () => resolve());
      this.worker.once('exit', () => resolve());
    });
  }

  get isGone(): boolean {
    return this.state === 'gone';
  }

  /** Records that fit. */
  get room(): number {
    return this.state === 'ready' ? RING_SLOTS - ((this.put - this.answered) >>> 0) : 0;
  }

  check(task: SignatureTask): Promise<boolean> {
    return new Promise((resolve) => {
      putRecord(this.ring, this.put, task);
      this.waiting[slotOf(this.put)] = { task, resolve };
      this.put = (this.put + 1) | 0;
      Atomics.store(this.ring.control, PUT, this.put);
      Atomics.notify(this.ring.control, PUT);
    });
  }

  async close(): Promise<void> {
    this.worker.removeAllListeners('error');
    await this.worker.terminate();
  }

  private answer(): void {
    const done = Atomics.load(this.ring.control, DONE);
    for (; this.answered !== done; this.answered = (this.answered + 1) | 0) {
      const slot = slotOf(this.answered);
      const waiting = this.waiting[slot];
      this.waiting[slot] = undefined;
      waiting?.resolve(this.ring.results[slot] === 1);
    }
  }

  private gone(): void {
    this.state = 'gone';
    this.answer();
    for (const waiting of this.waiting) if (waiting) this.platform(waiting.task).then(waiting.resolve);
    this.waiting.fill(undefined);
  }
}

function startVerifying(memory: SharedArrayBuffer): Worker {
  // Nothing of the node's environment or arguments is the thread's.
  return startThread(new URL('./verify-thread.js', import.meta.url), { argv: [], env: {}, workerData: memory });
}
