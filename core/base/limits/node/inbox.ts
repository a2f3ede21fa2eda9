// Bounds on lists, reminders and tasks of a node, and on reading instances for them.

/** Registers in which an instance is looked for that nothing names: one read each, some 10 ms of them. */
export const INSTANCE_REGISTERS_MAX = 1000;
/**
 * Folding sealed dockets into the inbox: transactions, bytes and dockets of one commit (some 10 ms of work), actions
 * between two turns of others (2 ms), and registers at one time. Bytes of sealed transactions that wait in memory for
 * it, of all registers: beyond that they are read from the disk again.
 */
export const INBOX_BATCH_TRANSACTIONS = 512;
export const INBOX_BATCH_BYTES = 16 * 1024 * 1024;
export const INBOX_BATCH_DOCKETS = 256;
export const INBOX_SLICE = 100;
export const INBOX_RUNS_MAX = 4;
export const INBOX_KEPT_BYTES = 32 * 1024 * 1024;
/**
 * How soon rows of one register are made again once more: where it is the ledger that is damaged, making them again
 * does not help.
 */
export const INBOX_REMAKE_MS = 3_600_000;
/** Registers whose tips are looked at in one go after a start: 5 ms of reads. */
export const INBOX_SWEEP = 200;
/** Definitions that are not on the disk and are asked for again: a damaged row or body takes one or a few. */
export const INBOX_LOST_MAX = 100;
/**
 * How long after a seal the inbox folds it: what is sealed meanwhile shares the commit, and no reader is shown
 * less for it.
 */
export const INBOX_DELAY_MS = 25;
/** How long a reader waits for a register that is being listed for the first time before it is told to come again. */
export const INBOX_WAIT_MS = 10_000;
/**
 * Sealed longer ago than this, an action is not news: a node that catches up sends no notice about years of actions.
 */
export const INBOX_NEWS_MS = 300_000;
/**
 * Rows that one answer looks at, and lists that it merges, 0.1 ms each. A caller that wants more names a register, a
 * wallet or a blueprint.
 */
export const INBOX_WALKED_MAX = 10_000;
export const INBOX_LISTS_MAX = 4000;
/** Wallets of a caller whose instances in registers of others are listed: two reads of the store each. */
export const INBOX_WALLETS_MAX = 1000;
/**
 * Runs that an instance says holders are owed: of each holder the oldest, and of all together, of which each holder has
 * its equal share. Of 100 roles and 100 deputies with 2,000 runs all of them would be 13 MB; these are some 100 KB.
 */
export const OWED_TOLD_MAX = { each: 64, all: 1024 } as const;
/** Runs that an instance says are still sealed, the oldest: some 50 KB of them. */
export const SEALED_TOLD_MAX = 256;
/** Deliveries of an instance that one call makes and sends: each opens up to 64 runs, and all wait to be sealed. */
export const DELIVERIES_MADE_MAX = 64;
/** Writes that cannot be made come again with each call: some more, so that they keep no others from their place. */
export const DELIVERIES_FAILED_MAX = 256;
/** Blueprints of a register that a list of what may be begun shows. */
export const STARTABLE_BLUEPRINTS_MAX = 100;
/** Instances of one person that were opened on a node and may not have begun: the oldest is forgotten first. */
export const INSTANCE_OPENINGS_MAX = 1000;
/** Of them, the newest that lists look at: each costs a look into the ledger. */
export const INSTANCE_OPENINGS_LISTED_MAX = 100;
/**
 * Envelopes of an instance that are opened before anything else of the node has its turn: with a post-quantum key a
 * millisecond or two each.
 */
export const ENVELOPES_OPENED_AT_ONCE = 16;
/**
 * How often rows say again that runs of a wallet were opened to others and are not delivered, and for how long: a year,
 * in which a challenge says it too.
 */
export const OPENED_AGAIN_MS = 3_600_000;
export const OPENED_AGAIN_MAX = 8784;
/** How often a node tries again what it could not deliver, or looks whether its wallet was unlocked: one read. */
export const OPENED_RETRY_MS = 60_000;
/** Instances of which runs wait so in memory; others are met again with their rows. */
export const OPENED_WAITING_MAX = 10_000;
/** Bytes of the transactions of such envelopes, unless it is one alone: opening one of so many takes some 10 ms. */
export const ENVELOPE_BYTES_OPENED_AT_ONCE = 512 * 1024;
/** Of them, what is opened beside other readings in one turn: a millisecond or two. */
export const ENVELOPE_BYTES_BESIDE_OTHERS = 64 * 1024;
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
