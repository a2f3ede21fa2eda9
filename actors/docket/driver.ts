// Hosts the consensus reducer of one register and carries out its effects in their order: commit what is durable, then
// send, then set timers, then announce. A failed commit or a bug stops it; nothing of that drain is sent. It contains
// no rule of consensus.
import { absurd, assert } from '../../core/base/assert.js';
import type { Effect, Write } from '../../core/consensus/effect.js';
import { step } from '../../core/consensus/step.js';
import type { Env, ReceivedFrom, State } from '../../core/consensus/types.js';
import type { TimeRule } from '../../core/register/docket-time.js';
import type { DocketEffect } from '../../core/register/state.js';
import type { Docket, Hash, RegisterState, SealedDocket } from '../../core/register/types.js';
import { Assembly } from './assembly.js';
import { BuildWindow, type BuildWish, isOrder } from './build-window.js';
import { type ConsensusReport, consensusNow } from './candidate.js';
import { ChangeGate } from './change-gate.js';
import { type ClaimsVerifier, ConsensusInbox, type LocalInput, type ReceivedMessage } from './inbox.js';
import { firstEnvironment, isKnown, nextEnvironment, stateFromDisk } from './opening.js';
import { noted } from './outcomes.js';
import { Pace } from './pace.js';
import type { DocketFigures, DocketPorts, DocketRegister } from './ports.js';
import { Timers } from './timers.js';
import { Writes } from './writes.js';

/** Inputs that wait for a drain; beyond it the newest is dropped and counted (peers repeat what matters). */
const INPUTS_MAX = 10_000;

export class DocketDriver {
  private readonly register: DocketRegister;
  private readonly ports: DocketPorts;
  private readonly gate: ChangeGate;
  private readonly assembly: Assembly;
  private readonly queue: (LocalInput | ReceivedMessage)[] = [];
  private readonly timers: Timers;
  private readonly pace: Pace;
  private readonly inbox: ConsensusInbox;
  private state: State;
  private env: Env;
  private tip: RegisterState;
  private draining = false;
  private scheduled = false;
  private closed = false;
  private dead = false;
  private commits = 0;
  private lastCommit: Promise<void> = Promise.resolve();
  private readonly window: BuildWindow;
  private counts = { proposed: 0, sealed: 0, rejected: 0 };
  private lastBuildAtMs: number | undefined;

  /**
   * Reads record and head from disk. Throws InvariantError when they do not fit together: the supervisor keeps the
   * register down.
   */
  constructor(register: DocketRegister, ports: DocketPorts) {
    this.register = register;
    this.ports = ports;
    const tip = ports.chain.loadState(register.reg);
    assert(tip, 'a register has a sealed genesis');
    this.tip = tip;
    this.timers = new Timers(ports.clock);
    this.pace = new Pace({ ...ports, timers: this.timers, push: (input) => this.push(input), env: () => this.env });
    this.gate = new ChangeGate({
      ...ports,
      ...{ registerId: register.registerId, timers: this.timers },
      ...{ waiting: () => ports.pool.all(), freed: () => this.work() },
    });
    this.assembly = new Assembly(register, { ...ports, gate: this.gate });
    this.inbox = new ConsensusInbox({
      head: () => ({ tip: this.state.tip, env: this.env }),
      deliver: (heard) => this.push(heard),
      dropped: (reason) => ports.metrics?.dropped(reason),
    });
    this.window = new BuildWindow({
      ...ports,
      ...{ timers: this.timers, backlogBytesMax: register.backlogBytesMax },
      ...{ isAlone: () => this.isAlone, isWriting: () => this.commits > 0 },
      isFull: () => this.assembly.isFull(this.tip),
      isShared: () => ports.pool.isShared(),
      pause: (isPaused) => this.push({ type: isPaused ? 'pause' : 'resume' }),
      build: (wish) => this.build(wish),
      fail: (error) => this.fail(error),
    });
    this.env = firstEnvironment(register, tip);
    this.state = stateFromDisk(register, ports, tip);
    if (isKnown(register, tip)) this.push({ type: 'next' });
    else this.quiet();
  }

  /** Sealed state at the tip, the last seal included even while it is being written. */
  get registerState(): RegisterState {
    return this.tip;
  }

  /**
   * The height that is being decided, as far as this node knows; one that is decided and not on disk yet counts as
   * such.
   */
  get consensus(): ConsensusReport {
    const waitingFor = [...this.gate.held.values()];
    return { ...consensusNow(this.register, this.ports.chain, { state: this.state, env: this.env }), waitingFor };
  }

  get figures(): DocketFigures {
    return { ...this.counts, lastBuildAtMs: this.lastBuildAtMs };
  }

