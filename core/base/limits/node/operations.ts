// Bounds on operations that go on after their request is answered.

/**
 * Bytes of a payload, times the groups that get it, and recipients, up to which an action is encrypted while its caller
 * waits: some 20 ms of the one thread.
 */
export const ENCRYPTED_AT_ONCE_BYTES_MAX = 256 * 1024;
export const ENCRYPTED_AT_ONCE_RECIPIENTS_MAX = 20;
/** Operations of one wallet and of the node that have not ended: each keeps up to 4 MiB on the disk. */
export const OPERATIONS_WALLET_MAX = 20;
export const OPERATIONS_NODE_MAX = 250;
/** Operations that encrypt at one time: there is one thread for it, and the next is read from the disk meanwhile. */
export const OPERATIONS_AT_ONCE = 2;
/** An operation that has ended is told for a day; of one wallet the newest hundred are. */
export const OPERATION_KEEP_MS = 24 * 60 * 60 * 1000;
export const OPERATIONS_KEPT_MAX = 100;
/** Ended operations that one sweep looks at, so that a sweep stays short whatever there is. */
export const OPERATIONS_SWEPT = 1000;
/**
 * An operation looks this often for the end of what it has submitted; what is busy is asked again after the second
 * time, twice that, and so on to the third.
 */
export const OPERATION_LOOK_MS = 500;
export const OPERATION_RETRY_MS = 2000;
export const OPERATION_RETRY_MAX_MS = 60_000;
