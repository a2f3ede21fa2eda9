// The score of a peer (docs/protocol.md 16): what each offence costs, what good work earns, how both fade, and when a
// peer is banned for how long. Pure: the caller says what time it is. It never decides whether the peer may be spared,
// which is a matter of rosters (actors/mesh/peers/peer-book.ts).
import type { Offence } from './types.js';

/** A score as of a moment; it fades from there. */
export interface Score {
  readonly points: number;
  readonly atMs: number;
}

export interface OffenceRow {
  readonly points: number;
  /**
   * The same offence within this time counts once: one broken link or one storm of frames shows as many failures of one
   * cause.
   */
  readonly onceInMs: number;
}

/** Seconds in which hundreds of requests of one dead link time out together. */
const ONE_CAUSE_MS = 1000;

export const OFFENCES: Readonly<Record<Offence, OffenceRow>> = {
  'invalid-signature': { points: -50, onceInMs: 0 },
  equivocation: { points: -100, onceInMs: 0 },
  protocol: { points: -20, onceInMs: 0 },
  oversize: { points: -20, onceInMs: 0 },
  // A frame that exceeds a budget is dropped already; the points end a flood that lasts, without ending a peer for one
  // burst.
  flood: { points: -2, onceInMs: ONE_CAUSE_MS },
  timeout: { points: -1, onceInMs: ONE_CAUSE_MS },
  slow: { points: -2, onceInMs: ONE_CAUSE_MS },
  'broken-promise': { points: -5, onceInMs: ONE_CAUSE_MS },
  withheld: { points: -5, onceInMs: ONE_CAUSE_MS },
};

/** A verified range or head. */
const PRAISE_POINTS = 1;
/** Good work buys forgiveness for a few failures and never for a lie. */
export const SCORE_MAX = 20;
/** The worst single offence: a longer storm does not make a peer worse than that, so that it fades in known time. */
export const SCORE_MIN = -100;
const SCORE_BANNED = -50;
export const SCORE_HALF_LIFE_MS = 30 * 60 * 1000;

const HOUR_MS = 60 * 60 * 1000;
/** Of the first, the second, and every later ban. */
export const BAN_LADDER_MS: readonly number[] = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

export const CLEAN: Score = { points: 0, atMs: 0 };

/** Points at a moment, between SCORE_MIN and SCORE_MAX. A clock that went back fades nothing. */
export function pointsAt(score: Score, nowMs: number): number {
  const age = Math.max(0, nowMs - score.atMs);
  return score.points * 2 ** (-age / SCORE_HALF_LIFE_MS);
}

export function afterOffence(score: Score, offence: Offence, nowMs: number): Score {
  return { points: Math.max(SCORE_MIN, pointsAt(score, nowMs) + OFFENCES[offence].points), atMs: nowMs };
}

export function afterPraise(score: Score, nowMs: number): Score {
  return { points: Math.min(SCORE_MAX, pointsAt(score, nowMs) + PRAISE_POINTS), atMs: nowMs };
}

/**
 * The end of the ban that an offence leads to, in Unix ms, null for one that only an operator lifts, undefined for
 * none. `score` is the one after the offence, `bansBefore` how often the peer was banned already.
 */
export function banUntil(
  score: Score,
  given: { readonly offence: Offence; readonly bansBefore: number; readonly nowMs: number },
): number | null | undefined {
  if (given.offence === 'equivocation') return null;
  if (pointsAt(score, given.nowMs) > SCORE_BANNED) return undefined;
  const step = Math.min(given.bansBefore, BAN_LADDER_MS.length - 1);
  return given.nowMs + (BAN_LADDER_MS[step] as number);
}
