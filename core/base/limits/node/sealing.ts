// The bounds of sealing actions to wallets, one constant a line with its reason.

/**
 * Agreements of this node's senders with their recipients kept in memory, 3 KiB each; far above RECIPIENTS_MAX, so that
 * one action ends few others.
 */
export const AGREEMENTS_MAX = 4096;
/** An agreement ends: what is in memory opens at most what was sealed in this time. */
export const AGREEMENT_LIFE_MS = 10 * 60_000;
/** Far below 2^32, where random ids of 16 bytes may begin to meet. */
export const AGREEMENT_WRAPS_MAX = 10_000;
/** Registers on which an agreement is referred to; on others its carrier stands in each envelope. */
export const AGREEMENT_REGISTERS_MAX = 8;
/**
 * Carriers, over all transactions whose seal is waited for: many are never heard of again, and each keeps its agreement
 * of 3 KiB in memory. A carrier that is forgotten is carried once more.
 */
export const CARRIERS_OFFERED_MAX = 4096;
/** Keys that the thread knows by number: as many as there are agreements, each about a kilobyte. */
export const SEALER_KEYS_MAX = 4096;
/**
 * Characters of asks that are told together: whatever is asked in one turn, a message stays far below the 2^29 that a
 * text may have.
 */
export const SEALER_MESSAGE_CHARS_MAX = 8 * 1024 * 1024;
/** Actions that wait for the thread that seals what is small: more than requests are served at a time. */
export const MOVES_WAITING_MAX = 1024;
/** Operations that wait for the thread that seals what is large: more than may encrypt at one time. */
export const SEALINGS_WAITING_MAX = 16;
/**
 * How often a move is made anew whose readers or operands others changed before its docket: of two parties that draw on
 * one total at once, one is sealed in each docket. So one of eight has its turn within as many.
 */
export const MADE_ANEW_MAX = 8;
/** The rest before that is a random share of this, doubled each time: some dockets. */
export const MADE_ANEW_REST_MS = 25;
export const MADE_ANEW_REST_MAX_MS = 200;
/** All rests of one ask: three roles that read have their slots in it, and few callers wait for longer. */
export const MADE_ANEW_WAIT_MAX_MS = 30_000;
/**
 * A random share of this rests a party that repeats its action before it does so, where others read that: on a mesh the
 * node beside the proposer would always be first. Several ways over a link of one place.
 */
export const MADE_ANEW_LEAVE_MS = 60;
/** From so many refusals on a move waits for its slot, if any, and goes before the others in the pool of its node. */
export const MADE_ANEW_FIRST = 2;
