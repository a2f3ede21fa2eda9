// The validator seats of this node: what they do now, and the orders of an operator, which are durable before they are carried out and done when they
// are answered. It knows no rule of consensus.
import { type Issue, isIssue, issue } from '../core/base/issue.js';
import type { RegisterRecord, SeatOrder } from '../storage/registers.js';
import type { Ledger, ProcessOutcome, Seat } from './ledger.js';
import type { LedgerOptions, LedgerPorts } from './ledger-host.js';
import { type Records, UNKNOWN_REGISTER } from './ledger-records.js';
import { nextSealed } from './next-sealed.js';
import { seatIssue } from './register-replica/driver.js';
import { offlineIssue, type Registry } from './registry.js';

/** How long `process` waits for its docket. */
const PROCESS_MS = 30_000;

const ORDERS: Readonly<Record<'start' | 'stop' | 'pause' | 'resume', SeatOrder>> = {
  start: 'Running',
  stop: 'Stopped',
  pause: 'Paused',
  resume: 'Running',
};

export interface SeatPorts extends Pick<LedgerPorts, 'clock' | 'journal' | 'announcements'> {
  readonly records: Records;
  readonly registry: Registry;
}

export class Seats {
  private readonly ports: SeatPorts;
  private readonly acceptLoss: LedgerOptions['acceptLoss'];
  private fenced: string | undefined;

  constructor(ports: SeatPorts, options: Pick<LedgerOptions, 'fence' | 'acceptLoss'>) {
    this.ports = ports;
    this.fenced = options.fence;
    this.acceptLoss = options.acceptLoss;
  }

  /** Why every seat of this node is Fenced, while it is. */
  get fence(): string | undefined {
    return this.fenced;
  }

  of(record: RegisterRecord): Seat {
    const driver = this.ports.registry.peek(record.id)?.driver;
    const figures = driver?.figures;
    const cold = this.fenced !== undefined ? 'Fenced' : record.status === 'OFFLINE' ? 'Stopped' : record.seat;
    const now = driver?.seatNow ?? { state: cold, reason: this.fenced ?? record.statusReason, startedAtMs: undefined };
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

  async control(registerId: string, act: Parameters<Ledger['control']>[1]): Promise<Seat | Issue> {
    const { records, registry, journal } = this.ports;
    const record = records.get(registerId);
    if (!record) return UNKNOWN_REGISTER;
    if (act === 'accept-amnesia') return this.acceptAmnesia(record);
    if (record.status === 'OFFLINE') return offlineIssue(record);
    const { state } = this.of(record);
    if (state === 'Fenced' || state === 'Faulted') return seatIssue(state);
    if ((act === 'pause' || act === 'resume') && state === 'Stopped') return seatIssue(state);
    // The order is durable before it is carried out, so that a restart in between does not undo what was answered.
    const ordered = await records.change(registerId, (now) => ({ ...now, seat: ORDERS[act] }));
    if (!ordered) return UNKNOWN_REGISTER;
    const driver = await registry.driver(registerId);
    if (isIssue(driver)) return driver;
    await driver.order(act.toUpperCase() as 'START' | 'STOP' | 'PAUSE' | 'RESUME');
    // What relied on an immediate seal is promised now: the answer may say that it is on disk.
    await journal.drained();
    return this.of(records.get(registerId) ?? ordered);
  }

  async process(registerId: string): Promise<ProcessOutcome | Issue> {
    const driver = await this.ports.registry.driver(registerId);
    if (isIssue(driver)) return driver;
    const docket = driver.docketDriver;
    if (!docket || driver.seatNow.state !== 'Running') return seatIssue(driver.seatNow.state);
    const startedMs = this.ports.clock.now();
    const nothing = { transactionCount: 0, consensusAchieved: false, writtenToRegister: false, durationMs: 0 };
    if (!driver.pool.ready()) return nothing;
    const sealed = nextSealed(this.ports, { registerId, waitMs: PROCESS_MS });
    docket.work();
    docket.closeWindow();
    const done = await sealed;
    const durationMs = this.ports.clock.now() - startedMs;
    if (!done) return { ...nothing, durationMs, issue: issue('WAIT_TIMEOUT', '', 'No docket was sealed in time.') };
    return {
      transactionCount: done.transactions.length,
      docketNumber: done.height,
      consensusAchieved: true,
      writtenToRegister: true,
      durationMs,
    };
  }

  /** The loss was the node's, so accepting it frees every seat of the node. */
  private async acceptAmnesia(record: RegisterRecord): Promise<Seat> {
    if (this.fenced === undefined) return this.of(record);
    await this.acceptLoss();
    this.fenced = undefined;
    for (const hot of this.ports.registry.values()) await hot.driver?.order('ACCEPT_AMNESIA');
    return this.of(record);
  }
}
