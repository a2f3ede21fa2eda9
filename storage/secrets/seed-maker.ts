// Makes the seeds of new wallets from their words, one at a time on the platform's threads: each takes two
// milliseconds, which many wallets would take from the event loop. It keeps no words and no seed once the answer is
// given.
import { pbkdf2 } from 'node:crypto';
import { type Issue, issue } from '../../core/base/issue.js';
import { SEEDS_ORGANISATION_MAX, SEEDS_WAITING_MAX } from '../../core/base/limits/node/sharing.js';
import { FairQueue } from '../../core/base/queues/fair-queue.js';
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

interface Waiting extends SeedTask {
  readonly resolve: (seed: Result<Uint8Array>) => void;
  readonly reject: (error: unknown) => void;
}

export class SeedMaker {
  private readonly waiting = new FairQueue<Waiting>({ all: SEEDS_WAITING_MAX, key: SEEDS_ORGANISATION_MAX });
  private isMaking = false;
  private isClosed = false;

  constructor(private readonly derive: (input: SeedInput) => Promise<Uint8Array> = derived) {}

  /**
   * The 64-byte seed, which the caller wipes; what `refusal` says, or NODE_UNAVAILABLE when too many wait. Keys take
   * turns.
   */
  make(task: SeedTask): Promise<Result<Uint8Array>> {
    if (this.isClosed) return Promise.resolve(fail(stopping()));
    return new Promise((resolve, reject) => {
      this.waiting.push(task.key, { ...task, resolve, reject })?.value.resolve(fail(busy()));
      this.next();
    });
  }

  /** Orders that wait answer NODE_UNAVAILABLE, and a seed that is being made is wiped. */
  close(): void {
    this.isClosed = true;
    for (const { resolve } of this.waiting.drain()) resolve(fail(stopping()));
  }

  private next(): void {
    if (this.isMaking) return;
    for (let one = this.waiting.shift(); one !== undefined; one = this.waiting.shift()) {
      const refused = one.refusal?.();
      if (refused === undefined) {
        this.isMaking = true;
        void this.run(one);
        return;
      }
      one.resolve(fail(refused));
    }
  }

  private async run(one: Waiting): Promise<void> {
    try {
      const seed = await this.derive(seedInput(one.words, one.passphrase));
      if (this.isClosed) seed.fill(0);
      one.resolve(this.isClosed ? fail(stopping()) : seed);
    } catch (error) {
      one.reject(error);
    }
    // Behind what is done with the seed, which may take the place that the next one would be refused for.
    setImmediate(() => {
      this.isMaking = false;
      this.next();
    });
  }
}

function derived({ words, salt, rounds, bytes, hash }: SeedInput): Promise<Uint8Array> {
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
