// Bounds of rehearsals and scenarios.

/**
 * Rehearsals of one draft and of one organisation that are kept, ended ones among them: each holds a wallet for every
 * role.
 */
export const REHEARSALS_PER_BLUEPRINT_MAX = 10;
export const REHEARSALS_PER_ORGANISATION_MAX = 100;
/** Lines of a rehearsal's log: what people read of one; the oldest go first. */
export const REHEARSAL_LOG_MAX = 500;
/** Characters of one line: messages name what a client sent, and that may be a name of a megabyte. */
export const REHEARSAL_LINE_MAX = 1000;
/** A rehearsal that is not continued is abandoned and loses its wallets; its log stays for a month. */
export const REHEARSAL_IDLE_MS = 24 * 60 * 60 * 1000;
export const REHEARSAL_KEEP_MS = 30 * 24 * 60 * 60 * 1000;
/** How long a rehearsal waits for the genesis of a new sandbox: specification section 8. */
export const SANDBOX_WAIT_MS = 60 * 1000;
/** Scenarios of one file. */
export const SCENARIOS_MAX = 200;

/** Steps of one scenario: more than an instance of a workflow has in practice. */
export const SCENARIO_STEPS_MAX = 1000;

/** Problems of a file of scenarios that one answer tells: the first ones say what to look at. */
export const SCENARIO_PROBLEMS_MAX = 100;
