// Submissions of one register between admission and a durable end: who waits for them, and whether this node has
// promised them. Memory only; what is promised is in the outbox. It decides nothing.
import type { Issue } from '../../core/base/issue.js';
import type { Clock, Timer } from '../../core/base/ports.js';
import { Shares } from '../../core/base/queues/shares.js';
import { isStart } from '../../core/instance/rows.js';
import { isAct } from '../../core/kinds/governance.js';
import type { Docket } from '../../core/model/register.js';
import type { Priority, Transaction, TransactionHeader } from '../../core/model/transaction.js';
import {
  hasRow,
  isElsewhere,
  isOpen,
  isPromised,
  type Life,
  lifeAfter,
  lifeOf,
  mayPend,
} from '../../core/pool/life.js';
import type { Pool, PoolLimits, PoolPlace } from '../../core/pool/pool.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { RefusedSubmission, SubmitOptions, SubmitOutcome } from '../ledger-port.js';
import type { SealedBytes, StoredBytes } from '../ports.js';
import { isExpired, POOL_FULL, SHARE_FULL, UNSETTLED_SHARE } from './outcomes.js';
import type { PoolPorts } from './ports.js';

export interface Submitted {
  readonly tx: Transaction;
  readonly priority: Priority;
  /** The source that brought it; undefined for one that an earlier run of the node left. */
  readonly from: string | undefined;
  readonly acceptedAtMs: number;
  /** When it came here, by the steady clock. */
  readonly sinceMs: number;
  /** The keeper that answers for it, and whether its end is on the way to the disk. */
  life: Life;
  waiters: Waiter[];
}

interface Waiter {
  readonly resolve: (outcome: SubmitOutcome) => void;
  /** When a promised submission is answered as pending. */
  readonly deadlineMs: number;
}

/** A coarse timer serves every waiter with a deadline: none is set while no waiter waits for long. */
const TICK_MS = 50;

export class Submissions {
  private readonly clock: Clock;
  private readonly byTxId = new Map<string, Submitted>();
  private timer: Timer | undefined;
  private isWaitOver = false;
  private heldBytes = 0;
  private judged = 0;
  /** Entries that state by which moves of their instance they were calculated, by it. */
  private readonly reading = new Map<string, Set<string>>();
  /** Accepted submissions that found no room in the pool. */
  private readonly outsiders = new Set<string>();
  /** By who brought them, those that are verified included. */
  private readonly shares = new Shares();
  private readonly byteShares = new Shares();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get size(): number {
    return this.byTxId.size;
  }

  /** Bytes of the transactions held. */
  get bytes(): number {
    return this.heldBytes;
  }

  /** The pool had no room for it, or not for who brought it. */
  onCrowded(txId: string): void {
    this.outsiders.add(txId);
  }

  /** The first so many of those: to be offered again when a docket has made room. */
  crowdedFirst(count: number): string[] {
    const first: string[] = [];
    for (const txId of this.outsiders) {
      if (first.length >= count) break;
      this.outsiders.delete(txId);
      first.push(txId);
    }
    return first;
  }

  /** Transactions that are on their way here. */
  get judging(): number {
    return this.judged;
  }

  /** A transaction more, or one less, is on its way here. */
  judge(from: string | undefined, change: 1 | -1): void {
    this.judged += change;
    this.shares.count(from, change);
  }

  /**
   * A seat that does not seal keeps submissions outside the pool. So their number and bytes have a bound of their own,
   * shared out like a pool.
   */
  full(tx: Transaction, from: string | undefined, { transactionsMax, bytesMax }: PoolLimits): Issue | undefined {
    const places = transactionsMax * UNSETTLED_SHARE - this.size - this.judged;
    const room = bytesMax * UNSETTLED_SHARE - this.bytes;
    const bytes = tx.bytes.length;
    if (places < 1 || bytes > room) return POOL_FULL;
    return this.shares.fits(from, 1, places) && this.byteShares.fits(from, bytes, room) ? undefined : SHARE_FULL;
  }

  get(txId: string): Submitted | undefined {
    return this.byTxId.get(txId);
  }

  /** True for what has a row in the outbox, durable or queued. */
  hasRow(txId: string): boolean {
    const entry = this.byTxId.get(txId);
    return entry !== undefined && hasRow(entry.life);
  }

  txIds(): IterableIterator<string> {
    return this.byTxId.keys();
  }

  /** TxIds of those that are in no pool. */
  outside(pool: Pick<Pool, 'has'>): string[] {
    return [...this.byTxId.keys()].filter((txId) => !pool.has(txId));
  }

  /** The submissions that wait for a seal and are in no pool, as all do while the seat of this node rests. */
  waitingOutside(pool: Pick<Pool, 'has'>): Submitted[] {
    return [...this.byTxId.values()].filter((item) => isOpen(item.life) && !pool.has(item.tx.txId));
  }

