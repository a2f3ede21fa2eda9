// Fulfils the Ledger port: finds or opens the register a call is about and hands it over. Orders to seats and register records are durable before
// they take effect. It holds no rule of the ledger.
import { type Issue, isIssue, issue } from '../core/base/issue.js';
import { RECEIPT_KEEP_MS } from '../core/base/limits.js';
import type { PoolLimits } from '../core/pool/pool.js';
import type { RegisterState, SealedDocket } from '../core/register/types.js';
import { decodeTransaction } from '../core/transaction/encode.js';
import type { Transaction } from '../core/transaction/types.js';
import { quickCheck } from '../storage/check.js';
import type { Kv } from '../storage/kv.js';
import type { Outbox, OutboxEntry } from '../storage/outbox.js';
import { purgeRows } from '../storage/rebuild.js';
import type { RegisterRecord, Registers, SeatOrder } from '../storage/registers.js';
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
  SealedPlace,
  Seat,
  SubmitOutcome,
} from './ledger.js';
import { LedgerCounts } from './ledger-counts.js';
import { type Founding, foundRegister } from './ledger-genesis.js';
import { ReplicaDriver, seatIssue } from './register-replica/driver.js';
import { offlineIssue, Registry } from './registry.js';

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
  /** Read when a register is opened, so that a change of settings reaches those opened later. */
  poolLimits(): PoolLimits;
  docketTransactionsMax(): number;
}

/** How long `process` waits for its docket. */
const PROCESS_MS = 30_000;
const RECEIPTS_SWEPT = 1000;

const UNKNOWN = issue('REGISTER_NOT_FOUND', '', 'There is no such register on this node.');

export class LedgerHost implements Ledger {
  private readonly ports: LedgerPorts;
  private readonly options: LedgerOptions;
  private readonly registry: Registry;
  private readonly counts = new LedgerCounts();
  private readonly adoption: Adoption;
  private fence: string | undefined;
  private pooledBytes = 0;
  private receiptCursor: string | undefined;

