// Bounds of the store: commits, journal and rows that are kept.

/** Operations gathered in one group commit, by bytes (docs/protocol.md 4). */
export const COMMIT_BYTES_MAX = 4 * 1024 * 1024;
export const JOURNAL_BACKLOG_BYTES_MAX = 8 * 1024 * 1024;
/**
 * Rows of a docket lie all over the key space, so that every flush rewrites the first level: half as many flushes of
 * twice the size took 15 us less CPU a transaction. Twice as much again takes 14 us less, and as much memory more.
 */
export const WRITE_BUFFER_BYTES = 32 * 1024 * 1024;
/** Batch numbers kept to find a missing WAL record: as many as two memtables hold (docs/protocol.md 12). */
export const JOURNAL_RING = 262_144;
/**
 * A smaller group is filled up, so that two memtables hold no more groups than the ring has numbers: 256 bytes. Else a
 * damaged record of LevelDB's log, which is passed over in silence, would not be found.
 */
export const GROUP_BYTES_MIN = (2 * WRITE_BUFFER_BYTES) / JOURNAL_RING;
/**
 * Decoded rows that the journal keeps at least (twice as many at most), and the longest value of one: a wallet with
 * hybrid keys, and some 100 MiB together at the very most.
 */
export const ROWS_KEPT_MAX = 4096;
export const ROW_KEPT_BYTES_MAX = 4096;