  values(): IterableIterator<Submitted> {
    return this.byTxId.values();
  }

  /**
   * How long the first submission of a client of this node had waited that the docket has; undefined where it has none.
   */
  waitIn({ transactions }: Docket): number | undefined {
    for (const { txId } of transactions) {
      const entry = this.byTxId.get(txId);
      if (entry && !isElsewhere(entry.life)) return this.clock.steady() - entry.sinceMs;
    }
    return undefined;
  }

  oldestFirst(): Submitted[] {
    return [...this.byTxId.values()].sort((a, b) => a.acceptedAtMs - b.acceptedAtMs);
  }

  /**
   * The submissions that this node answers for and that are not decided, oldest first, also while their promise is not
   * written yet. Entries that have expired by the clock are left out: no member could seal them any more, and they only
   * wait for a sealed time that proves it.
   */
  outstanding(): readonly Submitted[] {
    const now = this.clock.now();
    return this.oldestFirst().filter(({ tx, life }) => !isElsewhere(life) && isOpen(life) && !isExpired(tx, now));
  }

  /**
   * TxIds of those that follow a transaction which the docket gives a successor, or open an instance that it opens. A
   * docket that another member built was never compared with the pool here: a rival left there would be work that never
   * ends, and one that is only stored a promise that never ends.
   */
  rivalsOf(docket: Docket): string[] {
    if (this.byTxId.size === 0) return [];
    const taken = new Set(docket.transactions.map(({ header }) => turnOf(header)));
    taken.delete(undefined);
    if (taken.size === 0) return [];
    const rivals = [...this.byTxId.values()].filter(
      ({ tx, life }) => life.ending !== 'sealing' && taken.has(turnOf(tx.header)),
    );
    return rivals.map(({ tx }) => tx.txId);
  }

  /** TxIds of those whose instance the docket moves, which what they read of it may have made old. */
  overtakenBy({ transactions }: Pick<Docket, 'transactions'>): string[] {
    if (this.reading.size === 0) return [];
    const instances = new Set(transactions.map(({ header }) => header.instanceId ?? ''));
    return [...instances].flatMap((id) => [...(this.reading.get(id) ?? [])]);
  }

  /** The operations that count the bytes of a docket for those who brought them here. */
  countOps({ transactions }: Docket, stored: StoredBytes): KvOp[] {
    const counts = new Map<string, SealedBytes>();
    for (const tx of transactions) {
      const from = this.byTxId.get(tx.txId)?.from;
      if (from === undefined) continue;
      const { bytes, acts } = counts.get(from) ?? { bytes: 0, acts: 0 };
      const { length } = tx.bytes;
      counts.set(from, { bytes: bytes + length, acts: acts + (isAct(tx) ? length : 0) });
    }
    const ops = [...counts].map(([from, count]) => stored.countSealed(from, count));
    return ops.filter((op) => op !== undefined);
  }

  add(tx: Transaction, { priority, from }: PoolPlace, promised: { readonly atMs: number } | undefined): Submitted {
    const acceptedAtMs = promised?.atMs ?? this.clock.now();
    const entry: Submitted = {
      tx,
      priority,
      from,
      acceptedAtMs,
      sinceMs: this.clock.steady(),
      life: lifeOf(promised ? 'promised' : 'here'),
      waiters: [],
    };
    this.byTxId.set(tx.txId, entry);
    this.heldBytes += tx.bytes.length;
    this.count(entry, 1);
    const at = readingAt(tx);
    if (at !== undefined) this.reading.set(at, (this.reading.get(at) ?? new Set()).add(tx.txId));
    return entry;
  }

  /** The outcome of an entry: its end, or `pending` when it is promised and `longestMs` have passed. */
  wait(entry: Submitted, longestMs: number): Promise<SubmitOutcome> {
    const waitMs = this.isWaitOver ? 0 : longestMs;
    if (mayPend(entry.life) && waitMs <= 0) return Promise.resolve(pending(entry));
    return new Promise((resolve) => {
      entry.waiters.push({ resolve, deadlineMs: waitMs > 0 ? this.clock.steady() + waitMs : 0 });
      if (mayPend(entry.life)) this.tick();
    });
  }

  /**
   * The outcome of a transaction that the rules reject and that is not durably sealed. A transaction that another
   * member's docket sealed a moment ago, and that is not on disk yet, was not a failure of its submitter: the end of
   * that seal is its end.
   */
  reject(tx: Transaction, options: SubmitOptions, refusal: RefusedSubmission): Promise<SubmitOutcome> {
    if (refusal.issues[0]?.code !== 'VAL_REPLAY_001') return Promise.resolve(refusal);
    const entry = this.add(tx, options, undefined);
    entry.life = lifeOf(options.relayed === true && !options.durable ? 'elsewhere' : 'here', 'sealing');
    return this.wait(entry, options.waitMs);
  }

