// Derives RSA keys in a worker thread, one at a time: two large primes take seconds of processor time, which the event
// loop does not have. It keeps no key and no seed once the answer is given.
import type { Worker } from 'node:worker_threads';
import { type Issue, issue } from '../../core/base/issue.js';
import { RSA_DERIVATIONS_ORGANISATION_MAX } from '../../core/base/limits/node/sharing.js';
import { RSA_DERIVATIONS_WAITING_MAX } from '../../core/base/limits/node/wallets.js';
import { TaskScheduler } from '../../core/base/queues/task-scheduler.js';
import { fail, type Result } from '../../core/base/result.js';
import type { KeyPair } from '../../core/crypto/signing/algorithms.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';
import { startThread } from '../engine/thread.js';

/** About as long as a key takes. */
const RSA_SECONDS = 4;

export interface RsaTask {
  readonly algorithm: SignatureAlgorithm;
  readonly seed: Uint8Array;
  readonly path: string;
}

/** The members of a thread that the deriver needs: its answer is a key pair. */
export type RsaThread = Pick<Worker, 'once' | 'terminate'>;

interface Answers {
  readonly resolve: (pair: Result<KeyPair>) => void;
  readonly reject: (error: unknown) => void;
}

/** Decision 0125. */
export class RsaDeriver {
  private readonly scheduler = new TaskScheduler({
    atOnce: 1,
    waiting: { all: RSA_DERIVATIONS_WAITING_MAX, key: RSA_DERIVATIONS_ORGANISATION_MAX },
  });
  private running: { readonly resolve: Answers['resolve']; readonly thread: RsaThread } | undefined;
  private closed = false;

  constructor(private readonly start: (task: RsaTask) => RsaThread = rsaThread) {}

  /**
   * The key pair of the task. Returns NODE_UNAVAILABLE when too many wait already or the node stops. Keys take turns:
   * `key` is the organisation for which it is made. The caller wipes its own seed.
   */
  derive(task: RsaTask, key: string): Promise<Result<KeyPair>> {
    if (this.closed) return Promise.resolve(fail(stopping()));
    const own = { ...task, seed: Uint8Array.from(task.seed) };
    return new Promise<Result<KeyPair>>((resolve, reject) => {
      const refuse = (turns: number) => resolve(fail(this.closed ? stopping() : busy(turns)));
      this.scheduler.run(key, () => this.begin(own, { resolve, reject }), refuse).catch(reject);
    }).finally(() => own.seed.fill(0));
  }

  /** Why a key for `key` would be refused now, if so: a caller that asks first does nothing in vain. */
  refusal(key: string): Issue | undefined {
    if (this.closed) return stopping();
    const { waiting } = this.scheduler;
    return waiting.takes(key) ? undefined : busy(waiting.turns);
  }

  /** Ends the running derivation; it and those that wait answer NODE_UNAVAILABLE. */
  async close(): Promise<void> {
    this.closed = true;
    this.scheduler.drain();
    const { running } = this;
    running?.resolve(fail(stopping()));
    await running?.thread.terminate();
  }

  /** Ends with the thread, which is behind its answer. */
  private begin(task: RsaTask, { resolve, reject }: Answers): Promise<void> {
    const thread = this.start(task);
    this.running = { resolve, thread };
    thread.once('message', resolve);
    thread.once('error', reject);
    return new Promise((ended) => {
      thread.once('exit', () => {
        // After an answer this changes nothing: a promise settles once.
        resolve(fail(stopping()));
        this.running = undefined;
        ended();
      });
    });
  }
}

function rsaThread(task: RsaTask): RsaThread {
  return startThread(new URL('./rsa-worker.js', import.meta.url), { workerData: task });
}

/** A key takes seconds. */
function busy(turns: number): Issue {
  const seconds = turns * RSA_SECONDS;
  const message = `Too many RSA keys are being made at this moment; try again in ${seconds} seconds.`;
  return { ...issue('NODE_UNAVAILABLE', '', message), retryAfterSeconds: seconds };
}

function stopping(): Issue {
  return issue('NODE_UNAVAILABLE', '', 'The node is stopping.');
}
