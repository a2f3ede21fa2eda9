// The way of an outcome to its client over HTTP.
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnyRoute, Refusal, takesRanges } from '../../define.js';
import { type CallOutcome, refusedOutcome } from '../../requests/outcome.js';
import { sendOutcome, tracedCallOf } from '../../requests/request.js';
import { isWhole } from './body.js';
import type { Compression } from './compression.js';
import { conditional } from './conditional.js';
import { deprecationHeaders } from './deprecation.js';
import { applyRange } from './ranges.js';

export type SendOutcome = (request: FastifyRequest, reply: FastifyReply, outcome: CallOutcome) => void;

export interface SenderPorts {
  readonly compression: Pick<Compression, 'applies' | 'compress'>;
  /** A reader of a stream that takes nothing for so long loses its connection. */
  readonly stallMs: number;
}

/** The way of the outcomes of one operation: a read may be known to its client, and be large. */
export function sender(definition: AnyRoute, ports: SenderPorts): SendOutcome {
  const whole = definition.method === 'GET' ? readSender(ports) : sendWith(ports.stallMs);
  const send = takesRanges(definition) ? rangeSender(definition, whole) : whole;
  if (definition.deprecated === undefined) return send;
  const report = deprecationHeaders(definition.deprecated);
  return (request, reply, outcome) => send(request, reply, report(outcome));
}

/** The way of what may come in parts. */
function rangeSender({ family }: AnyRoute, send: SendOutcome): SendOutcome {
  return (request, reply, outcome) => {
    const value = applyRange(outcome, request);
    send(request, reply, value instanceof Refusal ? refusedOutcome(value, tracedCallOf(request), { family }) : value);
  };
}

/** The way of what is read: its client may have it already, and it may be large. */
export function readSender({ compression, stallMs }: SenderPorts): SendOutcome {
  const send = sendWith(stallMs);
  return (request, reply, given) => {
    const { headers, method, incoming } = request;
    const cacheControl = given.headers['cache-control'] ?? reply.getHeader('cache-control');
    // An answer that no cache may keep is secret: its size, compressed, would tell of it.
    if (String(cacheControl).includes('no-store')) return send(request, reply, given);
    const isCompressed = compression.applies(given);
    if (isCompressed) incoming.note('vary', 'accept-encoding');
    const outcome = conditional(given, headers['if-none-match'], cacheControl);
    if (!isCompressed || outcome.status !== 200) return send(request, reply, outcome);
    // To tell its length it would have to be compressed.
    if (method === 'HEAD' && outcome.compressed === undefined) return send(request, reply, outcome);
    return compression.compress(outcome, headers['accept-encoding'], (sent) => send(request, reply, sent));
  };
}

function sendWith(stallMs: number): SendOutcome {
  return ({ method }, reply, outcome) => {
    const { body } = outcome;
    if (body === undefined || isWhole(body)) return sendOutcome(reply, outcome);
    if (method === 'HEAD') {
      (body as Readable).destroy();
      return sendOutcome(reply, { ...outcome, body: undefined });
    }
    // Each holds some chunks in memory: who does not read does not keep them.
    reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
    sendOutcome(reply, outcome);
  };
}
