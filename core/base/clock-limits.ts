// Bounds of clocks: how far the time of a docket may be from now. One constant a line with its reason, as in limits.ts.

/** A fresh docket stamped further ahead than this is refused (consensus.md 1.2). */
export const DOCKET_AHEAD_MAX_MS = 5000;
/**
 * A fresh docket stamped longer ago than this is refused. A proposal is repeated until its round ends, which is 36 s at most (the cap of a round and its jitter),
 * and two clocks in order differ by 5 s each way; the rest is for slow links and paused processes. A minute misses no deadline of people.
 */
export const DOCKET_BEHIND_MAX_MS = 60_000;
