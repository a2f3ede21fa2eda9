// Builds the HTTP server from the table of operations; does not listen and starts no timer, so that a test makes one
// with memory storage.
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Issue, type IssueCode, issue } from '../../core/base/issue.js';
import { BODY_LIMITS } from '../../core/base/limits/node/bodies.js';
import {
  BODY_BYTES_MAX,
  HEADER_BYTES_MAX,
  QUERY_BYTES_MAX,
  REQUEST_TIMEOUT_MS,
  REQUESTS_LOOK_MS,
  STREAM_STALL_MS,
} from '../../core/base/limits/node/requests.js';
import { type AnyGroup, isAnsweredAt, type ListenerName, Refusal } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { TOO_LARGE, unsupportedTypeIssue } from '../dispatch/body.js';
import { buildDispatcher, type Dispatching, type DispatchOptions } from '../dispatch/build.js';
import { groups } from '../groups/index.js';
import { mountHubs } from '../hubs/mount.js';
import { Places } from '../hubs/places.js';
import { hubs } from '../hubs/table.js';
import { MCP_ROUTE, mountMcp } from '../mcp/mount.js';
import { withoutAlias } from '../requests/aliases.js';
import { type CallOutcome, refusedOutcome } from '../requests/outcome.js';
import { refuseEarly } from '../requests/refuse-early.js';
import {
  correlationId,
  HttpCall,
  type Link,
  NO_CONTENT,
  Refused,
  sendOutcome,
  tracedCallOf,
} from '../requests/request.js';
import { type AnswerNotices, type AnswerWatch, answersOf } from './access-log.js';
import { Compression } from './answers/compression.js';
import { readSender, type SenderPorts } from './answers/sender.js';
import { ClientAddresses, type ForwardingNotices } from './client-address.js';
import { mountConsole } from './console-routes.js';
import { familiesAt } from './family-at.js';
import { methodsAt, mount } from './mount.js';
import { mountDocument, mountDocuments } from './openapi-routes.js';
import { addParsers, addRawParser } from './parsers.js';
import {
  dropBody,
  refuseMalformed,
  refusePath,
  refuseUnread,
  refuseUnrouted,
  type Unrouted,
  type UnroutedPorts,
  unreadRefusal,
} from './unrouted.js';

export interface ApiListenerOptions extends ForwardingNotices, AnswerNotices {
  /** Origins that browsers may call from; none by default. */
  readonly corsOrigins?: readonly string[];
  /** Addresses or networks of proxies whose X-Forwarded-For is believed; none by default. */
  readonly trustedProxies?: readonly string[];
  /** Serves HTTPS with these; HTTP when absent. With `ca` a client has to show a certificate of those authorities. */
  readonly tls?: ListenerTls;
  /** The certificate that a connection showed. */
  readonly certificateOf?: Link['certificateOf'];
  /** Connections at the same time; as many as the process may have when absent. */
  readonly connectionsMax?: number;
  /** Live connections to hubs, and subscriptions of assistants, at the same time; HUB_CONNECTIONS_MAX when absent. */
  readonly hubConnectionsMax?: number;
  /** Serves the site under /docs (default true); the OpenAPI documents are always served. */
  readonly docs?: boolean;
  /** Serves pages for people (default true). */
  readonly pages?: boolean;
  /** Cap over the limits of all operations. */
  readonly bodyBytesMax?: number;
  /** Time for a whole request to arrive; REQUEST_TIMEOUT_MS by default. */
  readonly requestTimeoutMs?: number;
  /** While it gives false, each answer ends its connection, so that clients come by another one; true by default. */
  readonly isReady?: () => boolean;
  /** Time that requests under way have when the server closes; DRAIN_MS by default. */
  readonly drainMs?: number;
  /** Time in which a reader of a stream has to take something; STREAM_STALL_MS by default. */
  readonly stallMs?: number;
}

