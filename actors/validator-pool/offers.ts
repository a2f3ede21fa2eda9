// The offers of a register's pool to the next docket: promised submissions are put into it, and judged again when
// sealed state, a time or the seat has moved. A submission that can never be sealed ends here. It accepts nothing new
// and writes nothing itself.
import type { Issue } from '../../core/base/issue.js';
import { sealingTime } from '../../core/base/time/opening-time.js';
import type { Docket } from '../../core/model/register.js';
import { isElsewhere, isOpen } from '../../core/pool/life.js';
import type { Pool } from '../../core/pool/pool.js';
import type { PoolEntry } from '../../core/pool/turn-order.js';
import { validate } from '../../core/validate/validate.js';
import { BatchedQueue } from './batched-queue.js';
import type { PoolModes } from './modes.js';
import { type OrphanEnding, Orphans } from './orphans.js';
import { type OutboxRows, PROMISED_AFTER_MS } from './outbox-rows.js';
import { EXPIRED, isExpired, NO_SEAT, UNAVAILABLE } from './outcomes.js';
import type { PoolAdmission } from './pool-admission.js';
import type { PoolPorts } from './ports.js';
import type { RefusalPolicy } from './refusal-policy.js';
import { findMovedOn, type Submissions, type Submitted } from './submissions.js';

/** The parts of the pool of one register. */
export interface PoolParts {
  readonly pool: Pool;
  readonly admission: PoolAdmission;
  readonly submissions: Submissions;
  readonly rows: OutboxRows;
  readonly policy: RefusalPolicy;
  readonly modes: Pick<PoolModes, 'mode' | 'isClosed'>;
}

export class Offers {
  private readonly ports: PoolPorts;
  private readonly parts: PoolParts;
  private readonly orphans: Orphans;
  private readonly turns: BatchedQueue;
  /** Parked transactions whose parent is decided; judged again when its seal is durable. */
  private readonly followers: PoolEntry[] = [];
  /** Stored submissions that follow what a docket being written gives another successor. */
  private readonly rivals: string[] = [];

  constructor(parts: PoolParts, ports: PoolPorts) {
    this.parts = parts;
    this.ports = ports;
    this.orphans = new Orphans(parts.submissions, ports);
    this.turns = new BatchedQueue({ ...ports, work: (txIds) => this.offerThese(txIds) });
  }

  /** True for what waits in the pool. */
  waits(txId: string): boolean {
    return this.parts.pool.get(txId) !== undefined && this.parts.submissions.get(txId) !== undefined;
  }

  /** Nothing is offered any more of what was to be. */
  clear(): void {
    this.turns.clear();
  }

  /** All that no pool holds. */
  offerAll(): void {
    this.turns.add(this.parts.submissions.outside(this.parts.pool));
  }

  /**
   * Puts a promised submission into the pool again, but not what a docket of now cannot hold. True if the pool took it.
   */
  offer(entry: Submitted): boolean {
    const { tx } = entry;
    const { policy, rows, admission, submissions } = this.parts;
    const { verdict, found: issue } = policy.now(tx, { ports: this.ports, signaturesOk: true });
    if (issue) rows.end(tx.txId, issue);
    if (!verdict.ok && verdict.fault === 'reject') return false;
    const parent = verdict.ok ? undefined : tx.header.previousTransactionId;
    const isIn = admission.enter(entry, parent !== undefined && !this.waits(parent)) === undefined;
    if (!isIn) submissions.onCrowded(tx.txId);
    return isIn;
  }

  rejudge(parked: PoolEntry): void {
    const entry = this.parts.submissions.get(parked.tx.txId);
    // It may have left meanwhile, expired or in a docket of its own: then its share of the budget is given back
    // already.
    if (!this.parts.pool.remove(parked.tx.txId)) return;
    this.parts.admission.leave(parked);
    if (entry) this.offer(entry);
    this.ports.work();
  }

  /** A submission may have lost its place to another one, or its time: then it may not be offered any more. */
  rejudgeStored(txId: string): void {
    const { pool, policy, rows, admission } = this.parts;
    const entry = this.openEntry(txId);
    if (!entry) return;
    const [state, view] = [this.ports.state(), this.ports.view()];
    const sealingMs = () => sealingTime(this.ports.clock, state.timestampMs);
    const issue = policy.end(entry.tx, validate(entry.tx, { state, view, signaturesOk: true, sealingMs }));
    if (!issue) return;
    if (pool.evict(txId)) admission.leave(entry);
    rows.end(txId, issue);
  }

