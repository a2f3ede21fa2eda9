// The consensus timers of one register as the reducer arms them, with jitter, in turns with those of the node's other
// registers. They are slower from round to round while nothing is heard, and where heights take long. It decides no
// delay: core/consensus/back-off.ts and tempo.ts do.
import type { Clock, Random } from '../../core/base/ports.js';
import {
  type Arm,
  countStall,
  isNews,
  leastStalls,
  patientMs,
  progressOf,
  type RoundProgress,
  renewStalls,
  stallsOfCompany,
  voteProgressOf,
} from '../../core/consensus/back-off.js';
import { hasNeed } from '../../core/consensus/state.js';
import { Tempo } from '../../core/consensus/tempo.js';
import type { Env, State } from '../../core/consensus/types.js';
import type { Roster } from '../../core/model/register.js';
import type { Expiries } from './expiries.js';
import type { LocalInput } from './inbox.js';
import type { Timers } from './timers.js';

export interface PacePorts {
  readonly timers: Timers;
  readonly random: Pick<Random, 'number'>;
  readonly clock: Pick<Clock, 'steady'>;
  push(input: LocalInput): void;
  env(): Pick<Env, 'roster' | 'rosterHash' | 'quorum' | 'timers'>;
  /** Shared by all registers of the node. Absent: what ran out never waits. */
  readonly expiries?: Expiries | undefined;
  /** Members of a roster that are linked, this node included. Absent: as if all were. */
  readonly reachable?: ((roster: Roster) => number) | undefined;
}

export class Pace {
  private readonly ports: PacePorts;
  private stalls = 0;
  /** Height and round of the last round timer. */
  private round = '';
  /** It ran out, and no other round was begun since. */
  private hasRunOut = false;
  /**
   * Rounds of this height in a row in which nothing was put to the vote, and this seat was only for the company of
   * others.
   */
  private inVain = 0;
  /** The dockets that were put to the vote before the last round began. */
  private proposed: RoundProgress = [];
  /** The knowledge when the last timer was armed, while something is waited for in vain. */
  private known: RoundProgress | undefined;
  /** The height at which a timer ran out last, until it is sealed. */
  private actedAt: number | undefined;
  private readonly running = new Map<Arm['timer'], Arm>();
  private readonly tempo = new Tempo();

  constructor(ports: PacePorts) {
    this.ports = ports;
  }

  arm(effect: Arm, state: State): void {
    if (effect.timer === 'round') {
      this.begins(effect, state);
      this.tempo.begins(effect, state, this.ports.clock.steady());
    }
    this.known = this.stalls > 0 ? this.newsIn(state) : undefined;
    this.start(effect);
  }

  disarm(timer: Arm['timer']): void {
    this.ports.timers.disarm(timer);
    this.running.delete(timer);
    if (timer === 'round') this.tempo.ends();
  }

  /** After every step: the first news ends the waiting. */
  onStepped(state: State): void {
    this.tempo.onStepped(state, this.ports.clock.steady());
    if (this.actedAt !== undefined && state.record.height > this.actedAt) {
      this.actedAt = undefined;
      this.ports.expiries?.onAnswered();
    }
    if (!this.known || !isNews(this.known, this.newsIn(state))) return;
    this.known = undefined;
    this.goOn(this.least);
  }

  /** A member can be reached again. False while no timer runs: then nothing is waited for. */
  renew(): boolean {
    this.goOn(renewStalls(this.stalls));
    return this.running.size > 0;
  }

  private get least(): number {
    const { reachable, env } = this.ports;
    const { roster, quorum } = env();
    return reachable ? leastStalls(reachable(roster), quorum.commit) : 0;
  }

  /** The first round of a height ends in its time even so: the linked peers hear once that this member is stuck. */
  private begins({ height, round }: Arm, state: State): void {
    const name = `${height}:${round}`;
    const isAgain = name === this.round;
    if (!isAgain) this.stalls = this.company(height, state);
    else if (this.hasRunOut) this.stalls = countStall(this.stalls);
    if (round > 0) this.stalls = Math.max(this.stalls, this.least);
    this.round = name;
    this.hasRunOut = false;
  }

  /** The stalls with which another round begins. */
  private company(height: number, state: State): number {
    const isNext = !this.round.startsWith(`${height}:`);
    const proposed = voteProgressOf(state);
    const isInVain = !isNext && !hasNeed(state) && !isNews(this.proposed, proposed);
    this.inVain = isInVain ? this.inVain + 1 : 0;
    this.proposed = proposed;
    return this.stallsInVain;
  }

  private get stallsInVain(): number {
    return stallsOfCompany(this.inVain, this.ports.env().roster.validators.length);
  }

  /**
   * The progress that ends the waiting when it changes. A seat that kept company in vain waits for something to vote
   * on, or for a need of its own.
   */
  private newsIn(state: State): RoundProgress {
    return this.stallsInVain > 0 && !hasNeed(state) ? voteProgressOf(state) : progressOf(state);
  }

  /** A timer that runs is not put off by it, only brought forward. */
  private goOn(stalls: number): void {
    if (stalls >= this.stalls) return;
    this.stalls = stalls;
    for (const effect of this.running.values()) this.start(effect);
  }

  private start(effect: Arm): void {
    const { timers, random, push, env, expiries } = this.ports;
    this.running.set(effect.timer, effect);
    const ranOut = () => {
      this.running.delete(effect.timer);
      this.actedAt = effect.height;
      if (effect.timer === 'round') {
        this.hasRunOut = true;
        push({ type: 'timer', height: effect.height, round: effect.round });
      } else push({ type: 'resend' });
    };
    const isFirst = effect.timer === 'round' && this.stalls === 0;
    const delayMs = Math.max(patientMs(effect, this.stalls), this.tempo.leastMs(effect, env().timers.roundMs));
    timers.arm(effect.timer, delayMs * (0.8 + 0.4 * random.number()), ranOut, (act) =>
      expiries?.wait({ roster: env().rosterHash, isFirst, act }),
    );
  }
}