/** A certificate and its key, and what asks clients for theirs. */
export interface ListenerTls {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca?: Buffer;
  readonly requestCert?: boolean;
  readonly rejectUnauthorized?: boolean;
  readonly secureOptions?: number;
}

export interface SurfaceOptions extends DispatchOptions {
  /** The table of operations; all groups by default. */
  readonly groups?: Readonly<Record<string, AnyGroup>>;
}

export interface ServerOptions extends SurfaceOptions, ApiListenerOptions {}

type Table = Readonly<Record<string, AnyGroup>>;

/** The public listener alone. */
export async function buildServer(deps: ApiDeps, options: ServerOptions): Promise<FastifyInstance> {
  return (await buildServers(deps, options, { public: options })).public as FastifyInstance;
}

/** A server for each listener, over one dispatcher: who is known, counted or waits at one is so at all of them. */
export async function buildServers(
  deps: ApiDeps,
  options: SurfaceOptions,
  listeners: Partial<Readonly<Record<ListenerName, ApiListenerOptions>>>,
): Promise<Partial<Record<ListenerName, FastifyInstance>>> {
  const table: Table = options.groups ?? groups;
  const dispatching = buildDispatcher(deps, table, options);
  const servers: Partial<Record<ListenerName, FastifyInstance>> = {};
  for (const [name, its] of Object.entries(listeners) as [ListenerName, ApiListenerOptions][])
    servers[name] = await buildListener(name, its, { deps, table, dispatching });
  return servers;
}

async function buildListener(
  name: ListenerName,
  options: ApiListenerOptions,
  { deps, table, dispatching }: { readonly deps: ApiDeps; readonly table: Table; readonly dispatching: Dispatching },
): Promise<FastifyInstance> {
  const { dispatcher, limiters, turns } = dispatching;
  const definitions = operationsAt(name, dispatching, options).map(({ definition }) => definition);
  const familyAt = familiesAt(definitions);
  const answers = answersOf(name, deps.log, options);
  let isClosing = false;
  const clients = new ClientAddresses(options.trustedProxies ?? [], options);
  const unrouted: UnroutedPorts = {
    ...{ limit: limiters.get('api'), familyAt, onRefused: answers.noteUnread, clients },
    isClosing: () => isClosing,
  };
  const app = newFastify(options, unrouted);
  // Fastify shares no object between requests: it gets its value in the first hook.
  app.decorateRequest('incoming', null as never);
  app.setErrorHandler((error: FastifyError, request, reply) => onError(error, request, reply, dispatching));
  addParsers(app);
  await addPlugins(app, options, isReachedByTls(name, options, deps.config.publicUrl));
  const refused = {
    methods: methodsAt(name === 'public' ? [...definitions, MCP_ROUTE] : definitions),
    ports: unrouted,
  };
  // After the plugins, whose headers refusals have too.
  const { publicUrl } = deps.config;
  addHooks(app, { turns: dispatching.turns, clients, answers, publicUrl }, { ...options, refused });
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  // For a route that finds nothing: the site.
  app.setNotFoundHandler((request, reply) => refuseUnrouted(request, reply, refused));
  if (name === 'public') {
    const places = new Places(options.hubConnectionsMax);
    await mountHubs(app, { deps, dispatcher, limiters, hubs, places });
    await mountMcp(app, { deps, dispatching, places, origins: options.corsOrigins ?? [] });
  }
  refuseEarly(app.server, {
    ...{ turns, tokens: deps.tokens, familyAt, onRefused: answers.noteUnread },
    refusesUnread: unreadRefusal(unrouted),
  });
  refuseUnread(app.server, unrouted);
  const sending = { compression: new Compression(), stallMs: options.stallMs ?? STREAM_STALL_MS };
  await addOperations(app, name, { options, dispatching, sending });
  const send = readSender(sending);
  const subject = { config: deps.config, groups: table };
  if (name === 'public') {
    const { docs = true, pages = true } = options;
    if (pages) mountConsole(app, send);
    await mountDocuments(app, subject, { docs, pages, send });
  } else if (name !== 'metrics') mountDocument(app, subject, { listener: name, send });
  if (options.connectionsMax !== undefined) app.server.maxConnections = options.connectionsMax;
  return app;
}

