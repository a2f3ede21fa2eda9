// Verifies signatures of all algorithms but Ed25519 on a thread of its own, begun with the first of them: their
// arithmetic is JavaScript for most, and takes milliseconds for ML-DSA. The signatures that a thread had when it died
// are verified by the platform. It decides nothing: it answers.
import type { Worker } from 'node:worker_threads';
import type { SignatureCheck } from '../../actors/signature-scheduler.js';
import type { Clock, Log } from '../../core/base/ports.js';
import type { SignatureTask } from '../../core/crypto/signing/signature-task.js';
import { startThread } from '../../storage/engine/thread.js';
import { systemClock } from '../platform/clock.js';
import { ThreadStarts } from './thread-starts.js';

export interface NumberedTask {
  readonly id: number;
  readonly task: SignatureTask;
}

interface Waiting {
  readonly task: SignatureTask;
  readonly resolve: (good: boolean) => void;
}

interface Begun {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

export class VerifyOthers {
  private readonly log: Pick<Log, 'error'>;
  private readonly platform: SignatureCheck;
  private readonly start: () => Worker;
  private thread: Begun | undefined;
  private readonly starts: ThreadStarts;
  private isClosed = false;
  private hasDied = false;
  private lastId = 0;

  /** `start` makes the thread; another one is for tests. */
  constructor(
    log: Pick<Log, 'error'>,
    platform: SignatureCheck,
    { start = startVerifying, clock = systemClock as Pick<Clock, 'steady'> } = {},
  ) {
    this.starts = new ThreadStarts(clock);
    this.log = log;
    this.platform = platform;
    this.start = start;
  }

  /** True if the signature is good. Never rejects. Their number is bounded by who asks. */
  readonly check: SignatureCheck = (task) => {
    this.thread ??= this.begin();
    const { thread } = this;
    if (!thread) return this.platform(task);
    const id = ++this.lastId;
    return new Promise((resolve) => {
      thread.waiting.set(id, { task, resolve });
      thread.worker.postMessage({ id, task: plain(task) } satisfies NumberedTask);
    });
  };

  /** Whether a thread died and none that came after it has answered. */
  get isFallen(): boolean {
    return this.hasDied;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { thread } = this;
    thread?.worker.removeAllListeners('error');
    await thread?.worker.terminate();
  }

  private begin(): Begun | undefined {
    if (this.isClosed || !this.starts.take()) return undefined;
    const begun: Begun = { worker: this.start(), waiting: new Map() };
    const { worker, waiting } = begun;
    // An idle thread keeps no process alive.
    worker.unref();
    worker.on('message', ({ id, good }: { readonly id: number; readonly good: boolean }) => {
      this.hasDied = false;
      waiting.get(id)?.resolve(good);
      waiting.delete(id);
    });
    worker.on('error', (error) => {
      this.log.error(
        { reason: error.message },
        'The thread that verifies other signatures than Ed25519 died; the platform verifies what it had.',
      );
    });
    worker.on('exit', () => {
      if (this.thread === begun) this.thread = undefined;
      this.hasDied = !this.isClosed;
      for (const { task, resolve } of waiting.values()) this.platform(task).then(resolve);
      waiting.clear();
    });
    return begun;
  }
}

/** Bytes of their own: a view is sent together with all of the memory that it looks at. */
function plain({ algorithm, publicKey, digest, signature }: SignatureTask): SignatureTask {
  return {
    algorithm,
    publicKey: Uint8Array.from(publicKey),
    digest: Uint8Array.from(digest),
    signature: Uint8Array.from(signature),
  };
}

function startVerifying(): Worker {
  // Nothing of the node's environment or arguments is the thread's.
  return startThread(new URL('./verify-others-thread.js', import.meta.url), { argv: [], env: {} });
}
