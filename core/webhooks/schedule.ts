// When a delivery is tried again, and how long a target rests that fails. Pure: the dice are an argument in [0, 1).
import { WEBHOOK_FAILURES_MAX } from '../base/limits/node/hubs.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** From one attempt to the next: ten attempts in three days, as the Standard Webhooks specification recommends. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** A target that says when to come again is heard up to this. */
const RETRY_AFTER_MAX_MS = 24 * HOUR;
/** Each rest is up to a tenth longer, so that what failed together does not come together. */
const JITTER = 0.1;
/** No time that is set here is farther away: one that is was set by a clock that was ahead. */
const FAR_MS = 27 * HOUR;
const FIRST_REST_MS = 5 * SECOND;
const REST_MAX_MS = 30 * MINUTE;

/** Milliseconds after the attempt of that number, from 1; undefined where it was the last one. */
export function retryDelayMs(attempt: number, dice: number, retryAfterMs = 0): number | undefined {
  const delay = RETRY_DELAYS_MS[attempt - 1];
  if (delay === undefined) return undefined;
  return Math.round(Math.max(delay, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)) * (1 + JITTER * dice));
}

/** How long a target rests after so many failures in a row. Short outages of some requests are not a reason for one. */
export function restMs(failures: number, dice: number, retryAfterMs = 0): number {
  const asked = Math.min(retryAfterMs, RETRY_AFTER_MAX_MS);
  if (failures < WEBHOOK_FAILURES_MAX) return asked;
  const rest = Math.min(FIRST_REST_MS * 2 ** Math.min(failures - WEBHOOK_FAILURES_MAX, 20), REST_MAX_MS);
  return Math.round(Math.max(rest, asked) * (1 + JITTER * dice));
}

/** Whether the time is over, also where the time of day was set back since it was stored. */
export function isDue(atMs: number, nowMs: number): boolean {
  return atMs <= nowMs || atMs - nowMs > FAR_MS;
}
