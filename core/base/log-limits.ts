// The bounds of the log lines that a node keeps in memory, one constant a line with its reason. All others are in limits.ts.

/** Some hours of a node that is well, and the minutes before a fault. */
export const LOG_LINES_MAX = 1000;
/** A stack with its cause; with the number above 8 million characters at the very most. A longer line keeps its sentence and says how long it was. */
export const LOG_LINE_CHARACTERS_MAX = 8192;
