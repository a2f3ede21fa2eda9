// Bounds on disputes: rules of the ledger, each with its reason.
import { BLUEPRINT_PARTICIPANTS_MAX } from './definitions.js';
import { INSTANCE_TRANSACTIONS_MAX } from './instances.js';
import { INSTANCE_CLAIMS_MAX, OPEN_ROLE_CLAIMS_MAX } from './people.js';

/**
 * Faults that an instance lists: each stays in its row for good. Each role has its equal share, at least one; for a run
 * that is proven false beyond it nothing pauses, so that no party makes room for a lie by others.
 */
export const INSTANCE_FAULTS_MAX = 128;
/**
 * Hand-overs of roles of one instance: they are not moves of the flow. Each role has its equal share, half of it for
 * those that its holder signs, and half for those by which others give it away: so no party keeps its role by handing
 * it on and on, or another from giving up its own. A refusal follows one of them, and is not counted.
 */
export const INSTANCE_HANDOVERS_MAX = 400;
/** For so long a holder who is there is asked before others give its role away. */
export const HANDOVER_DELAY_MS = 7 * 24 * 60 * 60 * 1000;
/** Asks and consents to cancel one instance: each stays with it, and 100 roles agree within weeks, perhaps again. */
export const INSTANCE_CANCELLATIONS_MAX = 256;
/** For so long somebody who agreed to cancel stands by it: the instance goes on meanwhile. */
export const CANCELLATION_CONSENT_MS = 30 * 24 * 60 * 60 * 1000;
/** Runs of one delivery: with more, a few large ones would be more than a transaction. */
export const DELIVERY_RUNS_MAX = 64;
/**
 * Deliveries of an instance; each role has its equal share, so that one party that changes its key without end takes
 * none from another. A few are enough for all runs of an instance: of 100 roles each has twenty, and four at its first
 * claim.
 */
export const INSTANCE_DELIVERIES_MAX = 2048;
/**
 * The part of the share of a role in which its deputies are delivered something: a reader of what the role reads may
 * deliver to them run by run, even what does not open. Enough has to be left for a later holder.
 */
export const DEPUTIES_PART = 0.5;
/**
 * Challenges of an instance, of which each role has its equal share. Of two roles each can challenge all that the other
 * one may do: else a party would seal badly, and answer, until the other one has no challenge left.
 */
export const INSTANCE_CHALLENGES_MAX = 2 * INSTANCE_TRANSACTIONS_MAX;
/** Transactions of an instance whose owed runs are listed as tasks; of a longer one the instance alone tells them. */
export const OWED_LISTED_RUNS_MAX = 256;
/** Wallets beside the sender of a run that deliver it to one wallet: each may, and one that means well is enough. */
export const DELIVERERS_MAX = 8;
/**
 * Consents to how disputes of an instance end beside the first one of a role in each dispute, those of all roles
 * together; each role has its equal share. Parties agree within a few of them, and what the resolver decides is not
 * counted.
 */
export const INSTANCE_RESOLUTIONS_MAX = 512;
/**
 * Transactions of an instance that are read at once. Beside its most moves come an objection to each with the word of a
 * resolver, and one that is not proven of each role. Hand-overs, claims, cancellations, consents to how disputes end,
 * deliveries and answered challenges come as well. Many of them need many parties that mean ill.
 */
export const INSTANCE_READ_MAX =
  3 * INSTANCE_TRANSACTIONS_MAX +
  (INSTANCE_FAULTS_MAX + 2) * BLUEPRINT_PARTICIPANTS_MAX +
  2 * INSTANCE_HANDOVERS_MAX +
  INSTANCE_CANCELLATIONS_MAX +
  INSTANCE_RESOLUTIONS_MAX +
  2 * (INSTANCE_CLAIMS_MAX + OPEN_ROLE_CLAIMS_MAX * BLUEPRINT_PARTICIPANTS_MAX) +
  INSTANCE_DELIVERIES_MAX +
  2 * INSTANCE_CHALLENGES_MAX;
/** Runs that one objection shows cells of. */
export const OPENINGS_MAX = 256;
/** Leaves in all of its openings: each is a hash, and all of them take some 20 ms. */
export const OPENING_LEAVES_MAX = 16_384;
/** Conditions of which one objection shows the operands: each is left out once, to see that it is needed. */
export const JUDGED_CONDITIONS_MAX = 16;
/** Steps of schemas on a part of a run: those of an action on the whole are four times as many. */
export const JUDGED_SCHEMA_STEPS_MAX = 250_000;
/**
 * Steps of rules in one judgement, with each condition left out: those of an honest action for each condition that may
 * be shown. Behind them nothing is denied, so that an objection is not proven, or shows what it needs.
 */
export const JUDGED_STEPS_MAX = 1_600_000;
/** Characters of the place that an objection names: a pointer to a member with its parts. */
export const OBJECTION_PLACE_MAX = 512;
/**
 * Sets of cells that a node judges while it looks for those that prove an objection: a judgement takes some 20 ms at
 * most.
 */
export const PROOF_TRIES_MAX = 64;
