// Tells of each answer of a listener: to metrics, and as a line of the log where the operator asked for those. A line
// has the path without its query, and no header and no body, because tokens and codes stand in these.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PATH_LOGGED_MAX } from '../../core/base/limits/node/requests.js';
import type { Log } from '../../core/base/ports.js';
import { callerKey } from '../auth/caller.js';
import type { ListenerName } from '../define.js';
import type { UnreadAnswer } from '../requests/refuse-early.js';

export interface AnswerNotices {
  /** Latency by operation, for metrics; `none` for what reaches no operation. */
  readonly onOperation?: (operationId: string, status: number, seconds: number) => void;
  /** Whether each answer is a line of the log now; false when absent. */
  readonly logsRequests?: () => boolean;
}

export interface AnswerWatch {
  noteSent(request: FastifyRequest, reply: FastifyReply): void;
  noteUnread(answer: UnreadAnswer): void;
}

const TEXT = 'A request was answered.';

/** A client that encodes its question mark too has its query in the path. */
function withoutQuery(path: string): string {
  return (path.split(/%3f/i)[0] as string).slice(0, PATH_LOGGED_MAX);
}

export function answersOf(
  listener: ListenerName,
  log: Log,
  { onOperation, logsRequests = () => false }: AnswerNotices,
): AnswerWatch {
  return {
    noteSent(request, reply) {
      const { operationId = 'none' } = request.routeOptions.config;
      onOperation?.(operationId, reply.statusCode, reply.elapsedTime / 1000);
      if (logsRequests()) log.info({ listener, operationId, ...lineOf(request, reply) }, TEXT);
    },
    noteUnread(answer) {
      onOperation?.('none', answer.status, 0);
      if (logsRequests()) log.info({ listener, operationId: 'none', ...answer, path: withoutQuery(answer.path) }, TEXT);
    },
  };
}

function lineOf(request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): object {
  const { asked, address, caller, traceId } = request.incoming;
  const path = withoutQuery(asked);
  const { method } = request;
  const ms = Math.round(elapsedTime * 10) / 10;
  return { method, path, status, ms, caller: callerKey(caller), address, traceId };
}
