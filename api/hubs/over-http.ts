// Connections over plain requests, for clients behind proxies without web sockets: Server-Sent Events and long polling,
// as ASP.NET Core serves them and the official clients expect them (SignalR transport protocols). GET opens a
// connection or asks for what there is, POST brings records, DELETE ends it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Issue, issue } from '../../core/base/issue.js';
import type { Clock } from '../../core/base/ports.js';
import { sendProblem } from '../requests/request.js';
import type { Hub } from './define.js';
import type { HubHost } from './host.js';
import type { LiveConnection, LiveConnections } from './live-connections.js';
import { bearerName, type Tickets } from './tickets.js';
import { EVENT_STREAM_HEADERS, EventStream } from './transports/event-stream.js';
import { LongPolling, type Poll } from './transports/long-polling.js';
import type { HubSocket } from './transports/socket.js';

/** A hub, and what all hubs share. */
export interface HubAt {
  readonly hub: Hub;
  readonly host: HubHost;
  readonly tickets: Tickets;
  readonly live: LiveConnections;
  readonly clock: Pick<Clock, 'steady'>;
}

/** The connection token of a request; undefined without one, or with several. */
export function idOf({ query }: FastifyRequest): string | undefined {
  const { id } = query as { readonly id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

export function unknownConnection(): Issue {
  return issue('HUB_CONNECTION_UNKNOWN', '', 'The connection token is unknown, spent or too old; negotiate again.');
}

/** A poll of a live connection, or the first request of one. */
export function answerGet(request: FastifyRequest, reply: FastifyReply, at: HubAt): void {
  // It went away while its token was verified, and no end of it would be told any more.
  if (reply.raw.destroyed) return;
  const id = idOf(request);
  if (id === undefined) {
    sendProblem(request, reply, [issue('ROUTE_NOT_FOUND', '', 'This is a hub: connect with a SignalR client.')]);
    return;
  }
  if (at.live.has(id, at.hub.name)) pollAgain(request, reply, at);
  else if (!at.tickets.take(id, at.hub.name, request.incoming.caller))
    sendProblem(request, reply, [unknownConnection()]);
  else if (request.headers.accept?.includes('text/event-stream')) openStream(request, reply, { ...at, id });
  else openPolling(request, reply, { ...at, id });
}

/** Records of a client. Their answers come over its connection. */
export function answerSend(request: FastifyRequest, reply: FastifyReply, at: HubAt): void {
  const live = liveAt(request, at);
  if (live === undefined) {
    sendProblem(request, reply, [unknownConnection()]);
    return;
  }
  const { body } = request;
  at.host.receive(live.connection, Buffer.isBuffer(body) ? body.toString('utf8') : '');
  reply.type('text/plain').send('');
}

export function answerEnd(request: FastifyRequest, reply: FastifyReply, at: HubAt): void {
  const live = liveAt(request, at);
  if (live === undefined) {
    sendProblem(request, reply, [unknownConnection()]);
    return;
  }
  live.connection.terminate();
  reply.code(202).type('text/plain').send('');
}

function liveAt(request: FastifyRequest, { live, hub }: Pick<HubAt, 'live' | 'hub'>): LiveConnection | undefined {
  return live.find(idOf(request) ?? '', hub.name, bearerName(request.incoming.caller));
}

/**
 * Whether a request counts for the pace of a connection: of one that goes on, and that the caller may use. Any other
 * request that only names a connection counts as a request.
 */
export function isPaced(request: FastifyRequest, at: Pick<HubAt, 'live' | 'hub'>): boolean {
  return liveAt(request, at)?.connection.ended === false;
}

type Opened = HubAt & { readonly id: string };

function openStream(request: FastifyRequest, reply: FastifyReply, at: Opened): void {
  const { raw } = reply.hijack();
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...EVENT_STREAM_HEADERS });
  // A client that goes away uncleanly is gone; that is not an error of the node.
  raw.on('error', () => undefined);
  const end = enter(request, { at, socket: new EventStream(raw) });
  raw.once('close', end);
}

function openPolling(request: FastifyRequest, reply: FastifyReply, at: Opened): void {
  const polling = new LongPolling({ later: (run) => void setImmediate(run), onGone: () => end() });
  const end = enter(request, { at, socket: polling, polling });
  poll(reply, { ...at, polling });
}

/** Gives what is to be done at its end. */
function enter(
  request: FastifyRequest,
  { at, socket, polling }: { readonly at: Opened; readonly socket: HubSocket; readonly polling?: LongPolling },
): () => void {
  const { hub, host, live, id } = at;
  const { caller, traceId, address } = request.incoming;
  const transport = polling === undefined ? 'ServerSentEvents' : 'LongPolling';
  const connection = host.enter({ ...{ hub, caller, socket, transport, traceId, address } });
  live.add(id, { ...{ hub: hub.name, bearer: bearerName(caller), connection, polling } });
  return () => {
    live.delete(id);
    host.leave(connection);
  };
}

function pollAgain(request: FastifyRequest, reply: FastifyReply, at: HubAt): void {
  const live = liveAt(request, at);
  if (live === undefined) {
    sendProblem(request, reply, [unknownConnection()]);
    return;
  }
  at.host.noteSign(live.connection);
  if (live.polling === undefined)
    sendProblem(request, reply, [issue('HUB_TRANSPORT', '', 'The connection has its stream of events already.')]);
  else poll(reply, { ...at, polling: live.polling });
}

function poll(reply: FastifyReply, { polling, clock }: Pick<HubAt, 'clock'> & { readonly polling: LongPolling }): void {
  const asked: Poll = {
    answer: (status, text, out) => {
      if (out !== undefined) reply.raw.once('close', out);
      reply.code(status).header('cache-control', 'no-cache, no-store').type('text/plain; charset=utf-8').send(text);
    },
  };
  reply.raw.once('close', () => polling.leave(asked));
  polling.poll(asked, clock.steady());
}
