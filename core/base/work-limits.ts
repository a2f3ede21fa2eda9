// Bounds on the work of schemas in steps: rules of the ledger, so they never change under the rules of a register (core/schema/README.md).

/** Steps of all schemas of an action on its payload: a regular list of 4 MiB takes 1.5 million, a step some 15 to 40 ns. A rule: every node counts alike. */
export const SCHEMA_STEPS_MAX = 2_000_000;
/** The same of all actions of one docket: under a second, in which a validator does not vote. */
export const DOCKET_STEPS_MAX = 20_000_000;
