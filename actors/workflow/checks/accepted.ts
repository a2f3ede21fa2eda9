// The agreements of the wallets of this node with senders, kept for a while by the carrier that they came from: many
// envelopes refer to one carrier, and an agreement with a post-quantum key costs more than all the rest of a check. In
// memory only, bounded, and wiped when it ends. Nothing that was opened is kept.

import { ACCEPTED_LIFE_MS, ACCEPTED_MAX } from '../../../core/base/limits/node/reading.js';
import type { Clock } from '../../../core/base/ports.js';
import { type Agreed, WRAP, wipeAgreed } from '../../../core/crypto/encryption/key-wrap.js';

interface Kept {
  readonly agreed: Agreed;
  readonly untilMs: number;
}

export class AgreementCache {
  private readonly clock: Pick<Clock, 'steady'>;
  /** In the order in which they were made, so that the first ends first. */
  private readonly kept = new Map<string, Kept>();

  constructor(clock: Pick<Clock, 'steady'>) {
    this.clock = clock;
  }

  /** For use at once: the next `keep` may wipe it. */
  get(name: string): Agreed | undefined {
    const value = this.kept.get(name);
    return value && value.untilMs > this.clock.steady() ? value.agreed : undefined;
  }

  /** False where it is not to be kept, and the caller wipes it: of RSA it is the private key itself. */
  keep(name: string, agreed: Agreed): boolean {
    if (agreed.wrap === WRAP.RSA_OAEP) return false;
    const nowMs = this.clock.steady();
    const before = this.kept.get(name);
    if (before) this.end(name, before);
    for (const [oldest, item] of this.kept) {
      if (item.untilMs > nowMs && this.kept.size < ACCEPTED_MAX) break;
      this.end(oldest, item);
    }
    this.kept.set(name, { agreed, untilMs: nowMs + ACCEPTED_LIFE_MS });
    return true;
  }

  close(): void {
    for (const [name, item] of this.kept) this.end(name, item);
  }

  private end(name: string, { agreed }: Kept): void {
    wipeAgreed(agreed);
    this.kept.delete(name);
  }
}
