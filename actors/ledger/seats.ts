// The validator seats of this node: what they do now, and the orders of an operator, which are durable before they are
// carried out and done when they are answered. It knows no rule of consensus.
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Hash, Roster } from '../../core/model/register.js';
import { seatOf } from '../../core/register/roster.js';
import type { RegisterRecord, SeatOrder } from '../../storage/chain/registers.js';
import { type ConsensusReport, consensusAtRest } from '../docket/candidate.js';
import type { SeatEvent } from '../docket/machine.js';
import type { SeatState } from '../docket/ports.js';
import type { ProcessOutcome, Seat, SeatAct } from '../ledger-port.js';
import { isFaulty } from '../misbehaviour/fork-stop.js';
import { MAY_LACK, type RegisterRecords, UNKNOWN_REGISTER } from '../register-records.js';
import { seatingIn } from '../register-replica/consensus-keys.js';
import { withTimers } from '../register-replica/due-timers.js';
import { NO_SEAT, seatIssue } from '../register-replica/seat.js';
import { nextSealed } from './next-sealed.js';
import type { KeyFence, LedgerOptions, LedgerPorts } from './ports.js';
import { offlineIssue, type Registry } from './registry.js';

/** How long `process` waits for its docket. */
const PROCESS_MS = 30_000;
/** Where no seat was found to be Fenced, thousands of registers are not looked through again before. */
const FREE_MS = 5000;

const ORDERS: Readonly<Record<'start' | 'stop' | 'pause' | 'resume', SeatOrder>> = {
  start: 'Running',
  stop: 'Stopped',
  pause: 'Paused',
  resume: 'Running',
};

export interface SeatPorts extends Pick<LedgerPorts, 'clock' | 'journal' | 'announcements' | 'keys' | 'chain'> {
  readonly records: RegisterRecords;
  readonly registry: Registry;
}

interface ColdSeat extends Pick<Seat, 'state' | 'reason'> {
  readonly startedAtMs?: number;
  /** This node has a key in the roster. */
  readonly hasSeat: boolean;
}

export class Seats {
  private readonly ports: SeatPorts;
  private readonly acceptLoss: LedgerOptions['acceptLoss'];
  private readonly timers: LedgerOptions['timers'];
  private fenced: KeyFence | undefined;
  /** Fences of single registers on their way to the disk. */
  private readonly raised = new Map<string, KeyFence>();
  private freeUntilMs = 0;

  constructor(ports: SeatPorts, options: Pick<LedgerOptions, 'fence' | 'acceptLoss' | 'timers'>) {
    this.ports = ports;
    this.fenced = options.fence;
    this.acceptLoss = options.acceptLoss;
    this.timers = options.timers;
  }

  /**
   * Why a seat of this node signs nothing, where one is Fenced. A key that lost votes keeps none from signing once
   * governance gave its seats other keys.
   */
  get fence(): string | undefined {
    const nowMs = this.ports.clock.steady();
    if (nowMs < this.freeUntilMs) return undefined;
    for (const record of this.ports.records.all()) {
      if (!this.fenced && !record.fence && !this.raised.has(record.id)) continue;
      const { state, reason } = this.ports.registry.peek(record.id)?.driver?.seat.now ?? this.cold(record);
      if (state === 'Fenced') return reason ?? this.fenced?.reason;
    }
    this.freeUntilMs = nowMs + FREE_MS;
    return undefined;
  }

  /** Why a key of this node may not sign in any register. */
  keyFence(validatorId: Hash): string | undefined {
    return this.fenced?.validatorIds.includes(validatorId) ? this.fenced.reason : undefined;
  }

  /** Why a key of this node may not sign in the register; undefined when it may. */
  fenceOf(registerId: string, validatorId: Hash): string | undefined {
    const fences = [this.raised.get(registerId), this.ports.records.get(registerId)?.fence];
    const own = fences.find((fence) => fence?.validatorIds.includes(validatorId));
    return this.keyFence(validatorId) ?? own?.reason;
  }

  /** This node decides the register by itself, and may. */
  isAlone(registerId: string, { validators }: Pick<Roster, 'validators'>): boolean {
    const [only, other] = validators;
    if (!only || other || this.fenceOf(registerId, only.validatorId) !== undefined) return false;
    return this.ports.keys.all().some(({ validatorId }) => validatorId === only.validatorId);
  }

