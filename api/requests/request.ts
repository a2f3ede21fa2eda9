// What mounting adds to a Fastify request, and the one way in which a refusal becomes an answer. The only file that extends Fastify's types.
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Issue } from '../../core/base/issue.js';
import { languagesOf, lookedUp } from '../../core/base/languages.js';
import type { Caller } from '../auth/caller.js';
import { errorRow, PROBLEM_TYPE, problem } from '../errors/errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /** Why the token was refused; undefined with a good token or none. */
    denied: Issue | undefined;
    /** The JSON body as it came. */
    rawBody: Uint8Array;
  }
  interface FastifyContextConfig {
    operationId?: string;
    /** Values that a JSON body may have; those of a small one when absent. */
    bodyValuesMax?: number;
    /** Why the caller may not bring so many values now; where it may, they are charged for. Absent where nobody pays for them. */
    chargeValues?: ((request: FastifyRequest, values: number) => Issue | undefined) | undefined;
  }
}

/** An answer of the API is data: nothing in it may load, run or be framed. */
export const NO_CONTENT = "default-src 'none'; frame-ancestors 'none'";

const CORRELATION = /^[A-Za-z0-9_.:-]{1,128}$/;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

/** The client's correlation id, else the trace id of its W3C traceparent, else a fresh one. */
export function correlationId(request: {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}): string {
  const given = request.headers['x-correlation-id'];
  if (typeof given === 'string' && CORRELATION.test(given)) return given;
  const parent = request.headers.traceparent;
  const trace = typeof parent === 'string' ? TRACEPARENT.exec(parent)?.[1] : undefined;
  return trace ?? randomUUID().replaceAll('-', '');
}

export const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Thrown inside Fastify's parsing hooks only, where throwing is the way to refuse; the error handler turns it into the problem body. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly issues: readonly Issue[]) {
    super(issues[0]?.message);
  }
}

/** Sends the problem body of the first issue's status. It is sent as text, so that no response schema strips a member of it. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  issues: readonly Issue[],
  extra: {
    readonly members?: Readonly<Record<string, unknown>> | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  } = {},
): void {
  const at = request.originalUrl.indexOf('?');
  // Without the query, which may carry a token or a code.
  const instance = at < 0 ? request.originalUrl : request.originalUrl.slice(0, at);
  const told = inLanguage(issues, languagesOf(request.headers['accept-language']));
  const body = problem(told, { instance, traceId: request.id }, extra.members);
  const row = errorRow(body.code);
  const retryAfter = issues[0]?.retryAfterSeconds ?? row.retryAfter;
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
  if (row.status === 401) reply.header('www-authenticate', challenge(body.code));
  if (extra.headers) reply.headers(extra.headers);
  reply
    .code(row.status)
    .header('content-type', PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}

/** An author's own sentence is told in the caller's language, else in English as all others are, else in any. */
function inLanguage(issues: readonly Issue[], languages: readonly string[]): readonly Issue[] {
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
