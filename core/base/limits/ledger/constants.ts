// Bounds on what a definition states for all of its rules, and on how many these are.

/** Calculations and conditions of one definition: each of 500 actions has four. */
export const LOGIC_RULES_MAX = 2000;
/**
 * Members of a record that a rule makes: what a person names by hand. Types of records are compared member by member.
 */
export const RECORD_MEMBERS_MAX = 50;
/** Calendars and decision tables of one definition: what an organisation still keeps by hand. */
export const CALENDARS_MAX = 20;
export const TABLES_MAX = 100;
/** Facts of a definition: members that several actions state. */
export const FACTS_MAX = 200;
/** Times that one timer reminds: a user reads no more of them. */
export const REMINDERS_MAX = 50;
/** Timers of one action: a deadline, some reminders before it. */
export const ACTION_TIMERS_MAX = 16;
/** Actions that one `notSameAs` names, and all of a definition together: for each of them state is read. */
export const FOUR_EYES_MAX = 16;
export const FOUR_EYES_PAIRS_MAX = 100;
/** Roles that vote on one action, and what one vote counts: state is read for each of them with every vote. */
export const APPROVAL_VOTERS_MAX = 50;
export const APPROVAL_WEIGHT_MAX = 1_000_000;
/**
 * Bound of the parts that are found for each role that votes, in all actions: each of these takes some 5 µs when a
 * definition is checked.
 */
export const VOTED_PARTS = { most: 100_000, role: 10, pointer: 1, rule: 3 } as const;
/** Roles that give one away: with the new holder they sign one transaction, which has 31 signatures. */
export const REPLACERS_MAX = 30;
/** Roles that confirm the runs of one action: each of them costs a transaction and a docket. */
export const CONFIRMERS_MAX = 16;
/** Bytes of what a timer records: its transaction has them, and every byte of that follows from the definition. */
export const TIMER_DATA_BYTES_MAX = 65_536;
/** Rows of one table, and what it asks about: a person still reads them. */
export const TABLE_ROWS_MAX = 1000;
export const TABLE_INPUTS_MAX = 16;
/** Values that one cell lists. */
export const TABLE_CELL_VALUES_MAX = 100;
/** Looks at cells when gaps and overlaps of all tables of a definition are searched: some 50 ms. */
export const TABLE_COVERAGE_STEPS_MAX = 2_000_000;
