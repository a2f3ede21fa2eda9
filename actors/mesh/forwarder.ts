// Takes what clients submitted here to the validators: at once in small batches, and again, ever more rarely, what the
// outbox still promises. The outbox is the memory; this keeps the batches of the moment, and which promises the round
// under way has yet to offer.
import type { Clock, Timer } from '../../core/base/ports.js';
import { type Bucket, type BudgetRow, fullBucket, give, take } from '../../core/mesh/budget.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { MeshRegister } from './ports.js';

/** Gathers what arrives together into one frame. */
const BATCH_MS = 2;
/** A promise older than this, and still unsealed, is offered again. */
const UNSEALED_MS = 2000;
const AGAIN_MIN_MS = 2000;
const AGAIN_MAX_MS = 60_000;
/**
 * The longest pause while the register seals: then somebody takes offers, and what is not sealed by now has most likely
 * not reached anybody.
 */
const SEALING_MAX_MS = 8000;
/** Promises offered again at once for one register; the others of the round follow, AGAIN_MIN_MS apart. */
const AGAIN_MAX = 1000;
/**
 * Registers whose promises are offered in one turn: when a member of thousands comes back, the node does something else
 * between them.
 */
const REGISTERS_MAX = 200;
/**
 * Registers that offer again, on top of those that turn: where no peer takes anything, ten thousand of them use a
 * percent of a core. Each that seals lets four more, and a member that comes back a thousand at once: then somebody
 * does.
 */
const OFFERING: BudgetRow = { perSecond: 20, burst: 1000 };
const OFFERING_AT_FIRST = 128;
const SEALED_GIVES = 4;
/** Until there is room again. */
const FULL_MS = 1000;

export interface ForwarderPorts {
  readonly clock: Clock;
  readonly ledger: { handle(registerId: string): Pick<MeshRegister, 'outstanding'> | undefined };
  /** Validators of the register on other nodes that take offers from this one. */
  takers(registerId: string): readonly string[];
  /** False for a register that has no validator beside this node. */
  isShared(registerId: string): boolean;
  offer(registerId: string, peerIds: readonly string[], transactions: readonly Transaction[]): void;
}

interface Waiting {
  delayMs: number;
  /** A member came back, and may have none of the promises, however young. */
  isHurried: boolean;
  /**
   * TxIds that are still to be offered in this round, in their order. The oldest may wait long for what they follow,
   * and must not keep the others back.
   */
  rest: Set<string>;
  dueMs: number;
  /** When a docket was sealed last, while this waits. */
  sealedMs: number;
}

export class Forwarder {
  private readonly ports: ForwarderPorts;
  private readonly batches = new Map<string, Transaction[]>();
  /** Registers with promises that may not have reached anybody. */
  private readonly waiting = new Map<string, Waiting>();
  private batchTimer: Timer | undefined;
  private againTimer: Timer | undefined;
  private stopped = false;
  private readonly room: Bucket;

  constructor(ports: ForwarderPorts) {
    this.ports = ports;
    this.room = { ...fullBucket(OFFERING, ports.clock.steady()), tokens: OFFERING_AT_FIRST };
  }

  /** A client's submission was accepted here. Costs nothing for a register whose only validator is this node. */
  onAccepted(registerId: string, tx: Transaction): void {
    if (this.stopped || !this.ports.isShared(registerId)) return;
    const batch = this.batches.get(registerId);
    if (batch) batch.push(tx);
    else this.batches.set(registerId, [tx]);
    this.batchTimer ??= this.ports.clock.setTimer(() => this.flush(), BATCH_MS);
    this.watch(registerId);
  }

  /** The outbox of the register may hold promises: after a start, or when a member comes back. */
  watch(registerId: string): void {
    if (this.stopped || this.waiting.has(registerId)) return;
    this.waiting.set(registerId, {
      delayMs: AGAIN_MIN_MS,
      isHurried: false,
      rest: new Set(),
      dueMs: this.ports.clock.steady() + AGAIN_MIN_MS,
      sealedMs: Number.NEGATIVE_INFINITY,
    });
    this.arm();
  }

