// Operations to Fastify routes: rights, rate, validation, idempotency key, error mapping and metrics label, all from the definition. The only place
// where a handler meets a request; it contains nothing about the domain. A request of the hot path makes two small objects and no promise of its own.
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify';
import { type Issue, isIssue, issue } from '../../core/base/issue.js';
import { languagesOf } from '../../core/base/languages.js';
import { type Failure, isFailure } from '../../core/base/result.js';
import { ANONYMOUS } from '../auth/caller.js';
import type { AnyRoute, Call, Method, RawHandler, RawReply, Route } from '../define.js';
import { bodyLimit, defaultStatus, isIdempotent, Refusal, Reply, statusMap } from '../define.js';
import type { ApiDeps } from '../deps.js';
import type { PoolRefusals } from '../errors/pool-refusals.js';
import { authorise, identify } from '../requests/guard.js';
import type { Repeats, Running } from '../requests/idempotency.js';
import type { Limiters } from '../requests/rate.js';
import { NO_BYTES, sendProblem } from '../requests/request.js';
import type { RequestTurns } from '../requests/request-turns.js';
import { closed } from '../schemas/base/closed.js';
import { readRegister, readsRegister } from './reads.js';

export interface Mounting {
  readonly deps: ApiDeps;
  /** Cap of `Prefer: wait`. */
  readonly waitMsMax: number;
  readonly limiters: Pick<Limiters, 'get' | 'signatures' | 'values'>;
  /** No operation takes a larger body, whatever its own limit. */
  readonly bodyBytesMax: number;
  /** A reader of a stream that takes nothing for so long loses its connection. */
  readonly stallMs: number;
  readonly repeats: Repeats;
  readonly turns: Pick<RequestTurns, 'hook' | 'answer'>;
  readonly poolRefusals: Pick<PoolRefusals, 'take' | 'refuse'>;
}

type AnyHandler = (input: never, call: Call<ApiDeps>, request?: never) => unknown;

interface Operation {
  readonly id: string;
  readonly definition: AnyRoute;
  readonly handler: AnyHandler;
}

/** Mounts one operation. Raw ones go to `rawApp`, whose content parser leaves bodies alone. */
export function mount(
  apps: { readonly app: FastifyInstance; readonly rawApp: FastifyInstance },
  operation: Operation,
  mounting: Mounting,
): void {
  const { definition, id } = operation;
  const limit = bodyLimit(definition);
  const shared = {
    method: definition.method,
    url: definition.url,
    config: { operationId: id, bodyValuesMax: limit.values, chargeValues: valuesCharge(definition, mounting) },
    bodyLimit: Math.min(limit.bytes, mounting.bodyBytesMax),
    onRequest: hooks(definition, mounting),
    ...chargeOf(definition, mounting),
    ...(definition.noHead === true && { exposeHeadRoute: false }),
  };
  if (definition.kind === 'raw') {
    apps.rawApp.route({ ...shared, schema: requestSchema(definition), handler: rawHandler(operation, mounting) });
    return;
  }
  const response = Object.fromEntries(
    Object.entries(statusMap(definition)).flatMap(([status, schema]) =>
      schema === null ? [] : [[status, closed(schema)]],
    ),
  );
  const options: RouteOptions = {
    ...shared,
    schema: { ...requestSchema(definition), response },
    handler: jsonHandler({ ...operation, definition }, mounting),
  };
  apps.app.route(options);
}

function hooks(definition: AnyRoute, { deps, limiters, turns }: Mounting): onRequestHookHandler[] {
  const rate = definition.rate ?? (definition.url.startsWith('/api/auth') ? 'auth' : 'api');
  const limiter = limiters.get(rate, definition);
  const guard = authorise(definition.can, deps.log);
  // What is heavy or long counts as a request too; the places for such calls are the last thing that is asked, so that a refused caller takes none.
  const hasPlaces = rate === 'heavy' || rate === 'download';
  const counted = hasPlaces ? limiters.get('api') : limiter;
  const place = hasPlaces ? limiter : undefined;
  const room = mayWrite(definition) ? whereRoom(deps) : undefined;
  return [
    identify(deps.tokens, definition.takesFirstPassword),
    counted,
    definition.can === 'public' ? undefined : guard,
    room,
    // What tells whether the node lives is asked of a node that has much to do.
    rate === 'none' ? undefined : turns.hook,
    place,
  ].filter((hook) => hook !== undefined);
}

function chargeOf({ chargesSignatures }: AnyRoute, { limiters }: Mounting): Pick<RouteOptions, 'preHandler'> {
  const charge = chargesSignatures === true ? limiters.signatures : undefined;
  return charge === undefined ? {} : { preHandler: charge };
}

/** Values take time to parse before a handler sees them. Whole dockets are a service's, and as large as the ledger made them. */
function valuesCharge({ bodySize }: AnyRoute, { limiters }: Mounting): Limiters['values'] {
  return bodySize === 'docket' ? undefined : limiters.values;
}

