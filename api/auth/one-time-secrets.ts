// Random secrets that a person comes back with, each of which works once: one is shown to its owner and kept by its
// hash alone, with what it is for. How long, how often and how many: core/tenant/factors/challenges.ts.
import { toBase64Url } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { type ChallengeBounds, Challenges } from '../../core/tenant/factors/challenges.js';
import { networkOf } from './fair-key.js';

export interface SecretPorts {
  readonly clock: Pick<Clock, 'steady'>;
  readonly random: Pick<Random, 'bytes'>;
}

const SECRET_BYTES = 32;

export class OneTimeSecrets<T> {
  private readonly challenges: Challenges<T>;

  constructor(
    private readonly ports: SecretPorts,
    bounds: ChallengeBounds,
  ) {
    this.challenges = new Challenges<T>(bounds);
  }

  /** 256 bits in 43 characters. Good for nothing before it is opened. */
  draw(): string {
    return toBase64Url(this.ports.random.bytes(SECRET_BYTES));
  }

  /** The secret, good from now on; `address` is that of its asker. */
  open(value: T, address: string, secret = this.draw()): string {
    this.challenges.open(sha256Hex(secret), { network: networkOf(address), value }, this.ports.clock.steady());
    return secret;
  }

  /** Counts a try; undefined for one that is not known, was used or tried out, or is over. */
  attempt(secret: string): T | undefined {
    return this.challenges.attempt(sha256Hex(secret), this.ports.clock.steady());
  }

  /** Without a try. */
  peek(secret: string): T | undefined {
    return this.challenges.peek(sha256Hex(secret), this.ports.clock.steady());
  }

  /** Ends it: of two that come at once, the second one gets nothing. */
  take(secret: string): T | undefined {
    return this.challenges.take(sha256Hex(secret), this.ports.clock.steady());
  }
}
