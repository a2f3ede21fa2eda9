// Fulfils the Ledger port: finds or opens the register a call is about and hands it over. Orders to seats and register
// records are durable before they take effect. It holds no rule of the ledger.
import type { Issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Hash, RegisterState, SealedDocket } from '../../core/model/register.js';
import type { PoolFigures } from '../../core/pool/pool.js';
import { type RegisterRecord, tenantHere } from '../../storage/chain/registers.js';
import { purgeRows } from '../../storage/repair/rebuild.js';
import type { Ledger, LedgerFigures, Receipt, RegisterChange, Seat } from '../ledger-port.js';
import { type ForkStop, forkedIssue } from '../misbehaviour/fork-stop.js';
import { MisbehaviourTracker } from '../misbehaviour/tracker.js';
import { type RecordSync, RegisterRecords, UNKNOWN_REGISTER } from '../register-records.js';
import { type AdoptMode, DocketImport } from '../register-replica/docket-import.js';
import { withTimers } from '../register-replica/due-timers.js';
import type { RangeResult } from '../register-replica/range-import.js';
import { LedgerCounts, poolFigures } from './counts.js';
import { type FollowedGenesis, Genesis } from './genesis.js';
import { Damage } from './health/damage.js';
import { LedgerSubmissions } from './ledger-submissions.js';
import type { LedgerOptions, LedgerPorts } from './ports.js';
import { Receipts } from './receipts.js';
import { RegisterHandle, type RegisterHandleParts } from './register-handle.js';
import { Registry } from './registry.js';
import { ReplicaFactory } from './replica-factory.js';
import { LedgerReplication } from './replication.js';
import { Seats } from './seats.js';
import { TipTrust } from './tip-trust.js';

export class LedgerHost implements Ledger {
  private readonly ports: LedgerPorts;
  private readonly options: LedgerOptions;
  private readonly registry: Registry;
  private readonly records: RegisterRecords;
  private readonly receipts: Receipts;
  private readonly counts = new LedgerCounts();
  private readonly docketImport: DocketImport;
  private readonly replication: LedgerReplication;
  /** The parts that do the work for others too. */
  readonly genesis: Genesis;
  readonly seating: Seats;
  readonly watch: MisbehaviourTracker;
  readonly forks: ForkStop;
  readonly heads: TipTrust;
  private readonly opening: ReplicaFactory;
  private readonly submissions: LedgerSubmissions;
  private readonly handed: RegisterHandleParts;
  readonly damage: Damage;
  readonly reads: Ledger['reads'];
  readonly submit: Ledger['submit'];
  readonly expect: Ledger['expect'];
  readonly check: Ledger['check'];
  readonly atTip: Ledger['atTip'];
  readonly pending: Ledger['pending'];
  readonly registers: Ledger['registers'];
  readonly registersOf: Ledger['registersOf'];
  readonly register: Ledger['register'];
  /** As adoptRange, for dockets that lead to a tip that is believed. */
  readonly adoptConfirmed: LedgerReplication['adoptRange'];

  constructor(ports: LedgerPorts, options: LedgerOptions) {
    this.ports = ports;
    this.options = options;
    this.records = new RegisterRecords(ports, {
      isSole: (registerId) => {
        const roster = this.registry.peek(registerId)?.driver?.state().roster;
        return roster !== undefined && this.seating.isAlone(registerId, roster);
      },
      isHeld: (record) => this.heads.isHeld(record),
      mayLack: (record) => this.seating.mayLack(record),
    });
    this.registers = this.records.all;
    this.registersOf = this.records.countOf;
    this.register = this.records.get;
    this.registry = this.openRegistry();
    this.damage = new Damage({ ...ports, records: this.records, registry: this.registry }, options.scrub);
    this.receipts = new Receipts(ports, this.registry);
    const { registry, records, receipts, counts } = this;
    this.submissions = new LedgerSubmissions(ports, options, { registry, records, receipts, counts });
    const { submissions } = this;
    this.reads = submissions.reads;
    this.submit = submissions.submit;
    this.expect = submissions.expect;
    this.check = submissions.check;
    this.pending = submissions.pending;
    this.atTip = submissions.tips.atTip;
    this.seating = new Seats({ ...ports, records: this.records, registry: this.registry }, options);
    this.genesis = new Genesis(ports, (validatorId) => this.seating.keyFence(validatorId));
    this.docketImport = new DocketImport({
      ...ports,
      conflicting: (id, sealed) => this.watch.conflicting(id, sealed),
      onDamaged: (reg) => this.damage.suspect(reg),
      rulesLatest: options.rulesLatest,
    });
    const inside = { records, registry, docketImport: this.docketImport, backlogBytesMax: options.backlogBytesMax };
    this.replication = new LedgerReplication({ ...ports, ...inside });
    this.adoptConfirmed = this.replication.adoptRange;
    const { trustingPeriodMs, confirmsHeads = false } = options;
    this.heads = new TipTrust({ ...ports, records, trustingPeriodMs, confirmsHeads });
    this.watch = new MisbehaviourTracker({
      ...{ ...ports, records, trustingPeriodMs },
      close: (id) => this.registry.close(id),
      reopen: (id) => this.registry.reopen(id),
    });
    this.forks = this.watch.forks;
    const { seating: seats, watch } = this;
    const { tips, closed } = this.submissions;
    const { metrics } = ports;
    this.handed = { records, registry, closed, heads: this.heads, forks: watch.forks, metrics, cold: 0 };
    this.opening = new ReplicaFactory(ports, options, { seats, receipts, watch, tips, records, registry });
    ports.announcements.listen((fact) => this.counts.note(fact));
  }

