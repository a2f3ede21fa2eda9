// Bounds on what a definition of language 2 states for all of its rules.

/** Calendars and decision tables of one definition: what an organisation still keeps by hand. */
export const CALENDARS_MAX = 20;
export const TABLES_MAX = 100;
/** Facts of a definition: members that several actions state. */
export const FACTS_MAX = 200;
