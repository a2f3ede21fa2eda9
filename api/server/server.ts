// Builds the HTTP server from the table of operations; does not listen and starts no timer, so that a test makes one with memory storage.
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { ErrorObject } from 'ajv';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { assert } from '../../core/base/assert.js';
import { type Issue, type IssueCode, issue } from '../../core/base/issue.js';
import { parseJson } from '../../core/base/json.js';
import { budgetIssue, valuesIn } from '../../core/base/json-budget.js';
import { BODY_DROPPED_MAX, BODY_LIMITS } from '../../core/base/limits/node/bodies.js';
import {
  BODY_BYTES_MAX,
  HEADER_BYTES_MAX,
  QUERY_BYTES_MAX,
  STREAM_STALL_MS,
  WAIT_SECONDS_MAX,
} from '../../core/base/limits/node/requests.js';
import { StoreError } from '../../storage/engine/fault.js';
import type { Idempotency } from '../../storage/tables/accounts/idempotency.js';
import { ANONYMOUS } from '../auth/caller.js';
import type { AnyGroup, AnyRoute } from '../define.js';
import type { ApiDeps } from '../deps.js';
import { PoolRefusals } from '../errors/pool-refusals.js';
import { groups } from '../groups/index.js';
import { mountHubs } from '../hubs/mount.js';
import { hubs } from '../hubs/table.js';
import { withoutAlias } from '../requests/aliases.js';
import { Repeats } from '../requests/idempotency.js';
import { Buckets, DEFAULT_RATES, Limiters, type Rates } from '../requests/rate.js';
import { refuseEarly } from '../requests/refuse-early.js';
import { correlationId, NO_BYTES, NO_CONTENT, Refused, sendProblem } from '../requests/request.js';
import { RequestTurns } from '../requests/request-turns.js';
import { issuesOf, serializerCompiler, validatorCompiler } from '../requests/validation.js';
import { methodsAt, mount } from './mount.js';
import { openApiDocument } from './openapi.js';
import { mountDocuments } from './openapi-routes.js';

export interface ServerOptions {
  readonly idempotency: Idempotency;
  /** Overrides of DEFAULT_RATES; 0 switches a limit off. */
  readonly rates?: Partial<Rates>;
  /** Origins that browsers may call from; none by default. */
  readonly corsOrigins?: readonly string[];
  /** Addresses or networks of proxies whose X-Forwarded-For is believed; none by default. */
  readonly trustedProxies?: readonly string[];
  /** Told once: requests name clients behind a proxy, and no proxy is believed, so that all of them count as one address. */
  readonly onUntrustedProxy?: () => void;
  /** Serves HTTPS with these; HTTP when absent. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  /** Serves /docs (default true); the OpenAPI documents are always served. */
  readonly docs?: boolean;
  /** Latency by operation, for metrics. */
  readonly onOperation?: (operationId: string, status: number, seconds: number) => void;
  /** Cap over the limits of all operations. */
  readonly bodyBytesMax?: number;
  /** Time for a whole request to arrive; default 60 s. */
  readonly requestTimeoutMs?: number;
  /** Time that requests under way have when the server closes; DRAIN_MS by default. */
  readonly drainMs?: number;
  /** Time in which a reader of a stream has to take something; STREAM_STALL_MS by default. */
  readonly stallMs?: number;
  /** Cap of `Prefer: wait`; WAIT_SECONDS_MAX by default. */
  readonly waitSecondsMax?: number;
  /** The table of operations; all groups by default. */
  readonly groups?: Readonly<Record<string, AnyGroup>>;
}

export async function buildServer(deps: ApiDeps, options: ServerOptions): Promise<FastifyInstance> {
  const app = newFastify(options);
  // Fastify shares no object between requests: both get their value in the first hook.
  app.decorateRequest('caller', null as never);
  app.decorateRequest('denied', undefined);
  app.decorateRequest('rawBody', null as never);
  app.setValidatorCompiler(validatorCompiler());
  app.setSerializerCompiler(serializerCompiler());
  app.setErrorHandler((error: FastifyError, request, reply) => onError(error, request, reply, deps));
  addParsers(app);
  addHooks(app, options);
  watchForwarding(app, options);
  await addPlugins(app, deps, options);
  const table: Readonly<Record<string, AnyGroup>> = options.groups ?? groups;
  await addOperations(app, deps, { options, table });
  await mountDocuments(app, openApiDocument(deps.config, table), options.docs ?? true);
  return app;
}

