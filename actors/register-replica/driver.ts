// One hot register on this node: its pool, its seat and the docket driver behind the seat, opened from disk and closed
// together. It wires them and answers for their state; the rules are theirs.
import { type Actor, createActor } from 'xstate';
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import type { PoolLimits } from '../../core/pool/pool.js';
import type { Hash, RegisterState, Roster, SealedDocket } from '../../core/register/types.js';
import type { Transaction } from '../../core/transaction/types.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Outbox } from '../../storage/chain/outbox.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Journal } from '../../storage/engine/journal.js';
import { DocketDriver } from '../docket/driver.js';
import type { Expiries } from '../docket/expiries.js';
import { type SeatActs, type SeatEvent, seatMachine } from '../docket/machine.js';
import type {
  ConsensusTransport,
  DocketEvidence,
  DocketFigures,
  DocketRegister,
  Misbehaviour,
} from '../docket/ports.js';
import type { SealedPlace, SeatState } from '../ledger/ledger.js';
import type { Clock, ConsensusKeys, Log, Random, RegisterMetrics, SignatureVerifier, StoredBytes } from '../ports.js';
import type { SupervisedDriver } from '../supervisor.js';
import { PoolDriver } from '../validator-pool/driver.js';
import type { PoolMode } from '../validator-pool/modes.js';
import { type Seating, seatingIn } from './consensus-keys.js';
import { DueTimers } from './due-timers.js';

/** The world of a replica: what its parts take, without what they give each other. */
export interface ReplicaPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly journal: Journal;
  readonly chain: ChainStore;
  readonly outbox: Outbox;
  readonly stored?: StoredBytes | undefined;
  readonly verifier: SignatureVerifier;
  readonly metrics: RegisterMetrics | null;
  readonly keys: ConsensusKeys;
  readonly transport: ConsensusTransport;
  readonly evidence: DocketEvidence;
  /** Members of a roster that this node reaches, itself included. Absent: every change of roster or policy is built. */
  readonly reachable?: ((roster: Roster) => number) | undefined;
  /** Of all registers of this node. Absent: no timer waits for others. */
  readonly expiries?: Expiries | undefined;
  /** False while the clock of this node is in doubt: then it builds nothing. Absent: it never is. */
  mayBuild?(): boolean;
  /** The time by which proposals of others are judged, where that is not simply now. */
  judgeNow?(): number;
  /**
   * Takes `bytes` of the budget that all pools of the node share (negative gives back); false when there is not enough.
   */
  budget(bytes: number, from: string | undefined): boolean;
  /** After the seat was stopped, where it has to be. */
  misbehaved(registerId: string, event: Misbehaviour): void;
  announceSealed(registerId: string, sealed: SealedDocket): void;
  announceRefused(registerId: string, txId: string, found: Issue): void;
  announceAbandoned(registerId: string, txId: string, found: Issue): void;
  /**
   * Once for each submission that was newly pooled or stored here. `relayed`: it came from another node, which answers
   * for it.
   */
  accepted(registerId: string, tx: Transaction, relayed: boolean): void;
  /** A peer is known to be ahead in the register. */
  isBehind(registerId: string): boolean;
  /** Most of its members are linked. */
  hearsMost(registerId: string): boolean;
  /** This node has no seat, and no validator takes anything from it. */
  isLeft(registerId: string): boolean;
  /** The rules in force from the next docket on; told when the one that was sealed is durable. */
  rulesAfter(registerId: string, rules: number): void;
  fail(error: unknown): void;
}

export interface ReplicaOptions {
  readonly record: RegisterRecord;
  /** Why a key of this node may not sign here; undefined when it may. */
  fence(validatorId: Hash): string | undefined;
  readonly timers: DocketRegister['timers'];
  readonly backlogBytesMax: number;
  docketTransactionsMax(): number;
  readonly poolLimits: PoolLimits;
  /** The newest rules that are known here, where it is not the program that says so. */
  readonly rulesLatest?: number | undefined;
  /** Where a transaction is durably sealed. */
  place(txId: string): SealedPlace | undefined;
}

export const NO_SEAT = 'this node has no seat in the roster';

/** Faults that put the ledger itself in doubt: nothing more is sealed until somebody looked. */
const DOWN: ReadonlySet<string | undefined> = new Set(['FORK', 'DIVERGED']);

export class ReplicaDriver implements SupervisedDriver {
  readonly pool: PoolDriver;
  private readonly dueTimers: DueTimers;
  private expected = 0;
  private readonly options: ReplicaOptions;
  private readonly ports: ReplicaPorts;
  private readonly seat: Actor<typeof seatMachine>;
  private docket: DocketDriver | undefined;
  private sealedState: RegisterState | undefined;
  private seatState: SeatState = 'Starting';
  private seatReason: string | undefined;
  private readonly seatListeners = new Set<() => void>();
  private closed = false;
  private reopening: Promise<void> = Promise.resolve();
  private earlier: DocketFigures = { proposed: 0, sealed: 0, rejected: 0, lastBuildAtMs: undefined };
  private startedAtMs: number | undefined;
  private newRoster = false;

