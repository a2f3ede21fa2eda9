// Sealed dockets as they were announced, kept until the inbox has folded them: what is in memory need not be read and
// parsed again. Bounded for the whole node; what it does not hold is on the disk.
import { INBOX_KEPT_BYTES } from '../../core/base/limits/node/inbox.js';
import type { SealedDocketFacts } from './sealed-docket-facts.js';

/** Decision 0125. */
export class KeptDockets {
  private readonly byRegister = new Map<string, Map<number, SealedDocketFacts>>();
  private weight = 0;

  add(registerId: string, { height, hash, timestampMs, transactions }: SealedDocketFacts): void {
    const weight = weightOf(transactions);
    if (this.weight + weight > INBOX_KEPT_BYTES) return;
    let dockets = this.byRegister.get(registerId);
    if (!dockets) {
      dockets = new Map();
      this.byRegister.set(registerId, dockets);
    }
    if (dockets.has(height)) return;
    this.weight += weight;
    dockets.set(height, { height, hash, timestampMs, transactions });
  }

  at(registerId: string, height: number): SealedDocketFacts | undefined {
    return this.byRegister.get(registerId)?.get(height);
  }

  /** Up to a height, that one included. */
  forget(registerId: string, upTo: number): void {
    const dockets = this.byRegister.get(registerId);
    if (!dockets) return;
    for (const [height, { transactions }] of dockets) {
      if (height > upTo) continue;
      dockets.delete(height);
      this.weight -= weightOf(transactions);
    }
    if (dockets.size === 0) this.byRegister.delete(registerId);
  }
}

/** The memory of a docket and of a transaction beside their bytes, roughly. */
const OVERHEAD_BYTES = 512;

/** Bytes that the transactions of a docket count for. */
export function weightOf(transactions: SealedDocketFacts['transactions']): number {
  return transactions.reduce((sum, { bytes }) => sum + bytes.length + OVERHEAD_BYTES, OVERHEAD_BYTES);
}