  /** Behind its fence the one seat of the register may have lost dockets too, and no other member could tell. */
  mayLack({ id, reg, fence }: RegisterRecord): boolean {
    // Where nothing is fenced no state is read: a start asks this of every register.
    if (!this.fenced && !fence && !this.raised.has(id)) return false;
    const [only, other] = this.ports.chain.durableState(reg)?.roster.validators ?? [];
    return only !== undefined && !other && this.fenceOf(id, only.validatorId) !== undefined;
  }

  /**
   * Registers that only this node could tell of are in RECOVERY until the operator takes them as they are: a miss there
   * is not final.
   */
  async start(): Promise<void> {
    const { records } = this.ports;
    for (const record of records.all())
      if (record.status !== 'RECOVERY' && this.mayLack(record)) await records.markHeld(record.id, MAY_LACK);
  }

  /**
   * Fences the key with which this node has its seat in the register: it may have votes out that are not on this disk.
   * Durable when it resolves.
   */
  async raise(registerId: string, reason: string): Promise<Result<Seat>> {
    const { records, registry, chain, keys } = this.ports;
    const known = records.get(registerId);
    const states = known ? [chain.durableState(known.reg), chain.loadState(known.reg)] : [];
    const mine = keys.all().flatMap(({ validatorId }) => {
      const isSeated = states.some((state) => state && seatOf(state.roster, validatorId) >= 0);
      return isSeated ? [validatorId] : [];
    });
    if (!known || states[0] === undefined) return fail(UNKNOWN_REGISTER);
    const raised = { reason, validatorIds: mine };
    // At once and in memory: a vote that is signed while the fence is written would be the second one. A register that
    // is being opened finds it too.
    this.raised.set(registerId, raised);
    this.freeUntilMs = 0;
    const silent = registry.peek(registerId)?.driver?.seat.review();
    const record = await records.change(registerId, (now) => {
      const validatorIds = [...new Set([...(now.fence?.validatorIds ?? []), ...mine])];
      return validatorIds.length === 0 ? now : { ...now, fence: { reason: now.fence?.reason ?? reason, validatorIds } };
    });
    if (this.raised.get(registerId) === raised) this.raised.delete(registerId);
    await silent;
    return record ? this.of(record) : fail(UNKNOWN_REGISTER);
  }

  of(record: RegisterRecord): Seat {
    const driver = this.ports.registry.peek(record.id)?.driver;
    const figures = driver?.docket.figures;
    const now = driver?.seat.now ?? this.cold(record);
    const roster = this.ports.chain.durableState(record.reg)?.roster;
    const validatorId = roster && this.ports.keys.signerIn(roster)?.validatorId;
    return {
      registerId: record.id,
      ...(validatorId !== undefined && { validatorId }),
      state: now.state,
      ...(now.reason !== undefined && { reason: now.reason }),
      transactionsInMemPool: driver?.pool.figures().totalTransactions ?? 0,
      docketsProposed: figures?.proposed ?? 0,
      docketsConfirmed: figures?.sealed ?? 0,
      docketsRejected: figures?.rejected ?? 0,
      ...(now.startedAtMs !== undefined && { startedAtMs: now.startedAtMs }),
      ...(figures?.lastBuildAtMs !== undefined && { lastDocketBuildAtMs: figures.lastBuildAtMs }),
    };
  }

  /** The state of the seat of this node in a register; undefined where it has none. */
  stateOf(record: RegisterRecord): SeatState | undefined {
    const now = this.ports.registry.peek(record.id)?.driver?.seat.now;
    if (now !== undefined) return now.reason === NO_SEAT ? undefined : now.state;
    const { state, hasSeat } = this.cold(record);
    return hasSeat ? state : undefined;
  }

  /** The height that is being decided; a register that is not open answers from its record and stays closed. */
  consensus(record: RegisterRecord): Result<ConsensusReport> {
    const { registry, chain } = this.ports;
    const docket = registry.peek(record.id)?.driver?.docket.driver;
    const { id: registerId, reg, genesisHash } = record;
    const { timers } = this;
    const signerIn = (roster: Roster) =>
      seatingIn(this.ports.keys, roster, (validatorId) => this.fenceOf(registerId, validatorId)).signer;
    const given = { registerId, reg, genesisHash, timers, signerIn };
    return docket?.consensus ?? consensusAtRest(given, chain) ?? fail(UNKNOWN_REGISTER);
  }

