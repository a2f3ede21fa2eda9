// A message that asks for a stream of changes (MCP, subscriptions/listen): its place among live connections, the
// resources that its caller may listen to, and its end.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Issue, issue } from '../../core/base/issue.js';
import { isObject } from '../../core/base/json.js';
import { MCP_SUBSCRIBED_MAX } from '../../core/base/limits/node/requests.js';
import { sendProblem } from '../requests/request.js';
import type { ToolCaller } from './operations.js';
import type { McpServer } from './sdk.js';
import type { ListeningClient, ResourceSubscriptions } from './subscriptions.js';

/** Of live connections: hubs have them too. */
export interface LivePlaces {
  problem(visitor: ListeningClient): Issue | undefined;
  take(connection: object, visitor: ListeningClient): void;
  leave(connection: object): void;
}

/** The addresses that a message asks for, where it is one of these. */
export function resourcesListenedTo(message: unknown): readonly string[] | undefined {
  if (!isObject(message) || message.method !== 'subscriptions/listen') return undefined;
  const { notifications } = isObject(message.params) ? message.params : {};
  const uris = isObject(notifications) ? notifications.resourceSubscriptions : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

interface ListeningPorts {
  readonly server: McpServer;
  readonly subscriptions: ResourceSubscriptions;
  readonly places: LivePlaces;
}

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly message: unknown;
  readonly uris: readonly string[];
  readonly from: ToolCaller;
  readonly asRequest: () => Request;
}

/** Undefined where it was refused, and that was sent. */
export async function answerListening(
  { request, reply, message, uris, from, asRequest }: Asked,
  { server, subscriptions, places }: ListeningPorts,
): Promise<Response | undefined> {
  const problem = uris.length > MCP_SUBSCRIBED_MAX ? TOO_MANY : places.problem(from);
  if (problem !== undefined) {
    sendProblem(request, reply, [problem]);
    return undefined;
  }
  const place = {};
  places.take(place, from);
  let end = (): void => undefined;
  reply.raw.once('close', () => {
    end();
    places.leave(place);
  });
  const topics = await subscriptions.admit(uris, from);
  const { response, ...sink } = await server.listen(asRequest(), withResources(message, [...topics.keys()]), from);
  // The client may have gone away meanwhile.
  if (response.ok && topics.size > 0 && !reply.raw.closed)
    end = subscriptions.begin(from, topics, { ...sink, isBlocked: () => reply.raw.writableNeedDrain });
  return response;
}

/** The message with these addresses alone: the acknowledgement names them. */
function withResources(message: unknown, uris: readonly string[]): unknown {
  const { params, ...rest } = message as { readonly params?: { readonly notifications?: object } };
  if (!isObject(params?.notifications) || !('resourceSubscriptions' in params.notifications)) return message;
  return {
    ...rest,
    params: { ...params, notifications: { ...params.notifications, resourceSubscriptions: [...uris] } },
  };
}

const TOO_MANY = issue(
  'HUB_LIMIT',
  '/params/notifications/resourceSubscriptions',
  `A subscription names at most ${MCP_SUBSCRIBED_MAX} resources.`,
);
