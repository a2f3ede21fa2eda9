// Bounds of an instance and of its moves: rules of the ledger, each with its reason.
import { DOCKET_AHEAD_MAX_MS } from './clocks.js';

/** Characters of the reason of a rejection or cancellation, and of what it says of one field (reference-facts 4.1). */
export const REASON_MAX = 1000;
/** Fields that a rejection says something of: far beyond any real form. */
export const FIELD_ERRORS_MAX = 100;
/** Branches of one route: each is in the instance's state. */
export const INSTANCE_BRANCHES_MAX = 64;
/**
 * Transactions of one instance that a node reads to show it or to act in it: all of them are opened again, because
 * nothing opened is kept.
 */
export const INSTANCE_TRANSACTIONS_MAX = 2000;
/** Moves that roles make in whatever order: far more than nearly all instances have. */
export const INSTANCE_COMMON_MAX = INSTANCE_TRANSACTIONS_MAX / 2;
/**
 * The other moves but one, of which each role has its equal share: half of it for what it does, and half for the timers
 * of its actions. The one that is left ends the instance.
 */
export const INSTANCE_SHARED_MAX = INSTANCE_TRANSACTIONS_MAX - INSTANCE_COMMON_MAX - 1;
/**
 * Moves of an instance since an open action that reads ran: beyond them its role has time slots of its own. Honest
 * parties take turns long before (MADE_ANEW_LEAVE_MS), and one that is away is met by no more than so many.
 */
export const UNSLOTTED_MOVES_MAX = 64;
/**
 * Such a slot: one proposer may jump over DOCKET_AHEAD_MAX_MS of it by the time of its docket. Two seconds are left to
 * read, to calculate, to sign, and for a docket over slow links.
 */
export const READING_SLOT_MS = DOCKET_AHEAD_MAX_MS + 2000;
