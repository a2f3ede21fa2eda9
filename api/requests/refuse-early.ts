// Refuses a request before the framework has it: of a caller whose token is known, and whose organisation has no place
// among those that wait. It costs a third of what the same refusal costs later. A request that takes a closer look goes
// on to the operations.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isFailure } from '../../core/base/result.js';
import { fairKey } from '../auth/fair-key.js';
import type { Tokens } from '../auth/tokens.js';
import { Refusal } from '../define.js';
import type { ErrorFamilyName } from '../errors/families/families.js';
import { bearerOf } from './guard.js';
import { pathIn } from './incoming.js';
import { refusedOutcome } from './outcome.js';
import { correlationId, NO_CONTENT } from './request.js';
import type { RequestScheduler } from './request-scheduler.js';

export interface EarlyPorts {
  readonly turns: Pick<RequestScheduler, 'isCrowded' | 'isFullFor' | 'refusal' | 'rest'>;
  readonly tokens: Pick<Tokens, 'recall'>;
  /** The form of refusals of the operation that the request is for. */
  readonly familyAt: (method: string, url: string) => ErrorFamilyName;
  readonly onRefused: (answer: UnreadAnswer) => void;
  /** Refuses by itself what no operation answers, and says so; asked first. */
  readonly refusesUnread: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export function refuseEarly(server: Pick<Server, 'listeners' | 'removeAllListeners' | 'on'>, ports: EarlyPorts): void {
  const handlers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (ports.refusesUnread(request, response)) return;
    if (isRefused(request, ports)) refuse(request, response, ports);
    else for (const handle of handlers) handle(request, response);
  });
}

/** A browser of another origin needs headers that are made later to see why. */
function isRefused({ method, headers }: IncomingMessage, { turns, tokens }: EarlyPorts): boolean {
  const { authorization, origin } = headers;
  if (authorization === undefined || origin !== undefined || method === 'OPTIONS' || !turns.isCrowded) return false;
  const caller = tokens.recall(bearerOf(authorization) ?? '');
  return caller !== undefined && !isFailure(caller) && turns.isFullFor(fairKey({ caller, address: '' }));
}

function refuse(request: IncomingMessage, response: ServerResponse, ports: EarlyPorts): void {
  const { turns, familyAt, onRefused } = ports;
  const { method = 'GET', url = '' } = request;
  const refusal = turns.refusal();
  turns.rest(request, response, refusal.retryAfterSeconds);
  onRefused(writeEarly(request, response, { refusal: new Refusal([refusal]), family: familyAt(method, url) }));
}

/** To a request that the framework never had, for metrics and the log: nothing of it is a secret. */
export interface UnreadAnswer {
  readonly status: number;
  readonly traceId: string;
  /** Without one its request was not read. */
  readonly method?: string | undefined;
  /** Without its query. */
  readonly path: string;
  readonly address?: string | undefined;
}

/** Answers a request that the framework does not have yet. */
export function writeEarly(
  request: IncomingMessage,
  response: ServerResponse,
  { refusal, family }: { readonly refusal: Refusal; readonly family: ErrorFamilyName },
): UnreadAnswer {
  const { method, url = '', headers: asked } = request;
  const traceId = correlationId(request);
  const path = pathIn(url);
  const call = { asked: path, traceId, headers: asked };
  const { status, headers, body } = refusedOutcome(refusal, call, { family });
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(body as string),
    'x-correlation-id': traceId,
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_CONTENT,
  });
  response.end(body);
  return { status, traceId, method, path };
}