  /** Goes on with what was under way at the last stop: deletions, undecided votes, promised submissions, timers. */
  async start(): Promise<void> {
    const { registers, chain, outbox } = this.ports;
    const promised = await outbox.load();
    await this.watch.load();
    for (const record of [...registers.all()]) if (record.purging) await this.purge(record);
    const undecided = (await chain.undecidedRegisters()).flatMap((reg) => registers.byReg(reg)?.id ?? []);
    for (const id of promised) if (!registers.byId(id)) await this.receipts.refuseAll(id, UNKNOWN_REGISTER);
    this.damage.start();
    await this.seating.start();
    // Only an opening ends CHECKING, and the process may have ended before it; or an older program did not know the
    // rules of the register.
    const unchecked = [...registers.all()].filter(({ status }) => status === 'CHECKING').map(({ id }) => id);
    const timed = await withTimers(registers.all(), chain);
    for (const id of new Set([...undecided, ...promised, ...unchecked, ...timed])) await this.registry.activate(id);
  }

  stop(): Promise<void> {
    this.submissions.closed.stop();
    return this.damage.stop().then(() => this.registry.stop());
  }

  /** The node's one sweep, about once a minute: expiry of pools, idle registers, old receipts. */
  async sweep(): Promise<void> {
    const now = this.ports.clock.now();
    this.registry.sweep(now);
    this.registry.passivate();
    await this.receipts.sweep(now);
  }

  /** Callers that wait for a seal are told that it is pending, and later ones too: the node is about to stop. */
  answerWaiting(): void {
    for (const hot of this.registry.values()) hot.driver?.pool.answerWaiting();
  }

  /** Gives the limits that hold now to the pools that are open. */
  applyLimits(): void {
    for (const hot of this.registry.values()) hot.driver?.pool.setLimits(this.options.poolLimits());
  }

  // ---- Registers.

  /** The handle to which peers bring frames of the register; undefined where there is none. */
  handle(registerId: string): RegisterHandle | undefined {
    return this.records.get(registerId) && new RegisterHandle(this.handed, registerId);
  }

  follow(given: FollowedGenesis): Promise<Result<RegisterRecord>> {
    // A node that follows by its seat in docket 0 attested it itself.
    const trust = given.subscribed === false ? {} : this.heads.unconfirmed;
    return this.genesis.follow({ ...given, ...trust });
  }

  async update(registerId: string, change: RegisterChange): Promise<Result<RegisterRecord>> {
    if (!this.register(registerId)) return fail(UNKNOWN_REGISTER);
    if (change.status !== undefined && this.watch.forks.isStopped(registerId)) return fail(forkedIssue());
    const ordered = await this.records.markOrdered(registerId, change);
    if (ordered === undefined) return fail(UNKNOWN_REGISTER);
    if (ordered === 'OFFLINE') {
      await this.registry.close(registerId);
    } else if (ordered === 'CHECKING') {
      // It may be open: somebody had it opened while OFFLINE was on its way to the disk. Only an opening ends CHECKING,
      // so it is opened anew.
      await this.registry.close(registerId);
      const opened = await this.registry.activate(registerId);
      if (isFailure(opened)) return opened;
    }
    return this.register(registerId) ?? fail(UNKNOWN_REGISTER);
  }

  async remove(registerId: string, trace?: string): Promise<Issue | undefined> {
    const record = this.register(registerId);
    if (!record) return UNKNOWN_REGISTER;
    // A seat of a split chain votes on nothing, and deletion is the way to the other branch.
    const kept = this.watch.forks.isStopped(registerId) ? undefined : this.replication.whyKept(record);
    if (kept) return kept;
    const purging = await this.records.change(registerId, (now) => ({ ...now, purging: true }));
    if (!purging) return UNKNOWN_REGISTER;
    this.records.forget(registerId);
    this.submissions.closed.forget(registerId);
    await this.damage.forget(registerId);
    this.registry.peek(registerId)?.driver?.pool.onDeleted();
    await this.registry.close(registerId);
    await this.purge(purging);
    this.ports.announcements.announce({ type: 'register-deleted', registerId, tenantId: tenantHere(purging), trace });
    return undefined;
  }

  // ---- Submissions.

  receipt(registerId: string, txId: string): Receipt | undefined {
    const record = this.register(registerId);
    return record && this.receipts.of(record, txId);
  }