function newFastify(options: ApiListenerOptions, unrouted: UnroutedPorts): FastifyInstance {
  // Hosts are counted here: Node answers a request without one by itself, without a body.
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const http = {
    maxHeaderSize: HEADER_BYTES_MAX + QUERY_BYTES_MAX,
    requireHostHeader: false,
    requestTimeout,
    // Node takes the shorter one of the two for the headers, and the longer one for the whole request.
    headersTimeout: Math.min(requestTimeout, REQUEST_TIMEOUT_MS),
    connectionsCheckingInterval: REQUESTS_LOOK_MS,
  };
  const listener = options.tls ? { https: { ...options.tls, ...http } } : { http };
  return fastify({
    logger: false,
    // Operations state their own; any other path takes no more than the smallest of them.
    bodyLimit: BODY_LIMITS.small.bytes,
    rewriteUrl: (request) => withoutAlias(request.url ?? '/'),
    genReqId: correlationId,
    requestIdHeader: false,
    requestTimeout,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: true,
    // Fastify types an HTTPS server apart; nothing here asks it for more than both have.
    ...(listener as { http: typeof http }),
    // The parameters of a path are judged by the schema of their operation.
    routerOptions: { maxParamLength: http.maxHeaderSize },
    clientErrorHandler: refuseMalformed(unrouted),
    frameworkErrors: (_error, request, reply) =>
      refusePath(request as FastifyRequest, reply as unknown as FastifyReply, unrouted),
  });
}

/** Time that requests under way have when a node stops: half of what a part may take by default (`stopTimeoutMs`). */
const DRAIN_MS = 5000;

interface HookPorts extends Pick<Dispatching, 'turns'> {
  readonly clients: ClientAddresses;
  readonly answers: AnswerWatch;
  readonly publicUrl: string;
}

function addHooks(
  app: FastifyInstance,
  { turns, clients, answers, publicUrl }: HookPorts,
  {
    certificateOf,
    drainMs = DRAIN_MS,
    isReady = () => true,
    refused,
  }: ApiListenerOptions & { readonly refused: Unrouted },
): void {
  const link: Link = { rest: (...connection) => turns.rest(...connection), clients, publicUrl, certificateOf };
  app.addHook('onRequest', (request, reply, done) => {
    request.incoming = new HttpCall(request, reply, link);
    clients.watch(request.raw);
    reply.header('x-correlation-id', request.id).header('content-security-policy', NO_CONTENT);
    if (!isReady()) reply.header('connection', 'close');
    if (request.is404) return refuseUnrouted(request, reply, refused);
    done();
  });
  app.addHook('preClose', (done) => {
    endConnections(app.server, drainMs);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    answers.noteSent(request, reply);
    done();
  });
}

/**
 * Idle connections end when a server closes, and no later: one that was busy then would stay open after its answer for
 * as long as its client likes. After `drainMs` the others end too: one that never sent a request, or half of one, would
 * keep the node from stopping for a minute.
 */
function endConnections(server: FastifyInstance['server'], drainMs: number): void {
  if (!server.listening) return;
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const all = setTimeout(() => server.closeAllConnections(), drainMs);
  server.once('close', () => {
    clearInterval(idle);
    clearTimeout(all);
  });
}

/** Clients come by TLS: to this listener, or to the proxy before the public one. */
function isReachedByTls(name: ListenerName, { tls }: ApiListenerOptions, publicUrl: string): boolean {
  return tls !== undefined || (name === 'public' && publicUrl.startsWith('https:'));
}

