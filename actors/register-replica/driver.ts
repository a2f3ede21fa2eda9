// One hot register on this node: its pool, its seat and the docket driver behind the seat, opened from disk and closed together. It wires them and
// answers for their state; the rules are theirs.
import { type Actor, createActor } from 'xstate';
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import type { PoolLimits } from '../../core/pool/pool.js';
import { seatOf } from '../../core/register/roster.js';
import type { RegisterState, SealedDocket } from '../../core/register/types.js';
import type { RegisterRecord, SeatOrder } from '../../storage/registers.js';
import { DocketDriver, type DocketFigures } from '../docket/driver.js';
import { seatMachine } from '../docket/machine.js';
import type { DocketPorts, DocketRegister } from '../docket/ports.js';
import type { SealedPlace, SeatState } from '../ledger.js';
import type { SupervisedDriver } from '../supervisor.js';
import { PoolDriver, type PoolPorts } from '../validator-pool/driver.js';

type Shared = 'clock' | 'log' | 'journal' | 'verifier' | 'metrics';

/** The world of a replica: what its parts take, without what they give each other. */
export interface ReplicaPorts
  extends Omit<DocketPorts, 'pool' | 'fail' | 'announceSealed' | 'misbehaviour'>,
    Omit<PoolPorts, 'state' | 'view' | 'place' | 'work' | 'refused' | 'fail' | Shared> {
  announceSealed(registerId: string, sealed: SealedDocket): void;
  announceRefused(registerId: string, txId: string, found: Issue): void;
  fail(error: unknown): void;
}

export interface ReplicaOptions {
  readonly record: RegisterRecord;
  /** This node may have lost votes: the seat opens Fenced. */
  readonly fenced: string | undefined;
  readonly timers: DocketRegister['timers'];
  readonly backlogBytesMax: number;
  docketTransactionsMax(): number;
  readonly poolLimits: PoolLimits;
  /** Where a transaction is durably sealed. */
  place(txId: string): SealedPlace | undefined;
}

const FENCE_REASON = 'vote memory may be lost';

export class ReplicaDriver implements SupervisedDriver {
  readonly pool: PoolDriver;
  private readonly options: ReplicaOptions;
  private readonly ports: ReplicaPorts;
  private readonly seat: Actor<ReturnType<typeof seatMachine>>;
  private docket: DocketDriver | undefined;
  private sealedState: RegisterState | undefined;
  private seatState: SeatState = 'Starting';
  private seatReason: string | undefined;
  private readonly seatListeners = new Set<() => void>();
  private closed = false;
  private earlier: DocketFigures = { proposed: 0, sealed: 0, rejected: 0, lastBuildAtMs: undefined };
  private startedAtMs: number | undefined;

  /** Throws when the register cannot be opened from what is on disk. */
  constructor(options: ReplicaOptions, ports: ReplicaPorts) {
    this.options = options;
    this.ports = ports;
    this.pool = this.openPool();
    const machine = seatMachine({
      open: () => this.openSeat(),
      pause: () => this.docket?.push({ type: 'pause' }),
      resume: () => this.docket?.push({ type: 'resume' }),
      close: () => this.closeSeat(),
      changed: (state, reason) => this.onSeat(state, reason),
    });
    const order: SeatOrder = options.record.seat;
    const fenced = options.fenced !== undefined;
    this.seat = createActor(machine, {
      input: fenced ? { state: 'Fenced', reason: options.fenced ?? FENCE_REASON, order } : { state: order },
    });
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
  }

  get seatNow(): {
    readonly state: SeatState;
    readonly reason: string | undefined;
    readonly startedAtMs: number | undefined;
  } {
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

  /** Nothing waits and nothing is under way: it may be closed without anybody noticing. */
  get idle(): boolean {
    return this.pool.unsettled === 0 && (this.docket === undefined || this.docket.idle);
  }

  state(): RegisterState {
    const state = this.docket?.registerState ?? this.sealedState ?? this.ports.chain.loadState(this.options.record.reg);
    if (!state) throw new Error('a register has a sealed genesis');
    this.sealedState = state;
    return state;
  }

  get docketDriver(): DocketDriver | undefined {
    return this.docket;
  }

  /** Sends an order to the seat and resolves when it has settled in a state that lasts, or is closed: the next opening follows the order. */
  order(type: 'START' | 'STOP' | 'PAUSE' | 'RESUME' | 'ACCEPT_AMNESIA'): Promise<SeatState> {
    this.seat.send({ type });
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

  async stop(): Promise<void> {
    await this.docket?.stop().catch(() => undefined);
    this.close();
  }

  discard(): void {
    this.docket?.discard();
    this.close();
  }

  private close(): void {
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
        outbox: ports.outbox,
        verifier: ports.verifier,
        metrics: ports.metrics,
        budget: (bytes) => ports.budget(bytes),
        state: () => this.state(),
        view: () => ports.chain.view(record.reg),
        place,
        work: () => this.docket?.work(),
        refused: (txId, found) => ports.announceRefused(record.id, txId, found),
        fail: (error) => ports.fail(error),
      },
    );
  }

  private openSeat(): void {
    const { record, timers, backlogBytesMax, docketTransactionsMax } = this.options;
    const { ports } = this;
    this.docket = new DocketDriver(
      {
        registerId: record.id,
        reg: record.reg,
        genesisHash: record.genesisHash,
        timers,
        backlogBytesMax,
        docketTransactionsMax,
      },
      {
        ...ports,
        pool: this.pool,
        announceSealed: (sealed) => ports.announceSealed(record.id, sealed),
        misbehaviour: (event) => this.seat.send({ type: 'FAULT', reason: event.name.toUpperCase() }),
      },
    );
    this.startedAtMs = ports.clock.now();
  }

  private async closeSeat(): Promise<void> {
    const { docket } = this;
    if (!docket) return;
    await docket.stop();
    this.sealedState = docket.registerState;
    this.earlier = this.figures;
    this.docket = undefined;
    this.startedAtMs = undefined;
  }

  private onSeat(state: SeatState, reason: string | undefined): void {
    this.seatState = state;
    this.seatReason = reason;
    this.pool.setMode(this.poolMode(state));
    if (state === 'Running') this.docket?.work();
    for (const listener of [...this.seatListeners]) listener();
  }

  private poolMode(state: SeatState): 'sealing' | 'gathering' | 'storing' {
    if (state !== 'Running') return 'storing';
    const { roster } = this.state();
    if (seatOf(roster, this.ports.signer.validatorId) < 0) return 'storing';
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
