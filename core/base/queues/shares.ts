// How much of a bounded room one organisation may hold: no more than is free. A single one gets half of the room; of k
// that take what they can, each gets one part in k + 1. The last part stays free for the organisation that comes next.
// So nothing that was taken in has to leave for a stranger. Every question costs two look-ups.
import { shareOf } from './turn-key.js';

export class Shares {
  private readonly held = new Map<string, number>();

  /**
   * Whether the amount has room of which so much is free. Members of one share have it together, and each leaves as
   * much of it free as it holds. A sender that is not known is bounded by the room alone.
   */
  fits(from: string | undefined, amount: number, free: number): boolean {
    if (from === undefined) return amount <= free;
    const share = shareOf(from);
    const own = share === from ? 0 : this.of(from);
    return this.of(share) + own + amount <= free;
  }

  /** Counts what was taken; negative gives back. */
  count(from: string | undefined, amount: number): void {
    if (from === undefined) return;
    const share = shareOf(from);
    this.add(share, amount);
    if (share !== from) this.add(from, amount);
  }

  of(key: string): number {
    return this.held.get(key) ?? 0;
  }

  /** Keys that hold something. */
  get size(): number {
    return this.held.size;
  }

  private add(key: string, amount: number): void {
    const held = this.of(key) + amount;
    if (held === 0) this.held.delete(key);
    else this.held.set(key, held);
  }
}
