// Pairs of rows of two programs: their spread, and whether it supports that one is slower. Pure.

/** Of ratios, each of one pair: ours over theirs. */
export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly least: number;
  readonly most: number;
}

/** `slower` is a loss that the spread supports; `unsure` a loss of which another run has to tell. */
export type Verdict = 'as fast' | 'slower' | 'unsure' | 'too few pairs';

/** The loss of processor time a transaction that a change explains or corrects (CONTRIBUTING.md). */
export const LOSS_MAX = 1.03;
/** Fewer pairs have no quartiles to speak of. */
export const PAIRS_LEAST = 4;

/** Quartiles lie between two values where no value is one, as those of R and NumPy do. Of none it throws. */
export function spreadOf(ratios: readonly number[]): Spread {
  const sorted = [...ratios].sort((a, b) => a - b);
  const [least] = sorted;
  if (least === undefined || !sorted.every((ratio) => Number.isFinite(ratio) && ratio > 0))
    throw new Error('A spread takes at least one ratio, each above 0.');
  const at = (share: number): number => {
    const place = (sorted.length - 1) * share;
    const below = sorted[Math.floor(place)] as number;
    const above = sorted[Math.ceil(place)] as number;
    return below + (above - below) * (place - Math.floor(place));
  };
  return {
    count: sorted.length,
    median: at(0.5),
    lowerQuartile: at(0.25),
    upperQuartile: at(0.75),
    least,
    most: sorted.at(-1) as number,
  };
}

/**
 * Slower: the median is above the loss that is allowed, and three of four pairs say that there is a loss at all. A
 * median alone would be above it in one of twenty comparisons of a program with itself.
 */
export function verdictOf({ count, median, lowerQuartile }: Spread): Verdict {
  if (count < PAIRS_LEAST) return 'too few pairs';
  if (median <= LOSS_MAX) return 'as fast';
  return lowerQuartile > 1 ? 'slower' : 'unsure';
}
