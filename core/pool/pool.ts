// The bounded set of transactions that wait for a docket of one register: admission, expiry, orphans, figures. It
// judges nothing, asks no clock, and evicts nothing: an admitted one stays until it is sealed, refused or expired.
import TinyQueue from 'tinyqueue';
import { equalBytes } from '../base/bytes.js';
import {
  POOL_BYTES_MAX,
  POOL_HIGH_SHARE,
  POOL_ORPHAN_SHARE,
  POOL_ORPHAN_TTL_MS,
  POOL_SENDER_SHARE,
  POOL_TRANSACTIONS_MAX,
  POOL_TTL_MS,
} from '../base/limits/node/pool.js';
import { Shares } from '../base/queues/shares.js';
import type { Priority, Transaction } from '../model/transaction.js';
import { type PoolEntry, TurnOrder } from './turn-order.js';

export interface PoolLimits {
  readonly transactionsMax: number;
  readonly bytesMax: number;
  readonly ttlMs: number;
  readonly highShare: number;
  readonly senderShare: number;
  readonly orphanShare: number;
  readonly orphanTtlMs: number;
}

export const POOL_LIMITS: PoolLimits = {
  transactionsMax: POOL_TRANSACTIONS_MAX,
  bytesMax: POOL_BYTES_MAX,
  ttlMs: POOL_TTL_MS,
  highShare: POOL_HIGH_SHARE,
  senderShare: POOL_SENDER_SHARE,
  orphanShare: POOL_ORPHAN_SHARE,
  orphanTtlMs: POOL_ORPHAN_TTL_MS,
};

/** Part of the free room that clients of this node may fill. */
const OWN_ROOM = 0.75;

/** How a transaction is taken in. */
export interface PoolPlace {
  readonly priority: Priority;
  /**
   * The source that brought it, in one word for all users of an organisation; undefined for transactions that the node
   * itself brings, which are bounded by the pool alone.
   */
  readonly from?: string | undefined;
}

/** `added` and `duplicate`: it is in the pool now. A parked one becomes added when `add` is called for it. */
type Admission = 'added' | 'parked' | 'duplicate' | PoolRefusal;

export type PoolRefusal = 'full' | 'share-full' | 'sender-full';

/** Figures of reference-facts 4.3.1. */
export interface PoolFigures {
  readonly totalTransactions: number;
  readonly maxSize: number;
  readonly highPriorityCount: number;
  readonly normalPriorityCount: number;
  readonly lowPriorityCount: number;
  /** 0 to 100, of the scarcer of count and bytes. */
  readonly fillPercentage: number;
  readonly bytes: number;
  readonly orphans: number;
  readonly totalEvictions: number;
  readonly totalExpired: number;
  readonly oldestTransactionMs?: number;
}

/** A transaction that waits for a seal outside of the pool: stored, while the seat of the node rests. */
export interface Stored {
  readonly tx: Pick<Transaction, 'bytes'>;
  readonly priority: Priority;
  readonly acceptedAtMs: number;
}

/** The figures with what waits outside of the pool: those of a register that rests are asked for too. */
export function withStored(figures: PoolFigures, stored: readonly Stored[], bytesMax: number): PoolFigures {
  if (stored.length === 0) return figures;
  const total = figures.totalTransactions + stored.length;
  const bytes = stored.reduce((sum, { tx }) => sum + tx.bytes.length, figures.bytes);
  const count = (priority: Priority): number => stored.filter((item) => item.priority === priority).length;
  const oldest = stored.reduce((least, item) => Math.min(least, item.acceptedAtMs), Number.POSITIVE_INFINITY);
  return {
    ...figures,
    totalTransactions: total,
    highPriorityCount: figures.highPriorityCount + count('High'),
    normalPriorityCount: figures.normalPriorityCount + count('Normal'),
    lowPriorityCount: figures.lowPriorityCount + count('Low'),
    // More may be stored than the pool takes at once.
    fillPercentage: Math.min(100, Math.max(total / figures.maxSize, bytes / bytesMax) * 100),
    bytes,
    oldestTransactionMs: Math.min(oldest, figures.oldestTransactionMs ?? oldest),
  };
}

