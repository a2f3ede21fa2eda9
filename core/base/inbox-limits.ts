// Bounds on the reminders of a node.

/** Reminders that are read at once: the next ones follow when these are told. */
export const REMINDED_AT_ONCE_MAX = 100;
/** The longest rest of one timer of the platform: after it the rows are looked at again. */
export const REMINDERS_REST_MAX_MS = 3_600_000;
