// When the time of a docket is right. A docket without the word of a quorum is held against the clock of its
// judge, on both sides; one that a quorum prepared or decided never is. It reads no clock: `nowMs` is an argument.

import { type Issue, issue } from '../base/issue.js';
import { DOCKET_AHEAD_MAX_MS, DOCKET_BEHIND_MAX_MS } from '../base/limits/ledger/clocks.js';

/**
 * How much of the clock judges a docket. `fresh`: just built, so its time is now, within what an honest delay and an
 * honest clock explain. `again`: one member prepared it a while ago and a later round brings it back; time has gone by,
 * so it may be old, but it may not be of the future. `never`: a quorum stands behind it, and a quorum's word is not
 * taken back by one clock.
 */
export type TimeRule = 'fresh' | 'again' | 'never';

/** True if a judgement under `known` that found a docket good finds it good under `wanted` as well. */
export function coversTime(known: TimeRule, wanted: TimeRule): boolean {
  return known === wanted || wanted === 'never' || (known === 'fresh' && wanted === 'again');
}

/** Timestamp of the docket after one of `parentMs`: time never stands still on a register (docs/protocol.md 3). */
export function timestampAfter(parentMs: number, nowMs: number): number {
  return Math.max(parentMs + 1, nowMs);
}

/**
 * DOCKET_TIME_INVALID. A millisecond after the parent is never too far ahead: where the parent is of the future, as
 * after a wrong clock, nothing earlier exists. It is never too old then either, because the parent is not.
 */
export function timeProblem(
  timestampMs: number,
  parentMs: number,
  clock: { readonly rule?: TimeRule | undefined; readonly nowMs?: number | undefined },
): Issue | undefined {
  const { rule = 'never', nowMs } = clock;
  const wrong = (message: string) => issue('DOCKET_TIME_INVALID', '/header/timestampMs', message);
  if (timestampMs <= parentMs) return wrong('Time rises from docket to docket.');
  if (rule === 'never' || nowMs === undefined) return undefined;
  if (timestampMs > Math.max(parentMs + 1, nowMs + DOCKET_AHEAD_MAX_MS)) return wrong('The docket is from the future.');
  if (rule === 'fresh' && timestampMs < Math.max(parentMs + 1, nowMs - DOCKET_BEHIND_MAX_MS))
    return wrong('The docket is dated back: its time is long past here.');
  return undefined;
}
