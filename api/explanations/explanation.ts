// How the code of an error is explained: why it comes up, and what the caller or the operator does. Its meaning and its
// status are those of ../errors.ts. Plain data; docs/errors.md and `quorate explain-error` are made of it.

/** Cause, and what to do. Full sentences; a command is written as a person types it. */
export type Explanation = readonly [cause: string, remedy: string];
