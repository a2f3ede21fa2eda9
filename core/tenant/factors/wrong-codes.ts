// How many wrong one-time codes an account takes in a day from who showed its first factor, at however many addresses
// (docs/decisions/0140). Beyond that no code is judged, so that a guess tells nothing. Pure.
import { type Counted, limitSeconds, oneMore } from '../../base/time/counted.js';

/** Since the first of a day, in the row of the factors: a restart lifts nothing. */
export type WrongCodes = Counted;

/**
 * Three of a million codes are right at a time: 20 guesses hit with 0.006 percent. A person who mistypes has a backup
 * code, or waits.
 */
export const WRONG_CODES_MAX = 20;
export const WRONG_CODES_MS = 24 * 60 * 60_000;

/** Seconds until codes are judged again; 0 where they are. A clock that was set back lifts nothing. */
export function codeLimitSeconds(wrong: WrongCodes | undefined, nowMs: number): number {
  return limitSeconds(wrong, { max: WRONG_CODES_MAX, spanMs: WRONG_CODES_MS }, nowMs);
}

/** A failure more; the first after a day begins another day. */
export function withWrongCode(wrong: WrongCodes | undefined, nowMs: number): WrongCodes {
  return oneMore(wrong, nowMs, WRONG_CODES_MS);
}
