// Expected failures are data. An Issue code is the single currency: core makes it, its row in codes/ gives it one HTTP
// status and its explanation, the CLI prints it, tests assert it. The list is closed.
import type { IssueCode } from './codes/table.js';

export type { IssueCode };

export interface Issue {
  readonly code: IssueCode;
  /** JSON Pointer of the member at fault, '' for the whole. */
  readonly path: string;
  /** A sentence for a person, without secrets or payloads. */
  readonly message: string;
  /** Of a code that a later docket may take back (finality.ts): this cause of it no docket does. */
  readonly stands?: true;
  /** Of something that is full now: when to come back, where that is known better than the code tells. */
  readonly retryAfterSeconds?: number;
  /** Of a payload that breaks a schema: what the author of the definition says in place of `message`, by language. */
  readonly said?: Readonly<Record<string, string>>;
}

export function issue(code: IssueCode, path: string, message: string): Issue {
  return { code, path, message };
}

/**
 * No further argument for a value that is not a Failure (result.ts); one that cannot be given for a value that may be
 * one, so that the call does not compile: a Failure is not an issue, and would be taken for a success. Ask `isFailure`
 * of it.
 */
type NoFailure<T> = 0 extends 1 & T ? [] : [Extract<T, FailureLike>] extends [never] ? [] : [askIsFailure: never];
/** The members by which the compiler knows a Failure here: result.ts imports this file. */
interface FailureLike {
  readonly isFinal: boolean;
  readonly issue: Issue;
}

/** True for an issue that came from outside as JSON, or was thrown. Of a result of this code `isFailure` is asked. */
export function isIssue<T>(value: T, ..._: NoFailure<T>): value is T & Issue {
  return typeof value === 'object' && value !== null && 'code' in value && 'path' in value && 'message' in value;
}
