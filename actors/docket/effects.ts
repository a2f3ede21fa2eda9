// Carries out what the reducer of one register asks for, in this order: commit what is durable, then send, then
// announce. Nothing that had to wait for a write passes an earlier write of the register. After a failed one nothing
// more is sent or told. It judges nothing.
import { absurd } from '../../core/base/assert.js';
import type { ConsensusEvent, Effect, Write } from '../../core/consensus/effect.js';
import type { State } from '../../core/consensus/types.js';
import type { Docket } from '../../core/model/register.js';
import type { TimeRule } from '../../core/register/docket-time.js';
import type { BuildWindow } from './build-window.js';
import type { DocketOutcomes } from './outcomes.js';
import type { Pace } from './pace.js';
import type { DocketPorts } from './ports.js';
import type { SealBook } from './seal-book.js';
import { Writes } from './writes.js';

export interface EffectsPorts
  extends Pick<DocketPorts, 'journal' | 'chain' | 'transport' | 'misbehaviour' | 'onForgotten' | 'onVoted'> {
  readonly pool: Pick<DocketPorts['pool'], 'all'>;
  readonly seals: Pick<SealBook, 'seal'>;
  readonly outcomes: Pick<DocketOutcomes, 'note'>;
  readonly pace: Pick<Pace, 'arm' | 'disarm'>;
  readonly window: Pick<BuildWindow, 'open' | 'gather'>;
  check(docket: Docket, time: TimeRule): void;
  /** A write failed, or an effect threw. */
  fail(error: unknown): void;
}

export class Effects {
  private readonly ports: EffectsPorts;
  private readonly writes: Writes;
  /** Work that has to wait for the writes of the drain, in order. */
  private after: (() => void)[] = [];
  private commits = 0;
  private lastCommit: Promise<void> = Promise.resolve();
  private discarded = false;

  constructor(reg: number, ports: EffectsPorts) {
    this.ports = ports;
    this.writes = new Writes(ports, reg);
  }

  /** Seals or records of the register are on the way to the disk. */
  get isWriting(): boolean {
    return this.commits > 0;
  }

  /** Resolves when what was committed until now is durable and told, or the driver has failed. */
  get settled(): Promise<void> {
    return this.lastCommit;
  }

  get isDiscarded(): boolean {
    return this.discarded;
  }

  /** Nothing that waits for a write is sent or told any more. */
  discard(): void {
    this.discarded = true;
  }

  carryOut(effect: Effect, state: State): void {
    const { ports, after } = this;
    switch (effect.type) {
      case 'persist':
        for (const write of effect.writes) this.persist(write);
        return;
      case 'send':
        after.push(() => ports.transport.send(effect.to, effect.message));
        return;
      case 'event': {
        const facts = ports.outcomes.note(effect.event);
        if (facts) after.push(() => ports.misbehaviour(facts));
        this.onFollowed(effect.event);
        return;
      }
      case 'arm':
        ports.pace.arm(effect, state);
        return;
      case 'disarm':
        ports.pace.disarm(effect.timer);
        return;
      case 'build':
        ports.window.open(effect);
        return;
      case 'check':
        ports.check(effect.docket, effect.time);
        return;
      case 'fetch':
        after.push(() => ports.transport.fetch(effect));
        return;
      case 'serve':
        after.push(() => ports.transport.serve(effect));
        return;
      case 'offer':
        after.push(() => ports.transport.offer(effect.to, ports.pool.all()));
        return;
      default:
        absurd(effect);
    }
  }

  private onFollowed(event: ConsensusEvent): void {
    const { ports, after } = this;
    if (event.name === 'Forgotten') after.push(() => ports.onForgotten());
    if (event.name === 'Proposed') after.push(() => ports.onVoted?.(event.docket.header.registerId, event));
  }

  /** The end of a drain: what it wrote goes to the journal. Work that waits for that is done by `finish`. */
  commit(): void {
    this.onWritten(this.writes.commit());
  }

  /** Does what had to wait, in order, behind the writes of this drain and of those before it. */
  finish(): void {
    const { after } = this;
    this.after = [];
    if (this.commits === 0) {
      this.run(after);
      return;
    }
    this.lastCommit = this.lastCommit.then(() => {
      if (this.discarded) return;
      this.run(after);
      this.ports.window.gather();
    });
  }

  private persist(write: Write): void {
    if (write.kind !== 'seal') this.writes.add(write);
    else this.after.push(this.ports.seals.seal(write, (ops) => this.onWritten(this.writes.seal(ops, write.record))));
  }

  /**
   * Called at each seal, because the next height is judged on top of it, and at the end of a drain; the journal makes
   * one synced write of them all the same.
   */
  private onWritten(commit: Promise<void> | undefined): void {
    if (!commit) return;
    const earlier = this.lastCommit;
    this.commits++;
    this.lastCommit = commit.then(
      () => earlier.then(() => void this.commits--),
      (error) => this.ports.fail(error),
    );
  }

  private run(actions: readonly (() => void)[]): void {
    try {
      for (const action of actions) action();
    } catch (error) {
      this.ports.fail(error);
    }
  }
}
