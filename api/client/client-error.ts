// A refusal of a node as the error of the client, with the stable code.
import { type Issue, type IssueCode, isIssue } from '../../core/base/issue.js';
import { retryAfterMs } from '../../core/base/time/retry-after.js';
import { describeProxyAnswer, PROXY_ANSWERED } from './passing.js';

/** The refusal of the server, or NODE_UNAVAILABLE with status 0 when it could not be reached. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  constructor(
    readonly code: IssueCode | string,
    readonly status: number,
    message: string,
    readonly details: {
      readonly path: string;
      readonly issues: readonly Issue[];
      readonly problem: Readonly<Record<string, unknown>>;
      readonly retryAfterSeconds: number | undefined;
      /** By which the operator finds the request in the log of the node. */
      readonly traceId?: string;
      /**
       * Of a refused submission: false where another node may have accepted it in time, so that a receipt says how it
       * ends.
       */
      readonly definitive?: boolean;
    },
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** Of a call that has no whole answer. */
export function interruptedError(message: string, cause: unknown): ClientError {
  return clientFault('NODE_UNAVAILABLE', message, cause);
}

/** Found here, and not said by the node. */
export function clientFault(code: string, message: string, cause?: unknown): ClientError {
  const nothing = { path: '', issues: [], problem: {}, retryAfterSeconds: undefined };
  return new ClientError(code, 0, message, nothing, cause);
}

export function refusalIn(response: Response, body: unknown): ClientError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const issues = Array.isArray(problem.errors) ? problem.errors.filter(isSaid) : [];
  const traceId = response.headers.get('x-correlation-id') ?? problem.traceId;
  // `code` and `detail` of problem+json, `error` and `error_description` of the OAuth form.
  const ofProxy = describeProxyAnswer(response.status, body);
  const code = textIn(problem, 'code', 'error') ?? (ofProxy === undefined ? 'INTERNAL' : PROXY_ANSWERED);
  const message = textIn(problem, 'detail', 'error_description') ?? ofProxy ?? `The node answered ${response.status}.`;
  return new ClientError(code, response.status, message, {
    path: textIn(problem, 'path') ?? '',
    issues,
    problem,
    retryAfterSeconds: secondsIn(response.headers),
    ...(typeof traceId === 'string' && { traceId }),
    ...(typeof problem.definitive === 'boolean' && { definitive: problem.definitive }),
  });
}

function textIn(problem: Readonly<Record<string, unknown>>, ...members: readonly string[]): string | undefined {
  return members.map((member) => problem[member]).find((value) => typeof value === 'string');
}

/** The node is not trusted to say texts. */
function isSaid(value: unknown): value is Issue {
  return isIssue(value) && [value.code, value.path, value.message].every((text) => typeof text === 'string');
}

function secondsIn(headers: Pick<Headers, 'get'>): number | undefined {
  const ms = retryAfterMs(headers.get('retry-after'), Date.parse(headers.get('date') ?? ''));
  return ms === undefined ? undefined : Math.ceil(ms / 1000);
}
