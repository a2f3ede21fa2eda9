// Hosts the consensus reducer of one register and carries out its effects in their order: commit what is durable, then
// send, then set timers, then announce. A failed commit or a bug stops it; nothing of that drain is sent. It contains
// no rule of consensus.
import { assert } from '../../core/base/assert.js';
import type { DocketEffect } from '../../core/chain/state.js';
import { step } from '../../core/consensus/step.js';
import type { State } from '../../core/consensus/types.js';
import type { Docket, Hash, RegisterState, SealedDocket } from '../../core/model/register.js';
import type { TimeRule } from '../../core/register/docket-time.js';
import { Assembly } from './assembly.js';
import { BuildWindow, type BuildWish } from './build-window.js';
import { type ConsensusReport, consensusNow } from './candidate.js';
import { ChangeGate } from './change-gate.js';
import { Effects } from './effects.js';
import { ConsensusInbox } from './inbox.js';
import { InputQueue } from './input-queue.js';
import { isKnown, stateFromDisk } from './opening.js';
import { DocketOutcomes } from './outcomes.js';
import { Pace } from './pace.js';
import type { DocketFigures, DocketPorts, DocketRegister } from './ports.js';
import { SealBook } from './seal-book.js';
import { Timers } from './timers.js';

export class DocketDriver {
  readonly inputs: InputQueue;
  readonly inbox: ConsensusInbox;
  private readonly register: DocketRegister;
  private readonly ports: DocketPorts;
  private readonly gate: ChangeGate;
  private readonly assembly: Assembly;
  private readonly timers: Timers;
  private readonly pace: Pace;
  private readonly window: BuildWindow;
  private readonly outcomes: DocketOutcomes;
  private readonly seals: SealBook;
  private readonly effects: Effects;
  private state: State;
  private lastBuildAtMs: number | undefined;

  /**
   * Reads record and tip from disk. Throws InvariantError when they do not fit together: the supervisor keeps the
   * register down.
   */
  constructor(register: DocketRegister, ports: DocketPorts) {
    this.register = register;
    this.ports = ports;
    const tip = ports.chain.loadState(register.reg);
    assert(tip, 'a register has a sealed genesis');
    this.timers = new Timers(ports.clock);
    this.inputs = new InputQueue({ ...ports, drain: this.drain });
    const { timers } = this;
    const { push } = this.inputs;
    this.gate = new ChangeGate({
      ...ports,
      ...{ registerId: register.registerId, timers },
      ...{ waiting: () => ports.pool.all(), onFreed: () => this.work() },
    });
    this.assembly = new Assembly(register, { ...ports, gate: this.gate });
    const onMoved = (sealed: SealedDocket, before: RegisterState) => this.onMoved(sealed, before);
    this.outcomes = new DocketOutcomes(register.registerId, ports.log);
    const { assembly, outcomes } = this;
    this.seals = new SealBook(register, { ...ports, assembly, outcomes, onMoved }, tip);
    this.pace = new Pace({ ...ports, timers, push, env: () => this.seals.env });
    this.inbox = new ConsensusInbox({
      head: () => ({ tip: this.state.tip, env: this.seals.env }),
      isListening: () => !this.inputs.closed && !ports.journal.isFull,
      deliver: push,
      onDropped: (reason) => ports.metrics?.onDropped(reason),
    });
    this.window = this.openWindow();
    this.effects = new Effects(register.reg, {
      ...ports,
      ...{ seals: this.seals, outcomes, pace: this.pace, window: this.window },
      check: (docket, time) => this.check(docket, time),
      fail: (error) => this.fail(error),
    });
    this.state = stateFromDisk(register, ports, tip);
    if (isKnown(register, tip)) push({ type: 'next' });
    else this.quiet();
  }

  /** Sealed state at the tip, the last seal included even while it is being written. */
  get registerState(): RegisterState {
    return this.seals.tip;
  }

  /**
   * The height that is being decided, as far as this node knows; one that is decided and not on disk yet counts as
   * such.
   */
  get consensus(): ConsensusReport {
    const waitingFor = [...this.gate.held.values()];
    return { ...consensusNow(this.register, this.ports.chain, { state: this.state, env: this.seals.env }), waitingFor };
  }

  get figures(): DocketFigures {
    return { ...this.outcomes.counts, lastBuildAtMs: this.lastBuildAtMs };
  }

  /** True when nothing is under way and nothing waits: the register may be passivated. */
  get idle(): boolean {
    return !this.effects.isWriting && this.inputs.size === 0 && this.timers.size === 0 && !this.state.work;
  }

  /**
   * Seals a docket that was judged against `registerState` in this turn, with the effect that the judgement found.
   * False when it was not sealed: the driver is closing, or a certificate for another docket of the height came first.
   */
  adopt({ docket, certificate }: SealedDocket, effect: DocketEffect): boolean {
    if (this.inputs.isBusy || docket.header.height !== this.seals.tip.height + 1) return false;
    this.assembly.remember(docket.hash, effect);
    this.inputs.add({ type: 'adopt', docket, certificate });
    this.drain();
    return this.seals.tip.hash === docket.hash;
  }

  /** Resolves when what was committed until now is durable and told, or the driver has failed. */
  get settled(): Promise<void> {
    return this.effects.settled;
  }

