// Bounds of scenarios, which their author walks through in memory.

/** Scenarios of one file. */
export const SCENARIOS_MAX = 200;

/** Steps of one scenario: more than an instance of a workflow has in practice. */
export const SCENARIO_STEPS_MAX = 1000;
