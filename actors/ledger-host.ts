// Fulfils the Ledger port: finds or opens the register a call is about and hands it over. Orders to seats and register records are durable before
// they take effect. It holds no rule of the ledger.
import { type Issue, isIssue } from '../core/base/issue.js';
import type { PoolLimits } from '../core/pool/pool.js';
import type { RegisterState, SealedDocket } from '../core/register/types.js';
import type { Transaction } from '../core/transaction/types.js';
import { quickCheck } from '../storage/check.js';
import type { Kv } from '../storage/kv.js';
import type { Outbox } from '../storage/outbox.js';
import { purgeRows } from '../storage/rebuild.js';
import type { RegisterRecord, Registers } from '../storage/registers.js';
import { Adoption } from './adoption.js';
import type { AnnouncementHub } from './announcements.js';
import type { DocketPorts, DocketRegister } from './docket/ports.js';
import type {
  Ledger,
  LedgerFigures,
  PoolFigures,
  ProcessOutcome,
  Receipt,
  RegisterChange,
  Seat,
  SubmitOutcome,
} from './ledger.js';
import { LedgerCounts, poolFigures } from './ledger-counts.js';
import { type Founding, foundRegister } from './ledger-genesis.js';
import { Receipts } from './ledger-receipts.js';
import { Records, UNKNOWN_REGISTER } from './ledger-records.js';
import { Seats } from './ledger-seats.js';
import { ReplicaDriver } from './register-replica/driver.js';
import { Registry } from './registry.js';

export interface LedgerPorts extends Omit<DocketPorts, 'pool' | 'fail' | 'announceSealed' | 'misbehaviour'> {
  readonly kv: Kv;
  readonly registers: Registers;
  readonly outbox: Outbox;
  readonly announcements: AnnouncementHub;
}

export interface LedgerOptions {
  /** Why this node may have lost votes; every seat opens Fenced until `accept-amnesia`. */
  readonly fence: string | undefined;
  /** Keeps the operator's acceptance of that loss. */
  acceptLoss(): Promise<void>;
  readonly timers: DocketRegister['timers'];
  readonly backlogBytesMax: number;
  readonly poolNodeBytesMax: number;
  /** Read when a register is opened, and at `applyLimits`. */
  poolLimits(): PoolLimits;
  docketTransactionsMax(): number;
}

export class LedgerHost implements Ledger {
  private readonly ports: LedgerPorts;
  private readonly options: LedgerOptions;
  private readonly registry: Registry;
  private readonly records: Records;
  private readonly receipts: Receipts;
  private readonly seatsHere: Seats;
  private readonly counts = new LedgerCounts();
  private readonly adoption: Adoption;
  private pooledBytes = 0;

  constructor(ports: LedgerPorts, options: LedgerOptions) {
    this.ports = ports;
    this.options = options;
    this.records = new Records(ports);
    this.registry = new Registry({
      clock: ports.clock,
      log: ports.log,
      metrics: ports.metrics,
      record: (id) => ports.registers.byId(id),
      quickCheck: async (record) => {
        await ports.journal.drained();
        return quickCheck(ports.kv, record.reg);
      },
      open: (record, fail) => this.open(record, fail),
      settled: () => ports.journal.drained(),
      reload: (id, driver) => this.receipts.reload(id, driver),
      offline: (id, reason) => this.goesOffline(id, reason),
    });
    this.receipts = new Receipts(ports, this.registry);
    this.seatsHere = new Seats({ ...ports, records: this.records, registry: this.registry }, options);
    this.adoption = new Adoption(ports);
    ports.announcements.listen((fact) => this.counts.note(fact));
  }

