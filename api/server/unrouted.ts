// Requests that reach no operation: the parser of HTTP does not read them, or the router knows no operation for them.
// They are refused as all others are, with a code and in the form of their path. They count against the caller's
// address, and leave no line in the log: strangers send them. Nothing here reads a body.
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Issue, issue } from '../../core/base/issue.js';
import { BODY_DROPPED_MAX } from '../../core/base/limits/node/bodies.js';
import { MALFORMED_LINGER_MS } from '../../core/base/limits/node/requests.js';
import { ANONYMOUS } from '../auth/caller.js';
import { type Method, Refusal } from '../define.js';
import type { ErrorFamilyName } from '../errors/families/families.js';
import { pathIn } from '../requests/incoming.js';
import { type CallOutcome, refusedOutcome } from '../requests/outcome.js';
import type { Limit } from '../requests/rate.js';
import { type UnreadAnswer, writeEarly } from '../requests/refuse-early.js';
import { correlationId, NO_CONTENT, sendOutcome, tracedCallOf } from '../requests/request.js';
import type { ClientAddresses } from './client-address.js';

export interface UnroutedPorts {
  readonly clients: Pick<ClientAddresses, 'of'>;
  /** Counts a request of an address; undefined where the limit is off. */
  readonly limit: Limit | undefined;
  /** The form of refusals at a path. */
  readonly familyAt: (method: string, url: string) => ErrorFamilyName;
  /** The server takes no further requests. */
  readonly isClosing: () => boolean;
  readonly onRefused: (answer: UnreadAnswer) => void;
}

