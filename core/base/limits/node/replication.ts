// Bounds of what nodes send each other of their registers, and of what they read ahead.

/**
 * Dockets that replication reads ahead of the judgement, and that the judgement may be ahead of the disk
 * (docs/protocol.md 14).
 */
export const ADOPT_AHEAD_MAX = 64;
/**
 * Bytes read ahead of the judgement: several dockets for the threads that verify, and little enough to be forgotten
 * while it is young to the collector.
 */
export const ADOPT_AHEAD_BYTES_MAX = 512 * 1024;
/** Hot register actors kept in memory, and how long an idle one stays (docs/protocol.md 17). */
export const REGISTERS_ACTIVE_MAX = 1000;
export const REGISTER_IDLE_MS = 60_000;
/** An offer of transactions to a peer: as many as a docket holds, and small enough to leave the link free for votes. */
export const OFFER_TRANSACTIONS_MAX = 1000;
export const OFFER_BYTES_MAX = 1024 * 1024;
/** Dockets at most this large travel inside the announcement of their head. */
export const HEAD_INLINE_BYTES_MAX = 16 * 1024;
/** A request of a range of dockets. */
export const RANGE_DOCKETS_MAX = 256;
export const RANGE_BYTES_MAX = 4 * 1024 * 1024;
/** Headers alone, of some 400 bytes each. */
export const RANGE_HEADERS_MAX = 4096;
/** Registers in one answer about tips; a bucket holds a 256th of what two nodes share. */
export const HEADS_MAX = 256;
/** Tips of peers that are kept for those who look: a hundred registers of thirty seats three times over, 1 MB. */
export const SEEN_TIPS_MAX = 10_000;
/**
 * Questions to one peer in two seconds for those who look: a tenth of what it takes of this node (core/mesh/budget.ts).
 * With more, looks would use up what replication asks by, and its breaker would open.
 */
export const TIPS_ASKED_MAX = 20;
/** Registers that catch up at the same time on one node. */
export const SYNCS_MAX = 4;
/** A gap of this many dockets is RECOVERY at once; a smaller one after SYNC_GRACE_MS. */
export const SYNC_LAG_MAX = 32;
export const SYNC_GRACE_MS = 30_000;
/**
 * How long a refusal that a newer tip may take back waits for the dockets that a peer told of: a catch-up of a few
 * takes a tenth. So many calls at a time.
 */
export const TIP_WAIT_MS = 2000;
export const TIP_WAITERS_MAX = 1000;
/**
 * Bytes that a peer may send on a stream before this node has read any (HTTP/2 flow control): 28 MB a second where
 * nodes are 300 ms apart each way. The 64 KiB of HTTP/2 are 1.6 MB a second at 20 ms.
 */
export const LINK_WINDOW_BYTES = 16 * 1024 * 1024;
/**
 * Bytes that peers sent and this node has not read, of one connection that a peer opened and of all of them together.
 * An honest one leaves at most a window, while it is asked whether its twin is there; a dozen of these are many at a
 * time.
 */
export const UNREAD_BYTES_MAX = { connection: LINK_WINDOW_BYTES, all: 256 * 1024 * 1024 } as const;
/**
 * Ranges of dockets that this node reads at one time, of all peers: each may fill a window, as what it needs is read
 * when there is time for it. All together are as much as peers may leave unread, and four for each register that
 * catches up.
 */
export const RANGES_MAX = UNREAD_BYTES_MAX.all / LINK_WINDOW_BYTES;
