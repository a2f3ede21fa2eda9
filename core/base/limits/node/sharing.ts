// Bounds on what one organisation holds of what all organisations of a node share, one constant a line with its reason.

/**
 * Registers of one organisation: each costs this node some memory permanently. Founded in three minutes by one user; a
 * consortium has some dozens.
 */
export const REGISTERS_ORGANISATION_MAX = 200;
/** Members and open invitations of one organisation. */
export const USERS_ORGANISATION_MAX = 5000;
/** Wallets of one organisation: each is some kilobytes of disk permanently. Two for each member. */
export const WALLETS_ORGANISATION_MAX = 10_000;
/** Bytes of sealed transactions that one organisation brought to this node: a year of three small ones a second. */
export const BYTES_ORGANISATION_MAX = 100 * 1024 * 1024 * 1024;
/**
 * Runs of the engine that wait, of one organisation: half of all, so that who comes next finds a place without taking
 * one away.
 */
export const ENGINE_WAITING_ORGANISATION_MAX = 16;
/**
 * Heavy calls of one organisation at the same time, as many times those of one caller: half of what all callers have.
 */
export const HEAVY_ORGANISATION = 2;
/** Downloads of one organisation at the same time: half of all. */
export const DOWNLOADS_ORGANISATION_MAX = 16;
/**
 * Passwords that wait to be hashed: of callers who are not known, of those who are, and of one organisation, account or
 * address. Each waits with its text only, and all with one of each key are through in half a minute; a stranger finds a
 * place while fewer addresses than places wait.
 */
export const PASSWORD_HASHES_WAITING = 512;
export const PASSWORD_HASHES_KNOWN_WAITING = 128;
export const PASSWORD_HASHES_KEY_MAX = 16;
/**
 * Seeds of wallets that wait for their turn, two milliseconds each: of all, which is half a second, and half of them
 * of one organisation.
 */
export const SEEDS_WAITING_MAX = 256;
export const SEEDS_ORGANISATION_MAX = 128;
/** RSA derivations of one organisation that wait for the one worker: half of all. */
export const RSA_DERIVATIONS_ORGANISATION_MAX = 8;
/**
 * Live connections of a node that only its platform administrators get, beyond those of all: an administrator who has
 * to see to a crowd is not kept out by it. Each of them has as many as any other subject.
 */
export const HUB_CONNECTIONS_RESERVED = 20;
/**
 * Milliseconds of this node's work on a docket where several organisations bring transactions. Fewer than so many are
 * not worth one, which costs two signatures and a synced write.
 */
export const SHARED_DOCKET_MS = 8;
export const SHARED_DOCKET_MIN = 32;
/**
 * Signatures verified at once while several organisations bring some: a stranger's waits for those that are begun, and
 * their answers come in one piece. With 32 a node seals a fifth less than with what it takes from one alone. It counts
 * as several for so many signatures after the last one of another.
 */
export const SHARED_SIGNATURES_AT_ONCE = 32;
export const SHARED_SIGNATURES = 10_000;
/**
 * Signatures that are verified on the event loop between two answers, a fifth of a millisecond each: of who brings one
 * transaction while those of others are under way. In turns one took 8 to 37 ms, for it waited for two lots of answers.
 */
export const SHARED_LONE_SIGNATURES = 4;
/** For so long after two organisations brought transactions in turn a register counts as shared. */
export const SHARED_FOR_MS = 10_000;
