// The outcome of an operation, for whatever carries it: a status, headers and bytes, or the refusal that they were made
// of. A transport with a form of its own for refusals (a hub, a tool) reads the refusal and leaves the rest.

import { codeRow } from '../../core/base/codes/table.js';
import type { Issue } from '../../core/base/issue.js';
import { languagesOf, pickLanguage } from '../../core/base/languages.js';
import { ACCEPT_LENGTH_MAX } from '../../core/base/limits/node/requests.js';
import { isFailure } from '../../core/base/result.js';
import { Refusal } from '../define.js';
import { problem } from '../errors/errors.js';
import type { ErrorFamilyName } from '../errors/families/families.js';
import { FAMILIES } from '../errors/families/families.js';
import type { TracedCall } from './incoming.js';

export interface CallOutcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Uint8Array | NodeJS.ReadableStream | undefined;
  /** The body by encodings that it was compressed in before. */
  readonly compressed?: Readonly<Partial<Record<'br' | 'gzip', Uint8Array>>>;
  readonly refusal?: Refusal;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** How a refusal is told. */
export interface RefusalManner {
  /** The form that the operation's standard wants; that of problems (RFC 9457) by default. */
  readonly family?: ErrorFamilyName | undefined;
  /** Headers that were decided before, such as a time to come back. */
  readonly told?: Readonly<Record<string, string | number>> | undefined;
}

/** With the status of its first issue, or the one that the family has for it. */
export function refusedOutcome(
  refusal: Refusal,
  { asked, traceId, headers, resourceMetadata }: TracedCall,
  { family = 'problem', told: decided }: RefusalManner = {},
): CallOutcome {
  const language = headers['accept-language'];
  const { type, plainType, renamed, answer } = FAMILIES[family];
  const faults = inLanguage(refusal.issues, typeof language === 'string' ? language : undefined);
  const issues = renamed ? faults.map((issue) => ({ ...issue, code: renamed[issue.code] ?? issue.code })) : faults;
  const { error: named, scope } = refusal.members ?? {};
  const body = problem(issues, { instance: asked, traceId }, refusal.members);
  const written = answer({
    problem: body,
    named: typeof named === 'string' ? named : undefined,
    ...{ resourceMetadata, scope: typeof scope === 'string' ? scope : undefined },
    isProven: isProvenToken(headers.authorization),
  });
  const retryAfter = refusal.issues[0]?.retryAfterSeconds ?? codeRow(body.code).retryAfter;
  return {
    status: written.status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': Math.ceil(retryAfter) }),
      ...written.headers,
      ...decided,
      ...refusal.headers,
      'content-type': plainType !== undefined && isPlain(headers.accept) ? plainType : type,
      'cache-control': 'no-store',
    },
    body: JSON.stringify(written.body),
    refusal,
  };
}

function isProvenToken(header: TracedCall['headers'][string]): boolean {
  return typeof header === 'string' && /^dpop /i.test(header);
}

/** The caller names JSON, and neither problems nor everything: a client that looks for a problem would name it. */
function isPlain(accept: string | readonly string[] | undefined): boolean {
  return (
    typeof accept === 'string' &&
    accept.length <= ACCEPT_LENGTH_MAX &&
    /(?:^|,)\s*application\/json\s*(?:[;,]|$)/i.test(accept) &&
    !/application\/problem\+json|\*\/\*/i.test(accept)
  );
}

/** An author's own sentence is told in the caller's language, else in English as all others are, else in any. */
function inLanguage(issues: readonly Issue[], accepted: string | undefined): readonly Issue[] {
  if (issues.every(({ said }) => said === undefined)) return issues;
  const languages = languagesOf(accepted);
  return issues.map((issue) => {
    if (issue.said === undefined) return issue;
    const known = Object.keys(issue.said);
    const language = pickLanguage([...languages, 'en'], known) ?? known[0];
    return { ...issue, message: (language === undefined ? undefined : issue.said[language]) ?? issue.message };
  });
}

/** The refusal that a handler gave, if it gave one. */
export function refusalIn(result: unknown): Refusal | undefined {
  if (result instanceof Refusal) return result;
  return isFailure(result) ? new Refusal(result.issues) : undefined;
}
