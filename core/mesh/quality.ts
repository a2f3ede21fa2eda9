// How good a peer is, as one figure for people (reference-facts 4.8.1): from what its requests came to and what its
// score says. Pure; nothing is decided by it, so that no peer gains from shaping it.

export interface QualityFacts {
  readonly total: number;
  readonly succeeded: number;
  /** Undefined before the first request. */
  readonly averageMs?: number | undefined;
  /** Points of core/mesh/score.ts. */
  readonly points: number;
}

export type QualityRating = 'Excellent' | 'Good' | 'Fair' | 'Poor' | 'Very Poor';

/** Of a peer that was never asked: neither good nor bad. */
const UNKNOWN = 50;
/** The most that slowness may cost; half of it at half a second. */
const SLOW_MAX = 30;
const SLOW_HALF_MS = 500;

/** 0 to 100 with one decimal: the share of requests that succeeded, less what slowness and offences cost. */
export function qualityScore({ total, succeeded, averageMs, points }: QualityFacts): number {
  const base = total === 0 ? UNKNOWN : (100 * succeeded) / total;
  const slow = averageMs === undefined ? 0 : (SLOW_MAX * averageMs) / (averageMs + SLOW_HALF_MS);
  const score = Math.min(100, Math.max(0, base - slow + Math.min(0, points)));
  return Math.round(score * 10) / 10;
}

/** The word for a score of 0 to 100 (reference-facts 4.8.1). */
export function qualityRating(score: number): QualityRating {
  if (score >= 80) return 'Excellent';
  if (score >= 60) return 'Good';
  if (score >= 40) return 'Fair';
  return score >= 20 ? 'Poor' : 'Very Poor';
}
