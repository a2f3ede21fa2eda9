// The bounds of the hubs, one constant a line with its reason.

/**
 * Live connections of a node: idle they take 165 MiB (`npm run hubs`). And of one subject: a person has some tabs and
 * devices, a service some processes.
 */
export const HUB_CONNECTIONS_MAX = 10_000;
export const HUB_CONNECTIONS_SUBJECT_MAX = 20;
/** Wallets and registers that one connection listens to: those of one person. */
export const HUB_SUBSCRIPTIONS_MAX = 200;
/**
 * Bytes of one frame and characters of one record from a client: twice what the reference's servers take, for a message
 * of 10,000 characters.
 */
export const HUB_FRAME_BYTES_MAX = 64 * 1024;
/** Frames and records of one client between two looks at it: all its subscriptions at once, and as many again. */
export const HUB_MESSAGES_MAX = 500;
/** Calls of one connection that have not been answered yet. */
export const HUB_CALLS_MAX = 16;
/** Streams of one connection: what a page shows at once. */
export const HUB_STREAMS_MAX = 8;
/**
 * Characters of one item of a stream, and the bytes that may wait in a socket before its streams make no further item.
 */
export const HUB_STREAM_ITEM_MAX = 64 * 1024;
export const HUB_STREAM_AHEAD_BYTES = 64 * 1024;
/**
 * Items that the streams of all connections make in one turn of the loop, by turns: a millisecond of reading dockets.
 */
export const HUB_STREAM_SLICE = 16;
/** Bytes that wait for a slow reader, who is then cut off: four times what the fullest docket says of a register. */
export const HUB_QUEUE_BYTES_MAX = 1024 * 1024;
/** Connection tokens that were given and not used, and how long one is good: the socket follows at once. */
export const HUB_TICKETS_MAX = 10_000;
export const HUB_TICKET_MS = 30_000;
/** How often connections are looked at. A right or token that was taken away ends what hangs on it within this. */
export const HUB_LOOK_MS = 5000;
/**
 * A handshake takes at most this; a silent server pings so often, because clients give up after 30 s; a silent client
 * is gone after this.
 */
export const HUB_HANDSHAKE_MS = 15_000;
export const HUB_PING_MS = 10_000;
export const HUB_SILENCE_MS = 60_000;
/**
 * A poll without news is answered after this, looked at as often as connections are: proxies give up after 60 s, and so
 * does the node with a client that does not ask again.
 */
export const HUB_POLL_MS = 40_000;
/**
 * Causes whose request is known: those of some minutes under load, with what follows from them in workflows. 200 bytes
 * each.
 */
export const TRACES_MAX = 32_768;
/** A client gets this long to close its side when the node stops. */
export const HUB_CLOSE_MS = 1000;
