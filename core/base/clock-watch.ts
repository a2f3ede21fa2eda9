// Whether the wall clock of a node can be believed: it is held against a clock that nobody sets. Pure; the caller reads both. It never says what time it is
// for the ledger, only what time it would be had the wall clock not jumped.
import { CLOCK_JUMP_MAX_MS, CLOCK_OFF_MAX_MS } from './clock-limits.js';

/** The clocks of a machine at one moment. */
export interface Reading {
  readonly wallMs: number;
  /** Since any origin; nobody can set it. It may stand still while the machine sleeps. */
  readonly steadyMs: number;
  /** Since the machine started, its sleep included; undefined where the platform does not tell. */
  readonly bootMs?: number | undefined;
  /** Which start of the machine that is; without it `bootMs` of another process proves nothing. */
  readonly bootId?: string | undefined;
}

/** The latest moment at which a node is known to have run with a clock that it believed. */
export type LastRun = Pick<Reading, 'wallMs' | 'bootMs' | 'bootId'>;

export interface Doubt {
  /** `jump`: the wall clock moved alone. `absence`: it says that the node was away for longer than is plausible. */
  readonly kind: 'jump' | 'absence';
  /** How far the clock is from where it should be; negative behind. */
  readonly byMs: number;
}

export interface WatchState {
  /** The last moment at which the clock was believed. */
  readonly anchor: Reading;
  readonly doubt: Doubt | undefined;
}

/**
 * What a node knows at its start. If the machine did not start again since the last run, the time since its start says how long ago that was: a wall clock that
 * says otherwise was set in between. If it did, only an absence that is not plausible is a doubt.
 */
export function watchFrom(reading: Reading, last: LastRun | undefined): WatchState {
  if (!last) return confirmed(reading);
  const passedMs = sinceLast(reading, last);
  if (passedMs !== undefined) return look(confirmed({ ...reading, wallMs: last.wallMs + passedMs }), reading);
  const byMs = reading.wallMs - last.wallMs;
  return { anchor: reading, doubt: byMs > CLOCK_OFF_MAX_MS ? { kind: 'absence', byMs } : undefined };
}

/** How long ago the last run was, by a clock that nobody sets. */
function sinceLast(reading: Reading, last: LastRun): number | undefined {
  if (last.bootId === undefined || reading.bootId !== last.bootId) return undefined;
  if (last.bootMs === undefined || reading.bootMs === undefined) return undefined;
  const passedMs = reading.bootMs - last.bootMs;
  return passedMs < 0 ? undefined : passedMs;
}

/**
 * Looks at the clocks again. A doubt begins when the wall clock moved by more than CLOCK_JUMP_MAX_MS against the steady one, unless the machine slept for that
 * time. It ends when both agree with the last moment that was believed, or when the peers confirm the time (`peers`, true) or somebody does (`confirmed`).
 */
export function look(state: WatchState, reading: Reading, peersAgree = false): WatchState {
  if (state.doubt && peersAgree) return confirmed(reading);
  if (state.doubt?.kind === 'absence') return state;
  const byMs = offBy(state.anchor, reading);
  if (Math.abs(byMs) <= CLOCK_JUMP_MAX_MS) return confirmed(reading);
  return state.doubt?.byMs === byMs ? state : { anchor: state.anchor, doubt: { kind: 'jump', byMs } };
}

/** The time is right, by the word of somebody who knows. */
export function confirmed(reading: Reading): WatchState {
  return { anchor: reading, doubt: undefined };
}

/** What the wall clock would say had it gone on from the last moment that was believed; while nothing is in doubt, what it says. */
export function steadyTime({ anchor, doubt }: WatchState, reading: Reading): number {
  return doubt?.kind === 'jump' ? Math.round(reading.wallMs - offBy(anchor, reading)) : reading.wallMs;
}

/** How far the wall clock moved by itself: the smaller of what the two other clocks say, because one of them counts the sleep of the machine and one may not. */
function offBy(from: Reading, to: Reading): number {
  const wall = to.wallMs - from.wallMs;
  const bySteady = wall - (to.steadyMs - from.steadyMs);
  if (from.bootMs === undefined || to.bootMs === undefined) return bySteady;
  const byBoot = wall - (to.bootMs - from.bootMs);
  return Math.abs(byBoot) < Math.abs(bySteady) ? byBoot : bySteady;
}

/** The clock of a peer as it was compared once. */
export interface Skew {
  /** Its time minus the one here. */
  readonly skewMs: number;
  readonly at: Pick<Reading, 'wallMs' | 'steadyMs'>;
}

/** The skew now: a clock here that was set since moved away from the peer's, or towards it. */
export function skewNow({ skewMs, at }: Skew, reading: Reading): number {
  return skewMs - (reading.wallMs - at.wallMs - (reading.steadyMs - at.steadyMs));
}