/** Signing in and out writes little, and an operator has to be able to look. */
function mayWrite({ method, url }: AnyRoute): boolean {
  return method !== 'GET' && !url.startsWith('/api/auth');
}

/** Nothing new is taken while the disk is nearly full. */
function whereRoom({ isFull }: Pick<ApiDeps, 'isFull'>): onRequestHookHandler {
  return (request, reply, done) => {
    if (isFull?.() !== true) return done();
    sendProblem(request, reply, [
      issue(
        'STORE_FULL',
        '',
        'The disk of this node is nearly full: it answers reads, and takes this once there is room.',
      ),
    ]);
  };
}

function requestSchema({ input = {}, anyQuery }: AnyRoute): Record<string, object> {
  const schema: Record<string, object> = {};
  if (input.params) schema.params = closed(input.params);
  // Without a query of its own an operation has none: a misspelt filter is refused and not ignored.
  if (anyQuery !== true) schema.querystring = input.query ? closed(input.query) : NO_QUERY;
  if ('body' in input && input.body) schema.body = closed(input.body);
  if ('headers' in input && input.headers) schema.headers = input.headers;
  return schema;
}

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false };

function jsonHandler(operation: Operation & { readonly definition: Route }, mounting: Mounting) {
  const { definition, id } = operation;
  const handler = operation.handler as (input: unknown, call: Call<ApiDeps>) => unknown;
  const status = defaultStatus(definition);
  const noStore = definition.secretAnswer === true || definition.url.startsWith('/api/auth');
  const repeatable = isIdempotent(definition);
  const reads = readsRegister(definition);
  const submits = definition.errors.includes('POOL_FULL');
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const call = callOf(request, id, mounting);
    if (noStore) reply.header('cache-control', 'no-store');
    const ended = endedMeanwhile(call, call.rawBody);
    if (ended) {
      sendProblem(request, reply, [ended]);
      return;
    }
    let running: Running | undefined;
    if (repeatable && call.idempotencyKey !== '') {
      const begun = begin(request, call, mounting.repeats);
      if (!('finish' in begun)) {
        answerRepeat(request, reply, begun);
        return;
      }
      running = begun;
    }
    const answer = (result: unknown): void => {
      if (submits) pace({ request, reply, result }, mounting.poolRefusals);
      if (running === undefined) send(request, reply, result, status);
      else sendOnce(request, reply, { result, status, running, secret: definition.secretAnswer === true });
    };
    const fail = (error: unknown): void => {
      running?.abandon();
      reply.send(error);
    };
    try {
      const { params, query, body, headers } = request;
      const run = () => handler({ params, query, body, headers }, call);
      const result = reads ? readRegister({ request, reply, call }, run) : run();
      if (result instanceof Promise)
        result.then((given) => mounting.turns.answer(() => attempt(() => answer(given), fail)), fail);
      else answer(result);
    } catch (error) {
      fail(error);
    }
  };
}

interface Paced {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly result: unknown;
}

/** Says how long who found no room in a pool is to wait, by how many others do. */
function pace({ request, reply, result }: Paced, refusals: Mounting['poolRefusals']): void {
  const [first] = isRefused(result) ? result.issues : Array.isArray(result) ? (result as unknown[]) : [result];
  if (!isIssue(first)) refusals.take();
  else if (first.code === 'POOL_FULL') reply.header('retry-after', refusals.refuse(request.raw, reply.raw));
}

function attempt(run: () => void, fail: (error: unknown) => void): void {
  try {
    run();
  } catch (error) {
    fail(error);
  }
}

/** Who called was asked before the body arrived, which may take as long as its sender likes: a suspension or a new password may lie between. */
function endedMeanwhile({ caller, deps }: Call<ApiDeps>, body: Uint8Array): Issue | undefined {
  return caller === ANONYMOUS || body.length === 0 ? undefined : deps.tokens.standing(caller);
}

/** code, path and message. */
const ISSUE_MEMBERS = 3;
const DURABLE = /(?:^|[,;\s])durability\s*=\s*"?quorum"?(?:$|[,;\s])/i;
const ASYNC = /(?:^|[,;\s])respond-async(?:$|[,;\s])/i;

function callOf(request: FastifyRequest, operationId: string, { deps, waitMsMax }: Mounting): Call<ApiDeps> {
  const { headers } = request;
  const key = headers['idempotency-key'];
  const prefer = headers.prefer;
  return {
    caller: request.caller,
    deps,
    operationId,
    traceId: request.id,
    waitMs: prefer === undefined ? 0 : waitOf(String(prefer), waitMsMax),
    durable: prefer !== undefined && DURABLE.test(String(prefer)),
    respondAsync: prefer !== undefined && ASYNC.test(String(prefer)),
    idempotencyKey: key === undefined ? '' : String(key),
    address: request.ip,
    languages: languagesOf(headers['accept-language']),
    rawBody: request.rawBody,
  };
}

