// Verifies Ed25519 signatures, and makes the roots of bodies, on threads of their own: one, and more under load, up to
// one less than the machine has processors; and other signatures on another one. A thread that dies leaves nothing
// unanswered: the signatures that it had, and those that come when no thread lives, are verified on the platform's
// threads. The caller that asked for roots makes them itself. It decides nothing: it answers.
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { ClaimsVerifier } from '../../actors/ports.js';
import type { SignatureCheck } from '../../actors/signature-scheduler.js';
import { fewAtOnce, platformCheck } from '../../actors/verifier.js';
import { fromHex, toHex } from '../../core/base/bytes.js';
import type { Clock, Log } from '../../core/base/ports.js';
import type { SignatureTask } from '../../core/crypto/signing/signature-task.js';
import type { Transaction } from '../../core/model/transaction.js';
import { type BodyRoots, packBody } from '../../core/register/body-roots.js';
import { startThread } from '../../storage/engine/thread.js';
import { systemClock } from '../platform/clock.js';
import { ThreadStarts } from './thread-starts.js';
import { VerifyOthers } from './verify-others.js';
import {
  DONE,
  fitsRecord,
  PUT,
  putBody,
  putRecord,
  RING_BYTES,
  RING_SLOTS,
  type Ring,
  ringOver,
  rootsAt,
  slotOf,
} from './verify-ring.js';

/** More threads than this would verify faster than one event loop can take transactions in. */
const THREADS_MAX = 4;
/** Signatures that wait for each thread before another one is worth its memory: two milliseconds of work. */
const BUSY = 24;
/**
 * Signatures on the platform's threads at once. The store's synced writes queue behind them: with 32 for 2 ms at the
 * most, and a transaction may have 31.
 */
const ON_PLATFORM_MAX = 32;

/** Bytes of bodies that one thread has at once; who asks beyond makes the roots itself. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;

interface WaitingSignature {
  readonly task: SignatureTask;
  readonly resolve: (good: boolean) => void;
}

interface WaitingBody {
  readonly bytes: number;
  readonly roots: (roots: BodyRoots | undefined) => void;
}

type Waiting = WaitingSignature | WaitingBody;

const NO_ROOTS = Promise.resolve(undefined);

export class VerifyThreads {
  private readonly begin: () => VerifyThread;
  private threads: VerifyThread[];
  private readonly first: VerifyThread;
  private readonly starts: ThreadStarts;
  private hasDied = false;
  private readonly threadsMax: number;
  private readonly platform: SignatureCheck;
  private readonly others: VerifyOthers;
  private isClosed = false;

  /**
   * All but the log is for tests: what makes a thread over its shared memory, how many there may be, and what verifies
   * where none can be used.
   */
  constructor(
    log: Pick<Log, 'error'>,
    {
      start = startVerifying,
      threadsMax = Math.min(Math.max(availableParallelism() - 1, 1), THREADS_MAX),
      platform = platformCheck,
      clock = systemClock as Pick<Clock, 'steady'>,
    } = {},
  ) {
    this.starts = new ThreadStarts(clock);
    this.platform = fewAtOnce(ON_PLATFORM_MAX, platform);
    this.others = new VerifyOthers(log, this.platform, { clock });
    this.begin = () => new VerifyThread(log, start, this.platform);
    this.threadsMax = threadsMax;
    this.starts.take();
    this.first = this.begin();
    this.threads = [this.first];
  }

  /** Settles when the first thread can be used, or never will be. No caller needs to wait for it. */
  get ready(): Promise<void> {
    return this.first.settled;
  }

  /** Threads that were begun. */
  get count(): number {
    return this.starts.count;
  }

  /**
   * Whether threads died and none that came after them can be used: the platform verifies then, beside the synced
   * writes of the store.
   */
  get areFallen(): boolean {
    if (this.isClosed) return false;
    const isUsable = this.threads.some((thread) => thread.isReady);
    const isDead = this.hasDied || this.threads.some((thread) => thread.isGone);
    return (isDead && !isUsable) || this.others.isFallen;
  }

  /**
   * True if the signature is good. Never rejects; a task that finds all rings full or no thread ready, or that no
   * record holds, goes to the platform.
   */
  readonly check: SignatureCheck = (task) => {
    if (task.algorithm !== 'ED25519') return this.others.check(task);
    if (!fitsRecord(task)) return this.platform(task);
    const thread = this.leastBusy();
    return thread ? thread.check(task) : this.platform(task);
  };

  /** Signatures of a certificate, by the same threads: true if all are good. Their number is bounded by who asks. */
  readonly claims: ClaimsVerifier = async (claims) => {
    const checks = claims.map(({ publicKey, digest, signature }) =>
      this.check({ algorithm: 'ED25519', publicKey: fromHex(publicKey), digest, signature: fromHex(signature) }),
    );
    return (await Promise.all(checks)).every(Boolean);
  };

  /**
   * The roots of a body; undefined where no thread has room for it, and the caller makes them itself. Never rejects.
   */
  readonly roots = (transactions: readonly Transaction[]): Promise<BodyRoots | undefined> =>
    this.leastBusy()?.roots(transactions) ?? NO_ROOTS;

  /** The thread with the most room, if any has some; begins another one where all have much to do. */
  private leastBusy(): VerifyThread | undefined {
    let least: VerifyThread | undefined;
    let living = 0;
    for (const thread of this.threads) {
      if (thread.isGone) continue;
      living++;
      if (thread.room > 0 && (least === undefined || thread.room > least.room)) least = thread;
    }
    const isShort = living === 0 || (least !== undefined && least.room < RING_SLOTS - BUSY);
    if (isShort && living < this.threadsMax && !this.isClosed && this.starts.take()) this.beginAnother();
    return least;
  }

  /** In the place of those that died. */
  private beginAnother(): void {
    const living = this.threads.filter((thread) => !thread.isGone);
    this.hasDied ||= living.length < this.threads.length;
    this.threads = [...living, this.begin()];
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([this.others, ...this.threads].map((thread) => thread.close()));
  }
}

