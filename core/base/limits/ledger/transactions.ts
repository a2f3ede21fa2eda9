// Bounds of transactions and dockets, and what of bodies and times they follow: every validator judges by them.

/**
 * Objects and lists that a value lies inside, counted from the transaction wherever that stands. Deep enough for any
 * real form; far from a stack overflow.
 */
export const JSON_DEPTH_MAX = 64;
/**
 * Of a text that holds transactions, counted from its beginning. Evidence has them one and two levels down, a request
 * with a docket three; the fields of an opened group stand three levels deeper than in the text that was sealed.
 */
export const DOCUMENT_DEPTH_MAX = JSON_DEPTH_MAX + 3;
/** Canonical bytes of one transaction, a published blueprint among them: docs/specification.md C5. */
export const TRANSACTION_BYTES_MAX = 4 * 1024 * 1024;
/** A docket never exceeds this; a larger one is refused (docs/specification.md C5). */
export const DOCKET_BYTES_MAX = 10 * 1024 * 1024;
/** A builder stops adding transactions here (docs/specification.md C5). */
export const DOCKET_BUILD_BYTES_MAX = 1024 * 1024;
export const DOCKET_TRANSACTIONS_MAX = 1000;
/** Enough for every co-signer of a governance act; bounds verification work per transaction. */
export const SIGNATURES_MAX = 31;
export const RECIPIENTS_MAX = 200;
/** UTF-16 units: an address has 62. */
export const ADDRESS_LENGTH_MAX = 100;
export const METADATA_BYTES_MAX = 16 * 1024;
export const ID_LENGTH_MAX = 128;
/** Clock skew that a createdAt may run ahead by: reference-facts 4.3.2. */
export const CLOCK_SKEW_MS = 5 * 60 * 1000;
/** A submission older than this at admission is refused (VAL_TIME_002). */
export const TRANSACTION_AGE_MAX_MS = 60 * 60 * 1000;
/**
 * An action whose rules read `time.signed` was signed at most so long before its docket (VAL_TIME_005). A submission
 * may be as old: an honest sender may be late by an hour.
 */
export const SIGNED_AGE_MAX_MS = TRANSACTION_AGE_MAX_MS;
/**
 * The end of the year 9999: every time of a docket has the spelling of the timestamps, and is one that Date can hold
 * (ECMA-262 21.4.1.1).
 */
export const TIMESTAMP_MAX_MS = 253_402_300_799_999;
