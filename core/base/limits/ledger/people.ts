// Bounds on who may act in an instance: rules of the ledger, each with its reason.

/** Candidates of one role, and records of an organisation that are asked: each of them is a read of the state. */
export const CANDIDATES_MAX = 32;
/** Of all roles of a definition: with a wallet for each participant they fit an envelope. */
export const CANDIDATES_ALL_MAX = 96;
/**
 * Wallets that read a move beside the holders of roles: BLUEPRINT_PARTICIPANTS_MAX of those and these are
 * RECIPIENTS_MAX.
 */
export const READERS_BESIDE_MAX = 100;
/** How long a role is reserved: less is passed before others notice, more stops an instance. */
export const CLAIM_MS = {
  least: 10 * 60 * 1000,
  otherwise: 24 * 60 * 60 * 1000,
  most: 30 * 24 * 60 * 60 * 1000,
} as const;
/**
 * Claims of one role by one candidate: it may let one lapse, or give it back, and need the role later. Candidates that
 * claim for each other keep the others out for as many terms as they have claims, and no longer.
 */
export const ROLE_CLAIMS_MAX = 2;
/** Claims of roles with candidates in one instance, each with a release at most: they are not moves of the flow. */
export const INSTANCE_CLAIMS_MAX = 64;
/**
 * Claims of one open role without candidates, by all parties: anybody may make one, and a new wallet costs nothing.
 * With a bound for each party alone, a stranger would keep the role from others without end.
 */
export const OPEN_ROLE_CLAIMS_MAX = 4;
/** Delegations of one record: each stays in its row, and is looked at when a move of its roles is judged. */
export const DELEGATIONS_MAX = 8;
/** Blueprints that one delegation is for, and actions of one. */
export const DELEGATED_BLUEPRINTS_MAX = 32;
export const DELEGATED_ACTIONS_MAX = 100;
/** A delegation is for a year at most, a leap day with it: a deputy who stands in for longer takes the role. */
export const DELEGATION_MS_MAX = 366 * 24 * 60 * 60 * 1000;