  /** True when nothing is under way and nothing waits: the register may be passivated. */
  get idle(): boolean {
    return this.commits === 0 && this.queue.length === 0 && this.timers.size === 0 && !this.state.work;
  }

  /**
   * Seals a docket that was judged against `registerState` in this turn, with the effect that the judgement found.
   * False when it was not sealed: the driver is closing, or a certificate for another docket of the height came first.
   */
  adopt({ docket, certificate }: SealedDocket, effect: DocketEffect): boolean {
    if (this.closed || this.draining || docket.header.height !== this.tip.height + 1) return false;
    this.assembly.remember(docket.hash, effect);
    this.queue.push({ type: 'adopt', docket, certificate });
    this.drain();
    return this.tip.hash === docket.hash;
  }

  /** Resolves when what was committed until now is durable and told, or the driver has failed. */
  get settled(): Promise<void> {
    return this.lastCommit;
  }

  /**
   * A message on the authenticated link of the validator `from`. The reducer gets it once `verify` held all its
   * signatures good.
   */
  receive(envelope: ReceivedFrom, verify: ClaimsVerifier): void {
    if (!this.closed && !this.ports.journal.isFull) this.inbox.receive(envelope, verify);
  }

  /**
   * The member can be reached again, and may have missed what this seat said last. False when nothing is waited for.
   */
  renew(to: Hash): boolean {
    const waits = this.pace.renew();
    if (waits) this.push({ type: 'resend', to });
    return waits;
  }

  push(input: LocalInput | ReceivedMessage): void {
    const refused = this.closed ? 'closed' : this.queue.length >= INPUTS_MAX && !isOrder(input) ? 'inputs' : undefined;
    if (refused) {
      this.ports.metrics?.dropped(refused);
      return;
    }
    this.queue.push(input);
    this.schedule();
  }