  /** Throws when the register cannot be opened from what is on disk. */
  constructor(options: ReplicaOptions, ports: ReplicaPorts) {
    this.options = options;
    this.ports = ports;
    this.pool = this.openPool();
    this.dueTimers = this.openDueTimers();
    const acts: SeatActs = {
      open: (signing) => this.openDocket(signing),
      reopen: (signing) => this.reopen(() => this.openDocket(signing)),
      fault: (reason) => this.reopen(() => (DOWN.has(reason) ? undefined : this.openDocket(false))),
      pause: () => this.docket?.pause(true),
      resume: () => this.docket?.pause(false),
      fence: () => this.seating().fence,
      changed: (state, reason) => this.onSeat(state, reason),
    };
    this.seat = createActor(seatMachine, { input: { acts, order: options.record.seat } });
    let broken: unknown;
    let isOpen = false;
    // An error of opening must reach the supervisor as an error of this constructor, and a later one as a failure.
    this.seat.subscribe({
      error: (error) => {
        if (isOpen) ports.fail(error);
        else broken = error;
      },
    });
    this.seat.start();
    isOpen = true;
    if (broken !== undefined) throw broken;
    this.dueTimers.look();
  }

  /** The seat as an operator sees it: one that the roster does not name is Stopped, whatever was ordered. */
  get seatNow(): {
    readonly state: SeatState;
    readonly reason: string | undefined;
    readonly startedAtMs: number | undefined;
  } {
    const { signer, fence } = this.seating();
    const isOrdered = this.seatState === 'Running' || this.seatState === 'Paused' || this.seatState === 'Fenced';
    if (isOrdered && !signer && fence === undefined)
      return { state: 'Stopped', reason: NO_SEAT, startedAtMs: undefined };
    return { state: this.seatState, reason: this.seatReason, startedAtMs: this.startedAtMs };
  }

  get figures(): DocketFigures {
    const now = this.docket?.figures;
    if (!now) return this.earlier;
    return {
      proposed: this.earlier.proposed + now.proposed,
      sealed: this.earlier.sealed + now.sealed,
      rejected: this.earlier.rejected + now.rejected,
      lastBuildAtMs: now.lastBuildAtMs ?? this.earlier.lastBuildAtMs,
    };
  }

  /**
   * A submission is being made: the next docket may wait a moment for it. The function that it gives ends that, and is
   * called once.
   */
  expect(): () => void {
    this.expected++;
    return () => void this.expected--;
  }

  /** Nothing waits and nothing is under way: it may be closed without anybody noticing. */
  get idle(): boolean {
    if (this.dueTimers.isWaiting) return false;
    return this.pool.unsettled === 0 && (this.docket === undefined || this.docket.idle);
  }

  state(): RegisterState {
    const state = this.docket?.registerState ?? this.sealedState ?? this.ports.chain.loadState(this.options.record.reg);
    if (!state) throw new Error('a register has a sealed genesis');
    this.sealedState = state;
    return state;
  }

  /**
   * Stopped or abandoned: a newer driver may have sealed more than this one knows, so nothing may be judged on its
   * state.
   */
  get isClosed(): boolean {
    return this.closed;
  }

  /** Undefined while it is opened again, and for good when the ledger is in doubt. */
  get docketDriver(): DocketDriver | undefined {
    return this.docket;
  }

  /** Resolves when no change of the seat is under way. */
  get steady(): Promise<void> {
    return this.reopening;
  }

  /**
   * Sends an order to the seat and resolves when it has settled in a state that lasts, or is closed: the next opening
   * follows the order.
   */
  order(event: SeatEvent): Promise<SeatState> {
    this.seat.send(event);
    return new Promise((resolve) => {
      const settled = () => {
        const underWay = this.seatState === 'Stopping' || this.seatState === 'Starting';
        if (underWay && !this.closed) return;
        this.seatListeners.delete(settled);
        resolve(this.seatState);
      };
      this.seatListeners.add(settled);
      settled();
    });
  }

  /** The keys that may sign have changed: the seat follows. Resolves as `order`. */
  review(): Promise<SeatState> {
    const { signer, fence } = this.seating();
    if (fence !== undefined) return this.order({ type: 'FENCE', reason: fence });
    if (signer) return this.order({ type: 'UNFENCE' });
    return Promise.resolve(this.seatState);
  }

  async stop(): Promise<void> {
    await this.docket?.stop().catch(() => undefined);
    this.close();
  }

  discard(): void {
    this.docket?.discard();
    this.close();
  }

  private close(): void {
    this.dueTimers.close();
    this.pool.close();
    this.seat.stop();
    this.closed = true;
    for (const listener of [...this.seatListeners]) listener();
  }