  constructor(ports: LedgerPorts, options: LedgerOptions) {
    this.ports = ports;
    this.options = options;
    this.fence = options.fence;
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
      reload: (id, driver) => this.reload(id, driver),
      offline: (id, reason) => void this.setStatus(id, 'OFFLINE', reason),
    });
    this.adoption = new Adoption(ports);
    ports.announcements.listen((fact) => this.counts.note(fact));
  }

  /** Goes on with what was under way at the last stop: deletions, undecided votes, promised submissions. */
  async start(): Promise<void> {
    const { registers, chain, outbox } = this.ports;
    for (const record of [...registers.all()]) if (record.purging) await this.purge(record);
    const wanted = new Set((await chain.undecided()).flatMap((reg) => registers.byReg(reg)?.id ?? []));
    for await (const [txId, entry] of outbox.entries()) {
      if (registers.byId(entry.registerId)) wanted.add(entry.registerId);
      else await this.refusePromised(txId, entry, UNKNOWN);
    }
    for (const id of wanted) await this.registry.activate(id);
  }

  stop(): Promise<void> {
    return this.registry.stop();
  }

  /** The node's one sweep, about once a minute: expiry of pools, idle registers, old receipts. */
  async sweep(): Promise<void> {
    const now = this.ports.clock.now();
    for (const hot of this.registry.values()) hot.driver?.pool.sweep(now);
    this.registry.passivate(now);
    const { ops, next } = await this.ports.outbox.expiredOps(now - RECEIPT_KEEP_MS, RECEIPTS_SWEPT, this.receiptCursor);
    this.receiptCursor = next;
    if (ops.length > 0) await this.ports.journal.commit(ops);
  }

  // ---- Registers.

  registers(): readonly RegisterRecord[] {
    return [...this.ports.registers.all()].filter((record) => !record.purging);
  }

  register(registerId: string): RegisterRecord | undefined {
    const record = this.ports.registers.byId(registerId);
    return record?.purging ? undefined : record;
  }

  create(founding: Founding): ReturnType<Ledger['create']> {
    return foundRegister(this.ports, founding);
  }

  async update(registerId: string, change: RegisterChange): Promise<RegisterRecord | Issue> {
    const record = this.register(registerId);
    if (!record) return UNKNOWN;
    const { status, ...rest } = change;
    await this.save({ ...record, ...rest });
    if (status === 'OFFLINE') {
      await this.setStatus(registerId, 'OFFLINE', 'stopped by the operator');
      await this.registry.close(registerId);
    } else if (status === 'ONLINE' && record.status !== 'ONLINE') {
      await this.setStatus(registerId, 'ONLINE', undefined);
      const opened = await this.registry.activate(registerId);
      if (isIssue(opened)) return opened;
    }
    return this.register(registerId) ?? UNKNOWN;
  }

  async remove(registerId: string): Promise<Issue | undefined> {
    const record = this.register(registerId);
    if (!record) return UNKNOWN;
    const purging: RegisterRecord = { ...record, purging: true };
    await this.save(purging);
    await this.registry.close(registerId);
    await this.purge(purging);
    this.ports.announcements.announce({ type: 'register-deleted', registerId, tenantId: record.tenantId });
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
    const place = record && this.place(record.reg, txId);
    if (place) return place;
    const { outbox } = this.ports;
    const acceptedAtMs = this.registry.peek(registerId)?.driver?.pool.acceptedAt(txId);
    if (acceptedAtMs !== undefined) return { status: 'pending', acceptedAtMs };
    const entry = outbox.get(txId);
    if (entry?.registerId === registerId) return { status: 'pending', acceptedAtMs: entry.acceptedAt };
    const refusal = outbox.refusal(txId);
    if (refusal?.registerId !== registerId) return undefined;
    const { at, definitive, code, message, path } = refusal;
    return { status: 'refused', issue: issue(code as Issue['code'], path, message), refusedAtMs: at, definitive };
  }

  pending(registerId: string, page: { readonly skip: number; readonly top: number }) {
    const waiting = this.registry.peek(registerId)?.driver?.pool.pending() ?? [];
    const items = waiting.slice(page.skip, page.skip + page.top).map((entry) => entry.tx);
    return { total: waiting.length, items };
  }

  pool(registerId: string): PoolFigures | Issue {
    if (!this.register(registerId)) return UNKNOWN;
    const figures = this.registry.peek(registerId)?.driver?.pool.pool.figures();
    if (!figures) return { ...EMPTY_POOL, maxSize: this.options.poolLimits().transactionsMax };
    const { oldestTransactionMs, bytes: _bytes, orphans: _orphans, ...rest } = figures;
    return { ...rest, ...(oldestTransactionMs !== undefined && { oldestTransactionTimeMs: oldestTransactionMs }) };
  }

  // ---- Dockets.

  async adopt(registerId: string, sealed: SealedDocket): ReturnType<Ledger['adopt']> {
    const driver = await this.registry.driver(registerId);
    return isIssue(driver) ? [driver] : this.adoption.adopt(this.mustRecord(registerId), driver, sealed);
  }

  async checkDocket(registerId: string, sealed: SealedDocket): Promise<readonly Issue[]> {
    const driver = await this.registry.driver(registerId);
    if (isIssue(driver)) return [driver];
    const found = await this.adoption.judge(this.mustRecord(registerId), driver.state(), sealed);
    return found === 'already-sealed' || found === 'next' ? [] : found;
  }

  state(registerId: string): RegisterState | Issue {
    const record = this.register(registerId);
    if (!record) return UNKNOWN;
    return this.ports.chain.durableState(record.reg) ?? UNKNOWN;
  }

  // ---- Seats.

  seat(registerId: string): Seat | Issue {
    const record = this.register(registerId);
    return record ? this.seatOf(record) : UNKNOWN;
  }

  seats(): readonly Seat[] {
    return this.registers().map((record) => this.seatOf(record));
  }

  async control(registerId: string, act: Parameters<Ledger['control']>[1]): Promise<Seat | Issue> {
    const record = this.register(registerId);
    if (!record) return UNKNOWN;
    if (act === 'accept-amnesia') return this.acceptAmnesia(record);
    if (record.status === 'OFFLINE') return offlineIssue(record);
    const state = this.seatOf(record).state;
    if (state === 'Fenced' || state === 'Faulted') return seatIssue(state);
    if ((act === 'pause' || act === 'resume') && state === 'Stopped') return seatIssue(state);
    const order = ORDERS[act];
    // The order is durable before it is carried out, so that a restart in between does not undo what was answered.
    await this.save({ ...record, seat: order });
    const driver = await this.registry.driver(registerId);
    if (isIssue(driver)) return driver;
    await driver.order(act.toUpperCase() as 'START' | 'STOP' | 'PAUSE' | 'RESUME');
    return this.seatOf(this.mustRecord(registerId));
  }

  async process(registerId: string): Promise<ProcessOutcome | Issue> {
    const driver = await this.registry.driver(registerId);
    if (isIssue(driver)) return driver;
    const docket = driver.docketDriver;
    if (!docket || driver.seatNow.state !== 'Running') return seatIssue(driver.seatNow.state);
    const startedMs = this.ports.clock.now();
    const nothing = { transactionCount: 0, consensusAchieved: false, writtenToRegister: false, durationMs: 0 };
    if (!driver.pool.ready()) return nothing;
    const sealed = this.nextSealed(registerId, PROCESS_MS);
    docket.work();
    docket.closeWindow();
    const done = await sealed;
    const durationMs = this.ports.clock.now() - startedMs;
    if (!done) return { ...nothing, durationMs, issue: issue('WAIT_TIMEOUT', '', 'No docket was sealed in time.') };
    return {
      transactionCount: done.count,
      docketNumber: done.height,
      consensusAchieved: true,
      writtenToRegister: true,
      durationMs,
    };
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
        fenced: this.fence,
        timers: options.timers,
        backlogBytesMax: options.backlogBytesMax,
        docketTransactionsMax: () => options.docketTransactionsMax(),
        poolLimits: options.poolLimits(),
        place: (txId) => this.place(record.reg, txId),
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

  private async reload(registerId: string, driver: ReplicaDriver): Promise<void> {
    const promised: { txId: string; entry: OutboxEntry }[] = [];
    for await (const [txId, entry] of this.ports.outbox.entries())
      if (entry.registerId === registerId) promised.push({ txId, entry });
    promised.sort((a, b) => a.entry.acceptedAt - b.entry.acceptedAt);
    for (const { txId, entry } of promised) {
      const tx = decodeTransaction(entry.bytes);
      if (isIssue(tx)) await this.refusePromised(txId, entry, tx);
      else driver.pool.reload(txId, tx, entry);
    }
  }

  private async refusePromised(txId: string, entry: OutboxEntry, found: Issue): Promise<void> {
    const { code, message, path } = found;
    const at = this.ports.clock.now();
    const refusal = { registerId: entry.registerId, code, message, path, at, definitive: true };
    await this.ports.journal.commit(this.ports.outbox.refuse(txId, refusal));
  }

  private place(reg: number, txId: string): SealedPlace | undefined {
    const { chain } = this.ports;
    const at = chain.location(reg, txId);
    const docket = at && chain.docketAt(reg, at.height);
    if (!at || !docket) return undefined;
    return {
      status: 'sealed',
      height: at.height,
      index: at.index,
      docketHash: docket.hash,
      sealedAtMs: docket.timestampMs,
    };
  }

  private seatOf(record: RegisterRecord): Seat {
    const driver = this.registry.peek(record.id)?.driver;
    const figures = driver?.figures;
    const cold = this.fence !== undefined ? 'Fenced' : record.status === 'OFFLINE' ? 'Stopped' : record.seat;
    const now = driver?.seatNow ?? { state: cold, reason: this.fence ?? record.statusReason, startedAtMs: undefined };
    return {
      registerId: record.id,
      state: now.state,
      ...(now.reason !== undefined && { reason: now.reason }),
      transactionsInMemPool: driver?.pool.pool.size ?? 0,
      docketsProposed: figures?.proposed ?? 0,
      docketsConfirmed: figures?.sealed ?? 0,
      docketsRejected: figures?.rejected ?? 0,
      ...(now.startedAtMs !== undefined && { startedAtMs: now.startedAtMs }),
      ...(figures?.lastBuildAtMs !== undefined && { lastDocketBuildAtMs: figures.lastBuildAtMs }),
    };
  }

  /** The loss was the node's, so accepting it frees every seat of the node. */
  private async acceptAmnesia(record: RegisterRecord): Promise<Seat | Issue> {
    if (this.fence === undefined) return this.seatOf(record);
    await this.options.acceptLoss();
    this.fence = undefined;
    for (const hot of this.registry.values()) await hot.driver?.order('ACCEPT_AMNESIA');
    return this.seatOf(record);
  }

  private nextSealed(registerId: string, waitMs: number): Promise<{ height: number; count: number } | undefined> {
    return new Promise((resolve) => {
      const timer = this.ports.clock.setTimer(() => {
        stop();
        resolve(undefined);
      }, waitMs);
      const stop = this.ports.announcements.listen((fact) => {
        if (fact.type !== 'docket-sealed' || fact.registerId !== registerId) return;
        timer.cancel();
        stop();
        resolve({ height: fact.height, count: fact.transactions.length });
      });
    });
  }

  private async purge(record: RegisterRecord): Promise<void> {
    const { kv, journal, registers, outbox } = this.ports;
    for await (const [txId, entry] of outbox.entries())
      if (entry.registerId === record.id) await this.refusePromised(txId, entry, UNKNOWN);
    await purgeRows({ kv, journal, reg: record.reg });
    await registers.remove(journal, record.id);
  }

  private async setStatus(
    registerId: string,
    status: RegisterRecord['status'],
    reason: string | undefined,
  ): Promise<void> {
    const record = this.register(registerId);
    if (!record) return;
    const { statusReason: _before, ...rest } = record;
    await this.save({ ...rest, status, ...(reason !== undefined && { statusReason: reason }) });
    const told = { type: 'register-status', registerId, status } as const;
    this.ports.announcements.announce(reason === undefined ? told : { ...told, reason });
  }

  private save(record: RegisterRecord): Promise<void> {
    const updatedAt = new Date(this.ports.clock.now()).toISOString();
    return this.ports.registers.save(this.ports.journal, { ...record, updatedAt });
  }

  private mustRecord(registerId: string): RegisterRecord {
    const record = this.ports.registers.byId(registerId);
    if (!record) throw new Error('a register that is open has a record');
    return record;
  }
}

const ORDERS: Readonly<Record<'start' | 'stop' | 'pause' | 'resume', SeatOrder>> = {
  start: 'Running',
  stop: 'Stopped',
  pause: 'Paused',
  resume: 'Running',
};

const EMPTY_POOL = {
  totalTransactions: 0,
  highPriorityCount: 0,
  normalPriorityCount: 0,
  lowPriorityCount: 0,
  fillPercentage: 0,
  totalEvictions: 0,
  totalExpired: 0,
};

function refused(found: Issue): SubmitOutcome {
  return { status: 'refused', issues: [found] };
}