/** Below this many left-over entries a new heap is not worth making. */
const HEAP_SLACK = 1024;

export class Pool {
  #limits: PoolLimits;
  /** The entries that wait; insertion order is mostly age order. */
  readonly #entries = new Map<string, PoolEntry>();
  readonly #counts: Record<Priority, number> = { High: 0, Normal: 0, Low: 0 };
  readonly #order = new TurnOrder();
  readonly #orphans = new Map<string, PoolEntry>();
  /** Parked TxIds by the previous transaction that they wait for. */
  readonly #waiting = new Map<string, Set<string>>();
  #expiry = byTime([]);
  readonly #senders = new Map<string, number>();
  /** By who brought them: entries that wait, entries that are parked, and bytes of both. */
  readonly #waitingShares = new Shares();
  readonly #parkedShares = new Shares();
  readonly #byteShares = new Shares();
  #bytes = 0;
  #expired = 0;
  #evicted = 0;

  constructor(limits: PoolLimits = POOL_LIMITS) {
    this.#limits = limits;
  }

  /**
   * Other limits from now on. Entries in the pool stay, whatever the limits are; their time to stay follows the new
   * limits.
   */
  setLimits(limits: PoolLimits): void {
    this.#limits = limits;
    this.#reschedule();
  }

  get size(): number {
    return this.#entries.size;
  }

  get orphans(): number {
    return this.#orphans.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(txId: string): boolean {
    return this.#entries.has(txId) || this.#orphans.has(txId);
  }

  isParked(txId: string): boolean {
    return this.#orphans.has(txId);
  }

