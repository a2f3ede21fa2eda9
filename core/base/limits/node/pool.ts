// Bounds of pools and of what a node has promised to bring into a docket.

export const POOL_TRANSACTIONS_MAX = 10_000;
export const POOL_BYTES_MAX = 64 * 1024 * 1024;
/** All pools of the node together (docs/protocol.md 13). */
export const POOL_NODE_BYTES_MAX = 512 * 1024 * 1024;
export const POOL_TTL_MS = 60 * 60 * 1000;
export const POOL_SWEEP_MS = 60 * 1000;
/** Share of the pool and of a docket reserved for, and capped at, high priority (specification section 8). */
export const POOL_HIGH_SHARE = 0.2;
/** No sender holds more of a pool than this (docs/protocol.md 13). */
export const POOL_SENDER_SHARE = 0.1;
export const POOL_ORPHAN_SHARE = 0.1;
export const POOL_ORPHAN_TTL_MS = 60 * 1000;
/** Entries accepted by this node and not yet sealed or refused (docs/protocol.md 13). */
export const OUTBOX_MAX = 100_000;
/** How long the answer of a finished submission that was refused stays readable. */
export const RECEIPT_KEEP_MS = 30 * 24 * 60 * 60 * 1000;
/**
 * A transaction that no validator takes from this node for so long is given up: the members may have erred, and for the
 * rest of its hour another node takes it.
 */
export const PROMISE_GIVEN_UP_MS = 10 * 60 * 1000;
