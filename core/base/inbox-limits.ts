// Bounds on the reminders and tasks of a node.

/** Reminders that are read at once: the next ones follow when these are told. */
export const REMINDED_AT_ONCE_MAX = 100;
/** The longest rest of one timer of the platform: after it the rows are looked at again. */
export const REMINDERS_REST_MAX_MS = 3_600_000;
/**
 * Entries of a wallet that wait for it at some times, or never, and are looked at for one page, the newest of them: a
 * tenth of a second.
 */
export const INBOX_ASKED_MAX = 1000;
/**
 * Instances that are looked at again in one commit because a record changed on which they depend (20 ms), and lists
 * that wait for that: beyond it no further docket is folded before.
 */
export const INBOX_AGAIN_MAX = 200;
export const INBOX_LISTS_AGAIN_MAX = 256;
