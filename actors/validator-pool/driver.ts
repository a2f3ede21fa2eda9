// Admission of submissions to one register: verify, judge, pool, and promise only what is durable. It hosts core/pool and gives every submission
// exactly one end: sealed, refused, or pending in the outbox. It contains no rule of validity.
import type { Issue } from '../../core/base/issue.js';
import { isOpen, lifeAfter, lifeOf } from '../../core/pool/life.js';
import { pick } from '../../core/pool/pick.js';
import { Pool, type PoolFigures, type PoolLimits, withStored } from '../../core/pool/pool.js';
import type { PoolEntry } from '../../core/pool/turn-order.js';
import type { Docket, SealedDocket } from '../../core/register/types.js';
import type { Transaction } from '../../core/transaction/types.js';
import type { Verdict } from '../../core/transaction/validate/context.js';
import { validate } from '../../core/transaction/validate/index.js';
import type { OutboxEntry } from '../../storage/chain/outbox.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { DocketPool, PickedLimits } from '../docket/ports.js';
import type { SubmitOptions, SubmitOutcome } from '../ledger/ledger.js';
import { RefusalPolicy } from './behind.js';
import { PoolAdmission } from './entrance.js';
import { type PoolActor, type PoolMode, startPool } from './machine.js';
import { type OrphanEnding, Orphans } from './orphans.js';
import { isPatient, OutboxRows } from './outbox-rows.js';
import { again, DELETED, EXPIRED, isExpired, NO_SEAT, NODE_FULL, placeIn, UNAVAILABLE } from './outcomes.js';
import type { PoolPorts, PoolRegister } from './ports.js';
import { movedOn, parkedForTime, Submissions, type Submitted } from './submissions.js';
import { BatchedQueue } from './turns.js';

export class PoolDriver implements DocketPool {
  readonly pool: Pool;
  private limits: PoolLimits;
  private readonly ports: PoolPorts;
  private readonly submissions: Submissions;
  private readonly rows: OutboxRows;
  private readonly orphans: Orphans;
  private readonly turns: BatchedQueue;
  private readonly entrance: PoolAdmission;
  private readonly life: PoolActor;
  private mode: PoolMode = 'storing';
  /** Stored submissions that follow what a docket being written gives another successor. */
  private readonly rivals: string[] = [];
  private readonly words: RefusalPolicy;
  /** Parked transactions whose parent is decided; judged again when its seal is durable. */
  private readonly followers: PoolEntry[] = [];
  private isDeleted = false;
  private closed = false;

