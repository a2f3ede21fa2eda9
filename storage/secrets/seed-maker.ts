// Makes the seeds of new wallets from their words, one at a time on the platform's threads: each takes two
// milliseconds, which many wallets would take from the event loop. It keeps no words and no seed once the answer is
// given.
import { pbkdf2 } from 'node:crypto';
import { type Issue, issue } from '../../core/base/issue.js';
import { SEEDS_ORGANISATION_MAX, SEEDS_WAITING_MAX } from '../../core/base/limits/node/sharing.js';
import { TaskScheduler } from '../../core/base/queues/task-scheduler.js';
import { fail, type Result } from '../../core/base/result.js';
import { type SeedInput, seedInput } from '../../core/crypto/derivation/mnemonic.js';

export interface SeedTask {
  /** Good words, one space apart. */
  readonly words: string;
  readonly passphrase?: string | undefined;
  /** Whose turn it takes. */
  readonly key: string;
  /** Why the seed would serve nothing, if so: asked when its turn comes. */
  readonly refusal?: () => Issue | undefined;
}

export class SeedMaker {
  private readonly scheduler = new TaskScheduler({
    atOnce: 1,
    waiting: { all: SEEDS_WAITING_MAX, key: SEEDS_ORGANISATION_MAX },
  });
  private isClosed = false;

  constructor(private readonly derive: (input: SeedInput) => Promise<Uint8Array> = deriveSeed) {}

  /**
   * The 64-byte seed, which the caller wipes; what `refusal` says, or NODE_UNAVAILABLE when too many wait. Keys take
   * turns.
   */
  make(task: SeedTask): Promise<Result<Uint8Array>> {
    if (this.isClosed) return Promise.resolve(fail(stopping()));
    return new Promise((resolve, reject) => {
      const refuse = () => resolve(fail(this.isClosed ? stopping() : busy()));
      this.scheduler.run(task.key, () => this.begin(task, resolve), refuse).catch(reject);
    });
  }

  /** Orders that wait answer NODE_UNAVAILABLE, and a seed that is being made is wiped. */
  close(): void {
    this.isClosed = true;
    this.scheduler.drain();
  }

  private async begin(task: SeedTask, resolve: (seed: Result<Uint8Array>) => void): Promise<void> {
    const refusal = task.refusal?.();
    if (refusal !== undefined) return resolve(fail(refusal));
    const seed = await this.derive(seedInput(task.words, task.passphrase));
    if (this.isClosed) seed.fill(0);
    resolve(this.isClosed ? fail(stopping()) : seed);
    // The next one begins behind what is done with the seed, which may take the place that it would be refused for.
    await new Promise(setImmediate);
  }
}

function deriveSeed({ words, salt, rounds, bytes, hash }: SeedInput): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    pbkdf2(words, salt, rounds, bytes, hash, (error, seed) => {
      if (error) return reject(error);
      resolve(Uint8Array.from(seed));
      seed.fill(0);
    });
  });
}

function busy(): Issue & { readonly retryAfterSeconds: number } {
  const message = 'Too many wallets are being made at this moment; try again in 1 second.';
  return { ...issue('NODE_UNAVAILABLE', '', message), retryAfterSeconds: 1 };
}

function stopping(): Issue {
  return issue('NODE_UNAVAILABLE', '', 'The node is stopping.');
}