async function addPlugins(app: FastifyInstance, options: ApiListenerOptions, isTls: boolean): Promise<void> {
  // Its policy text is put together for every request, at 6 us each; answers of the API need one constant, and pages
  // set their own. The headers left out speak to browsers about pages; each costs every answer.
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // RFC 6797 section 7.2: not over plain HTTP. Hosts below this name are others', who may have no certificate.
    strictTransportSecurity: isTls && { includeSubDomains: false },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  });
  if (options.corsOrigins && options.corsOrigins.length > 0) {
    const exposedHeaders = [
      'x-correlation-id',
      'retry-after',
      'location',
      'link',
      'etag',
      'accept-ranges',
      'content-range',
      'deprecation',
      'sunset',
      'register-height',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'dpop-nonce',
      'www-authenticate',
    ];
    // Browsers send cookies of the origin only when this allows it, and the SignalR client asks for that. There is one,
    // which binds a sign-in to its browser: tokens are in headers.
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    await app.register(cors, { origin: [...options.corsOrigins], credentials: true, methods, exposedHeaders });
  }
}

function operationsAt(name: ListenerName, { operations }: Dispatching, { pages = true }: ApiListenerOptions) {
  return operations.filter(({ definition }) => isAnsweredAt(definition, name) && (pages || !definition.isPage));
}

interface OperationParts {
  readonly options: ApiListenerOptions;
  readonly dispatching: Dispatching;
  readonly sending: SenderPorts;
}

async function addOperations(
  app: FastifyInstance,
  name: ListenerName,
  { options, dispatching, sending }: OperationParts,
): Promise<void> {
  const { dispatcher } = dispatching;
  const operations = operationsAt(name, dispatching, options);
  const mounting = { dispatcher, ...sending, bodyBytesMax: options.bodyBytesMax ?? BODY_BYTES_MAX };
  await app.register(async (rawApp) => {
    addRawParser(rawApp);
    for (const item of operations) mount({ app, rawApp }, item, mounting);
  });
}

const CUT_SHORT = 'FST_ERR_CTP_BODY_TOO_LARGE';

/** Codes of Fastify's own refusals; anything else that is thrown is a fault of ours. */
const FRAMEWORK: Readonly<Record<string, readonly [IssueCode, string]>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BODY_INVALID', 'The body does not have the length that was announced.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['BODY_INVALID', 'The body is empty.'],
  FST_ERR_REOPENED_CLOSE_SERVER: ['NODE_DRAINING', 'The node is shutting down.'],
};

function onError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  dispatching: Pick<Dispatching, 'dispatcher'>,
): void {
  if (error.code === CUT_SHORT) dropBody(request, reply);
  sendOutcome(reply, outcomeOf(error, request, dispatching));
}

function outcomeOf(
  error: FastifyError,
  request: FastifyRequest,
  { dispatcher }: Pick<Dispatching, 'dispatcher'>,
): CallOutcome {
  const { operationId: id, family } = request.routeOptions.config;
  const issues = refusalIssues(error, request);
  if (issues !== undefined) return refusedOutcome(new Refusal(issues), tracedCallOf(request), { family });
  return dispatcher.outcomeOfFailure({ id, family }, tracedCallOf(request), error);
}

/** Nothing for an error that is not a refusal but a fault of ours. */
function refusalIssues(error: FastifyError, request: FastifyRequest): readonly Issue[] | undefined {
  if (error instanceof Refused) return error.issues;
  // The client went away in the middle of its body, which is not a fault of this node: this answer is not read.
  if (request.raw.destroyed && !request.raw.complete) return [issue('BODY_INVALID', '', 'The body broke off.')];
  if (error.code === CUT_SHORT) return [TOO_LARGE];
  const { takes = ['application/json'] } = request.routeOptions.config;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return [unsupportedTypeIssue(takes)];
  const known = FRAMEWORK[error.code];
  return known && [issue(known[0], '', known[1])];
}
