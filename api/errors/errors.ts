// Issue code to HTTP status, closed and complete: the compiler asks for a row for every code. Also the body of a
// problem (RFC 9457), of which the families beside this file make their forms. Never put secrets or payloads in a body.
import type { Issue, IssueCode } from '../../core/base/issue.js';
import { ACCOUNT_ERRORS } from './account-errors.js';
import type { ErrorRow } from './error-row.js';
import { FEDERATION_ERRORS } from './federation-errors.js';
import { LINKED_ERRORS } from './linked-errors.js';
import { MOVE_ERRORS } from './move-errors.js';
import { NODE_ERRORS } from './node-errors.js';
import { OUTGOING_ERRORS } from './outgoing-errors.js';
import { PAYLOAD_ERRORS } from './payload-errors.js';
import { REGISTER_ERRORS } from './register-errors.js';
import { REQUEST_ERRORS } from './request-errors.js';
import { TRANSACTION_ERRORS } from './transaction-errors.js';
import { WORKFLOW_ERRORS } from './workflow-errors.js';

export type { ErrorRow };

export const errorTable = {
  ...REQUEST_ERRORS,
  ...ACCOUNT_ERRORS,
  ...FEDERATION_ERRORS,
  ...REGISTER_ERRORS,
  ...TRANSACTION_ERRORS,
  ...PAYLOAD_ERRORS,
  ...MOVE_ERRORS,
  ...WORKFLOW_ERRORS,
  ...NODE_ERRORS,
  ...OUTGOING_ERRORS,
  ...LINKED_ERRORS,
} as const satisfies Record<IssueCode, ErrorRow>;

export function errorRow(code: IssueCode): ErrorRow {
  return errorTable[code];
}

/**
 * RFC 9457 members, then the stable `code`, the sentence as `error`, and what the specification adds for some codes.
 */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: IssueCode;
  readonly error: string;
  /** JSON Pointer of the member at fault. */
  readonly path: string;
  /** One entry an issue; a handler may add members to each. */
  readonly errors: unknown;
  readonly traceId: string;
  /** Of a refused submission: see DEFINITIVE. */
  readonly definitive?: boolean;
  readonly [member: string]: unknown;
}

/** The member `definitive` of a refused submission, for the documentation. */
export const DEFINITIVE =
  'Of a refused submission. True: no node seals it as it was submitted. False: this node refused it by its own clock, by sealed state that a later docket may ' +
  'change (a right, a policy, a definition that is not published yet), or did not judge it; another node may have accepted it: ask for its receipt.';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/**
 * The body for one or more issues; the first one decides code and status. `members` are added and never replace a
 * member of the standard.
 */
export function problem(
  issues: readonly Issue[],
  request: { readonly instance: string; readonly traceId: string },
  members: Readonly<Record<string, unknown>> = {},
): Problem {
  const first = issues[0] ?? { code: 'INTERNAL' as const, path: '', message: 'The reason is not known.' };
  const row = errorRow(first.code);
  return {
    ...members,
    type: `urn:quorate:problem:${first.code}`,
    title: row.title,
    status: row.status,
    detail: first.message,
    instance: request.instance,
    code: first.code,
    error: first.message,
    path: first.path,
    errors: members.errors ?? issues.map(({ code, path, message }) => ({ code, path, message })),
    traceId: request.traceId,
  };
}