  private openPool(): PoolDriver {
    const { record, poolLimits, place } = this.options;
    const { ports } = this;
    return new PoolDriver(
      { registerId: record.id, limits: poolLimits },
      {
        clock: ports.clock,
        log: ports.log,
        journal: ports.journal,
        ...{ outbox: ports.outbox, stored: ports.stored },
        verifier: ports.verifier,
        metrics: ports.metrics,
        budget: (bytes, from) => ports.budget(bytes, from),
        state: () => this.state(),
        view: () => ports.chain.view(record.reg),
        alone: () => this.state().roster.validators.length === 1 && this.seating().signer !== undefined,
        place,
        isBehind: () => ports.isBehind(record.id),
        isLeft: () => ports.isLeft(record.id),
        hearsMost: () => ports.hearsMost(record.id),
        work: () => this.docket?.work(),
        refused: (txId, found) => ports.announceRefused(record.id, txId, found),
        abandoned: (txId, found) => ports.announceAbandoned(record.id, txId, found),
        accepted: (tx, relayed) => ports.accepted(record.id, tx, relayed),
        fail: (error) => ports.fail(error),
      },
    );
  }

  private openDueTimers(): DueTimers {
    const { id: registerId, reg } = this.options.record;
    const { clock, log, chain } = this.ports;
    const state = () => this.state();
    const isSeated = () => this.seating().signer !== undefined;
    const submit = (tx: Transaction) => this.pool.intake.submit(tx, { priority: 'Normal', waitMs: 0 });
    const fail = (error: unknown) => this.ports.fail(error);
    return new DueTimers({ registerId, reg }, { clock, log, chain, state, isSeated, submit, fail });
  }

  private openDocket(signing: boolean): void {
    const { record, timers, backlogBytesMax, docketTransactionsMax, rulesLatest } = this.options;
    const { ports } = this;
    this.docket = new DocketDriver(
      {
        registerId: record.id,
        reg: record.reg,
        genesisHash: record.genesisHash,
        timers,
        backlogBytesMax,
        docketTransactionsMax,
        rulesLatest,
        signerIn: (roster) => (signing ? this.seating(roster).signer : undefined),
      },
      {
        ...ports,
        pool: this.pool,
        expects: () => this.expected > 0,
        rosterChanged: () => this.onRoster(),
        announceSealed: this.onSealed,
        misbehaviour: (event) => this.onMisbehaviour(event),
      },
    );
    this.startedAtMs = signing ? ports.clock.now() : undefined;
    // A driver that failed while its last docket was written told nobody of the rules after it, nor of its timers.
    ports.rulesAfter(record.id, this.state().rules);
    this.dueTimers.look();
  }

  /**
   * Closes the docket driver, waits until the disk has all of it, and opens it again as `open` does. Reading the record
   * earlier would bring back an older promise while the newer vote still goes out (docs/protocol.md 12). One after the
   * other, however often the seat changes.
   */
  private reopen(open: () => void): Promise<void> {
    this.reopening = this.reopening.then(async () => {
      const { docket } = this;
      try {
        await docket?.stop();
        await this.ports.journal.drained();
        if (this.closed) return;
        this.sealedState = docket?.registerState ?? this.sealedState;
        this.earlier = this.figures;
        this.docket = undefined;
        this.startedAtMs = undefined;
        open();
      } catch (error) {
        if (!this.closed) this.ports.fail(error);
      }
    });
    return this.reopening;
  }

  /** A lie of another is for the file; a split or doubtful ledger stops this seat as well. */
  private onMisbehaviour(event: Misbehaviour): void {
    if (event.name !== 'Evidence') this.seat.send({ type: 'FAULT', reason: event.name.toUpperCase() });
    this.ports.misbehaved(this.options.record.id, event);
  }

  private onSeat(state: SeatState, reason: string | undefined): void {
    this.seatState = state;
    this.seatReason = reason;
    this.pool.setMode(this.poolMode());
    if (state === 'Running') this.docket?.work();
    this.dueTimers.look();
    for (const listener of [...this.seatListeners]) listener();
  }

  /** At once, in memory: what relied on immediate seals must be promised before anything else is answered. */
  private onRoster(): void {
    this.newRoster = true;
    this.pool.setMode(this.poolMode());
  }

  private readonly onSealed = (sealed: SealedDocket, timed: boolean): void => {
    this.ports.announceSealed(this.options.record.id, sealed);
    this.ports.rulesAfter(this.options.record.id, this.state().rules);
    this.dueTimers.sealed(timed);
    if (!this.newRoster || this.closed) return;
    this.newRoster = false;
    // A rekey may have freed the seat, or given it to a key that may not sign; durable before the seat acts on it.
    void this.review();
  };

  private seating(roster = this.state().roster): Seating {
    return seatingIn(this.ports.keys, roster, (validatorId) => this.options.fence(validatorId));
  }

  private poolMode(): PoolMode {
    if (this.seatState !== 'Running') return 'storing';
    const { roster } = this.state();
    if (!this.seating(roster).signer) return 'storing';
    return roster.validators.length === 1 ? 'sealing' : 'gathering';
  }
}

/** Refusal of an act that the seat's state does not allow. */
export function seatIssue(state: SeatState): Issue {
  if (state === 'Fenced')
    return issue(
      'VALIDATOR_FENCED',
      '',
      'This seat may have lost votes. Rekey it, or accept the loss once every known replica has been synced.',
    );
  return issue('VALIDATOR_NOT_RUNNING', '', `The validator of this register is ${state} on this node.`);
}
