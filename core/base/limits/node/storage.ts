// Bounds of the store: commits, journal and rows that are kept.

/** Operations gathered in one group commit, by bytes (docs/protocol.md 4). */
export const COMMIT_BYTES_MAX = 4 * 1024 * 1024;
export const JOURNAL_BACKLOG_BYTES_MAX = 8 * 1024 * 1024;
/** Batch numbers kept to find a missing WAL record: more than two memtables hold (docs/protocol.md 12). */
export const JOURNAL_RING = 262_144;
/**
 * Decoded rows that the journal keeps at least (twice as many at most), and the longest value of one: a wallet with
 * hybrid keys, and some 100 MiB together at the very most.
 */
export const ROWS_KEPT_MAX = 4096;
export const ROW_KEPT_BYTES_MAX = 4096;
