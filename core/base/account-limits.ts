// Bounds on what people and organisations have of accounts, one constant a line with its reason.

/** Invitations of one organisation that wait for an answer. Each could become a user; more than an office asks on one day. */
export const INVITATIONS_PENDING_MAX = 100;
/** Invitations of one organisation that are kept, answered ones too: they are one row of the store, some 50 KiB. */
export const INVITATIONS_KEPT_MAX = 200;
/** Refused acceptances with the right code after which an invitation is revoked: the code is in other hands, or the address was misspelt. */
export const INVITATION_ATTEMPTS_MAX = 5;
/** How long an invitation can be accepted, where the operator sets nothing else, and the longest that can be set. */
export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;
export const INVITATION_MS_MAX = 31 * 24 * 60 * 60 * 1000;
/** For so long after its expiry an invitation still says what became of it. */
export const INVITATION_KEEP_MS = 30 * 24 * 60 * 60 * 1000;
/** Bytes of a code: nobody guesses 192 bits. */
export const INVITATION_CODE_BYTES = 24;
