// Limits of what a reader does with what another organisation sealed, each with its reason.

/**
 * Bytes of sealed transactions that one page reads in one turn of the event loop, unless it is one alone: one or two
 * milliseconds. The largest transaction takes some 20.
 */
export const READ_BYTES_AT_ONCE = 256 * 1024;

/**
 * Steps in which a reader checks the parts of one action that it sees: four times those of the action, since what is
 * seen may overlap. Tenths of a second.
 */
export const SEEN_SCHEMA_STEPS_MAX = 8_000_000;
/** Suspicions of one action that are told: a liar chooses how many members it forges. */
export const SUSPICIONS_MAX = 20;
/** Suspicions of an instance above which each action tells its first only. */
export const SUSPICIONS_TOLD_MAX = 1000;
/**
 * Suspect actions that one submission accepts by name: all that an instance may have, or a liar with a loop could stop
 * a party for good.
 */
export const ACCEPTED_SUSPECT_MAX = 2000;
/** Of them in one row of the audit trail. */
export const ACCEPTED_AUDITED_MAX = 100;
/**
 * Transactions above which a list of what waits opens no further instance to say whether something in it is suspect:
 * tens of milliseconds.
 */
export const INBOX_JUDGED_MAX = 200;
/** Instances of which a node remembers what a wallet suspects, for as long as nothing new is sealed in them. */
export const SUSPECTS_KEPT_MAX = 10_000;
/**
 * Sealed texts that a node knows not to give a wallet what they have to, some 300 bytes each. A liar that seals more of
 * them has the oldest opened once more, within the bounds of a text.
 */
export const UNDELIVERED_KEPT_MAX = 10_000;
/** Characters of a member's name that a sentence shows: names come from payloads of other organisations. */
export const STATED_NAME_SHOWN_MAX = 80;
/** Parts that one opening shows: a document shows a few, and each is text that a caller sent. */
export const OPENING_POINTERS_MAX = 64;
/**
 * Steps in which a reader evaluates the rules of one run: twenty times those of the action, because each
 * rule has a budget of its own here.
 */
export const CHECK_STEPS_MAX = 2_000_000;
/** Of them, for one evaluation beside its own steps. */
export const CHECK_STATE_STEPS = 20;
/**
 * Runs that a node checks when they are sealed: transactions that one round looks at before it writes down how far it
 * came, and registers at one time. A round is some 100 ms of work, in turns with everything else.
 */
export const CHECK_BATCH_TRANSACTIONS = 256;
export const CHECK_REGISTERS_MAX = 2;
/** How long after a seal its runs are checked: the seals of a busy register are checked together. */
export const CHECK_DELAY_MS = 50;
/** How often a node looks whether a wallet was unlocked to which runs were sealed meanwhile: a lookup in memory. */
export const CHECK_LOCKED_MS = 60_000;
/**
 * Dockets with a run whose evidence is still to come, at which one round looks again, each time that the node looks for
 * locked wallets. Their runs are opened: tens of milliseconds. A docket of which something came goes first.
 */
export const CHECK_AWAY_DOCKETS = 32;
/** Of the latter in a register. They come at most as fast as nodes are asked, and more wait for their turn. */
export const CHECK_CAME_MAX = 1000;
/** Dockets without a fault behind which a node writes down how far it came: after a crash it looks at so many again. */
export const CHECK_CURSOR_DOCKETS = 1000;
/**
 * Transactions of an instance above which its runs are not checked when they are sealed: all of them are read for each,
 * some 20 us of each. They are checked when the wallet acts or looks.
 */
export const CHECK_MOVES_MAX = 512;
/**
 * Runs of this node that it need not check, 100 bytes each: those of some seconds, in which they are sealed and looked
 * at.
 */
export const OWN_RUNS_MAX = 8192;
/** Runs that the rules of one run read, and that are opened for it: tens of milliseconds. Beyond them as above. */
export const CHECK_OPERANDS_MAX = 256;
/** Faults of one run that are kept: a liar chooses how many members it forges. */
export const FOUND_FAULTS_MAX = 20;
/**
 * Runs of one wallet and register that one answer tells, the newest, of those that it looks at. They are read by TxId,
 * which a sender may choose: so it looks at many more, and what was undone takes no place.
 */
export const FOUND_RUNS_TOLD_MAX = 1000;
export const FOUND_RUNS_WALKED_MAX = 10_000;
/** Of these between two turns of others: some 10 ms. */
export const FOUND_RUNS_SLICE = 200;
/** Agreements of senders and wallets of this node, kept for the next envelopes: some 200 bytes each. */
export const ACCEPTED_MAX = 10_000;
/** For as long as senders keep their side: what is in memory opens at most what was sealed in this time. */
export const ACCEPTED_LIFE_MS = 10 * 60_000;
/**
 * Steps in which blank nodes that look alike are put in order, each some hashes and a copy of what was tried: tens of
 * milliseconds. Lists of different items, which are all that this node makes but by the will of a sender, take none.
 */
export const ALIKE_NODE_STEPS_MAX = 2000;
/** Characters of a DID or DID URL: ours have 138 at most. */
export const DID_LENGTH_MAX = 256;
/** Registers that are looked through for the key of a wallet: a row of state each. */
export const DID_REGISTERS_MAX = 500;
/** An opening that is opened for its name in a list: one or two milliseconds, of a hundred in a page. */
export const SUBJECT_READ_BYTES_MAX = 256 * 1024;