  /** Goes on with what was under way at the last stop: deletions, undecided votes, promised submissions. */
  async start(): Promise<void> {
    const { registers, chain, outbox } = this.ports;
    await outbox.load();
    for (const record of [...registers.all()]) if (record.purging) await this.purge(record);
    const undecided = (await chain.undecided()).flatMap((reg) => registers.byReg(reg)?.id ?? []);
    const promised = await this.receipts.promisedRegisters((id) => registers.byId(id) !== undefined, UNKNOWN_REGISTER);
    for (const id of new Set([...undecided, ...promised])) await this.registry.activate(id);
  }

  stop(): Promise<void> {
    return this.registry.stop();
  }

  /** The node's one sweep, about once a minute: expiry of pools, idle registers, old receipts. */
  async sweep(): Promise<void> {
    const now = this.ports.clock.now();
    for (const hot of this.registry.values()) hot.driver?.pool.sweep(now);
    this.registry.passivate(now);
    await this.receipts.sweep(now);
  }

  /** Gives the limits that hold now to the pools that are open. */
  applyLimits(): void {
    for (const hot of this.registry.values()) hot.driver?.pool.setLimits(this.options.poolLimits());
  }

  /** Why the seats of this node are Fenced, while they are. */
  get fence(): string | undefined {
    return this.seatsHere.fence;
  }

  // ---- Registers.

  registers(): readonly RegisterRecord[] {
    return this.records.all();
  }

  register(registerId: string): RegisterRecord | undefined {
    return this.records.get(registerId);
  }

  create(founding: Founding): ReturnType<Ledger['create']> {
    return foundRegister(this.ports, founding);
  }

  async update(registerId: string, change: RegisterChange): Promise<RegisterRecord | Issue> {
    const record = this.register(registerId);
    if (!record) return UNKNOWN_REGISTER;
    const { status, ...rest } = change;
    if (!(await this.records.change(registerId, (now) => ({ ...now, ...rest })))) return UNKNOWN_REGISTER;
    if (status === 'OFFLINE') {
      await this.records.offline(registerId);
      await this.registry.close(registerId);
    } else if (status === 'ONLINE' && record.status !== 'ONLINE') {
      await this.records.online(registerId);
      const opened = await this.registry.activate(registerId);
      if (isIssue(opened)) return opened;
    }
    return this.register(registerId) ?? UNKNOWN_REGISTER;
  }

  async remove(registerId: string): Promise<Issue | undefined> {
    const purging = await this.records.change(registerId, (now) => ({ ...now, purging: true }));
    if (!purging) return UNKNOWN_REGISTER;
    await this.registry.close(registerId);
    await this.purge(purging);
    this.ports.announcements.announce({ type: 'register-deleted', registerId, tenantId: purging.tenantId });
    return undefined;
  }

  // ---- Submissions.

  submit(tx: Transaction, options: Parameters<Ledger['submit']>[1]): Promise<SubmitOutcome> {
    this.counts.submitted++;
    const found = this.registry.driver(tx.header.registerId);
    const outcome =
      found instanceof ReplicaDriver
        ? found.pool.submit(tx, options)
        : Promise.resolve(found).then((driver) =>
            isIssue(driver) ? refused(driver) : driver.pool.submit(tx, options),
          );
    return outcome.then((result) => this.counts.outcome(result));
  }

  async check(tx: Transaction): Promise<readonly Issue[]> {
    const driver = await this.registry.driver(tx.header.registerId);
    return isIssue(driver) ? [driver] : driver.pool.check(tx);
  }

  receipt(registerId: string, txId: string): Receipt | undefined {
    const record = this.register(registerId);
    return record && this.receipts.of(record, txId);
  }

  pending(registerId: string, page: { readonly skip: number; readonly top: number }) {
    const waiting = this.registry.peek(registerId)?.driver?.pool.pending() ?? [];
    const items = waiting.slice(page.skip, page.skip + page.top).map((entry) => entry.tx);
    return { total: waiting.length, items };
  }