  /** The outbox holds the entry now: a submitter that did not ask to wait longer is told that it is pending. */
  promise(entry: Submitted): void {
    entry.life = lifeAfter(entry.life, 'written');
    this.answer(entry);
  }

  /** A submitter that did not ask to wait longer is told that the entry is pending. */
  answer(entry: Submitted): void {
    this.expire(entry, this.clock.steady());
    if (entry.waiters.length > 0) this.tick();
  }

  /** Waiting callers are told that their entry is pending, once it is promised; later ones do not wait. */
  answerWaiting(): void {
    this.isWaitOver = true;
    for (const entry of this.byTxId.values()) {
      entry.waiters = entry.waiters.map(({ resolve }) => ({ resolve, deadlineMs: 0 }));
      if (mayPend(entry.life)) this.expire(entry, this.clock.steady());
    }
  }

  /** Ends an entry: every waiter gets the outcome. */
  settle(txId: string, outcome: SubmitOutcome): void {
    const entry = this.byTxId.get(txId);
    if (!entry) return;
    this.byTxId.delete(txId);
    this.outsiders.delete(txId);
    this.heldBytes -= entry.tx.bytes.length;
    this.count(entry, -1);
    const at = readingAt(entry.tx);
    const others = at === undefined ? undefined : this.reading.get(at);
    if (others?.delete(txId) && others.size === 0) this.reading.delete(at as string);
    // No waiter is left, so a promise that becomes durable after the end sets no timer.
    for (const waiter of entry.waiters.splice(0)) waiter.resolve(outcome);
  }

  /**
   * Ends every entry without an end of its own: the promised are pending, unless nothing of them is `kept`, and the
   * others were never accepted.
   */
  abandon(why: Issue, kept: boolean): void {
    this.timer?.cancel();
    this.timer = undefined;
    for (const [txId, entry] of this.byTxId)
      this.settle(txId, kept && isPromised(entry.life) ? pending(entry) : { status: 'refused', issues: [why] });
  }

  private count({ tx, from }: Submitted, sign: 1 | -1): void {
    this.shares.count(from, sign);
    this.byteShares.count(from, sign * tx.bytes.length);
  }

  private tick(): void {
    this.timer ??= this.clock.setTimer(() => {
      this.timer = undefined;
      const now = this.clock.steady();
      let waiting = false;
      for (const entry of this.byTxId.values()) {
        if (!mayPend(entry.life) || entry.waiters.length === 0) continue;
        this.expire(entry, now);
        waiting ||= entry.waiters.length > 0;
      }
      if (waiting) this.tick();
    }, TICK_MS);
  }

  private expire(entry: Submitted, now: number): void {
    const late = entry.waiters.filter((waiter) => waiter.deadlineMs <= now);
    if (late.length === 0) return;
    entry.waiters = entry.waiters.filter((waiter) => waiter.deadlineMs > now);
    for (const waiter of late) waiter.resolve(pending(entry));
  }
}

/**
 * Parked entries whose instance a docket moves on, to be judged again: a join follows what is sealed already and waits
 * for other branches, which the docket may hold.
 */
export function findMovedOn(
  { transactions }: Pick<Docket, 'transactions'>,
  pool: Pick<Pool, 'orphans' | 'parkedEntries'>,
) {
  if (pool.orphans === 0) return [];
  const instances = new Set(transactions.map(({ header }) => header.instanceId));
  instances.delete(undefined);
  return instances.size === 0 ? [] : [...pool.parkedEntries()].filter(({ tx }) => instances.has(tx.header.instanceId));
}

/**
 * A parked entry that follows what is sealed: it waits for a time, or for another branch. No seal wakes it. A copy that
 * came a moment too early would keep a timer back for as long as it may be parked.
 */
export function isParkedForTime(txId: string, pool: Pick<Pool, 'get' | 'isParked'>, ports: Pick<PoolPorts, 'view'>) {
  const parked = pool.isParked(txId) ? pool.get(txId) : undefined;
  const previous = parked?.tx.header.previousTransactionId;
  return previous !== undefined && ports.view().sealOf(previous) ? parked : undefined;
}

/**
 * The turn that only one transaction can have: the place behind another one, or the beginning of an instance that it
 * names.
 */
function turnOf(header: TransactionHeader): string | undefined {
  if (!isStart(header)) return header.previousTransactionId;
  return header.instanceId === undefined ? undefined : `start of ${header.instanceId}`;
}

/** The instance by whose moves it says that it was calculated; undefined where it says nothing of that. */
export function readingAt({ header: { instanceId, metadata } }: Transaction): string | undefined {
  return metadata?.sees === undefined ? undefined : instanceId;
}

function pending(entry: Submitted): SubmitOutcome {
  return { status: 'pending', acceptedAtMs: entry.acceptedAtMs };
}