/** An error of the parser, by its code; what has none is told as the last row. */
const MALFORMED: Readonly<Record<string, Issue>> = {
  HPE_HEADER_OVERFLOW: issue(
    'HEADERS_TOO_LARGE',
    '',
    'The request line and the headers are longer than this node reads.',
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: issue(
    'BODY_TOO_LARGE',
    '',
    'The extensions of a chunk are longer than this node reads.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: issue('REQUEST_TIMEOUT', '', 'The request did not arrive whole in time.'),
  HPE_INVALID_METHOD: issue('REQUEST_INVALID', '', 'The method is not one of HTTP.'),
  HPE_INVALID_VERSION: issue('REQUEST_INVALID', '', 'The request is of another version than HTTP/1.0 or HTTP/1.1.'),
  HPE_INVALID_TRANSFER_ENCODING: issue('REQUEST_INVALID', '', 'The transfer encoding says no length of the body.'),
  HPE_UNEXPECTED_CONTENT_LENGTH: issue('REQUEST_INVALID', '', 'The headers say two lengths of the body.'),
};
const NOT_HTTP = issue('REQUEST_INVALID', '', 'The request is not HTTP/1.1: its bytes do not have the form.');

/** For what the parser does not read. Its connection ends: no parser can tell where the next request begins. */
export function refuseMalformed(ports: UnroutedPorts): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    // Gone, or answered already: bytes that follow are of the same request.
    if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
    const open = (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage;
    // In the middle of an answer nothing can be said.
    if (!socket.writable || open?.headersSent === true) socket.destroy();
    else refuseConnection(socket, { headers: {} }, MALFORMED[error.code ?? ''] ?? NOT_HTTP, ports);
  };
}

/** Says why over a connection that has no answer of its own, and ends it once that could be read. */
function refuseConnection(
  socket: Socket,
  { headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>,
  problem: Issue,
  ports: UnroutedPorts,
): void {
  const traceId = correlationId({ headers });
  const refusal = overLimit(socket.remoteAddress ?? '', ports) ?? new Refusal([problem]);
  const asked = pathIn(url);
  const outcome = refusedOutcome(refusal, { asked, traceId, headers });
  socket.end(answerText(outcome, traceId));
  setTimeout(() => socket.destroy(), MALFORMED_LINGER_MS).unref();
  ports.onRefused({ status: outcome.status, traceId, path: asked, address: socket.remoteAddress });
}

function answerText({ status, headers, body }: CallOutcome, traceId: string): string {
  const text = body as string;
  const all = {
    ...headers,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
    'x-correlation-id': traceId,
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_CONTENT,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`;
}

/** The refusal of an address that asks too often. */
function overLimit(
  address: string,
  { limit: counted }: UnroutedPorts,
  note: Note = () => undefined,
): Refusal | undefined {
  return counted?.({ caller: ANONYMOUS, address, note, onEnd: () => undefined });
}

type Note = (name: string, value: string | number) => void;

/** Refuses a request to a server that closes, and one that names no host, or several (RFC 9112 section 3.2). */
export function unreadRefusal(ports: UnroutedPorts): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const problem = ports.isClosing() ? DRAINING : hostProblem(request);
    if (problem !== undefined) refuseRequest(request, response, problem, ports);
    return problem !== undefined;
  };
}

/** Refuses what the server of Node answers by itself, or hands to no listener. */
export function refuseUnread(server: Server, ports: UnroutedPorts): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    refuseRequest(request, response, issue('HEADER_INVALID', '/expect', 'This node meets 100-continue alone.'), ports);
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    refuseConnection(
      socket,
      request,
      issue('ROUTE_NOT_FOUND', '', 'This node is not a proxy: it connects to nothing.'),
      ports,
    );
  });
}

function refuseRequest(request: IncomingMessage, response: ServerResponse, problem: Issue, ports: UnroutedPorts): void {
  const { method = 'GET', url = '' } = request;
  if (problem === DRAINING) response.setHeader('connection', 'close');
  const address = ports.clients.of(request);
  const refusal = overLimit(address, ports) ?? new Refusal([problem]);
  const answer = writeEarly(request, response, { refusal, family: ports.familyAt(method, url) });
  ports.onRefused({ ...answer, address });
}

const DRAINING = issue('NODE_DRAINING', '', 'The node is shutting down.');
const NO_HOST = issue('HEADER_INVALID', '/host', 'A request of HTTP/1.1 has one Host header, and this one has none.');
const HOSTS = issue('HEADER_INVALID', '/host', 'A request has one Host header, and this one has several.');

/** Node keeps the first of several, and a proxy may have gone by another one. */
function hostProblem({ rawHeaders, headers, httpVersion }: IncomingMessage): Issue | undefined {
  if (headers.host === undefined) return httpVersion === '1.0' ? undefined : NO_HOST;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1 ? HOSTS : undefined;
}

/** A path that cannot be decoded reaches no route and no hook. */
export function refusePath(request: FastifyRequest, reply: FastifyReply, ports: UnroutedPorts): void {
  reply.headers({ 'x-correlation-id': request.id, 'content-security-policy': NO_CONTENT });
  refuse(request, reply, { found: issue('PATH_INVALID', '', 'The path cannot be decoded.'), ports });
  const { asked: path, traceId } = tracedCallOf(request);
  const address = ports.clients.of(request.raw);
  ports.onRefused({ status: reply.statusCode, traceId, method: request.method, path, address });
}

/** The methods that some operation has at a path, and the ports. */
export interface Unrouted {
  readonly methods: (path: string) => readonly Method[];
  readonly ports: UnroutedPorts;
}

/** Of a request that no operation answers, before anything of its body is read. */
export function refuseUnrouted(request: FastifyRequest, reply: FastifyReply, { methods, ports }: Unrouted): void {
  const allowed = methods((request.raw.url as string).split('?')[0] as string);
  if (allowed.length === 0 || (allowed as readonly string[]).includes(request.method)) {
    refuse(request, reply, { found: issue('ROUTE_NOT_FOUND', '', 'There is no operation at this path.'), ports });
    return;
  }
  const allow = allowed.join(', ');
  reply.header('allow', allow);
  refuse(request, reply, { found: issue('METHOD_NOT_ALLOWED', '', `This path answers ${allow}.`), ports });
}

/**
 * The rest of a body is not read. Where it soon ends it is dropped, so that its sender has the time to read why; else
 * the connection ends.
 */
export function dropBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  const announced = headers['transfer-encoding'] === undefined ? (headers['content-length'] ?? 0) : undefined;
  if (!(Number(announced) <= BODY_DROPPED_MAX)) reply.header('connection', 'close');
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  { found: problem, ports }: { readonly found: Issue; readonly ports: UnroutedPorts },
): void {
  dropBody(request, reply);
  const note: Note = (name, value) => void reply.header(name, value);
  const refusal = overLimit(ports.clients.of(request.raw), ports, note) ?? new Refusal([problem]);
  const family = ports.familyAt(request.method, request.raw.url as string);
  sendOutcome(reply, refusedOutcome(refusal, tracedCallOf(request), { family }));
}
