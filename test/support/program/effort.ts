// How much of the long samples a run plays: the whole suite a share of each, `npm run deep` all of it. A planted bug is
// never sampled: it is played until it shows.

/** Of `TEST_EFFORT`; a tenth in the whole suite. */
const EFFORT = Number(process.env.TEST_EFFORT ?? 0.1);

/** So many of `all` walks or seeds, and at least one. */
export function sampleOf(all: number): number {
  return Math.max(1, Math.round(all * EFFORT));
}
