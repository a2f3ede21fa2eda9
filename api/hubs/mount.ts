// Hubs to Fastify: negotiation, the ways in of each transport, and who may open a connection. Browsers cannot set
// headers on a web socket or a stream of events: what opens one is the connection token of the negotiation, which had
// the header. Clients that know no better put their token into the query `access_token`.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { issue } from '../../core/base/issue.js';
import { HUB_CHUNKS_MAX, HUB_FRAGMENTS_MAX, HUB_FRAME_BYTES_MAX } from '../../core/base/limits/node/hubs.js';
import { ANONYMOUS } from '../auth/caller.js';
import type { ApiDeps } from '../deps/deps.js';
import { type Admission, admissionOf } from '../dispatch/admission.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { withoutAlias } from '../requests/aliases.js';
import type { Limiters } from '../requests/rate.js';
import { sendOutcome, sendProblem } from '../requests/request.js';
import type { Hub } from './define.js';
import { HubHost } from './host.js';
import { LiveConnections } from './live-connections.js';
import { answerEnd, answerGet, answerSend, type HubAt, idOf, isPaced, unknownConnection } from './over-http.js';
import type { Places } from './places.js';
import { inSlices } from './streams.js';
import { connectionId, Tickets } from './tickets.js';
import type { HubSocket } from './transports/socket.js';
import { hubUpgrades } from './upgrade.js';

export interface HubMounting {
  readonly deps: ApiDeps;
  readonly dispatcher: Pick<Dispatcher, 'admit' | 'invoke' | 'call'>;
  readonly limiters: Pick<Limiters, 'get'>;
  readonly hubs: readonly Hub[];
  readonly places: Places;
}

/** Of `ws`, which takes a longer message, or one in more parts, for the end of the connection. */
const MESSAGE_BOUNDS = {
  maxPayload: HUB_FRAME_BYTES_MAX,
  maxFragments: HUB_FRAGMENTS_MAX,
  maxBufferedChunks: HUB_CHUNKS_MAX,
} as const;

/** The part of `ws` that this file uses. */
interface WebSocketLike extends HubSocket {
  on(event: 'message', listener: (data: Buffer) => void): void;
  on(event: 'close', listener: () => void): void;
  on(event: 'error', listener: (this: HubSocket) => void): void;
  removeAllListeners(event: 'error'): void;
}

/** In a scope of its own, so that other operations get none of the plugin's hooks. */
export async function mountHubs(app: FastifyInstance, mounting: HubMounting): Promise<void> {
  const { deps, hubs } = mounting;
  const host = new HubHost(deps, hubs, { ...mounting, later: inSlices((run) => void setImmediate(run)) });
  const shared = { host, tickets: new Tickets(deps), live: new LiveConnections(), clock: deps.clock };
  const paths = new Set<string>(hubs.flatMap((hub) => hub.paths));
  await app.register(async (scope) => {
    await scope.register(websocket, {
      // Sockets get a last message, which the plugin would not send.
      preClose: (done) => {
        host.close().then(() => done());
      },
      errorHandler: (_error, socket: HubSocket) => socket.terminate(),
      options: {
        ...MESSAGE_BOUNDS,
        perMessageDeflate: false,
        server: hubUpgrades(app.server, (path) => paths.has(withoutAlias(path))) as never,
      },
    });
    // Bodies are records, of whatever type they are said to be; a negotiation has none worth reading.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const hub of hubs) for (const path of hub.paths) mountHub(scope, { ...shared, hub, url: path }, mounting);
  });
}

function mountHub(scope: FastifyInstance, at: HubAt & { readonly url: string }, mounting: HubMounting): void {
  const { hub, host, tickets, url } = at;
  const room: onRequestHookHandler = (request, reply, done) => {
    const problem = isLive(request, at) ? undefined : host.problem(request.incoming);
    if (problem !== undefined) return sendProblem(request, reply, [problem]);
    done();
  };
  const requireTicket: onRequestHookHandler = (request, reply, done) => {
    const id = idOf(request);
    // Without an id the client skipped the negotiation, as it may when it knows that there are web sockets.
    if (!request.ws || id === undefined || tickets.take(id, hub.name, request.incoming.caller)) return done();
    sendProblem(request, reply, [unknownConnection()]);
  };
  const rules = (name: string, isPaced: (request: FastifyRequest) => boolean) => [
    takeToken,
    admitConnection(`${name}:${hub.name}`, { at, mounting, isPaced }),
  ];
  scope.route({
    method: 'POST',
    url: `${url}/negotiate`,
    config: { operationId: `negotiate:${hub.name}` },
    onRequest: [...rules('negotiate', () => false), room],
    handler: (request, reply) => {
      const answer = negotiate(request, at, mounting);
      if (answer === undefined)
        sendProblem(request, reply, [issue('NODE_UNAVAILABLE', '', 'Too many clients negotiate.')]);
      else reply.header('cache-control', 'no-store').send(answer);
    },
  });
  const isPacedStream = (request: FastifyRequest) => !request.ws && isPaced(request, at);
  scope.route({
    method: 'GET',
    url,
    config: { operationId: `connect:${hub.name}` },
    exposeHeadRoute: false,
    onRequest: [takeTicket(at), ...rules('connect', isPacedStream), room, requireTicket],
    handler: (request, reply) => answerGet(request, reply, at),
    wsHandler: (socket: WebSocketLike, request) => serve(socket, request, at),
  });
  scope.route({
    method: 'POST',
    url,
    config: { operationId: `send:${hub.name}` },
    bodyLimit: HUB_FRAME_BYTES_MAX,
    onRequest: rules('send', isPacedStream),
    handler: (request, reply) => answerSend(request, reply, at),
  });
  scope.route({
    method: 'DELETE',
    url,
    config: { operationId: `end:${hub.name}` },
    onRequest: rules('end', isPacedStream),
    handler: (request, reply) => answerEnd(request, reply, at),
  });
}