  pool(registerId: string): Result<PoolFigures> {
    if (!this.register(registerId)) return fail(UNKNOWN_REGISTER);
    const figures = this.registry.peek(registerId)?.driver?.pool.figures();
    return poolFigures(figures, this.options.poolLimits().transactionsMax);
  }

  // ---- Dockets.

  async adopt(registerId: string, sealed: SealedDocket): ReturnType<Ledger['adopt']> {
    const held = this.heads.why(this.register(registerId));
    if (held) return fail(held);
    const driver = await this.registry.driver(registerId);
    return isFailure(driver) ? driver : this.docketImport.adopt(this.records.must(registerId), driver, sealed);
  }

  async checkDocket(registerId: string, sealed: SealedDocket): Promise<readonly Issue[]> {
    const driver = await this.registry.driver(registerId);
    if (isFailure(driver)) return [driver.issue];
    const value = await this.docketImport.judge(this.records.must(registerId), driver, sealed);
    return isFailure(value) ? value.issues : [];
  }

  // ---- Replication: see replication.ts.

  adoptRange(registerId: string, dockets: AsyncIterable<SealedDocket>, mode: AdoptMode): Promise<RangeResult> {
    const held = this.heads.why(this.register(registerId));
    return this.replication.adoptRange(registerId, held ? refusing(held) : dockets, mode);
  }

  setSubscribed(registerId: string, on: boolean): Promise<Issue | undefined> {
    if (this.watch.forks.isStopped(registerId)) return Promise.resolve(forkedIssue());
    return this.replication.setSubscribed(registerId, on);
  }

  setSync(registerId: string, report: RecordSync): void {
    this.records
      .setSync(registerId, report)
      .catch((err) => this.ports.log.error({ registerId, err }, 'A status was not kept.'));
  }

  // ---- Misbehaviour.

  async misbehaviour(registerId: string): ReturnType<Ledger['misbehaviour']> {
    const record = this.register(registerId);
    return record ? this.watch.of(record) : fail(UNKNOWN_REGISTER);
  }

  async acceptFork(registerId: string, docketHash: Hash): Promise<Result<RegisterRecord>> {
    const refused = await this.watch.forks.accept(registerId, docketHash);
    if (refused) return fail(refused);
    const opened = await this.registry.activate(registerId);
    return isFailure(opened) ? opened : this.records.must(registerId);
  }

  state(registerId: string): Result<RegisterState> {
    const record = this.register(registerId);
    if (!record) return fail(UNKNOWN_REGISTER);
    return this.ports.chain.durableState(record.reg) ?? fail(UNKNOWN_REGISTER);
  }

  consensus(registerId: string): ReturnType<Ledger['consensus']> {
    const record = this.register(registerId);
    return record ? this.seating.consensus(record) : fail(UNKNOWN_REGISTER);
  }

  // ---- Seats.

  seat(registerId: string): Result<Seat> {
    const record = this.register(registerId);
    return record ? this.seating.of(record) : fail(UNKNOWN_REGISTER);
  }

  seats(): readonly Seat[] {
    return this.registers().map((record) => this.seating.of(record));
  }

  figures(registerId?: string): LedgerFigures {
    const hot = [...this.registry.values()].filter(
      (entry) => registerId === undefined || entry.registerId === registerId,
    );
    return this.counts.figures(hot, { restarts: this.registry.restarts, halted: this.registry.halted });
  }

  // ---- Inside.

  private openRegistry(): Registry {
    const { ports } = this;
    return new Registry({
      clock: ports.clock,
      log: ports.log,
      metrics: ports.metrics,
      record: (id) => ports.registers.byId(id),
      isForked: (id) => this.watch.forks.isStopped(id),
      quickCheck: (record) => this.damage.quickCheck(record),
      onDamaged: (id, reason, pauseMs) => this.damage.onDamage(id, reason, pauseMs),
      refusal: (record) => this.opening.rules.refusal(record),
      open: (record, fail) => this.opening.open(record, fail),
      whenSettled: () => ports.journal.whenDrained(),
      reload: (id, driver) => {
        this.submissions.closed.forget(id);
        return this.receipts.reload(id, driver);
      },
      onOpened: (id) => this.records.markChecked(id),
      offline: (id, reason) => this.damage.offline(id, reason),
    });
  }

  private async purge(record: RegisterRecord): Promise<void> {
    const { kv, journal, registers } = this.ports;
    // The last promise of the register may still be on its way to the disk, where it is looked for.
    await journal.whenDrained();
    await this.receipts.refuseAll(record.id, UNKNOWN_REGISTER);
    await journal.commit(await this.replication.leaveOps(record));
    await purgeRows({ kv, journal, reg: record.reg });
    await journal.commit([...this.watch.forget(record.id)]);
    await registers.remove(journal, record.id);
  }
}

/** A range of which nothing is taken. */
async function* refusing({ message }: Issue): AsyncGenerator<SealedDocket> {
  yield* [];
  throw new Error(message);
}