  /**
   * The member can be reached again, and may have missed what this seat said last. False when nothing is waited for.
   */
  renew(to: Hash): boolean {
    const waits = this.pace.renew();
    if (waits) this.inputs.push({ type: 'resend', to });
    return waits;
  }

  /** Tells that the pool has something to seal, or has lost it. Cheap to call for every submission. */
  work(): void {
    if (!this.hasWork) {
      if (this.state.work && !this.isSoleVoter) this.inputs.push({ type: 'work', on: false });
    } else if (!this.state.work || (this.state.building === null && !this.effects.isWriting)) {
      // Many submissions end in one turn of the event loop: the reducer hears of them once.
      const { last } = this.inputs;
      if (last?.type !== 'work' || !last.on) this.inputs.push({ type: 'work', on: true });
    } else if (this.isAlone) this.window.gather();
  }

  closeWindow(): void {
    this.window.end();
  }

  /** By order of the operator: this seat builds no docket, and still votes. */
  pause(isPaused: boolean): void {
    this.window.order(isPaused);
  }

  /** Takes no more inputs and waits until what it committed is durable and told. */
  async stop(): Promise<void> {
    this.quiet();
    await this.effects.settled;
  }

  /** Abandons everything at once, untold outcomes too; used after a failure. */
  discard(): void {
    this.quiet();
    this.effects.discard();
  }

  private openWindow(): BuildWindow {
    const { ports } = this;
    return new BuildWindow({
      ...ports,
      ...{ timers: this.timers, backlogBytesMax: this.register.backlogBytesMax },
      ...{ isAlone: () => this.isAlone, isWriting: () => this.effects.isWriting },
      isFull: () => this.assembly.isFull(this.seals.tip),
      isShared: () => ports.pool.isShared(),
      pause: (isPaused) => this.inputs.push({ type: isPaused ? 'pause' : 'resume' }),
      build: this.build,
      fail: (error) => this.fail(error),
    });
  }

  private quiet(): void {
    this.inputs.close();
    this.timers.clear();
    this.window.close();
  }

  private readonly drain = (): void => {
    if (!this.inputs.begin()) return;
    try {
      for (let next = this.inputs.take(); next; next = this.inputs.take()) {
        const input = next.type === 'heard' ? this.inbox.open(next) : next;
        if (!input) continue;
        const { state, effects } = step(this.state, input, this.seals.env);
        this.state = state;
        for (const effect of effects) this.effects.carryOut(effect, state);
        this.pace.onStepped(state);
      }
      this.effects.commit();
    } catch (error) {
      this.inputs.end();
      this.fail(error);
      return;
    }
    this.inputs.end();
    this.effects.finish();
  };

  private fail(error: unknown): void {
    if (this.effects.isDiscarded) return;
    this.discard();
    this.ports.fail(error);
  }

  /** The fold is complete in memory at once; the world hears of it when it is durable. */
  private onMoved({ docket }: SealedDocket, before: RegisterState): void {
    const { tip } = this.seals;
    this.gate.clear();
    this.window.onSealed(docket.header.txCount);
    // It goes ahead of what arrived meanwhile: those inputs are judged against the new height.
    this.inputs.first({ type: 'next' });
    // The work of a member that does not build ends with the seal of what it waited for: else it would ask for rounds
    // without end.
    if (!this.isSoleVoter && !this.hasWork) this.inputs.first({ type: 'work', on: false });
    if (before.roster !== tip.roster) this.ports.rosterChanged();
    if (!isKnown(this.register, tip)) this.quiet();
  }

  private get isAlone(): boolean {
    return this.seals.env.roster.validators.length === 1;
  }

  private get isSoleVoter(): boolean {
    return this.isAlone && this.seals.env.self !== null;
  }

  /** A node that only observes has nothing to do with what waits in its pool. */
  private get hasWork(): boolean {
    return this.seals.env.self !== null && this.ports.pool.ready(this.gate.held);
  }

  private readonly build = (effect: BuildWish): void => {
    const begunMs = this.ports.clock.steady();
    const { self } = this.seals.env;
    let docket: Docket | null | undefined = null;
    try {
      // A seat that the roster lost since it was asked builds nothing: the reducer drops the answer.
      if (self !== null) docket = this.assembly.build(this.seals.tip, self);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (docket) this.lastBuildAtMs = this.ports.clock.now();
    this.inputs.add({ type: 'built', height: effect.height, round: effect.round, docket: docket ?? null });
    if (docket === undefined) this.timers.arm('more', 0, () => this.work());
    else if (!docket) this.inputs.add({ type: 'work', on: false });
    this.drain();
    // To tell it takes as long again.
    if (docket) this.assembly.onWorked(docket.transactions.length, 2 * (this.ports.clock.steady() - begunMs));
  };

  private check(docket: Docket, time: TimeRule): void {
    const check = (code: string) => {
      if (this.seals.tip.height + 1 !== docket.header.height) return;
      this.inputs.push({ type: 'checked', docketHash: docket.hash, time, ok: code === '', code });
    };
    this.assembly.check(docket, this.seals.tip, time).then(check, (error) => this.fail(error));
  }
}
