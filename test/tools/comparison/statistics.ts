// Starts of two programs: their spread, and whether they support that one is slower. Pairs of one start are not
// independent: a start of the very same code gives a factor of up to 1.2 either way, which all of its pairs have. Pure.

/** Of ratios, each of one start: ours over theirs. */
export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly least: number;
  readonly most: number;
}

/** `slower` and `as fast` are what the starts support; `unsure` is what more starts have to tell. */
export type Verdict = 'as fast' | 'slower' | 'unsure';

/** The loss of processor time a transaction that a change explains or corrects (CONTRIBUTING.md). */
export const LOSS_MAX = 1.03;
/** How often a verdict that starts support may come from chance. */
const CHANCE_MAX = 1 / 20;
/** Of fewer starts nothing is supported: all of four agree by chance in one case of sixteen. */
export const STARTS_LEAST = 5;

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
 * Slower: the median is above the loss that is allowed, and so many starts say that there is a loss at all as chance
 * seldom gives. As fast: so many starts say that no loss is above the allowed one. It is the sign test, which
 * asks nothing of how starts spread.
 */
export function verdictOf(starts: readonly number[]): Verdict {
  if (starts.length < STARTS_LEAST) return 'unsure';
  const agreed = agreedLeast(starts.length);
  const isAgreed = (says: (ratio: number) => boolean) => starts.filter(says).length >= agreed;
  if (spreadOf(starts).median > LOSS_MAX && isAgreed((ratio) => ratio > 1)) return 'slower';
  return isAgreed((ratio) => ratio <= LOSS_MAX) ? 'as fast' : 'unsure';
}

/** Of so many starts, how many agree where coins would in less than CHANCE_MAX of all cases. */
export function agreedLeast(starts: number): number {
  let ways = 1;
  let chance = 0;
  for (let agreed = starts; agreed > 0; agreed--) {
    chance += ways / 2 ** starts;
    if (chance >= CHANCE_MAX) return agreed + 1;
    ways *= agreed / (starts - agreed + 1);
  }
  return 1;
}
