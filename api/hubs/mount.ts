// Hubs to Fastify: negotiation, the web socket, and who may open one. The token comes in the Authorization header or,
// because browsers cannot set one on a web socket, in the query `access_token`; it is taken out of the request before
// anything else sees it.
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { issue } from '../../core/base/issue.js';
import { HUB_FRAME_BYTES_MAX } from '../../core/base/limits/node/hubs.js';
import type { ApiDeps } from '../deps.js';
import { type Admission, admissionOf } from '../dispatch/admission.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { withoutAlias } from '../requests/aliases.js';
import type { Limiters } from '../requests/rate.js';
import { sendOutcome, sendProblem } from '../requests/request.js';
import type { HubSocket } from './connection.js';
import type { Hub } from './define.js';
import { HubHost } from './host.js';
import { inSlices } from './streams.js';
import { connectionId, Tickets } from './tickets.js';
import { hubUpgrades } from './upgrade.js';

export interface HubMounting {
  readonly deps: ApiDeps;
  readonly dispatcher: Pick<Dispatcher, 'admit' | 'invoke'>;
  readonly limiters: Pick<Limiters, 'get'>;
  readonly hubs: readonly Hub[];
}

/** The part of `ws` that this file uses. */
interface WebSocketLike extends HubSocket {
  on(event: 'message', listener: (data: Buffer) => void): void;
  on(event: 'close', listener: () => void): void;
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** In a scope of its own, so that other operations get none of the plugin's hooks. */
export async function mountHubs(app: FastifyInstance, mounting: HubMounting): Promise<void> {
  const { deps, hubs } = mounting;
  const host = new HubHost(deps, hubs, { ...mounting, later: inSlices((run) => void setImmediate(run)) });
  const tickets = new Tickets(deps);
  const paths = new Set<string>(hubs.flatMap((hub) => hub.paths));
  await app.register(async (scope) => {
    await scope.register(websocket, {
      // Sockets get a last message, which the plugin would not send.
      preClose: (done) => {
        host.close().then(() => done());
      },
      // A client that breaks the framing or goes away uncleanly is gone; that is no error of the node.
      errorHandler: (_error, socket: HubSocket) => socket.terminate(),
      options: {
        maxPayload: HUB_FRAME_BYTES_MAX,
        perMessageDeflate: false,
        server: hubUpgrades(app.server, (path) => paths.has(withoutAlias(path))) as never,
      },
    });
    // A negotiation has no body worth reading, of whatever type it says it is.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
    for (const hub of hubs) for (const path of hub.paths) mountHub(scope, { hub, path, host, tickets, mounting });
  });
}

interface HubAt {
  readonly hub: Hub;
  readonly path: string;
  readonly host: HubHost;
  readonly tickets: Tickets;
  readonly mounting: HubMounting;
}

function mountHub(scope: FastifyInstance, at: HubAt): void {
  const { hub, path, host, tickets } = at;
  const room: onRequestHookHandler = (request, reply, done) => {
    const problem = host.problem(request.incoming);
    if (problem !== undefined) return sendProblem(request, reply, [problem]);
    done();
  };
  const negotiate = `negotiate:${hub.name}`;
  const connect = `connect:${hub.name}`;
  scope.route({
    method: 'POST',
    url: `${path}/negotiate`,
    config: { operationId: negotiate },
    onRequest: [takeToken, admitted(negotiate, at), room],
    handler: (request, reply) => {
      reply.header('cache-control', 'no-store').send(negotiated(request, at));
    },
  });
  const invited: onRequestHookHandler = (request, reply, done) => {
    const { id } = request.query as Query;
    // Without an id the client skipped the negotiation, as it may when it knows that there are web sockets.
    if (
      !request.ws ||
      id === undefined ||
      (typeof id === 'string' && tickets.take(id, hub.name, request.incoming.caller))
    )
      return done();
    sendProblem(request, reply, [
      issue('HUB_CONNECTION_UNKNOWN', '', 'The connection token is unknown, spent or too old; negotiate again.'),
    ]);
  };
  scope.route({
    method: 'GET',
    url: path,
    config: { operationId: connect },
    onRequest: [takeToken, admitted(connect, at), room, invited],
    handler: (request, reply) =>
      sendProblem(request, reply, [issue('ROUTE_NOT_FOUND', '', 'This is a hub: connect with a SignalR client.')]),
    wsHandler: (socket: WebSocketLike, request) => serve(socket, request, at),
  });
}

/** Moves the token of the query to the header, where `identify` looks. */
const takeToken: onRequestHookHandler = (request, reply, done) => {
  // The connection of a socket that is refused is closed: the client must not think that it may use it again.
  if (request.ws) reply.header('connection', 'close');
  const { access_token: token } = request.query as Query;
  if (typeof token === 'string' && request.headers.authorization === undefined)
    request.headers.authorization = `Bearer ${token}`;
  done();
};

/** A connection is let in like a request; it takes no turn, because it brings no work yet. */
function admitted(id: string, { hub, mounting }: HubAt): onRequestHookHandler {
  const { dispatcher, limiters } = mounting;
  const rules = { id, can: hub.can, rate: 'api', writes: false } as const;
  const admission: Admission = { ...admissionOf(rules, limiters), takesTurn: false };
  return (request, reply, done) =>
    dispatcher.admit(admission, request.incoming, (refused) => {
      if (refused === undefined) done();
      else sendOutcome(reply, refused);
    });
}

/**
 * Version 1 has a token beside the id; in version 0 the id was the token. Only web sockets are offered: nothing here
 * needs another transport.
 */
function negotiated(request: FastifyRequest, { hub, tickets, mounting }: HubAt): object {
  const version = Number((request.query as Query).negotiateVersion ?? 0) >= 1 ? 1 : 0;
  const token = tickets.give(hub.name, request.incoming.caller);
  return {
    negotiateVersion: version,
    connectionId: version === 1 ? connectionId(mounting.deps.random) : token,
    ...(version === 1 && { connectionToken: token }),
    availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
  };
}

function serve(socket: WebSocketLike, request: FastifyRequest, { hub, host }: HubAt): void {
  const { caller, traceId, address } = request.incoming;
  const connection = host.enter({ hub, caller, socket, traceId, address });
  socket.on('message', (data) => host.receive(connection, data.toString('utf8')));
  socket.on('close', () => host.left(connection));
}
