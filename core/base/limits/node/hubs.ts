// The bounds of the hubs and of webhooks (docs/decisions/0147), one constant a line with its reason.

/**
 * Live connections of a node: idle they take 165 MiB (`npm run tool -- hubs`). And of one subject: a person has some
 * tabs and devices, a service some processes.
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
/**
 * Parts of one message of a web socket, and pieces in which they arrive: each is kept with some 100 bytes until the
 * message is whole. Clients send a message as one frame, which comes in 45 packets where it is the longest.
 */
export const HUB_FRAGMENTS_MAX = 64;
export const HUB_CHUNKS_MAX = 1024;
/** A record that began is whole within this: until then it takes up to 64 KiB of the node. */
export const HUB_RECORD_MS = 15_000;
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
/** A stream rests as long as its client likes, so that facts come together: a glance at a page takes a minute. */
export const HUB_STREAM_REST_MS_MAX = 60_000;
/** Rests between two looks at the docket that is being decided, and while nothing is. */
export const HUB_CONSENSUS_BUSY_MS = 100;
export const HUB_CONSENSUS_IDLE_MS = 500;
/** Looks that are kept for other streams, one a register and 1 KiB each: that of one left out is made again. */
export const HUB_CONSENSUS_LOOKS_MAX = 1000;
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

// ---- Webhooks.

/** Targets of one organisation: a few programs, each with one for trials. */
export const WEBHOOKS_MAX = 20;
/** Registers that a target names: it takes those of all where it names none. */
export const WEBHOOK_REGISTERS_MAX = 50;
export const WEBHOOK_URL_MAX = 1000;
export const WEBHOOK_TEXT_MAX = 200;
/**
 * Events that wait for the targets of one organisation, by number and bytes: three days of a docket every 5 seconds.
 * Beyond it the oldest go, and each target that had not had them is told how many it missed.
 */
export const WEBHOOK_EVENTS_MAX = 100_000;
export const WEBHOOK_EVENTS_BYTES = 16 * 1024 * 1024;
/** Rows of the log that one commit deletes beside those that it adds: the log shrinks as fast as it grows. */
export const WEBHOOK_TRIMMED_AT_ONCE = 20;
/** Transactions that one event names: a body of 4 KiB. */
export const WEBHOOK_TRANSACTIONS_MAX = 50;
/** Deliveries of a target that are kept: those that wait for a retry, dead ones, and the newest that arrived. */
export const WEBHOOK_WAITING_MAX = 200;
export const WEBHOOK_DEAD_MAX = 500;
export const WEBHOOK_DELIVERED_MAX = 200;
/** A delivery that ended is looked at by a person for so long. */
export const WEBHOOK_KEPT_MS = 30 * 24 * 60 * 60_000;
/** Attempts of a delivery that are shown, the newest of them. */
export const WEBHOOK_ATTEMPTS_SHOWN = 12;
/**
 * Requests under way: of the node (the guard of outgoing requests has 64), an organisation, a target, and to one host.
 */
export const WEBHOOK_AT_ONCE = 24;
export const WEBHOOK_AT_ONCE_ORGANISATION = 8;
export const WEBHOOK_AT_ONCE_TARGET = 4;
export const WEBHOOK_AT_ONCE_HOST = 6;
/**
 * Requests to one host a second, of all targets together, and of one organisation: what a small server takes without
 * notice, and what one organisation leaves of a host that others use too.
 */
export const WEBHOOK_HOST_PER_SECOND = 25;
export const WEBHOOK_HOST_PER_SECOND_ORGANISATION = 15;
/** A target answers within it, or the attempt failed. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** An answer that is longer is a failure; its first bytes are shown to the administrators of the target. */
export const WEBHOOK_ANSWER_BYTES = 64 * 1024;
export const WEBHOOK_EXCERPT_BYTES = 512;
/** Life of a secret after it was replaced: both sign meanwhile. */
export const WEBHOOK_ROTATION_MS = 24 * 60 * 60_000;
/** A target that fails for so long is disabled. */
export const WEBHOOK_FAILING_MS = 5 * 24 * 60 * 60_000;
/** Failures in a row after which a target is tried by one request at a time, with rests that grow. */
export const WEBHOOK_FAILURES_MAX = 3;
/**
 * The longest rest while something waits for a later time, because the time of day may be set; how often the node looks
 * whether a suspended organisation is back for which something waits; and how soon after an event it looks.
 */
export const WEBHOOK_TICK_MS = 600_000;
export const WEBHOOK_SUSPENDED_MS = 30_000;
export const WEBHOOK_WAKE_MS = 25;
/** A rest for a target that has nothing to read yet, and for one whose request found no place. */
export const WEBHOOK_REST_MS = 250;
export const WEBHOOK_BUSY_MS = 2000;
/** Rows of the log that are read at once for a target. */
export const WEBHOOK_READ_AT_ONCE = 64;
/** Dockets sealed longer ago are not told: a node that takes over a register has a long history of it. */
export const WEBHOOK_NEWS_MS = 3 * 24 * 60 * 60_000;
/** How far the clock of a proposer may be behind that of the node that made a target. */
export const WEBHOOK_CLOCKS_MS = 60_000;
/** Dockets that are told again where the chain of a register is another one than before. */
export const WEBHOOK_BACK_DOCKETS = 100;
/** Transactions of one commit, and dockets between two cursors of a register of which nothing is told. */
export const WEBHOOK_BATCH_TRANSACTIONS = 1000;
export const WEBHOOK_BATCH_DOCKETS = 64;
/** Registers that are followed at one time. */
export const WEBHOOK_REGISTERS_AT_ONCE = 4;