  constructor(register: PoolRegister, ports: PoolPorts) {
    this.limits = register.limits;
    this.ports = ports;
    this.pool = new Pool(register.limits);
    this.entrance = new PoolAdmission(this.pool, ports);
    this.submissions = new Submissions(ports.clock);
    this.words = new RefusalPolicy(ports);
    this.rows = new OutboxRows(register.registerId, { ...ports, submissions: this.submissions });
    this.orphans = new Orphans(this.submissions, ports);
    this.turns = new BatchedQueue({ ...ports, work: (txIds) => this.offerThese(txIds) });
    this.life = startPool(
      {
        entered: (mode) => this.entered(mode),
        promiseAll: () => this.promiseAll(),
        dropRelayed: () => this.dropRelayed(),
        offerAll: () => this.turns.add(this.submissions.outside(this.pool)),
        abandon: () => this.abandon(),
      },
      (error) => ports.fail(error),
    );
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

  acceptedAt(txId: string): number | undefined {
    const entry = this.submissions.get(txId);
    return entry?.life.keeping === 'promised' ? entry.acceptedAtMs : undefined;
  }

  /** Not decided, oldest first: what has to be offered to the validators until it is sealed. */
  outstanding(): readonly Submitted[] {
    return this.submissions.outstanding();
  }

  async submit(tx: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
    const known = this.known(tx.txId, options);
    if (known) return known;
    if (options.relayed && !options.durable && this.mode === 'storing') return this.refusal([NO_SEAT]);
    const { from } = options;
    const full = this.submissions.full(tx, from, this.limits) ?? this.entrance.closedTo({ tx, ...options }, this.mode);
    if (full) return this.refusal([full]);
    this.submissions.judge(from, 1);
    let signaturesOk: boolean;
    try {
      signaturesOk = await this.ports.verifier.verify(tx, from);
    } finally {
      // Also when the verifier fails: counted for ever, it would keep the register from being idle again.
      this.submissions.judge(from, -1);
    }
    if (this.closed) return { status: 'refused', issues: [UNAVAILABLE] };
    // Another request may have brought the same transaction while this one was verified.
    const twin = this.submissions.get(tx.txId);
    if (twin) return this.rejoin(twin, options);
    const verdict = this.judge(tx, signaturesOk, options.relayed);
    if (!verdict.ok && verdict.fault === 'reject') {
      const refusal = await this.words.refusal(tx, verdict, { ports: this.ports, signaturesOk });
      return again(this.ports.place(tx.txId) ?? this.submissions.rejected(tx, options, refusal));
    }
    return this.accept(tx, options, verdict);
  }

  /** The judgement of `submit` without accepting anything. */
  async check(tx: Transaction): Promise<readonly Issue[]> {
    const signaturesOk = await this.ports.verifier.verify(tx);
    return this.words.told(tx, this.judge(tx, signaturesOk));
  }

  /** Takes what the outbox promised before a restart. Its signatures were verified before it was written; its rival may be sealed since. */
  reload(txId: string, tx: Transaction, entry: OutboxEntry): void {
    // The next opening reads the outbox again.
    if (this.closed) return;
    const twin = this.submissions.get(txId);
    if (twin) twin.life = lifeAfter(twin.life, 'restore');
    // It was sent again and is sealed, or is about to be, by a batch that did not know of the row: nobody else would delete it.
    const isSealed = twin ? twin.life.ending === 'sealing' : this.ports.view().sealedAt(txId) !== undefined;
    if (isSealed) this.rows.forget(txId);
    else if (twin) this.submissions.promise(twin);
    if (twin || isSealed) return;
    const submitted = this.submissions.add(tx, entry, { atMs: entry.acceptedAt });
    if (this.mode === 'storing') this.rejudgeStored(txId);
    else this.offer(submitted);
    this.ports.work();
  }

  /** Follows the seat: see machine.ts for what changes with it. */
  setMode(mode: PoolMode): void {
    this.life.send({ type: mode });
  }

  /** Expiry, and another offer of what was promised and is in no pool. Called about once a minute by the node's one sweep. */
  sweep(nowMs: number): void {
    for (const entry of this.pool.sweep(nowMs)) this.swept(entry, nowMs);
    for (const ending of this.orphans.toEnd(nowMs)) this.giveUp(ending);
    // Where no seat runs, no docket judges what is pooled, and no pool sweeps what is stored for other validators.
    this.turns.add(this.mode === 'storing' ? this.submissions.txIds() : this.submissions.outside(this.pool));
    if (this.mode === 'storing') this.rows.sweep(nowMs);
    for (const txId of this.words.ripe()) this.rejudgeStored(txId);
    this.ports.work();
  }

  /** The register is opened again from disk. */
  fail(error: unknown): void {
    this.ports.fail(error);
  }

  /** The register is deleted: what was promised is not kept when this closes. */
  deleted(): void {
    this.isDeleted = true;
  }

  /** No more submissions; whoever waits is told what is true. */
  close(): void {
    this.life.send({ type: 'close' });
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
    return this.entrance.isShared;
  }

  all(): readonly Transaction[] {
    return [...this.submissions.values()].map((entry) => entry.tx);
  }

  refuse(txId: string, found: Issue, fault: 'reject' | 'retry'): void {
    const entry = this.submissions.get(txId);
    if (this.pool.evict(txId) && entry) this.entrance.left(entry);
    if (!entry || (fault === 'reject' && this.words.isFinal(entry.tx, found))) {
      this.rows.end(txId, found);
      return;
    }
    if (fault === 'retry') this.entrance.enter(entry, true);
    this.keep(txId);
  }

  keep(txId: string): void {
    const entry = this.submissions.get(txId);
    if (entry && entry.life.keeping !== 'elsewhere') this.rows.promise(entry);
  }

  sealOps(docket: Docket): readonly KvOp[] {
    const { outbox, stored } = this.ports;
    const ops: KvOp[] = stored ? this.submissions.countOps(docket, stored) : [];
    for (const { txId, header } of docket.transactions)
      if (this.submissions.hasRow(txId)) ops.push(outbox.del(header.registerId, txId));
    return ops;
  }

  sealing(docket: Docket): void {
    for (const tx of docket.transactions) {
      const entry = this.submissions.get(tx.txId);
      if (entry) entry.life = lifeAfter(entry.life, 'seal');
      const pooled = this.pool.get(tx.txId);
      if (pooled) this.entrance.left(pooled);
    }
    this.followers.push(...this.pool.sealed(docket.transactions.map((tx) => tx.txId)));
    if (this.mode === 'sealing') return;
    for (const txId of this.submissions.rivalsOf(docket)) {
      const pooled = this.pool.get(txId);
      if (pooled) this.followers.push(pooled);
      else this.rivals.push(txId);
    }
  }

  sealed(sealed: SealedDocket): void {
    const { docket } = sealed;
    this.entrance.sealed(this.submissions.waitIn(docket), docket.transactions.length);
    for (const [index, { txId }] of docket.transactions.entries())
      this.submissions.settle(txId, placeIn(docket, index));
    for (const entry of [...this.followers.splice(0), ...movedOn(docket, this.pool)]) this.rejudge(entry);
    for (const txId of [...this.rivals.splice(0), ...this.words.ripe()]) this.rejudgeStored(txId);
    if (this.mode !== 'storing') this.turns.add(this.submissions.crowdedFirst(docket.transactions.length));
  }

  // ---- One submission.

  private known(txId: string, options: SubmitOptions): Promise<SubmitOutcome> | SubmitOutcome | undefined {
    if (this.closed) return { status: 'refused', issues: [UNAVAILABLE] };
    const idle = parkedForTime(txId, this.pool, this.ports);
    if (idle) this.rejudge(idle);
    const entry = this.submissions.get(txId);
    if (entry) return this.rejoin(entry, options);
    // The read is spared for what was never verified here: the pipeline finds what is sealed, one verification later.
    return this.ports.verifier.seen(txId) ? again(this.ports.place(txId)) : undefined;
  }

  /** Somebody brings what is here already. Whoever wants it durable makes this node answer for it. */
  private rejoin(entry: Submitted, options: SubmitOptions): Promise<SubmitOutcome> {
    if (!options.relayed || options.durable) {
      const isNews = entry.life.keeping === 'elsewhere';
      entry.life = lifeAfter(entry.life, 'adopt');
      if (this.mode !== 'sealing' && (isNews || !isPatient(options))) this.rows.promise(entry);
    }
    return again(this.submissions.wait(entry, options.waitMs));
  }

  private judge(tx: Transaction, signaturesOk: boolean, relayed = false): Verdict {
    const { ports } = this;
    const nowMs = ports.clock.now();
    return validate(tx, { state: ports.state(), view: ports.view(), signaturesOk, nowMs, relayed });
  }

  private async accept(tx: Transaction, options: SubmitOptions, verdict: Verdict): Promise<SubmitOutcome> {
    const parent = verdict.ok ? undefined : tx.header.previousTransactionId;
    // A child whose parent waits in the pool follows it into the same docket; one whose parent is unknown is parked.
    const parked = parent !== undefined && !this.waits(parent);
    const relayed = options.relayed === true && !options.durable;
    const promised = !relayed && (this.mode !== 'sealing' || parked);
    if (promised && !this.ports.outbox.hasRoomFor(options.from)) return this.refusal([NODE_FULL]);
    if (this.mode !== 'storing') {
      const problem = this.entrance.enter({ tx, ...options }, parked);
      if (problem) return this.refusal([problem]);
    }
    const entry = this.submissions.add(tx, options, undefined);
    if (relayed) entry.life = lifeOf('elsewhere');
    if (!options.relayed) this.ports.metrics?.submitted();
    const outcome = this.submissions.wait(entry, options.waitMs);
    if (promised) this.rows.promiseFor(entry, options);
    if (!parked) this.ports.work();
    this.ports.accepted(tx, options.relayed === true);
    return outcome;
  }

  private waits(txId: string): boolean {
    return this.pool.get(txId) !== undefined && this.submissions.get(txId) !== undefined;
  }

  /** A submission that was not accepted: nothing is kept of it but a count. */
  private refusal(issues: readonly Issue[]): SubmitOutcome {
    this.ports.metrics?.refused(issues[0]!.code);
    return { status: 'refused', issues };
  }

  private entered(mode: PoolMode | 'closed'): void {
    this.turns.clear();
    if (mode === 'closed') this.closed = true;
    else this.mode = mode;
  }

  private promiseAll(): void {
    for (const entry of this.submissions.values()) {
      if (entry.life.keeping === 'elsewhere') this.submissions.answer(entry);
      else this.rows.promise(entry);
    }
  }

  /**
   * A rest of them would keep its place in the pool for days: no docket is judged with it, and its end is told
   * elsewhere.
   */
  private dropRelayed(): void {
    for (const { tx, life } of this.submissions.values())
      if (life.keeping === 'elsewhere' && isOpen(life)) this.forget(tx.txId, NO_SEAT);
  }

  private abandon(): void {
    this.rows.close();
    for (const entry of this.submissions.values()) if (this.pool.has(entry.tx.txId)) this.entrance.left(entry);
    this.submissions.abandon(this.isDeleted ? DELETED : UNAVAILABLE, !this.isDeleted);
  }

  private offerThese(txIds: readonly string[]): void {
    const isTaken = (entry: Submitted | undefined) => entry !== undefined && this.offer(entry);
    // A sealed time may have ended what waits for other validators, as a missed deadline does: none of them tells.
    if (this.mode === 'storing') for (const txId of txIds) this.rejudgeStored(txId);
    else if (txIds.filter((id) => !this.pool.has(id) && isTaken(this.unended(id))).length > 0) this.ports.work();
  }

  /** What is not about to end. */
  private unended(txId: string): Submitted | undefined {
    const entry = this.submissions.get(txId);
    return entry && isOpen(entry.life) ? entry : undefined;
  }

  /** Puts a promised submission into the pool again, but not what a docket of now cannot hold. True if the pool took it. */
  private offer(entry: Submitted): boolean {
    const { tx } = entry;
    const { verdict, found } = this.words.now(tx, { ports: this.ports, signaturesOk: true });
    if (found) this.rows.end(tx.txId, found);
    if (!verdict.ok && verdict.fault === 'reject') return false;
    const parent = verdict.ok ? undefined : tx.header.previousTransactionId;
    const isIn = this.entrance.enter(entry, parent !== undefined && !this.waits(parent)) === undefined;
    if (!isIn) this.submissions.crowded(tx.txId);
    return isIn;
  }

  private rejudge(parked: PoolEntry): void {
    const entry = this.submissions.get(parked.tx.txId);
    // It may have left meanwhile, expired or in a docket of its own: then its share of the budget is given back already.
    if (!this.pool.remove(parked.tx.txId)) return;
    this.entrance.left(parked);
    if (entry) this.offer(entry);
    this.ports.work();
  }

  /** Out of the pool for its age. What another node answers for is forgotten: it comes again if it is still wanted. */
  private swept(pooled: PoolEntry, nowMs: number): void {
    const { tx } = pooled;
    this.entrance.left(pooled);
    if (isExpired(tx, nowMs)) this.rows.end(tx.txId, EXPIRED);
    else if (this.submissions.get(tx.txId)?.life.keeping === 'elsewhere') this.forget(tx.txId, UNAVAILABLE);
  }

  /** Nothing is kept of what another node answers for. */
  private forget(txId: string, why: Issue): void {
    const entry = this.submissions.get(txId);
    if (this.pool.remove(txId) && entry) this.entrance.left(entry);
    this.submissions.settle(txId, { status: 'refused', issues: [why] });
  }

  private giveUp({ entry, found }: OrphanEnding): void {
    if (this.pool.evict(entry.tx.txId)) this.entrance.left(entry);
    this.rows.giveUp(entry, found);
  }

  /** A submission may have lost its place to another one, or its time: then nobody may offer it any more. */
  private rejudgeStored(txId: string): void {
    const entry = this.unended(txId);
    if (!entry) return;
    const verdict = validate(entry.tx, { state: this.ports.state(), view: this.ports.view(), signaturesOk: true });
    const found = this.words.end(entry.tx, verdict);
    if (!found) return;
    if (this.pool.evict(txId)) this.entrance.left(entry);
    this.rows.end(txId, found);
  }
}