  /** A member of these registers can be reached again: what waits is offered soon. */
  hurry(isItsRegister: (registerId: string) => boolean): void {
    this.room.tokens = OFFERING.burst;
    for (const [registerId, waiting] of this.waiting) {
      if (!isItsRegister(registerId)) continue;
      waiting.delayMs = AGAIN_MIN_MS;
      waiting.isHurried = true;
      waiting.dueMs = this.ports.clock.steady();
    }
    this.rearm();
  }

  /**
   * A docket was sealed: a register that stood still goes on, and what waits is not kept back for as long as before.
   */
  onSealed(registerId: string): void {
    const waiting = this.waiting.get(registerId);
    if (!waiting) return;
    const now = this.ports.clock.steady();
    give(this.room, OFFERING, SEALED_GIVES);
    waiting.sealedMs = now;
    if (waiting.dueMs <= now + SEALING_MAX_MS) return;
    waiting.dueMs = now + SEALING_MAX_MS;
    this.rearm();
  }

  stop(): void {
    this.stopped = true;
    this.batchTimer?.cancel();
    this.againTimer?.cancel();
    this.batches.clear();
    this.waiting.clear();
  }

  private flush(): void {
    this.batchTimer = undefined;
    const batches = [...this.batches];
    this.batches.clear();
    for (const [registerId, transactions] of batches)
      this.ports.offer(registerId, this.ports.takers(registerId), transactions);
  }

  private rearm(): void {
    this.againTimer?.cancel();
    this.againTimer = undefined;
    this.arm();
  }

  private arm(leastMs = 50): void {
    if (this.againTimer || this.waiting.size === 0) return;
    let due = Number.POSITIVE_INFINITY;
    for (const { dueMs } of this.waiting.values()) due = Math.min(due, dueMs);
    this.againTimer = this.ports.clock.setTimer(
      () => {
        this.againTimer = undefined;
        const isFull = this.again();
        this.arm(isFull ? FULL_MS : undefined);
      },
      Math.max(leastMs, due - this.ports.clock.steady()),
    );
  }

  /** True where others are due, and have no room. */
  private again(): boolean {
    const now = this.ports.clock.steady();
    let left = REGISTERS_MAX;
    for (const [registerId, entry] of this.waiting) {
      if (entry.dueMs > now) continue;
      // They stay due, and the next turn of a few milliseconds takes them.
      if (left-- === 0) return false;
      const handle = this.ports.ledger.handle(registerId);
      const promised = handle ? handle.outstanding() : [];
      const isOver = promised?.length === 0;
      if (promised && !isOver && !take(this.room, OFFERING, { amount: 1, nowMs: now })) return true;
      // Behind the others, so that each has its turn.
      this.waiting.delete(registerId);
      if (isOver) continue;
      this.waiting.set(registerId, entry);
      const offered = promised ? nextOf(entry, promised, this.ports.clock.now()) : [];
      if (offered.length > 0) this.ports.offer(registerId, this.ports.takers(registerId), offered);
      if (entry.rest.size > 0) entry.dueMs = now + AGAIN_MIN_MS;
      else pause(entry, now);
    }
    return false;
  }
}

type Promised = readonly { readonly tx: Transaction; readonly acceptedAtMs: number }[];

/**
 * The part that is offered now; the rest of the round stays in `entry.rest`. A member that came back needs all: what it
 * was not offered before comes first.
 */
function nextOf(entry: Waiting, promised: Promised, timeMs: number): readonly Transaction[] {
  if (entry.isHurried || entry.rest.size === 0)
    for (const { tx, acceptedAtMs } of promised)
      if (entry.isHurried || Math.abs(timeMs - acceptedAtMs) >= UNSEALED_MS) entry.rest.add(tx.txId);
  entry.isHurried = false;
  const byTxId = new Map(promised.map(({ tx }) => [tx.txId, tx]));
  const next: Transaction[] = [];
  for (const txId of entry.rest) {
    if (next.length >= AGAIN_MAX) return next;
    entry.rest.delete(txId);
    const tx = byTxId.get(txId);
    if (tx) next.push(tx);
  }
  return next;
}

/** The round is over. */
function pause(entry: Waiting, now: number): void {
  const maxMs = now - entry.sealedMs < SEALING_MAX_MS ? SEALING_MAX_MS : AGAIN_MAX_MS;
  entry.delayMs = Math.min(entry.delayMs * 2, maxMs);
  entry.dueMs = now + entry.delayMs;
}
