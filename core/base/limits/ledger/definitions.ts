// Bounds of what a definition says: its parts, schemas and rules. constants.ts beside it has those of what it states
// for all rules.

/**
 * Participants, actions and routes of one definition: far beyond any real workflow, and a bound on every check over
 * them.
 */
export const BLUEPRINT_PARTICIPANTS_MAX = 100;
export const BLUEPRINT_ACTIONS_MAX = 500;
/**
 * Nodes of all schemas of a definition with references expanded: bounds both compilation and the work on each payload
 * value.
 */
export const SCHEMA_NODES_MAX = 10_000;
/** `uniqueItems` compares pairs: without such a maxItems beside it, 6,000 objects take more than a second. */
export const SCHEMA_UNIQUE_ITEMS_MAX = 256;
/** Calculations of one action, and disclosures of one action with their pointers together: far beyond any real form. */
export const CALCULATIONS_MAX = 100;
export const DISCLOSURE_POINTERS_MAX = 1000;
/** Parts and levels of one JSON Logic rule: a rule that a person can still read, and a bound on recursion. */
export const LOGIC_NODES_MAX = 1000;
export const LOGIC_DEPTH_MAX = 32;
/** Steps of all rules of one action together: some ten milliseconds. */
export const LOGIC_STEPS_MAX = 100_000;
/**
 * Characters and items that the rules of one action make: without it one reduce doubles a text to 67 MB in a
 * millisecond.
 */
export const LOGIC_OUTPUT_MAX = 65_536;
/** Characters that a rule looks for in a text: a search costs their product at worst. */
export const LOGIC_NEEDLE_MAX = 256;
/** The longest deadline, ten years: a docket time plus it is still a time that Date can hold. */
export const DURATION_MAX_MS = 3660 * 24 * 60 * 60 * 1000;