/** `wait` of a Prefer header (RFC 7240 section 4.3) in milliseconds; a preference that is not understood is ignored, as section 2 says. */
function waitOf(prefer: string, maxMs: number): number {
  const match = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer);
  return match === null ? 0 : Math.min(Number(match[1]) * 1000, maxMs);
}

function send(request: FastifyRequest, reply: FastifyReply, result: unknown, status: number): void {
  if (result instanceof Reply) {
    if (result.headers) reply.headers(result.headers);
    reply.code(result.status).send(result.body);
  } else if (!refused(request, reply, result)) {
    reply.code(status).send(result);
  }
}

/** An issue and nothing else: an answer that tells of an issue, such as the receipt of a refusal, has other members too. */
function isBareIssue(value: unknown): value is Issue {
  if (!isIssue(value)) return false;
  const optional = [value.retryAfterSeconds, value.said].filter((one) => one !== undefined);
  return Object.keys(value).length === ISSUE_MEMBERS + optional.length;
}

function isRefused(result: unknown): result is Refusal | Failure {
  return result instanceof Refusal || isFailure(result);
}

/** True when the result was a refusal, which is then sent. */
function refused(request: FastifyRequest, reply: FastifyReply, result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false;
  if (result instanceof Refusal)
    sendProblem(request, reply, result.issues, { members: result.members, headers: result.headers });
  else if (isFailure(result)) sendProblem(request, reply, result.issues);
  else if (isBareIssue(result)) sendProblem(request, reply, [result]);
  else if (Array.isArray(result) && result.length > 0 && isBareIssue(result[0])) sendProblem(request, reply, result);
  else return false;
  return true;
}

function begin(request: FastifyRequest, call: Call<ApiDeps>, repeats: Repeats): ReturnType<Repeats['begin']> {
  return repeats.begin({
    caller: call.caller.subject === '' ? call.address : call.caller.subject,
    operationId: call.operationId,
    key: call.idempotencyKey,
    url: request.url,
    body: call.rawBody,
  });
}

function answerRepeat(
  request: FastifyRequest,
  reply: FastifyReply,
  begun: Exclude<ReturnType<Repeats['begin']>, Running>,
): void {
  if (isIssue(begun)) {
    sendProblem(request, reply, [begun]);
    return;
  }
  reply.headers(begun.headers).header('idempotency-replayed', 'true');
  if (begun.body) reply.header('content-type', 'application/json; charset=utf-8');
  reply.code(begun.status).send(begun.body || undefined);
}

/** Serialises here, because the stored answer has to be the one that was sent, and stores before sending. */
function sendOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  at: { readonly result: unknown; readonly status: number; readonly running: Running; readonly secret: boolean },
): void {
  const custom = at.result instanceof Reply ? at.result : new Reply(at.status, at.result);
  if (custom.status >= 300 || refused(request, reply, at.result)) {
    at.running.abandon();
    if (!reply.sent) send(request, reply, at.result, at.status);
    return;
  }
  reply.code(custom.status);
  const body = custom.body === undefined ? '' : String(reply.serialize(custom.body as object));
  const headers = custom.headers ?? {};
  at.running.finish({ status: custom.status, body, headers }, at.secret).then(
    () => {
      reply.headers(headers);
      if (body !== '') reply.header('content-type', 'application/json; charset=utf-8');
      reply.send(body === '' ? undefined : body);
    },
    (error: unknown) => reply.send(error),
  );
}

function rawHandler({ id, definition, handler }: Operation, mounting: Mounting) {
  const handle = handler as unknown as RawHandler<unknown, ApiDeps>;
  const reads = readsRegister(definition);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = { params: request.params, query: request.query };
    const body = request.body instanceof Uint8Array ? request.body : NO_BYTES;
    const call = callOf(request, id, mounting);
    const run = () => handle(input as never, call, { headers: request.headers, body });
    const result = endedMeanwhile(call, body) ?? (await (reads ? readRegister({ request, reply, call }, run) : run()));
    if (!refused(request, reply, result)) {
      const raw = result as RawReply;
      // Each holds some chunks in memory: who does not read does not keep them.
      if (typeof raw.body === 'object' && 'pipe' in raw.body)
        reply.raw.setTimeout(mounting.stallMs, () => reply.raw.destroy());
      reply.code(raw.status).headers(raw.headers).send(raw.body);
    }
    return reply;
  };
}

/** For 405: the methods that some operation has at a path. */
export function methodsAt(routes: readonly AnyRoute[]): (path: string) => readonly Method[] {
  const patterns = routes.map(({ method, url }) => ({
    method,
    pattern: new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z0-9]+/g, '[^/]+')}$`),
  }));
  return (path) => [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
