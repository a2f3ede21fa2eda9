// Bounds of clocks: how far the time of a docket may be from now. A constant a line with its reason.

/** A fresh docket stamped further ahead than this is refused (docs/protocol.md 3). */
export const DOCKET_AHEAD_MAX_MS = 5000;
/**
 * A fresh docket stamped longer ago than this is refused. In a register where news come, a proposal is repeated until
 * its round ends: 36 s at most (the cap of a round and its jitter). Two clocks in order differ by 5 s each way; the
 * rest is for slow links and paused processes. A minute misses no deadline of people. A round without news lasts up to
 * STALLED_ROUND_MS_MAX, and a proposal that is heard first after a minute of it is refused: the refusal is news, ends
 * the round, and the next proposer builds with the time of that moment. That costs one short round; a window of four
 * minutes would give them to a liar.
 */
export const DOCKET_BEHIND_MAX_MS = 60_000;
/**
 * A wall clock that moves further than this against the steady one was set, or jumped: time services step by seconds,
 * and slew what is less (docs/protocol.md 12).
 */
export const CLOCK_JUMP_MAX_MS = 60_000;
/**
 * All moves of the wall clock since it was confirmed, in parts of the time since then, on top of one CLOCK_JUMP_MAX_MS.
 * Time services slew by 500 ppm at most, and a virtual machine that stands still for its nightly backup is stepped
 * ahead by seconds: 86 s a day are enough for both, and an hour takes six weeks.
 */
export const CLOCK_DRIFT_PARTS = 1000;
/**
 * After so many days away and a start of the machine, a node without a linked peer asks its operator whether the clock
 * is right. A weekend is 63 hours from Friday evening to Monday morning, and passes without a question; after a week of
 * leave one command is asked for. A node that is believed wrongly dates its registers ahead by as much, and only their
 * owner, who has to notice, takes that back: so no longer than a habit needs.
 */
export const CLOCK_AWAY_DAYS = 3;
/**
 * So lately a time service that polls each 34 minutes at the least has heard the time: twice that is over an hour, less
 * means that it fails or somebody set the clock.
 */
export const CLOCK_SYNC_AGE_MS = 70 * 60 * 1000;
/**
 * Where two other organisations may confirm the clock, the first that is linked waits so long for the second: links
 * come up within seconds.
 */
export const CLOCK_SECOND_WORD_MS = 60_000;
/**
 * The same where linked nodes may be asked: they answer within seconds of the start, so that a weekend away costs no
 * more than those.
 */
export const CLOCK_AWAY_LINKED_MS = 24 * 60 * 60 * 1000;
/** A start after a day away tells it, so that a clock that is wrong by days is seen before the first docket. */
export const CLOCK_TELL_MS = 24 * 60 * 60 * 1000;
/** How often a node that builds nothing because of its clock looks again. */
export const CLOCK_LOOK_MS = 1000;
/** Registers whose tip is of the future that are remembered by name; more only count as this many. */
export const HEADS_AHEAD_MAX = 10_000;