  pool(registerId: string): PoolFigures | Issue {
    if (!this.register(registerId)) return UNKNOWN_REGISTER;
    const figures = this.registry.peek(registerId)?.driver?.pool.pool.figures();
    return poolFigures(figures, this.options.poolLimits().transactionsMax);
  }

  // ---- Dockets.

  async adopt(registerId: string, sealed: SealedDocket): ReturnType<Ledger['adopt']> {
    const driver = await this.registry.driver(registerId);
    return isIssue(driver) ? [driver] : this.adoption.adopt(this.records.must(registerId), driver, sealed);
  }

  async checkDocket(registerId: string, sealed: SealedDocket): Promise<readonly Issue[]> {
    const driver = await this.registry.driver(registerId);
    if (isIssue(driver)) return [driver];
    const found = await this.adoption.judge(this.records.must(registerId), driver.state(), sealed);
    return found === 'already-sealed' || found === 'next' ? [] : found;
  }

  state(registerId: string): RegisterState | Issue {
    const record = this.register(registerId);
    if (!record) return UNKNOWN_REGISTER;
    return this.ports.chain.durableState(record.reg) ?? UNKNOWN_REGISTER;
  }

  // ---- Seats.

  seat(registerId: string): Seat | Issue {
    const record = this.register(registerId);
    return record ? this.seatsHere.of(record) : UNKNOWN_REGISTER;
  }

  seats(): readonly Seat[] {
    return this.registers().map((record) => this.seatsHere.of(record));
  }

  control(registerId: string, act: Parameters<Ledger['control']>[1]): Promise<Seat | Issue> {
    return this.seatsHere.control(registerId, act);
  }

  process(registerId: string): Promise<ProcessOutcome | Issue> {
    return this.seatsHere.process(registerId);
  }

  figures(registerId?: string): LedgerFigures {
    const hot = [...this.registry.values()].filter(
      (entry) => registerId === undefined || entry.registerId === registerId,
    );
    return this.counts.figures(hot, { restarts: this.registry.restarts, halted: this.registry.halted });
  }

  // ---- Inside.

  private open(record: RegisterRecord, fail: (error: unknown) => void): ReplicaDriver {
    const { ports, options } = this;
    return new ReplicaDriver(
      {
        record,
        fenced: this.seatsHere.fence,
        timers: options.timers,
        backlogBytesMax: options.backlogBytesMax,
        docketTransactionsMax: () => options.docketTransactionsMax(),
        poolLimits: options.poolLimits(),
        place: (txId) => this.receipts.place(record.reg, txId),
      },
      {
        ...ports,
        fail,
        budget: (bytes) => this.budget(bytes),
        announceSealed: (registerId, { docket }) =>
          ports.announcements.announce({
            type: 'docket-sealed',
            registerId,
            height: docket.header.height,
            hash: docket.hash,
            transactions: docket.transactions,
            timestampMs: docket.header.timestampMs,
          }),
        announceRefused: (registerId, txId, { code }) =>
          ports.announcements.announce({ type: 'transaction-refused', registerId, txId, code }),
      },
    );
  }

  private budget(bytes: number): boolean {
    if (bytes > 0 && this.pooledBytes + bytes > this.options.poolNodeBytesMax) return false;
    this.pooledBytes += bytes;
    return true;
  }

  private goesOffline(registerId: string, reason: string): void {
    this.records
      .offline(registerId, reason)
      .catch((error) => this.ports.log.error({ registerId, err: error }, 'A register could not be marked OFFLINE.'));
  }

  private async purge(record: RegisterRecord): Promise<void> {
    const { kv, journal, registers } = this.ports;
    // What the register promised last may still be on its way to the disk, where it is looked for.
    await journal.drained();
    await this.receipts.refuseAll(record.id, UNKNOWN_REGISTER);
    await purgeRows({ kv, journal, reg: record.reg });
    await registers.remove(journal, record.id);
  }
}

function refused(found: Issue): SubmitOutcome {
  return { status: 'refused', issues: [found] };
}