class VerifyThread {
  private readonly ring: Ring;
  private readonly worker: Worker;
  /** By slot. */
  private readonly waiting: (Waiting | undefined)[] = new Array(RING_SLOTS).fill(undefined);
  private put = 0;
  private answered = 0;
  private bodyBytes = 0;
  private isToWake = false;
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
    this.worker.on('exit', () => this.onGone());
    this.settled = new Promise((resolve) => {
      this.worker.once('message', () => resolve());
      this.worker.once('exit', () => resolve());
    });
  }

  get isGone(): boolean {
    return this.state === 'gone';
  }

  get isReady(): boolean {
    return this.state === 'ready';
  }

  /** Records that fit. */
  get room(): number {
    return this.state === 'ready' ? RING_SLOTS - ((this.put - this.answered) >>> 0) : 0;
  }

  check(task: SignatureTask): Promise<boolean> {
    return new Promise((resolve) => {
      putRecord(this.ring, this.put, task);
      this.handOver({ task, resolve });
    });
  }

  roots(transactions: readonly Transaction[]): Promise<BodyRoots | undefined> {
    const bytes = transactions.reduce((sum, tx) => sum + tx.bytes.length, 0);
    if (this.bodyBytes + bytes > BODY_BYTES_MAX) return NO_ROOTS;
    this.bodyBytes += bytes;
    return new Promise((resolve) => {
      // Before its record: the thread takes it when it comes to that.
      const body = packBody(transactions);
      this.worker.postMessage(body, [body.bytes.buffer]);
      putBody(this.ring, this.put);
      this.handOver({ bytes, roots: resolve });
    });
  }

  private handOver(waiting: Waiting): void {
    this.waiting[slotOf(this.put)] = waiting;
    this.put = (this.put + 1) | 0;
    Atomics.store(this.ring.control, PUT, this.put);
    if (this.isToWake) return;
    this.isToWake = true;
    // Once for all records of this turn: to wake a thread costs the event loop more than what it puts in.
    queueMicrotask(this.wake);
  }

  private readonly wake = (): void => {
    this.isToWake = false;
    Atomics.notify(this.ring.control, PUT);
  };

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
      if (!waiting) continue;
      if ('task' in waiting) waiting.resolve(this.ring.results[slot] === 1);
      else this.answerBody(waiting, rootsAt(this.ring, this.answered));
    }
  }

  private answerBody({ bytes, roots }: WaitingBody, answers: Uint8Array | undefined): void {
    this.bodyBytes -= bytes;
    const hex = answers && toHex(answers);
    roots(hex === undefined ? undefined : { txRoot: hex.slice(0, 64), bodyRoot: hex.slice(64) });
  }

  private onGone(): void {
    this.state = 'gone';
    this.answer();
    for (const waiting of this.waiting) {
      if (!waiting) continue;
      if ('task' in waiting) this.platform(waiting.task).then(waiting.resolve);
      else this.answerBody(waiting, undefined);
    }
    this.waiting.fill(undefined);
  }
}

function startVerifying(memory: SharedArrayBuffer): Worker {
  // Nothing of the node's environment or arguments is the thread's.
  return startThread(new URL('./verify-thread.js', import.meta.url), { argv: [], env: {}, workerData: memory });
}
