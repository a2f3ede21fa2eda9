// A hot register on this node: its pool, its seat and the docket driver behind the seat, opened from disk and closed
// together. It wires them and answers for their state; the rules are theirs.
import type { Issue } from '../../core/base/issue.js';
import type { Hash, RegisterState, Roster, SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { PoolLimits } from '../../core/pool/pool.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Outbox } from '../../storage/chain/outbox.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Journal } from '../../storage/engine/journal.js';
import { DocketDriver } from '../docket/driver.js';
import type { Expiries } from '../docket/expiries.js';
import type {
  ConsensusTransport,
  DocketEvidence,
  DocketRegister,
  Misbehaviour,
  SeatState,
  Voted,
} from '../docket/ports.js';
import type { SealedPlace } from '../ledger-port.js';
import type { Clock, ConsensusKeys, Log, Random, RegisterMetrics, SignatureVerifier, StoredBytes } from '../ports.js';
import type { SupervisedDriver } from '../supervisor.js';
import { PoolDriver } from '../validator-pool/driver.js';
import type { PoolMode } from '../validator-pool/modes.js';
import { type Seating, seatingIn } from './consensus-keys.js';
import { DueTimers } from './due-timers.js';
import { OpenDocket } from './open-docket.js';
import { FORGOTTEN, ReplicaSeat } from './seat.js';

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
  onMisbehaved(registerId: string, event: Misbehaviour): void;
  /** The seat has signed what its store lacks. Its keys are fenced in memory when this returns. */
  onForgotten(registerId: string): void;
  announceSealed(registerId: string, sealed: SealedDocket): void;
  announceRefused(registerId: string, txId: string, issue: Issue): void;
  announceAbandoned(registerId: string, txId: string, issue: Issue): void;
  /**
   * Once for each submission that was newly pooled or stored here. `relayed`: it came from another node, which answers
   * for it.
   */
  onAccepted(registerId: string, tx: Transaction, relayed: boolean): void;
  /** A peer is known to be ahead in the register. */
  isBehind(registerId: string): boolean;
  /** Most of its members are linked. */
  hearsMost(registerId: string): boolean;
  /** This node has no seat, and no validator takes anything from it. */
  isLeft(registerId: string): boolean;
  /** As in the ports of the docket driver. */
  onVoted?(registerId: string, vote: Voted): void;
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

export class ReplicaDriver implements SupervisedDriver {
  readonly pool: PoolDriver;
  readonly docket: OpenDocket;
  readonly seat: ReplicaSeat;
  private readonly dueTimers: DueTimers;
  private readonly options: ReplicaOptions;
  private readonly ports: ReplicaPorts;
  private expected = 0;
  private closed = false;
  private newRoster = false;

  /** Throws when the register cannot be opened from what is on disk. */
  constructor(options: ReplicaOptions, ports: ReplicaPorts) {
    this.options = options;
    this.ports = ports;
    this.pool = this.openPool();
    this.dueTimers = this.openDueTimers();
    this.docket = new OpenDocket(options.record.reg, {
      ...ports,
      make: (signing) => this.docketDriver(signing),
      onOpened: () => this.onOpened(),
      fail: (error) => ports.fail(error),
    });
    this.seat = new ReplicaSeat(options.record.seat, {
      docket: this.docket,
      seating: () => this.seating(),
      onChanged: (state) => this.onSeat(state),
      fail: (error) => ports.fail(error),
    });
    this.seat.start();
    this.dueTimers.look();
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
    return this.pool.unsettled === 0 && this.docket.driver?.idle !== false;
  }

  state(): RegisterState {
    return this.docket.state();
  }

  /**
   * Stopped or abandoned: a newer driver may have sealed more than this one knows, so nothing may be judged on its
   * state.
   */
  get isClosed(): boolean {
    return this.closed;
  }

  async stop(): Promise<void> {
    await this.docket.driver?.stop().catch(() => undefined);
    this.close();
  }

  discard(): void {
    this.docket.driver?.discard();
    this.close();
  }

  private close(): void {
    this.dueTimers.close();
    this.pool.close();
    this.docket.close();
    this.closed = true;
    this.seat.close();
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
        work: () => this.docket.driver?.work(),
        onRefused: (txId, issue) => ports.announceRefused(record.id, txId, issue),
        onAbandoned: (txId, issue) => ports.announceAbandoned(record.id, txId, issue),
        onAccepted: (tx, relayed) => ports.onAccepted(record.id, tx, relayed),
        fail: (error) => ports.fail(error),
      },
    );
  }

  private openDueTimers(): DueTimers {
    const { id: registerId, reg } = this.options.record;
    const { clock, log, chain } = this.ports;
    const isSeated = () => this.seating().signer !== undefined;
    const submit = (tx: Transaction) => this.pool.intake.submit(tx, { priority: 'Normal', waitMs: 0 });
    const fail = (error: unknown) => this.ports.fail(error);
    return new DueTimers({ registerId, reg }, { clock, log, chain, isSeated, submit, fail });
  }

  private docketDriver(signing: boolean): DocketDriver {
    const { record, timers, backlogBytesMax, docketTransactionsMax, rulesLatest } = this.options;
    const { ports } = this;
    return new DocketDriver(
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
        onForgotten: () => this.onForgotten(),
      },
    );
  }

  private onOpened(): void {
    // A driver that failed while its last docket was written did not tell of the rules after it, nor of its timers.
    this.ports.rulesAfter(this.options.record.id, this.state().rules);
    this.dueTimers.look();
  }

  private onMisbehaviour(event: Misbehaviour): void {
    this.seat.onMisbehaviour(event);
    this.ports.onMisbehaved(this.options.record.id, event);
  }

  /** The seat is opened again in any case: its reducer has stopped, and may have no key in the roster any more. */
  private onForgotten(): void {
    this.ports.onForgotten(this.options.record.id);
    void this.seat.order({ type: 'FENCE', reason: FORGOTTEN });
  }

  private onSeat(state: SeatState): void {
    this.pool.setMode(this.poolMode());
    if (state === 'Running') this.docket.driver?.work();
    this.dueTimers.look();
  }

  /** At once, in memory: what relied on immediate seals must be promised before anything else is answered. */
  private onRoster(): void {
    this.newRoster = true;
    this.pool.setMode(this.poolMode());
  }

  private readonly onSealed = (sealed: SealedDocket, timed: boolean): void => {
    this.ports.announceSealed(this.options.record.id, sealed);
    this.ports.rulesAfter(this.options.record.id, this.state().rules);
    this.dueTimers.onSealed(timed);
    if (!this.newRoster || this.closed) return;
    this.newRoster = false;
    // A rekey may have freed the seat, or given it to a key that may not sign; durable before the seat acts on it.
    void this.seat.review();
  };

  private seating(roster = this.state().roster): Seating {
    return seatingIn(this.ports.keys, roster, (validatorId) => this.options.fence(validatorId));
  }

  private poolMode(): PoolMode {
    if (this.seat.state !== 'Running') return 'storing';
    const { roster } = this.state();
    if (!this.seating(roster).signer) return 'storing';
    return roster.validators.length === 1 ? 'sealing' : 'gathering';
  }
}