  async control(registerId: string, act: SeatAct): Promise<Result<Seat>> {
    const { records, registry, journal } = this.ports;
    const record = records.get(registerId);
    if (!record) return fail(UNKNOWN_REGISTER);
    if (act === 'accept-amnesia') return this.acceptAmnesia(record);
    if (record.status === 'OFFLINE') return fail(offlineIssue(record));
    const { state } = this.of(record);
    if (state === 'Fenced' || state === 'Faulted') return fail(seatIssue(state));
    if ((act === 'pause' || act === 'resume') && state === 'Stopped') return fail(seatIssue(state));
    // The order is durable before it is carried out, so that a restart in between does not undo what was answered.
    const ordered = await records.change(registerId, (now) => ({ ...now, seat: ORDERS[act] }));
    if (!ordered) return fail(UNKNOWN_REGISTER);
    const driver = await registry.driver(registerId);
    if (isFailure(driver)) return driver;
    await driver.seat.order({ type: act.toUpperCase() } as SeatEvent);
    // Submissions that relied on an immediate seal are promised now: the answer may say that they are on disk.
    await journal.whenDrained();
    return this.of(records.get(registerId) ?? ordered);
  }

  async process(registerId: string): Promise<Result<ProcessOutcome>> {
    const driver = await this.ports.registry.driver(registerId);
    if (isFailure(driver)) return driver;
    const docket = driver.docket.driver;
    if (!docket || driver.seat.now.state !== 'Running') return fail(seatIssue(driver.seat.now.state));
    const startedMs = this.ports.clock.steady();
    const nothing = { transactionCount: 0, consensusAchieved: false, writtenToRegister: false, durationMs: 0 };
    if (!driver.pool.ready()) return nothing;
    const sealed = nextSealed(this.ports, { registerId, waitMs: PROCESS_MS });
    docket.work();
    docket.closeWindow();
    const done = await sealed;
    const durationMs = this.ports.clock.steady() - startedMs;
    if (!done) return { ...nothing, durationMs, issue: issue('WAIT_TIMEOUT', '', 'No docket was sealed in time.') };
    return {
      transactionCount: done.transactions.length,
      docketNumber: done.height,
      consensusAchieved: true,
      writtenToRegister: true,
      durationMs,
    };
  }

  /** The state that the seat of a register that is not open would have. */
  private cold(record: RegisterRecord): ColdSeat {
    const roster = this.ports.chain.durableState(record.reg)?.roster;
    const { signer, fence } = roster
      ? seatingIn(this.ports.keys, roster, (validatorId) => this.fenceOf(record.id, validatorId))
      : { signer: undefined, fence: undefined };
    if (fence !== undefined) return { state: 'Fenced', reason: fence, hasSeat: true };
    const hasSeat = signer !== undefined;
    const reason = record.statusReason ?? (signer ? undefined : NO_SEAT);
    if (isFaulty(record)) return { state: 'Faulted', hasSeat, ...(reason !== undefined && { reason }) };
    const state = record.status === 'OFFLINE' || !signer ? 'Stopped' : record.seat;
    return { state, hasSeat, ...(reason !== undefined && { reason }) };
  }

  /**
   * A loss of the node was one of all registers, so accepting it frees every seat; one of this register alone frees
   * this seat.
   */
  private async acceptAmnesia(record: RegisterRecord): Promise<Seat> {
    const { records, registry, chain } = this.ports;
    if (this.fenced !== undefined) {
      await this.acceptLoss();
      this.fenced = undefined;
    }
    if (record.fence) await records.change(record.id, ({ fence: _accepted, ...rest }) => rest);
    for (const hot of registry.values()) await hot.driver?.seat.review();
    for (const { id, reg, status } of records.all()) {
      if (status !== 'RECOVERY') continue;
      const roster = chain.durableState(reg)?.roster;
      // No other node could tell what is missing: the dockets that are here are all of it now.
      if (roster && this.isAlone(id, roster)) await records.markAccepted(id);
    }
    // A register that had only timers to wait for was closed as idle while its seat could not fire them.
    for (const id of await withTimers(records.all(), chain)) await registry.activate(id);
    return this.of(records.get(record.id) ?? record);
  }
}