function newFastify(options: ServerOptions): FastifyInstance {
  const http = { maxHeaderSize: HEADER_BYTES_MAX + QUERY_BYTES_MAX };
  const listener = options.tls ? { https: { ...options.tls, ...http } } : { http };
  return fastify({
    logger: false,
    // Operations state their own; what is no operation takes no more than the smallest of them.
    bodyLimit: BODY_LIMITS.small.bytes,
    trustProxy: options.trustedProxies && options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    rewriteUrl: (request) => withoutAlias(request.url ?? '/'),
    genReqId: correlationId,
    requestIdHeader: false,
    requestTimeout: options.requestTimeoutMs ?? 60_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: true,
    // Fastify types an HTTPS server apart; nothing here asks it for more than both have.
    ...(listener as { http: typeof http }),
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (_error, request, reply) => {
      // A path that cannot be decoded reaches no route and no hook.
      sendProblem(request as FastifyRequest, reply as unknown as FastifyReply, [
        issue('PATH_INVALID', '', 'The path cannot be decoded.'),
      ]);
    },
  });
}

function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    const { bodyValuesMax = BODY_LIMITS.small.values, chargeValues } = request.routeOptions.config;
    const parsed = parseJson(bytes, (source) => {
      const values = valuesIn(source, bodyValuesMax);
      return budgetIssue(values, bodyValuesMax) ?? chargeValues?.(request, values);
    });
    if ('issue' in parsed) return done(new Refused([parsed.issue]));
    request.rawBody = bytes;
    done(null, parsed.value);
  });
}

/** Time that requests under way have when a node stops: half of what a part may take by default (`stopTimeoutMs`). */
const DRAIN_MS = 5000;

function addHooks(app: FastifyInstance, { onOperation, drainMs = DRAIN_MS }: ServerOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = ANONYMOUS;
    request.rawBody = NO_BYTES;
    reply.header('x-correlation-id', request.id).header('content-security-policy', NO_CONTENT);
    const url = request.raw.url as string;
    if (url.length > QUERY_BYTES_MAX && url.length - url.indexOf('?') > QUERY_BYTES_MAX + 1 && url.includes('?'))
      return sendProblem(request, reply, [
        issue('QUERY_INVALID', '', `The query string has more than ${QUERY_BYTES_MAX} bytes.`),
      ]);
    done();
  });
  app.addHook('preClose', (done) => {
    endConnections(app.server, drainMs);
    done();
  });
  if (onOperation === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    onOperation(request.routeOptions.config.operationId ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

/**
 * Idle connections end when a server closes, and no later: one that was busy then would stay open after its answer for as long as its client likes. After
 * `drainMs` the others end too: one that never sent a request, or half of one, would keep the node from stopping for a minute.
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

/** Anybody may send such a header, so it is told once and changes nothing. */
function watchForwarding(app: FastifyInstance, { trustedProxies = [], onUntrustedProxy }: ServerOptions): void {
  if (onUntrustedProxy === undefined || trustedProxies.length > 0) return;
  let isTold = false;
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (!isTold && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)) {
      isTold = true;
      onUntrustedProxy();
    }
    done();
  });
}

async function addPlugins(app: FastifyInstance, deps: ApiDeps, options: ServerOptions): Promise<void> {
  // Its policy text is put together for every request, at 6 us each; answers of the API need one constant, and pages set their own.
  // The headers left out speak to browsers about pages; each costs every answer.
  await app.register(helmet, {
    contentSecurityPolicy: false,
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
      'register-height',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
    ];
    // Browsers send cookies of the origin only when this allows it, and the SignalR client asks for that. There are none: tokens are in headers.
    await app.register(cors, { origin: [...options.corsOrigins], credentials: true, exposedHeaders });
  }
  const now = () => deps.clock.steady();
  await app.register(rateLimit, {
    global: false,
    enableDraftSpec: true,
    // The plugin calls it with `new`; a function that returns an object gives that object.
    store: function newBuckets() {
      return new Buckets(now);
    } as never,
  });
}

