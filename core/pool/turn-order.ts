// The waiting transactions of a pool in the order in which they are sealed: those who brought them take turns, one
// transaction a turn, and each has its own in order of age. A source that had something sealed goes behind the others,
// so small dockets pass none over. It bounds nothing.
import { shareOf } from '../base/queues/turn-key.js';
import type { Priority, Transaction } from '../model/transaction.js';

/** A transaction that waits in a pool. */
export interface PoolEntry {
  readonly tx: Transaction;
  /** Priority that counts: High beyond its share was admitted as Normal. */
  readonly priority: Priority;
  readonly addedMs: number;
  /** Whose share of the pool it is in. */
  readonly from: string | undefined;
}

type Lists = Readonly<Record<Priority, Map<string, PoolEntry>>>;

export class TurnOrder {
  /** By share, and in it by who has a turn of its own; no lists are all empty. */
  readonly #shares = new Map<string, Map<string, Lists>>();

  add(entry: PoolEntry): void {
    const key = entry.from ?? '';
    const share = shareOf(key);
    const members = this.#shares.get(share) ?? new Map<string, Lists>();
    const lists = members.get(key) ?? { High: new Map(), Normal: new Map(), Low: new Map() };
    // Members that are there keep their place in the round.
    this.#shares.set(share, members);
    members.set(key, lists);
    lists[entry.priority].set(entry.tx.txId, entry);
  }

  remove(entry: PoolEntry): void {
    const key = entry.from ?? '';
    const share = shareOf(key);
    const members = this.#shares.get(share);
    const lists = members?.get(key);
    if (!members || !lists) return;
    lists[entry.priority].delete(entry.tx.txId);
    members.delete(key);
    if (lists.High.size + lists.Normal.size + lists.Low.size > 0) members.set(key, lists);
    this.#shares.delete(share);
    if (members.size > 0) this.#shares.set(share, members);
  }

  /** Transactions of priority High. */
  high(): Iterable<PoolEntry> {
    return this.#inTurns((lists) => lists.High.values());
  }

  /** Normal and High, each by its age, then Low: Low takes the room that is left. */
  *all(): Generator<PoolEntry> {
    yield* this.#inTurns(byAge);
    yield* this.#inTurns((lists) => lists.Low.values());
  }

  #inTurns(of: (lists: Lists) => Iterable<PoolEntry>): Iterable<PoolEntry> {
    return round(this.#shares.values(), (members) => round(members.values(), of));
  }
}

/** The first of each list, then the second of each, and so on. It reads no more of a list than is taken. */
function* round<L, T>(lists: Iterable<L>, of: (list: L) => Iterable<T>): Generator<T> {
  let open: Iterator<T>[] = [];
  for (const list of lists) {
    const values = of(list)[Symbol.iterator]();
    const first = values.next();
    if (first.done) continue;
    yield first.value;
    open.push(values);
  }
  while (open.length > 0) {
    const left: Iterator<T>[] = [];
    for (const values of open) {
      const next = values.next();
      if (next.done) continue;
      yield next.value;
      left.push(values);
    }
    open = left;
  }
}

function* byAge(lists: Lists): Generator<PoolEntry> {
  const normal = lists.Normal.values();
  const high = lists.High.values();
  let a = normal.next();
  let b = high.next();
  while (!a.done || !b.done) {
    if (b.done || (!a.done && a.value.addedMs <= b.value.addedMs)) {
      yield (a as IteratorYieldResult<PoolEntry>).value;
      a = normal.next();
    } else {
      yield b.value;
      b = high.next();
    }
  }
}
