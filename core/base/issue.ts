// Expected failures are data. An Issue code is the single currency: core makes it, api/errors/errors.ts maps it to one
// HTTP status, the CLI prints it, tests assert it. The list is closed: a new code is a line of its area in codes/, and
// one each in api/errors/ and api/explanations/ (the compiler asks for them).
import { ACCOUNT_CODES } from './codes/accounts.js';
import { FEDERATION_CODES } from './codes/federation.js';
import { LINKED_CODES } from './codes/linked.js';
import { MOVE_CODES } from './codes/moves.js';
import { NODE_CODES } from './codes/nodes.js';
import { OUTGOING_CODES } from './codes/outgoing.js';
import { PAYLOAD_CODES } from './codes/payloads.js';
import { REGISTER_CODES } from './codes/registers.js';
import { REQUEST_CODES } from './codes/requests.js';
import { TRANSACTION_CODES } from './codes/transactions.js';
import { WORKFLOW_CODES } from './codes/workflows.js';

export interface Issue {
  readonly code: IssueCode;
  /** JSON Pointer of the member at fault, '' for the whole. */
  readonly path: string;
  /** One sentence for a person, without secrets or payloads. */
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
 * No further argument for a value that is no Failure (result.ts); one that cannot be given for a value that may be one,
 * so that the call does not compile: a Failure is no issue, and would be taken for a success. Ask `isFailure` of it.
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

export const ISSUE_CODES: readonly IssueCode[] = [
  ...REQUEST_CODES,
  ...ACCOUNT_CODES,
  ...FEDERATION_CODES,
  ...REGISTER_CODES,
  ...TRANSACTION_CODES,
  ...PAYLOAD_CODES,
  ...MOVE_CODES,
  ...WORKFLOW_CODES,
  ...NODE_CODES,
  ...OUTGOING_CODES,
  ...LINKED_CODES,
];

/** Spelt out, so that the declarations of the published client say it without compiling this file. */
export type IssueCode = (
  | typeof REQUEST_CODES
  | typeof ACCOUNT_CODES
  | typeof FEDERATION_CODES
  | typeof REGISTER_CODES
  | typeof TRANSACTION_CODES
  | typeof PAYLOAD_CODES
  | typeof MOVE_CODES
  | typeof WORKFLOW_CODES
  | typeof NODE_CODES
  | typeof OUTGOING_CODES
  | typeof LINKED_CODES
)[number];
