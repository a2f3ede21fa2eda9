// Bounds of a node that is asked more than it can do, one constant a line with its reason.

/**
 * Work on requests in one go: /alive and the requests of others wait for some of these; a switch costs a fortieth of
 * it.
 */
export const REQUEST_SLICE_MS = 4;
/**
 * Requests that wait for their turn, of all and of one organisation or network: a second's work of one core. Each holds
 * what came of its body, 64 KiB at the most.
 */
export const REQUESTS_WAITING = { all: 1024, key: 768 } as const;
/** The longest time for which a client is sent away at once. */
export const OVERLOAD_RETRY_SECONDS_MAX = 30;
/**
 * Requests, or submissions, that are taken for each that comes again after a refusal. With 6, 4,096 clients got 0.91 of
 * what 512 got sealed, with 12 they got 0.96 (docs/load.md); with more, most of those who are sent away would be told
 * the longest time.
 */
export const TAKEN_FOR_REFUSED = 12;
/**
 * The longest time for which a full pool sends a client away: the pool of one register may stand still while others
 * drain.
 */
export const POOL_RETRY_SECONDS_MAX = 15;
/** Some hours of a node that is well, and the minutes before a fault. */
export const LOG_LINES_MAX = 1000;
/**
 * A stack with its cause; with the number above 8 million characters at the very most. A longer line keeps its sentence
 * and says how long it was.
 */
export const LOG_LINE_CHARACTERS_MAX = 8192;
/** A step of the figures that a node keeps of itself: shorter than a reader waits for the next. */
export const SERIES_STEP_MS = 10_000;
/** Six hours, so that the beginning of a trouble is there when somebody looks: 207 KB for twelve figures. */
export const SERIES_STEPS_MAX = 2160;
