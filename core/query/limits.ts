// Bounds of an expression: what a person or a program of reports writes fits many times, and none of it costs more than
// some milliseconds.

/** Words and signs of one expression, those of its aliases each time that they are named. */
export const TOKENS_MAX = 600;
/** Brackets, calls and lambdas in one another; each level is a few calls of the parser. */
export const NESTING_MAX = 24;
/** Values that `in` compares with. */
export const LIST_MAX = 100;
/** Members that one `$orderby` sorts by. */
export const ORDER_MAX = 5;
/** Members that one `$select` names. */
export const SELECT_MAX = 50;
/** Texts that functions put together. */
export const TEXT_MAX = 16 * 1024;
/** Characters of a parameter alias. */
export const ALIAS_MAX = 2048;
