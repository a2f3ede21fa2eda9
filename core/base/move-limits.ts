// Bounds on the moves of an instance of language 2: rules of the ledger, each with its reason.
import { INSTANCE_TRANSACTIONS_MAX } from './limits.js';

/** Moves that roles make in whatever order: far more than nearly all instances have. */
export const INSTANCE_COMMON_MAX = INSTANCE_TRANSACTIONS_MAX / 2;
/**
 * The other moves but one, of which each role has its equal share: half of it for what it does, and half for the timers
 * of its actions. The one that is left ends the instance.
 */
export const INSTANCE_SHARED_MAX = INSTANCE_TRANSACTIONS_MAX - INSTANCE_COMMON_MAX - 1;