async function addOperations(
  app: FastifyInstance,
  deps: ApiDeps,
  { options, table }: { readonly options: ServerOptions; readonly table: Readonly<Record<string, AnyGroup>> },
): Promise<void> {
  const limiting = new Limiters(app, { ...DEFAULT_RATES, ...options.rates }, () => deps.clock.steady());
  await mountHubs(app, { deps, limiters: limiting, hubs });
  const turns = new RequestTurns({
    clock: deps.clock,
    soon: (run) => void setImmediate(run),
    random: () => deps.random.number(),
  });
  refuseEarly(app.server, { turns, tokens: deps.tokens, onRefused: () => options.onOperation?.('none', 503, 0) });
  const mounting = {
    deps,
    waitMsMax: (options.waitSecondsMax ?? WAIT_SECONDS_MAX) * 1000,
    limiters: limiting,
    bodyBytesMax: options.bodyBytesMax ?? BODY_BYTES_MAX,
    stallMs: options.stallMs ?? STREAM_STALL_MS,
    turns,
    poolRefusals: new PoolRefusals({ clock: deps.clock, rest: (...given) => turns.rest(...given) }),
    repeats: new Repeats({ clock: deps.clock, store: options.idempotency, commit: deps.commit }),
  };
  const routes: AnyRoute[] = [];
  const seen = new Set<string>();
  await app.register(async (rawApp) => {
    rawApp.removeAllContentTypeParsers();
    rawApp.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const { routes: definitions, handlers } of Object.values(table)) {
      for (const [id, definition] of Object.entries(definitions)) {
        assert(!seen.has(id), `the operationId ${id} is used twice`);
        seen.add(id);
        routes.push(definition);
        mount({ app, rawApp }, { id, definition, handler: handlers[id] as never }, mounting);
      }
    }
  });
  const methods = methodsAt(routes);
  app.setNotFoundHandler((request, reply) => onNotFound(request, reply, methods));
}

function onNotFound(request: FastifyRequest, reply: FastifyReply, methods: ReturnType<typeof methodsAt>): void {
  const allowed = methods((request.raw.url as string).split('?')[0] as string);
  if (allowed.length === 0 || (allowed as readonly string[]).includes(request.method)) {
    sendProblem(request, reply, [issue('ROUTE_NOT_FOUND', '', 'There is no operation at this path.')]);
    return;
  }
  const allow = allowed.join(', ');
  reply.header('allow', allow);
  sendProblem(request, reply, [issue('METHOD_NOT_ALLOWED', '', `This path answers ${allow}.`)]);
}

const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';

/** Codes of Fastify's own refusals; anything else that is thrown is a fault of ours. */
const FRAMEWORK: Readonly<Record<string, readonly [IssueCode, string]>> = {
  [TOO_LARGE]: ['BODY_TOO_LARGE', 'The body is larger than this operation takes.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['MEDIA_TYPE_UNSUPPORTED', 'This operation takes application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BODY_INVALID', 'The body does not have the length that was announced.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['BODY_INVALID', 'The body is empty.'],
  FST_ERR_REOPENED_CLOSE_SERVER: ['NODE_DRAINING', 'The node is shutting down.'],
};

function onError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, deps: ApiDeps): void {
  // The rest of what is too large is not read; where it soon ends it is dropped, so that its sender has the time to read why.
  if (error.code === TOO_LARGE && !(Number(request.headers['content-length']) <= BODY_DROPPED_MAX))
    reply.header('connection', 'close');
  sendProblem(request, reply, issuesOfError(error, request, deps));
}

function issuesOfError(error: FastifyError, request: FastifyRequest, deps: ApiDeps): readonly Issue[] {
  if (error instanceof Refused) return error.issues;
  if (error.validation) return issuesOf(error.validation as ErrorObject[], error.validationContext);
  const known = FRAMEWORK[error.code];
  if (known !== undefined) return [issue(known[0], '', known[1])];
  deps.log.error(
    {
      operationId: request.routeOptions.config.operationId,
      traceId: request.id,
      error: error.message,
      stack: error.stack,
    },
    'An operation failed.',
  );
  if (error instanceof StoreError) return [issue(error.issue.code, '', 'The store cannot be used now.')];
  return [issue('INTERNAL', '', 'The node failed to answer; the trace id finds the reason in its log.')];
}
