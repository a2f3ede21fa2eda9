// Derives RSA keys in a worker thread, one at a time: two large primes take seconds of processor time, which the event loop does not have.
// It keeps no key and no seed once the answer is given.
import type { Worker } from 'node:worker_threads';
import { type Issue, issue } from '../core/base/issue.js';
import { RSA_DERIVATIONS_WAITING_MAX } from '../core/base/limits.js';
import type { KeyPair } from '../core/crypto/algorithms.js';
import type { SignatureAlgorithm } from '../core/transaction/types.js';
import { startThread } from './thread.js';

export interface RsaTask {
  readonly algorithm: SignatureAlgorithm;
  readonly seed: Uint8Array;
  readonly path: string;
}

export class RsaDeriver {
  private tail: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private running: Worker | undefined;
  private closed = false;

  /** The key pair of the task. Returns NODE_UNAVAILABLE when too many wait already or the node stops. The caller wipes its own seed. */
  derive(task: RsaTask): Promise<KeyPair | Issue> {
    if (this.waiting >= RSA_DERIVATIONS_WAITING_MAX) return Promise.resolve(busy());
    this.waiting += 1;
    const own = { ...task, seed: Uint8Array.from(task.seed) };
    const result = this.tail.then(() => this.run(own));
    this.tail = result.then(
      () => undefined,
      () => undefined,
    );
    return result.finally(() => {
      own.seed.fill(0);
      this.waiting -= 1;
    });
  }

  /** Ends the running derivation; it and those that wait answer NODE_UNAVAILABLE. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running?.terminate();
  }

  private run(task: RsaTask): Promise<KeyPair | Issue> {
    if (this.closed) return Promise.resolve(stopping());
    return new Promise((resolve, reject) => {
      const worker = startThread(new URL('./rsa-worker.js', import.meta.url), { workerData: task });
      this.running = worker;
      worker.once('message', resolve);
      worker.once('error', reject);
      // After an answer this changes nothing: a promise settles once.
      worker.once('exit', () => {
        this.running = undefined;
        resolve(stopping());
      });
    });
  }
}

function busy(): Issue {
  return issue('NODE_UNAVAILABLE', '', 'Too many RSA keys are being made at this moment; try again in a minute.');
}

function stopping(): Issue {
  return issue('NODE_UNAVAILABLE', '', 'The node is stopping.');
}
