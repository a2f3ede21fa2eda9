// Which waiting transactions go into the next docket, and in which order. Deterministic for the same pool, and
// O(picked): it reads no more of a queue than it takes. It does not judge them; the docket builder does.
import { POOL_HIGH_SHARE } from '../base/limits/node/pool.js';
import type { Transaction } from '../model/transaction.js';
import type { Pool } from './pool.js';
import type { PoolEntry } from './turn-order.js';

export interface PickLimits {
  readonly transactionsMax: number;
  readonly bytesMax: number;
  /** TxIds that are passed over, with whatever waits behind them. */
  readonly without?: Pick<ReadonlySet<string>, 'has'>;
}

/**
 * High first up to a fifth of slots and bytes, then Normal and High by age, then Low by age; in each of them those who
 * brought transactions take turns. A parent that waits comes before its child, and parked children follow a parent that
 * is picked. A parked one whose parent is not here is not picked; what follows it is, to be judged and parked behind
 * it. A transaction larger than `bytesMax` goes alone as soon as it or one that follows it is the oldest: every
 * transaction fits into a docket of its own (4 MiB of 10), and `bytesMax` bounds only what is put together. So there is
 * always something to pick.
 */
export function pick(pool: Pool, limits: PickLimits): Transaction[] {
  const picked = new Selection(pool, limits);
  const oldest = firstOf(pool.inTurn(), (entry) => picked.isFree(entry));
  if (!oldest) return [];
  // Room for the oldest, or for the parent that has to go before it, is kept free of High. Else a large transaction
  // could wait without end.
  const first = picked.first(oldest);
  const highBytes = Math.min(limits.bytesMax * POOL_HIGH_SHARE, limits.bytesMax - first.bytes.length);
  if (highBytes < 0) return [first];
  const highSlots = Math.min(Math.max(1, Math.floor(limits.transactionsMax * POOL_HIGH_SHARE)), limits.transactionsMax);
  for (const entry of pool.highInTurn()) if (!picked.take(entry, highSlots, highBytes)) break;
  for (const entry of pool.inTurn()) if (!picked.take(entry, limits.transactionsMax, limits.bytesMax)) break;
  return picked.transactions();
}

class Selection {
  readonly #pool: Pool;
  readonly #limits: PickLimits;
  readonly #taken = new Map<string, Transaction>();
  #bytes = 0;

  constructor(pool: Pool, limits: PickLimits) {
    this.#pool = pool;
    this.#limits = limits;
  }

  /**
   * Takes the waiting ancestors of an entry, the entry, and its parked descendants, as far as there is room; false when
   * there is none left.
   */
  take(entry: PoolEntry, slots: number, bytes: number): boolean {
    if (!this.isFree(entry)) return true;
    for (const tx of this.#line(entry)) if (!this.#takeOne(tx, slots, bytes)) return false;
    const open = [entry.tx.txId];
    for (let parent = open.pop(); parent !== undefined; parent = open.pop())
      for (const child of this.#pool.childrenOf(parent)) {
        if (!this.#takeOne(child.tx, slots, bytes)) return false;
        open.push(child.tx.txId);
      }
    return this.#taken.size < this.#limits.transactionsMax;
  }

  /** Neither it nor anything that has to go before it is passed over. */
  isFree(entry: PoolEntry): boolean {
    const { without } = this.#limits;
    return !without || this.#line(entry).every(({ txId }) => !without.has(txId));
  }

  /** The transaction that has to be taken before anything else of this entry's line can be. */
  first(entry: PoolEntry): Transaction {
    return this.#line(entry)[0] ?? entry.tx;
  }

  transactions(): Transaction[] {
    return [...this.#taken.values()];
  }

  #takeOne(tx: Transaction, slots: number, bytes: number): boolean {
    if (this.#taken.has(tx.txId)) return true;
    if (this.#taken.size >= slots || this.#bytes + tx.bytes.length > bytes) return false;
    this.#taken.set(tx.txId, tx);
    this.#bytes += tx.bytes.length;
    return true;
  }

  /** The entry behind those of its ancestors that wait in the pool and are not picked yet, oldest ancestor first. */
  #line(entry: PoolEntry): Transaction[] {
    const line = [entry.tx];
    const seen = new Set([entry.tx.txId]);
    for (let at = entry.tx; ; at = line[line.length - 1]!) {
      const parentId = at.header.previousTransactionId;
      const parent =
        parentId === undefined || seen.has(parentId) || this.#taken.has(parentId)
          ? undefined
          : this.#pool.get(parentId);
      if (!parent) return this.#open(line.reverse());
      seen.add(parent.tx.txId);
      line.push(parent.tx);
    }
  }

  /**
   * Without the parked ones at its beginning, unless they follow what is picked: they wait for what is not here. Where
   * a docket holds no more than one of them, they would be refused and parked again and again.
   */
  #open(line: Transaction[]): Transaction[] {
    const parentId = line[0]?.header.previousTransactionId;
    if (parentId !== undefined && this.#taken.has(parentId)) return line;
    return line.slice(line.findIndex(({ txId }) => !this.#pool.isParked(txId)));
  }
}

function firstOf(entries: Iterable<PoolEntry>, isFree: (entry: PoolEntry) => boolean): PoolEntry | undefined {
  for (const entry of entries) if (isFree(entry)) return entry;
  return undefined;
}