  /** No seat runs: a rest of what others answer for would keep its place in the pool for days. */
  dropRelayed(): void {
    for (const { tx, life } of this.parts.submissions.values())
      if (isElsewhere(life) && isOpen(life)) this.forget(tx.txId, NO_SEAT);
  }

  /** Expiry, and another offer of what was promised and is in no pool. */
  sweep(nowMs: number): void {
    const { pool, submissions, rows, policy, modes } = this.parts;
    for (const entry of pool.sweep(nowMs)) this.swept(entry, nowMs);
    this.promiseLate(nowMs);
    for (const ending of this.orphans.toEnd(nowMs)) this.giveUp(ending);
    // Where no seat runs, no docket judges what is pooled, and no pool sweeps what is stored for other validators.
    this.turns.add(modes.mode === 'storing' ? submissions.txIds() : submissions.outside(pool));
    if (modes.mode === 'storing') rows.sweep(nowMs);
    for (const txId of policy.takeDue()) this.rejudgeStored(txId);
    this.ports.work();
  }

  /**
   * A seat that seals alone promises by the seal. A transaction without a seal by now comes late, or never where the
   * parent has left: without a promise its submitter would wait on, and nothing would give it up.
   */
  private promiseLate(nowMs: number): void {
    const { submissions, rows } = this.parts;
    for (const entry of submissions.values())
      if (!isElsewhere(entry.life) && nowMs - entry.acceptedAtMs >= PROMISED_AFTER_MS) rows.promise(entry);
  }

  /** The docket is decided: its transactions leave the pool, and what follows or rivals them is remembered. */
  sealing(docket: Docket): void {
    const { pool, submissions, admission, modes } = this.parts;
    for (const tx of docket.transactions) {
      const pooled = pool.get(tx.txId);
      if (pooled) admission.leave(pooled);
    }
    this.followers.push(...pool.takeSealed(docket.transactions.map((tx) => tx.txId)));
    if (modes.mode === 'sealing') return;
    for (const txId of submissions.rivalsOf(docket)) {
      const pooled = pool.get(txId);
      if (pooled) this.followers.push(pooled);
      else this.rivals.push(txId);
    }
  }

  /** The same docket is durable: what it moved on is judged by it. */
  onSealed(docket: Docket): void {
    const { pool, submissions, policy, modes } = this.parts;
    for (const entry of [...this.followers.splice(0), ...findMovedOn(docket, pool)]) this.rejudge(entry);
    for (const txId of [...this.rivals.splice(0), ...submissions.overtakenBy(docket), ...policy.takeDue()])
      this.rejudgeStored(txId);
    if (modes.mode !== 'storing') this.turns.add(submissions.crowdedFirst(docket.transactions.length));
  }

  private offerThese(txIds: readonly string[]): void {
    const { pool, modes } = this.parts;
    const isTaken = (entry: Submitted | undefined) => entry !== undefined && this.offer(entry);
    // A sealed time may have ended what waits for other validators, as a missed deadline does: none of them tells.
    if (modes.mode === 'storing') for (const txId of txIds) this.rejudgeStored(txId);
    else if (txIds.filter((id) => !pool.has(id) && isTaken(this.openEntry(id))).length > 0) this.ports.work();
  }

  /** The entry, where it is not about to end. */
  private openEntry(txId: string): Submitted | undefined {
    const entry = this.parts.submissions.get(txId);
    return entry && isOpen(entry.life) ? entry : undefined;
  }

  /**
   * Out of the pool for its age. An entry that another node answers for is forgotten: it comes again if it is still
   * wanted.
   */
  private swept(pooled: PoolEntry, nowMs: number): void {
    const { tx } = pooled;
    const { submissions, rows, admission } = this.parts;
    admission.leave(pooled);
    const entry = submissions.get(tx.txId);
    if (isExpired(tx, nowMs)) rows.end(tx.txId, EXPIRED);
    else if (entry && isElsewhere(entry.life)) this.forget(tx.txId, UNAVAILABLE);
  }

  /** Nothing is kept of what another node answers for. */
  private forget(txId: string, why: Issue): void {
    const { pool, submissions, admission } = this.parts;
    const entry = submissions.get(txId);
    if (pool.remove(txId) && entry) admission.leave(entry);
    submissions.settle(txId, { status: 'refused', issues: [why] });
  }

  private giveUp({ entry, found: issue }: OrphanEnding): void {
    if (this.parts.pool.evict(entry.tx.txId)) this.parts.admission.leave(entry);
    this.parts.rows.giveUp(entry, issue);
  }
}