  /** Waiting entries besides these; parked ones wait for something else. */
  sizeWithout(txIds: Iterable<string>): number {
    let size = this.size;
    for (const txId of txIds) if (this.#entries.has(txId)) size--;
    return size;
  }

  /** The transaction of exactly these bytes that was added and waits; a parked one was not judged to the end. */
  same({ txId, bytes }: Transaction): Transaction | undefined {
    const held = this.#entries.get(txId)?.tx;
    return held && (held.bytes === bytes || equalBytes(held.bytes, bytes)) ? held : undefined;
  }

  /** A waiting or parked entry. */
  get(txId: string): PoolEntry | undefined {
    return this.#entries.get(txId) ?? this.#orphans.get(txId);
  }

  /**
   * Admits a transaction that the pipeline passed. High keeps a fifth of the pool: High beyond it is Normal. A parked
   * one that is added keeps its time. An organisation holds no more than is free for the next one: 'share-full'.
   */
  add(tx: Transaction, { priority: wanted, from }: PoolPlace, nowMs: number): Admission {
    if (this.#entries.has(tx.txId)) return 'duplicate';
    const parked = this.#orphans.get(tx.txId);
    if (parked) this.#unpark(parked);
    const refused = this.#refusal(tx, { priority: wanted, from });
    if (refused) {
      // A parked transaction that finds the pool full goes on waiting where it is: it was acknowledged.
      if (parked) this.#park(parked);
      return refused;
    }
    const high = wanted === 'High' && this.#counts.High < this.#share(this.#limits.highShare);
    const priority: Priority = high ? 'High' : wanted === 'High' ? 'Normal' : wanted;
    const entry = { tx, priority, addedMs: parked?.addedMs ?? nowMs, from };
    this.#entries.set(tx.txId, entry);
    this.#order.add(entry);
    this.#counts[priority] += 1;
    this.#waitingShares.count(from, 1);
    this.#account(entry, 1);
    this.#schedule(tx.txId, expiryMs(tx, entry.addedMs, this.#limits.ttlMs));
    return 'added';
  }

  /**
   * Why a transaction that is not here would not be added now, before anything is spent on it. `isOwn`, of a client of
   * this node, leaves a quarter of the room: the other validators, who learn of each seal later, have room for it too.
   */
  refusal(tx: Transaction, wanted: PoolPlace, isOwn = false): PoolRefusal | undefined {
    return this.has(tx.txId) ? undefined : this.#refusal(tx, wanted, isOwn ? OWN_ROOM : 1);
  }

  /** Transactions that the organisation brought, waiting for a docket or for its share; 0 for those of the node. */
  shareOf(from: string | undefined): number {
    return from === undefined ? 0 : this.#waitingShares.of(from);
  }

  /** Parks a transaction whose previous one is unknown here. `priority` is kept for the time when it is added. */
  park(tx: Transaction, { priority, from }: PoolPlace, nowMs: number): Admission {
    if (this.has(tx.txId)) return 'duplicate';
    const places = this.#share(this.#limits.orphanShare) - this.#orphans.size;
    const room = this.#limits.bytesMax - this.#bytes;
    if (places <= 0 || tx.bytes.length > room) return 'full';
    if (!this.#parkedShares.fits(from, 1, places) || !this.#byteShares.fits(from, tx.bytes.length, room))
      return 'share-full';
    if (this.#isSenderFull(tx)) return 'sender-full';
    this.#park({ tx, priority, addedMs: nowMs, from });
    this.#schedule(tx.txId, expiryMs(tx, nowMs, this.#limits.orphanTtlMs));
    return 'parked';
  }

  /** Takes a transaction out: sealed or refused. False if it was not here. */
  remove(txId: string): boolean {
    const entry = this.get(txId);
    if (!entry) return false;
    if (this.#orphans.has(txId)) this.#unpark(entry);
    else {
      this.#entries.delete(txId);
      this.#order.remove(entry);
      this.#counts[entry.priority] -= 1;
      this.#waitingShares.count(entry.from, -1);
      this.#account(entry, -1);
    }
    return true;
  }

  /** Takes out what has been found invalid after it was admitted, and counts it as evicted. */
  evict(txId: string): boolean {
    const was = this.remove(txId);
    if (was) this.#evicted++;
    return was;
  }

  /** Takes the sealed ones out. Gives the orphans that follow one of them, to be judged again. */
  takeSealed(txIds: readonly string[]): PoolEntry[] {
    for (const txId of txIds) this.remove(txId);
    return txIds.flatMap((txId) => this.childrenOf(txId));
  }

  /** Parked entries that follow a transaction, oldest first. */
  childrenOf(txId: string): PoolEntry[] {
    const children = this.#waiting.get(txId);
    return children ? [...children].map((child) => this.#orphans.get(child)!) : [];
  }

  /** Takes out and returns what has expired by `nowMs`. */
  sweep(nowMs: number): PoolEntry[] {
    const gone: PoolEntry[] = [];
    for (let top = this.#expiry.peek(); top && top.atMs <= nowMs; top = this.#expiry.peek()) {
      this.#expiry.pop();
      const entry = this.get(top.key);
      // The heap may name one that left and came back, or was parked and waits now: its later entry in the heap counts.
      if (!entry || this.#expiryOf(entry) > nowMs) continue;
      this.remove(top.key);
      gone.push(entry);
    }
    this.#expired += gone.length;
    return gone;
  }

  /** When `sweep` has something to do, at the earliest. */
  nextExpiryMs(): number | undefined {
    return this.#expiry.peek()?.atMs;
  }

  /** Waiting entries of priority High: those who brought them take turns, and each has its own by age. */
  highInTurn(): Iterable<PoolEntry> {
    return this.#order.high();
  }

  /** All waiting entries, in turns too: Normal and High, then Low. */
  inTurn(): Iterable<PoolEntry> {
    return this.#order.all();
  }

  /** Parked entries, oldest first. */
  parkedEntries(): IterableIterator<PoolEntry> {
    return this.#orphans.values();
  }

  figures(): PoolFigures {
    const { transactionsMax, bytesMax } = this.#limits;
    const total = this.size;
    const oldest = this.#entries.values().next().value;
    return {
      totalTransactions: total,
      maxSize: transactionsMax,
      highPriorityCount: this.#counts.High,
      normalPriorityCount: this.#counts.Normal,
      lowPriorityCount: this.#counts.Low,
      fillPercentage: Math.max(total / transactionsMax, this.#bytes / bytesMax) * 100,
      bytes: this.#bytes,
      orphans: this.#orphans.size,
      totalEvictions: this.#evicted,
      totalExpired: this.#expired,
      ...(oldest && { oldestTransactionMs: oldest.addedMs }),
    };
  }

  #refusal(tx: Transaction, { priority: wanted, from }: PoolPlace, part = 1): PoolRefusal | undefined {
    const { transactionsMax, bytesMax, highShare } = this.#limits;
    const reserved = this.#share(highShare);
    const high = this.#counts.High;
    const inReserve = wanted === 'High' && high < reserved;
    const places = inReserve ? transactionsMax - this.size : transactionsMax - reserved - (this.size - high);
    const room = bytesMax - this.#bytes;
    const bytes = tx.bytes.length;
    if (places <= 0 || bytes > room) return 'full';
    const fits = this.#waitingShares.fits(from, 1, places * part) && this.#byteShares.fits(from, bytes, room * part);
    if (!fits) return 'share-full';
    return this.#isSenderFull(tx) ? 'sender-full' : undefined;
  }

  #isSenderFull(tx: Transaction): boolean {
    return (this.#senders.get(tx.header.senderWallet) ?? 0) >= this.#share(this.#limits.senderShare);
  }

  #share(share: number): number {
    return Math.max(1, Math.floor(this.#limits.transactionsMax * share));
  }

  #park(entry: PoolEntry): void {
    const { txId } = entry.tx;
    this.#orphans.set(txId, entry);
    const parent = entry.tx.header.previousTransactionId ?? '';
    const siblings = this.#waiting.get(parent);
    if (siblings) siblings.add(txId);
    else this.#waiting.set(parent, new Set([txId]));
    this.#parkedShares.count(entry.from, 1);
    this.#account(entry, 1);
  }

  #unpark(entry: PoolEntry): void {
    const { txId } = entry.tx;
    this.#orphans.delete(txId);
    const parent = entry.tx.header.previousTransactionId ?? '';
    const siblings = this.#waiting.get(parent);
    siblings?.delete(txId);
    if (siblings?.size === 0) this.#waiting.delete(parent);
    this.#parkedShares.count(entry.from, -1);
    this.#account(entry, -1);
  }

  /** The heap keeps entries of those that left; once they outnumber the living it is made anew, so it is bounded. */
  #schedule(key: string, atMs: number): void {
    this.#expiry.push({ atMs, key });
    if (this.#expiry.length > 2 * (this.size + this.#orphans.size) + HEAP_SLACK) this.#reschedule();
  }

  #reschedule(): void {
    const all = [...this.#entries.values(), ...this.#orphans.values()];
    this.#expiry = byTime(all.map((entry) => ({ atMs: this.#expiryOf(entry), key: entry.tx.txId })));
  }

  #account({ tx, from }: PoolEntry, sign: 1 | -1): void {
    const sender = tx.header.senderWallet;
    const held = (this.#senders.get(sender) ?? 0) + sign;
    if (held === 0) this.#senders.delete(sender);
    else this.#senders.set(sender, held);
    this.#bytes += sign * tx.bytes.length;
    this.#byteShares.count(from, sign * tx.bytes.length);
  }

  #expiryOf(entry: PoolEntry): number {
    const ttlMs = this.#orphans.has(entry.tx.txId) ? this.#limits.orphanTtlMs : this.#limits.ttlMs;
    return expiryMs(entry.tx, entry.addedMs, ttlMs);
  }
}

/** When a transaction expires. Entries are not removed when it leaves; the pool skips them later. */
interface Expiry {
  readonly atMs: number;
  readonly key: string;
}

function byTime(entries: Expiry[]): TinyQueue<Expiry> {
  return new TinyQueue(entries, (a, b) => a.atMs - b.atMs);
}

/** A transaction leaves at the end of its stay or at its own expiry, whichever is first. */
function expiryMs(tx: Transaction, addedMs: number, ttlMs: number): number {
  const { expiresAt } = tx.header;
  return Math.min(addedMs + ttlMs, expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt));
}
