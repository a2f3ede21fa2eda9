// How long heights of a register take now, as a seat sees it. Its timers leave a height that long and more, so that
// members with much to do are not taken for dead: a round that ends too soon is paid by all, who offer again what
// waits, send the docket again as a whole, and fall behind. Pure: every call is told the time.
import type { Arm } from './back-off.js';
import type { State } from './types.js';

/** A round lasts so many times what heights take: one that takes twice as long as usual is slow, and not dead. */
const ROOM = 3;
/**
 * The longest first round, in rounds of a register in no hurry: so much longer a proposer that is dead, or slow on
 * purpose, keeps the others waiting.
 */
const SLOW_MAX = 8;
/** The part by which a height counts that took less than usual; one that took more counts at once. */
const CALMING = 1 / 8;

interface Wait {
  readonly height: number;
  readonly round: number;
  /** A docket of an earlier round was in hand when this one began: that one was given up too soon. */
  readonly isCarried: boolean;
  readonly heightFromMs: number;
  readonly roundFromMs: number;
}

export class Tempo {
  private usualMs = 0;
  /** The round that this seat waits for; undefined while it waits for nothing. */
  private wait: Wait | undefined;

  /** The seat waits for the end of a round, or goes on waiting for it. */
  begins({ height, round }: Pick<Arm, 'height' | 'round'>, { record }: Pick<State, 'record'>, nowMs: number): void {
    const { wait } = this;
    const isSame = wait?.height === height;
    if (isSame && wait.round === round) return;
    const isCarried = round > 0 && record.prepared !== null;
    this.wait = { height, round, isCarried, heightFromMs: isSame ? wait.heightFromMs : nowMs, roundFromMs: nowMs };
  }

  /** It waits for nothing any more. */
  ends(): void {
    this.wait = undefined;
  }

  /** To be told after every step: the height may be decided. */
  onStepped({ record, tip }: Pick<State, 'record' | 'tip'>, nowMs: number): void {
    const { wait } = this;
    if (!wait || record.height <= wait.height) return;
    this.wait = undefined;
    const isSlow = wait.isCarried || tip.certificate.round < wait.round;
    const tookMs = nowMs - (isSlow ? wait.heightFromMs : wait.roundFromMs);
    this.usualMs = tookMs > this.usualMs ? tookMs : this.usualMs + (tookMs - this.usualMs) * CALMING;
  }

  /**
   * The least delay of a timer; `roundMs` is the first round of a register in no hurry. Messages are repeated
   * within the round.
   */
  leastMs({ timer }: Pick<Arm, 'timer'>, roundMs: number): number {
    // A height that took minutes, as without a quorum, is forgotten as soon as one that took seconds.
    this.usualMs = Math.min(this.usualMs, (SLOW_MAX * roundMs) / ROOM);
    return timer === 'round' ? ROOM * this.usualMs : (ROOM * this.usualMs) / 2;
  }
}
