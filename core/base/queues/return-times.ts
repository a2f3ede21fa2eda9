// When those who are refused are to come again: each in a place of its own behind all who were told before, so that
// however many there are, few come in any second. Pure: every call is told the time.
import { TAKEN_FOR_REFUSED } from '../limits/node/overload.js';

/**
 * For so long the best second counts more than half: a crowd at the door must not make a node that is kept from its
 * work look slow.
 */
const BEST_HALVES_MS = 30_000;
/** Taken a second, where nothing was taken of late. */
const TAKEN_LEAST = 100;
/** Of a second that has only begun nothing can be told. */
const PART_MS_MIN = 100;

export class ReturnTimes {
  private readonly secondsMax: number;
  /** Time at which the last of those who were told comes. */
  private lastMs = Number.NEGATIVE_INFINITY;
  private secondFromMs: number;
  private taken = 0;
  /** The most that was taken in a second, fading. */
  private best = 0;

  constructor(secondsMax: number, nowMs: number) {
    this.secondsMax = secondsMax;
    this.secondFromMs = nowMs;
  }

  /** Somebody was not refused. */
  take(nowMs: number): void {
    this.roll(nowMs);
    this.taken++;
  }

  /**
   * The whole seconds after which who is refused now is to come: 1 where few wait, and never more than `secondsMax`.
   */
  refuse(nowMs: number): number {
    this.roll(nowMs);
    const passedMs = Math.max(PART_MS_MIN, nowMs - this.secondFromMs);
    const perSecond = Math.max(TAKEN_LEAST, this.best, (this.taken * 1000) / passedMs);
    const next = Math.max(nowMs, this.lastMs) + (1000 * TAKEN_FOR_REFUSED) / perSecond;
    this.lastMs = Math.min(next, nowMs + this.secondsMax * 1000);
    return Math.max(1, Math.ceil((this.lastMs - nowMs) / 1000));
  }

  private roll(nowMs: number): void {
    const passedMs = nowMs - this.secondFromMs;
    if (passedMs < 1000) return;
    this.best = Math.max((this.taken * 1000) / passedMs, this.best * 0.5 ** (passedMs / BEST_HALVES_MS));
    this.secondFromMs = nowMs;
    this.taken = 0;
  }
}
