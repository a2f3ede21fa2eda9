// Bounds on what a node keeps for one person: the personal inbox, devices, and the codes and links that bring a device
// to an account. A constant a line with its reason.

/**
 * Entries of a personal inbox: of each category those that the node itself tells, and all that services tell. An entry
 * goes for a newer one of its quota alone (docs/decisions/0138). Actions come most; lists of actions have no bound.
 */
export const ENTRY_QUOTAS = { Action: 150, Credential: 20, Membership: 20, Security: 60, service: 50 } as const;
/** All of them: a list reads the marks of them, some 25 KiB. */
export const PERSONAL_ENTRIES_MAX = Object.values(ENTRY_QUOTAS).reduce((sum: number, quota) => sum + quota, 0);
/** Characters of an entry's title and text, and members of its details: a line of a list, and a few ids. */
export const ENTRY_TITLE_MAX = 200;
export const ENTRY_TEXT_MAX = 1000;
export const ENTRY_DETAILS_MAX = 12;
export const ENTRY_DETAIL_MAX = 200;
/** Characters of the id by which a producer names its event, and of a kind of event. */
export const SOURCE_EVENT_MAX = 200;
export const ENTRY_TYPE_MAX = 60;
/**
 * How old a sealed action may be that still makes an entry: a node that was down for a week tells what came meanwhile.
 */
export const ENTRY_NEWS_MS = 7 * 24 * 60 * 60 * 1000;

/** Devices of one person that are active, and all that are kept: one row of the store, some 20 KiB. */
export const DEVICES_ACTIVE_MAX = 20;
export const DEVICES_KEPT_MAX = 50;
/** Characters of the name that a person gives a device. */
export const DEVICE_LABEL_MAX = 80;
export const DEVICE_PLATFORM_MAX = 40;
/** Pauses between two tries to flip the status of a revoked device: doubled from the first to the last. */
export const FLIP_PAUSE_MS = 60_000;
export const FLIP_PAUSE_MAX_MS = 6 * 60 * 60 * 1000;
/** Flips of one sweep: each may wait for an answer of others. */
export const FLIPS_SWEPT_MAX = 20;

/** How long the key of a device acts for its person, and how long before the end that is renewed (decision 0216). */
export const DELEGATION_MS = 90 * 24 * 60 * 60 * 1000;
export const DELEGATION_RENEWED_MS = 30 * 24 * 60 * 60 * 1000;
/** How long the device gets the same credential again: an answer may be lost. */
export const DELEGATION_REPEATED_MS = 24 * 60 * 60 * 1000;

/** Life of the token in the QR code that brings a device to an account (reference-facts 4.5.5). */
export const ENROL_SESSION_MS = 600_000;
/** Specification section 8: 6 digits, 5 minutes, 5 attempts. */
export const SHORT_CODE_DIGITS = 6;
export const SHORT_CODE_MS = 300_000;
export const SHORT_CODE_ATTEMPTS_MAX = 5;
/** Short codes that are good at one time, of all people: docs/decisions/0134 says what they mean for who guesses. */
export const SHORT_CODES_MAX = 1000;
/**
 * Wrong codes of all callers after which a good code does not count any more: somebody guesses. So many guesses at one
 * of 1,000,000 codes are those that NIST SP 800-63B section 5.2.2 allows.
 */
export const SHORT_CODE_EXPOSURE_MAX = 100;
/** Wrong and spent codes of which the attempts are counted; each takes some 200 bytes. */
export const SHORT_CODE_MISSES_MAX = 10_000;

/** Specification section 8. */
export const PAIRING_LINK_MS = 24 * 60 * 60 * 1000;
/** A second mail within this time is not sent: the first is on its way. */
export const PAIRING_PAUSE_MS = 60_000;
export const PAIRING_TOKEN_BYTES = 32;
