// What comes out of an operation, for whatever carries it: a status, headers and bytes, or the refusal that they were made of. A transport with a form of its own
// for refusals (a hub, a tool) reads the refusal and leaves the rest.
import type { Issue, IssueCode } from '../../core/base/issue.js';
import { isIssue } from '../../core/base/issue.js';
import { languagesOf, lookedUp } from '../../core/base/languages.js';
import { isFailure } from '../../core/base/result.js';
import { Refusal } from '../define.js';
import { errorRow, PROBLEM_TYPE, problem } from '../errors/errors.js';
import type { TracedCall } from './incoming.js';

export interface CallOutcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Uint8Array | NodeJS.ReadableStream | undefined;
  readonly refusal?: Refusal;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** As a problem (RFC 9457), with the status of its first issue. `told` are headers that were decided before, such as a time to come back. */
export function refusedOutcome(
  refusal: Refusal,
  { asked, traceId, headers }: TracedCall,
  told?: Readonly<Record<string, string | number>>,
): CallOutcome {
  const language = headers['accept-language'];
  const issues = inLanguage(refusal.issues, typeof language === 'string' ? language : undefined);
  const body = problem(issues, { instance: asked, traceId }, refusal.members);
  const row = errorRow(body.code as IssueCode);
  const retryAfter = refusal.issues[0]?.retryAfterSeconds ?? row.retryAfter;
  return {
    status: row.status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      ...(row.status === 401 && { 'www-authenticate': challenge(body.code) }),
      ...told,
      ...refusal.headers,
      'content-type': PROBLEM_TYPE,
      'cache-control': 'no-store',
    },
    body: JSON.stringify(body),
    refusal,
  };
}

/** An author's own sentence is told in the caller's language, else in English as all others are, else in any. */
function inLanguage(issues: readonly Issue[], accepted: string | undefined): readonly Issue[] {
  if (issues.every(({ said }) => said === undefined)) return issues;
  const languages = languagesOf(accepted);
  return issues.map((found) => {
    if (found.said === undefined) return found;
    const known = Object.keys(found.said);
    const language = lookedUp([...languages, 'en'], known) ?? known[0];
    return { ...found, message: (language === undefined ? undefined : found.said[language]) ?? found.message };
  });
}

/** RFC 6750 section 3: the reason is named only when a token was presented. */
function challenge(code: string): string {
  return code.startsWith('TOKEN_') ? 'Bearer error="invalid_token"' : 'Bearer';
}

/** The refusal that a handler gave, if it gave one. */
export function refusalIn(result: unknown): Refusal | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  if (result instanceof Refusal) return result;
  if (isFailure(result)) return new Refusal(result.issues);
  if (isBareIssue(result)) return new Refusal([result]);
  return Array.isArray(result) && result.length > 0 && isBareIssue(result[0]) ? new Refusal(result) : undefined;
}

/** code, path and message. */
const ISSUE_MEMBERS = 3;

/** An issue and nothing else: an answer that tells of an issue, such as the receipt of a refusal, has other members too. */
function isBareIssue(value: unknown): value is Issue {
  if (!isIssue(value)) return false;
  const optional = [value.retryAfterSeconds, value.said].filter((one) => one !== undefined);
  return Object.keys(value).length === ISSUE_MEMBERS + optional.length;
}