/** A request about a connection that there is: it takes no further place. */
function isLive(request: FastifyRequest, { live, hub }: HubAt): boolean {
  const id = idOf(request);
  return !request.ws && id !== undefined && live.has(id, hub.name);
}

/** Moves the token of the query to the header, where `identify` looks. */
const takeToken: onRequestHookHandler = (request, reply, done) => {
  // The connection of a socket that is refused is closed: the client must not think that it may use it again.
  if (request.ws) reply.header('connection', 'close');
  const { access_token: token } = request.query as { readonly access_token?: unknown };
  if (typeof token === 'string' && request.headers.authorization === undefined)
    request.headers.authorization = `Bearer ${token}`;
  done();
};

/**
 * The caller of an opening without a token of its own is the one who negotiated its connection token. The rules ask
 * behind it whether that session still stands.
 */
function takeTicket({ hub, tickets }: HubAt): onRequestHookHandler {
  return (request, _reply, done) => {
    const { authorization, accept } = request.headers;
    const { access_token: token } = request.query as { readonly access_token?: unknown };
    const opens = request.ws || accept?.includes('text/event-stream') === true;
    if (opens && authorization === undefined && token === undefined)
      request.incoming.caller = tickets.callerOf(idOf(request) ?? '', hub.name) ?? ANONYMOUS;
    done();
  };
}

interface Admitting {
  readonly at: HubAt;
  readonly mounting: HubMounting;
  readonly isPaced: (request: FastifyRequest) => boolean;
}

/**
 * A connection is let in like a request; it takes no turn, because it brings no work yet. A request that counts for the
 * pace of a connection does not count for the limit of requests: which is known once it is known who asks.
 */
function admitConnection(id: string, { at, mounting, isPaced }: Admitting): onRequestHookHandler {
  const { dispatcher, limiters } = mounting;
  const rules = admissionOf({ id, can: at.hub.can, program: at.hub.program }, limiters);
  return (request, reply, done) => {
    const admission: Admission = {
      ...rules,
      takesTurn: false,
      onCounted: (call) => (isPaced(request) ? undefined : rules.onCounted?.(call)),
    };
    dispatcher.admit(admission, request.incoming, (refused) => {
      if (refused === undefined) done();
      else sendOutcome(reply, refused);
    });
  };
}

const TRANSPORTS = ['WebSockets', 'ServerSentEvents', 'LongPolling'].map((transport) => ({
  transport,
  transferFormats: ['Text'],
}));

/** Version 1 has a token beside the id; in version 0 the id was the token. Nothing where there is no room for one. */
function negotiate(
  request: FastifyRequest,
  { hub, tickets }: HubAt,
  { deps }: Pick<HubMounting, 'deps'>,
): object | undefined {
  const { negotiateVersion } = request.query as { readonly negotiateVersion?: unknown };
  const version = Number(negotiateVersion ?? 0) >= 1 ? 1 : 0;
  const token = tickets.give(hub.name, request.incoming);
  if (token === undefined) return undefined;
  return {
    negotiateVersion: version,
    connectionId: version === 1 ? connectionId(deps.random) : token,
    ...(version === 1 && { connectionToken: token }),
    availableTransports: TRANSPORTS,
  };
}

function serve(socket: WebSocketLike, request: FastifyRequest, { hub, host }: HubAt): void {
  const { caller, traceId, address } = request.incoming;
  const connection = host.enter({ ...{ hub, caller, socket, traceId, address }, transport: 'WebSockets' });
  letGo(socket, request);
  socket.on('message', (data) => host.receive(connection, data.toString('utf8')));
  socket.on('close', () => host.leave(connection));
}

/**
 * A socket lives for hours, and the request that opened it for a moment: nothing of it is kept. The plugin would hold
 * it by a listener, and Node by the answer that it takes for one under way.
 */
function letGo(socket: WebSocketLike, { raw }: FastifyRequest): void {
  socket.removeAllListeners('error');
  socket.on('error', terminateQuietly);
  const open = (raw.socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage;
  open?.detachSocket(raw.socket);
}

/** A client that breaks the framing or goes away uncleanly is gone; that is not an error of the node. */
function terminateQuietly(this: HubSocket): void {
  this.terminate();
}
