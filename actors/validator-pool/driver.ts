// The pool of one register: submissions between their admission and their one end (sealed, refused, or pending in the
// outbox). It hosts core/pool, gives the docket driver what that may seal, and answers those who wait. It contains no
// rule of validity.
import type { Issue } from '../../core/base/issue.js';
import type { Docket, SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { isElsewhere, isPromised, lifeAfter } from '../../core/pool/life.js';
import { pick } from '../../core/pool/pick.js';
import { Pool, type PoolFigures, type PoolLimits, withStored } from '../../core/pool/pool.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { DocketPool, PickedLimits } from '../docket/ports.js';
import { Intake } from './intake.js';
import { type PoolMode, PoolModes } from './modes.js';
import { Offers } from './offers.js';
import { OutboxRows } from './outbox-rows.js';
import { DELETED, placeIn, UNAVAILABLE } from './outcomes.js';
import { PoolAdmission } from './pool-admission.js';
import type { PoolPorts, PoolRegister } from './ports.js';
import { RefusalPolicy } from './refusal-policy.js';
import { Submissions, type Submitted } from './submissions.js';

export class PoolDriver implements DocketPool {
  readonly pool: Pool;
  readonly intake: Intake;
  private limits: PoolLimits;
  private readonly ports: PoolPorts;
  private readonly submissions: Submissions;
  private readonly rows: OutboxRows;
  private readonly admission: PoolAdmission;
  private readonly policy: RefusalPolicy;
  private readonly modes: PoolModes;
  private readonly offers: Offers;
  private isDeleted = false;

  constructor(register: PoolRegister, ports: PoolPorts) {
    this.limits = register.limits;
    this.ports = ports;
    this.pool = new Pool(register.limits);
    this.admission = new PoolAdmission(this.pool, ports);
    this.submissions = new Submissions(ports.clock);
    this.policy = new RefusalPolicy(ports);
    this.rows = new OutboxRows(register.registerId, { ...ports, submissions: this.submissions });
    this.modes = new PoolModes(
      {
        onEntered: () => this.offers.clear(),
        promiseAll: () => this.promiseAll(),
        dropRelayed: () => this.offers.dropRelayed(),
        offerAll: () => this.offers.offerAll(),
        abandon: () => this.abandon(),
      },
      (error) => ports.fail(error),
    );
    const { pool, admission, submissions, rows, policy, modes } = this;
    const parts = { pool, admission, submissions, rows, policy, modes };
    this.offers = new Offers(parts, ports);
    this.intake = new Intake({ ...parts, offers: this.offers, limits: () => this.limits }, ports);
  }

  /** Other limits for what comes from now on; nothing that was admitted leaves because of them. */
  setLimits(limits: PoolLimits): void {
    this.limits = limits;
    this.pool.setLimits(limits);
  }

  /** Submissions that have no durable end yet. */
  get unsettled(): number {
    return this.submissions.size + this.submissions.judging;
  }

  figures(): PoolFigures {
    return withStored(this.pool.figures(), this.submissions.waitingOutside(this.pool), this.limits.bytesMax);
  }

  pending(): readonly Submitted[] {
    return this.submissions.oldestFirst();
  }

  acceptTimeOf(txId: string): number | undefined {
    const entry = this.submissions.get(txId);
    return entry && isPromised(entry.life) ? entry.acceptedAtMs : undefined;
  }

  /** Not decided, oldest first: what has to be offered to the validators until it is sealed. */
  outstanding(): readonly Submitted[] {
    return this.submissions.outstanding();
  }

  /** Follows the seat: see modes.ts for what changes with it. */
  setMode(mode: PoolMode): void {
    this.modes.enter(mode);
  }

  /** No caller waits for a seal from here on: what is promised is answered as pending. */
  answerWaiting(): void {
    this.submissions.answerWaiting();
  }

  /** Called about once a minute by the node's one sweep. */
  sweep(nowMs: number): void {
    this.offers.sweep(nowMs);
  }

  /** The register is opened again from disk. */
  fail(error: unknown): void {
    this.ports.fail(error);
  }

  /** The register is deleted: what was promised is not kept when this closes. */
  onDeleted(): void {
    this.isDeleted = true;
  }

  /** No more submissions; those who wait are told what is true. */
  close(): void {
    this.modes.close();
  }

  // ---- The docket driver's side.

  pick({ count, bytes, ...rest }: PickedLimits): readonly Transaction[] {
    return pick(this.pool, { transactionsMax: count, bytesMax: bytes, ...rest });
  }

  ready(held?: Pick<ReadonlySet<string>, 'keys'>): boolean {
    return this.pool.sizeWithout(held?.keys() ?? []) > 0;
  }

  arriving(): boolean {
    return this.submissions.judging > 0;
  }

  isShared(): boolean {
    return this.admission.isShared;
  }

  all(): readonly Transaction[] {
    return [...this.submissions.values()].map((entry) => entry.tx);
  }

  refuse(txId: string, issue: Issue, fault: 'reject' | 'retry'): void {
    const entry = this.submissions.get(txId);
    if (this.pool.evict(txId) && entry) this.admission.leave(entry);
    if (!entry || (fault === 'reject' && this.policy.isFinal(entry.tx, issue))) {
      this.rows.end(txId, issue);
      return;
    }
    if (fault === 'retry') this.admission.enter(entry, true);
    this.keep(txId);
  }

  keep(txId: string): void {
    const entry = this.submissions.get(txId);
    if (entry && !isElsewhere(entry.life)) this.rows.promise(entry);
  }

  sealOps(docket: Docket): readonly KvOp[] {
    const { outbox, stored } = this.ports;
    const ops: KvOp[] = stored ? this.submissions.countOps(docket, stored) : [];
    for (const { txId, header } of docket.transactions)
      if (this.submissions.hasRow(txId)) ops.push(outbox.del(header.registerId, txId));
    return ops;
  }

  sealing(docket: Docket): void {
    for (const { txId } of docket.transactions) {
      const entry = this.submissions.get(txId);
      if (entry) entry.life = lifeAfter(entry.life, 'seal');
    }
    this.offers.sealing(docket);
  }

  onSealed({ docket }: SealedDocket): void {
    this.admission.onSealed(this.submissions.waitIn(docket), docket.transactions.length);
    for (const [index, { txId }] of docket.transactions.entries())
      this.submissions.settle(txId, placeIn(docket, index));
    this.offers.onSealed(docket);
  }

  private promiseAll(): void {
    for (const entry of this.submissions.values()) {
      if (isElsewhere(entry.life)) this.submissions.answer(entry);
      else this.rows.promise(entry);
    }
  }

  private abandon(): void {
    this.rows.close();
    for (const entry of this.submissions.values()) if (this.pool.has(entry.tx.txId)) this.admission.leave(entry);
    this.submissions.abandon(this.isDeleted ? DELETED : UNAVAILABLE, !this.isDeleted);
  }
}
