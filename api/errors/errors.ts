// The body of a problem (RFC 9457), of which the families beside this file make their forms. The status follows from
// the row of its code. Never put secrets or payloads in a body.
import { codeRow } from '../../core/base/codes/table.js';
import type { Issue, IssueCode } from '../../core/base/issue.js';

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
  /** An entry an issue; a handler may add members to each. */
  readonly errors: unknown;
  readonly traceId: string;
  /** Of a refused submission: see DEFINITIVE. */
  readonly definitive?: boolean;
  readonly [member: string]: unknown;
}

/** The member `definitive` of a refused submission, for the documentation. */
export const DEFINITIVE =
  'Of a refused submission. True: no node seals it as it was submitted. False: this node refused it by its own clock, or did not judge it; or by sealed state that a later docket may change (a right, a policy, a definition that is not published yet); another node may have accepted it: ask for its receipt.';

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
  const row = codeRow(first.code);
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
