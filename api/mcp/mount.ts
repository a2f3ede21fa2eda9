// The MCP server over Streamable HTTP: POST /mcp. The request passes the rules that each request passes, its place and
// its token among them; then its message goes to the protocol. Other methods have nothing here.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { issue } from '../../core/base/issue.js';
import { parseJson } from '../../core/base/json.js';
import { budgetIssue, valuesIn } from '../../core/base/json-budget.js';
import { DOCUMENT_DEPTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import { MCP_BODY_BYTES_MAX, MCP_BODY_VALUES_MAX } from '../../core/base/limits/node/requests.js';
import { isFailure } from '../../core/base/result.js';
import type { ApiDeps } from '../deps/deps.js';
import { type Admission, admissionOf } from '../dispatch/admission.js';
import type { Dispatching } from '../dispatch/build.js';
import { type GrantDeps, StandingGrants } from '../oauth/standing-grants.js';
import { sendOutcome, sendProblem } from '../requests/request.js';
import { MCP_PATH, ToolCalls } from './calling.js';
import { answerListening, type LivePlaces, resourcesListenedTo } from './listening.js';
import type { ToolCaller } from './operations.js';
import { placeProblem } from './places.js';
import { ResourceReads } from './resources/reading.js';
import { resources as resourceRows } from './resources/table.js';
import type { McpServer } from './sdk.js';
import { ResourceSubscriptions, type SubscriptionDeps } from './subscriptions.js';
import { tools } from './tools/table.js';

export interface McpMounting {
  readonly deps: SubscriptionDeps & GrantDeps & Pick<ApiDeps, 'random' | 'config'>;
  readonly dispatching: Dispatching;
  readonly places: LivePlaces;
  /** Origins whose pages may call. */
  readonly origins: readonly string[];
}

/** For 405 at its path. */
export const MCP_ROUTE = { method: 'POST', url: MCP_PATH } as const;

export async function mountMcp(app: FastifyInstance, mounting: McpMounting): Promise<void> {
  const { dispatcher, limiters } = mounting.dispatching;
  const resources = new ResourceReads(resourceRows, { dispatcher, limit: limiters.tools });
  const subscriptions = new ResourceSubscriptions({ deps: mounting.deps, resources });
  const answer = answering(mounting, subscriptions, resources);
  await app.register(async (scope) => {
    scope.addHook('preClose', (done) => {
      subscriptions.close();
      done();
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ incoming }, body, done) => {
      incoming.rawBody = body as Buffer;
      done(null, undefined);
    });
    scope.route({
      ...MCP_ROUTE,
      config: { operationId: 'mcp' },
      bodyLimit: MCP_BODY_BYTES_MAX,
      onRequest: [checkPlace(mounting), admitCall(mounting)],
      handler: answer,
    });
  });
}

function checkPlace({ deps, origins }: McpMounting): onRequestHookHandler {
  return (request, reply, done) => {
    const { host, origin } = request.headers;
    const problem = placeProblem({ publicUrl: deps.config.publicUrl, origins }, { host, origin });
    if (problem === undefined) return done();
    sendProblem(request, reply, [problem]);
  };
}

/** A message is let in like a request; it takes no turn, because each operation that it calls takes one. */
function admitCall({ dispatching: { dispatcher, limiters } }: McpMounting): onRequestHookHandler {
  const asked = { id: 'mcp', can: 'RequireAuthenticated', resource: 'mcp' } as const;
  const rules = admissionOf({ ...asked, rate: 'api', bucket: 'mcp' }, limiters);
  const admission: Admission = { ...rules, takesTurn: false };
  return (request, reply, done) =>
    dispatcher.admit(admission, request.incoming, (refused) => {
      if (refused === undefined) done();
      else sendOutcome(reply, refused);
    });
}

function answering(
  { deps, dispatching, places }: McpMounting,
  subscriptions: ResourceSubscriptions,
  resources: ResourceReads,
) {
  const { clock, random, log, config } = deps;
  const { dispatcher, operations, repeats, confirmationRoot, limiters } = dispatching;
  const calls = new ToolCalls(tools, {
    ...{ clock, random, log, dispatcher, repeats, confirmationRoot, limit: limiters.tools },
    ...{ adminLimit: limiters.adminTools, grants: new StandingGrants(deps) },
    operations: new Map(operations.map((row) => [row.operation.id, row])),
  });
  const onFault = ({ message }: Error): void =>
    log.debug({ error: message }, 'A message to the MCP server was refused.');
  let loading: Promise<typeof import('./sdk.js')> | undefined;
  let server: McpServer | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const body = parseJson(request.incoming.rawBody, {
      budget: (source) => {
        const values = valuesIn(source, MCP_BODY_VALUES_MAX);
        return budgetIssue(values, MCP_BODY_VALUES_MAX) ?? limiters.values(request.incoming, values);
      },
      levels: DOCUMENT_DEPTH_MAX,
    });
    if (isFailure(body) || Array.isArray(body)) {
      sendProblem(request, reply, isFailure(body) ? body.issues : [BATCH]);
      return undefined;
    }
    loading ??= import('./sdk.js');
    const { mcpServer, authInfoOf } = await loading;
    server ??= mcpServer({ calls, resources, dispatcher, version: config.version, onFault });
    const from = callerOf(request);
    const uris = resourcesListenedTo(body);
    if (uris === undefined)
      return send(
        reply,
        await server.fetch(asRequest(request, reply), { parsedBody: body, authInfo: authInfoOf(from) }),
      );
    const asked = { ...{ request, reply, uris, from }, message: body, asRequest: () => asRequest(request, reply) };
    const stream = await answerListening(asked, { server, subscriptions, places });
    return stream && send(reply, stream);
  };
}

function callerOf({ incoming, headers }: FastifyRequest): ToolCaller {
  const { caller, traceId, address } = incoming;
  const passed = (['traceparent', 'accept-language'] as const).flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { caller, traceId, address, headers: Object.fromEntries(passed) };
}

/** As the protocol takes one. It is told when the client goes away. */
function asRequest({ headers }: FastifyRequest, { raw }: FastifyReply): Request {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && READ.has(name) ? [[name, value]] : [],
  );
  return new Request(`http://node${MCP_PATH}`, { method: 'POST', headers: pairs, signal: gone.signal });
}

/** Limits count requests, and a batch has a hundred messages in one. Revision 2025-03-26 alone has batches. */
const BATCH = issue('BATCH_REFUSED', '', 'The body is an array of messages: send one message a request.');

/** Headers that the protocol reads; the token is not among them. */
const READ: ReadonlySet<string> = new Set([
  ...['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'last-event-id'],
]);

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status).headers(Object.fromEntries(answer.headers)).header('cache-control', 'no-store');
  if (answer.body === null) return reply.send();
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  return reply.send(isStream ? Readable.fromWeb(answer.body as never) : Buffer.from(await answer.arrayBuffer()));
}