  /** Tells that the pool has something to seal, or has lost it. Cheap to call for every submission. */
  work(): void {
    if (!this.hasWork) {
      if (this.state.work && !this.isSoleVoter) this.push({ type: 'work', on: false });
    } else if (!this.state.work || (this.state.building === null && this.commits === 0)) {
      // Many submissions end in one turn of the event loop: the reducer hears of them once.
      const last = this.queue.at(-1);
      if (last?.type !== 'work' || !last.on) this.push({ type: 'work', on: true });
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
    await this.lastCommit;
  }

  /** Abandons everything at once, untold outcomes too; used after a failure. */
  discard(): void {
    this.quiet();
    this.dead = true;
  }

  private quiet(): void {
    this.closed = true;
    this.queue.length = 0;
    this.timers.clear();
    this.window.close();
  }

  private schedule(): void {
    if (this.scheduled || this.draining) return;
    this.scheduled = true;
    // Zero delay gathers what one turn of the event loop brings into one drain, and so into one docket.
    this.ports.clock.setTimer(() => {
      this.scheduled = false;
      this.drain();
    }, 0);
  }

  private drain(): void {
    if (this.draining || this.closed) return;
    this.draining = true;
    const writes = new Writes(this.ports, this.register.reg);
    const after: (() => void)[] = [];
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        const input = next.type === 'heard' ? this.inbox.open(next) : next;
        if (!input) continue;
        const { state, effects } = step(this.state, input, this.env);
        this.state = state;
        for (const effect of effects) this.carryOut(effect, writes, after);
        this.pace.stepped(state);
      }
      this.written(writes.commit());
    } catch (error) {
      this.draining = false;
      this.fail(error);
      return;
    }
    this.draining = false;
    this.finish(after);
  }

  /**
   * Called at each seal, because the next height is judged on top of it, and at the end of a drain; the journal makes
   * one synced write of them all the same.
   */
  private written(commit: Promise<void> | undefined): void {
    if (!commit) return;
    const earlier = this.lastCommit;
    this.commits++;
    this.lastCommit = commit.then(
      () => earlier.then(() => void this.commits--),
      (error) => this.fail(error),
    );
  }

  /**
   * What had to wait for the writes of the drain, in order; nothing may pass an earlier commit of this register either.
   */
  private finish(after: readonly (() => void)[]): void {
    if (this.commits === 0) {
      this.run(after);
      return;
    }
    this.lastCommit = this.lastCommit.then(() => {
      if (this.dead) return;
      this.run(after);
      this.window.gather();
    });
  }

  private run(actions: readonly (() => void)[]): void {
    try {
      for (const action of actions) action();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (this.dead) return;
    this.discard();
    this.ports.fail(error);
  }

  private carryOut(effect: Effect, writes: Writes, after: (() => void)[]): void {
    switch (effect.type) {
      case 'persist':
        for (const write of effect.writes) this.persist(write, writes, after);
        return;
      case 'send':
        after.push(() => this.ports.transport.send(effect.to, effect.message));
        return;
      case 'event':
        this.onEvent(effect.event, after);
        return;
      case 'arm':
        this.pace.arm(effect, this.state);
        return;
      case 'disarm':
        this.pace.disarm(effect.timer);
        return;
      case 'build':
        this.window.open(effect);
        return;
      case 'check':
        this.check(effect.docket, effect.time);
        return;
      case 'fetch':
        after.push(() => this.ports.transport.fetch(effect));
        return;
      case 'serve':
        after.push(() => this.ports.transport.serve(effect));
        return;
      case 'offer':
        after.push(() => this.ports.transport.offer(effect.to, this.ports.pool.all()));
        return;
      default:
        absurd(effect);
    }
  }

  private persist(write: Write, writes: Writes, after: (() => void)[]): void {
    if (write.kind !== 'seal') {
      writes.add(write);
      return;
    }
    const { sealed, justification } = write;
    const fold = this.assembly.fold(sealed.docket, this.tip);
    const { chain, pool, evidence } = this.ports;
    const seal = { reg: this.register.reg, sealed, ...fold, justification };
    const ops = chain.sealOps(seal);
    ops.push(...pool.sealOps(sealed.docket), ...evidence.sealOps(sealed.docket));
    this.written(writes.seal(ops, write.record));
    this.onSealed(sealed, fold.after, after);
  }

  /** The fold is complete in memory at once; the world hears of it when it is durable. */
  private onSealed(sealed: SealedDocket, next: RegisterState, after: (() => void)[]): void {
    const before = this.tip;
    this.env = nextEnvironment(this.register, { env: this.env, before, after: next });
    this.tip = next;
    this.counts.sealed++;
    this.gate.clear();
    this.ports.pool.sealing(sealed.docket);
    this.window.sealed(sealed.docket.header.txCount);
    // It goes ahead of what arrived meanwhile: those inputs are judged against the new height.
    this.queue.unshift({ type: 'next' });
    // The work of a member that does not build ends with the seal of what it waited for: else it would ask for rounds
    // without end.
    if (!this.isSoleVoter && !this.hasWork) this.queue.unshift({ type: 'work', on: false });
    if (before.roster !== next.roster) this.ports.rosterChanged();
    const started = this.ports.clock.steady();
    after.push(() => {
      this.ports.pool.sealed(sealed);
      const { txCount, bytes } = sealed.docket.header;
      this.ports.metrics?.sealed(txCount, bytes, (this.ports.clock.steady() - started) / 1000);
      this.ports.announceSealed(sealed);
    });
    if (!isKnown(this.register, next)) this.quiet();
  }

  private onEvent(event: Extract<Effect, { type: 'event' }>['event'], after: (() => void)[]): void {
    const told = noted(event, { counts: this.counts, log: this.ports.log, registerId: this.register.registerId });
    if (told) after.push(() => this.ports.misbehaviour(told));
  }

  private get isAlone(): boolean {
    return this.env.roster.validators.length === 1;
  }

  private get isSoleVoter(): boolean {
    return this.isAlone && this.env.self !== null;
  }

  /** A node that only observes has nothing to do with what waits in its pool. */
  private get hasWork(): boolean {
    return this.env.self !== null && this.ports.pool.ready(this.gate.held);
  }

  private build(effect: BuildWish): void {
    const begunMs = this.ports.clock.steady();
    const { self } = this.env;
    let docket: Docket | null | undefined = null;
    try {
      // A seat that the roster lost since it was asked builds nothing: the reducer drops the answer.
      if (self !== null) docket = this.assembly.build(this.tip, self);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (docket) this.lastBuildAtMs = this.ports.clock.now();
    this.queue.push({ type: 'built', height: effect.height, round: effect.round, docket: docket ?? null });
    if (docket === undefined) this.timers.arm('more', 0, () => this.work());
    else if (!docket) this.queue.push({ type: 'work', on: false });
    if (!this.draining) this.drain();
    // To tell it takes as long again.
    if (docket) this.assembly.worked(docket.transactions.length, 2 * (this.ports.clock.steady() - begunMs));
  }

  private check(docket: Docket, time: TimeRule): void {
    const checked = (code: string) => {
      if (this.tip.height + 1 !== docket.header.height) return;
      this.push({ type: 'checked', docketHash: docket.hash, time, ok: code === '', code });
    };
    this.assembly.check(docket, this.tip, time).then(checked, (error) => this.fail(error));
  }
}
