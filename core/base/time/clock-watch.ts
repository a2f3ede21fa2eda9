// Whether the wall clock of a node can be believed: it is held against a clock that cannot be set. Pure; the caller
// reads both. It never says what time it is for the ledger, only what time it would be had the wall clock not jumped.
import { CLOCK_DRIFT_PARTS, CLOCK_JUMP_MAX_MS } from '../limits/ledger/clocks.js';

/** The clocks of a machine at one moment. */
export interface ClockReading {
  readonly wallMs: number;
  /** Since any origin; it cannot be set. It may stand still while the machine sleeps. */
  readonly steadyMs: number;
  /** Since the machine started, its sleep included; undefined where the platform does not tell. */
  readonly bootMs?: number | undefined;
  /** Which start of the machine that is; without it `bootMs` of another process proves nothing. */
  readonly bootId?: string | undefined;
}

/** The latest moment at which a node is known to have run with a clock that it believed. */
export type LastRun = Pick<ClockReading, 'wallMs' | 'bootMs' | 'bootId'>;

export interface ClockDoubt {
  /**
   * `jump`: the wall clock moved alone. `drift`: it did so in small steps. `absence`: it says that the node was away
   * for longer than is plausible.
   */
  readonly kind: 'jump' | 'drift' | 'absence';
  /** How far the clock is from where it should be; negative behind. */
  readonly byMs: number;
}

export interface WatchState {
  /** The last moment at which the clock was believed. */
  readonly anchor: ClockReading;
  /** Where the watch began, or the time was last confirmed. It stays, so that small steps add up. */
  readonly origin: ClockReading;
  readonly doubt: ClockDoubt | undefined;
}

/**
 * The state of the watch at the start of a node. If the machine did not start again since the last run, the time since
 * its start says how long ago that was: a wall clock that says otherwise was set in between. If it did, nothing here
 * proves the time, and an absence of more than `awayMaxMs` is a doubt.
 */
export function watchFrom(reading: ClockReading, last: LastRun | undefined, awayMaxMs: number): WatchState {
  if (!last) return confirmClock(reading);
  const passedMs = sinceLast(reading, last);
  if (passedMs !== undefined) return look(confirmClock({ ...reading, wallMs: last.wallMs + passedMs }), reading);
  const byMs = reading.wallMs - last.wallMs;
  return { ...confirmClock(reading), doubt: byMs > awayMaxMs ? { kind: 'absence', byMs } : undefined };
}

/** How long ago the last run was, by a clock that cannot be set. */
function sinceLast(reading: ClockReading, last: LastRun): number | undefined {
  if (last.bootId === undefined || reading.bootId !== last.bootId) return undefined;
  if (last.bootMs === undefined || reading.bootMs === undefined) return undefined;
  const passedMs = reading.bootMs - last.bootMs;
  return passedMs < 0 ? undefined : passedMs;
}

/**
 * Looks at the clocks again. A doubt begins when the wall clock moved against the steady one by more than
 * CLOCK_JUMP_MAX_MS at once, or by more than `allowanceMs` in all. Time in which the machine slept does not count. It
 * ends when both agree with the last moment that was believed, or with the one that was last confirmed. It also ends
 * when the peers confirm the time (`peersAgree`), or somebody does (`confirmClock`).
 */
export function look(state: WatchState, reading: ClockReading, peersAgree = false): WatchState {
  if (state.doubt && peersAgree) return confirmClock(reading);
  if (state.doubt?.kind === 'absence') return state;
  const doubt = doubtOf(state, reading);
  if (!doubt) return { anchor: reading, origin: state.origin, doubt };
  return state.doubt?.byMs === doubt.byMs && state.doubt.kind === doubt.kind ? state : { ...state, doubt };
}

function doubtOf({ anchor, origin, doubt }: WatchState, reading: ClockReading): ClockDoubt | undefined {
  const driftMs = offBy(origin, reading);
  if (Math.abs(driftMs) <= CLOCK_JUMP_MAX_MS) return undefined;
  // A doubt stops what is allowed from growing: else a clock that is off would be believed for having been off for
  // long.
  const drifted = Math.abs(driftMs) > allowanceMs(origin, doubt ? anchor : reading);
  if (drifted && doubt?.kind === 'drift') return { kind: 'drift', byMs: driftMs };
  const byMs = offBy(anchor, reading);
  if (Math.abs(byMs) > CLOCK_JUMP_MAX_MS) return { kind: 'jump', byMs };
  return drifted ? { kind: 'drift', byMs: driftMs } : undefined;
}

/**
 * How far the wall clock may have moved by itself in all: one step, and what a time service slews or makes up for in
 * small steps meanwhile.
 */
function allowanceMs(from: ClockReading, to: ClockReading): number {
  const known = from.bootMs !== undefined && to.bootMs !== undefined;
  const elapsedMs = known ? to.bootMs - from.bootMs : to.steadyMs - from.steadyMs;
  return CLOCK_JUMP_MAX_MS + Math.max(0, elapsedMs) / CLOCK_DRIFT_PARTS;
}

/** The time is right, by the word of somebody who knows. */
export function confirmClock(reading: ClockReading): WatchState {
  return { anchor: reading, origin: reading, doubt: undefined };
}

/**
 * The time that the wall clock would say had it gone on from the last moment that was believed, or confirmed if it
 * drifted; while nothing is in doubt, the time that it says.
 */
export function steadyTime({ anchor, origin, doubt }: WatchState, reading: ClockReading): number {
  if (!doubt || doubt.kind === 'absence') return reading.wallMs;
  return Math.round(reading.wallMs - offBy(doubt.kind === 'drift' ? origin : anchor, reading));
}

/**
 * How far the wall clock moved by itself: the smaller of what the two other clocks say, because one of them counts the
 * sleep of the machine and one may not.
 */
function offBy(from: ClockReading, to: ClockReading): number {
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
  readonly at: Pick<ClockReading, 'wallMs' | 'steadyMs'>;
}

/** The skew now: a clock here that was set since moved away from the peer's, or towards it. */
export function skewNow({ skewMs, at }: Skew, reading: ClockReading): number {
  return skewMs - (reading.wallMs - at.wallMs - (reading.steadyMs - at.steadyMs));
}
