// The call as its handler gets it: the few headers that mean something to it, read once (RFC 7240 for preferences).
import { languagesOf } from '../../core/base/languages.js';
import { traceFrom, traceInParent } from '../../core/base/trace.js';
import type { ApiCall } from '../define.js';
import type { CallHeaders, IncomingCall } from '../requests/incoming.js';

const DURABLE = /(?:^|[,;\s])durability\s*=\s*"?quorum"?(?:$|[,;\s])/i;
const ASYNC = /(?:^|[,;\s])respond-async(?:$|[,;\s])/i;
const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i;

export function callOf<D>(
  incoming: IncomingCall,
  { operationId, deps, waitMsMax }: { readonly operationId: string; readonly deps: D; readonly waitMsMax: number },
): ApiCall<D> {
  const { headers } = incoming;
  const prefer = textOf(headers, 'prefer');
  return {
    caller: incoming.caller,
    deps,
    operationId,
    traceId: incoming.traceId,
    trace: traceOf(incoming),
    waitMs: prefer === undefined ? 0 : waitOf(prefer, waitMsMax),
    durable: prefer !== undefined && DURABLE.test(prefer),
    respondAsync: prefer !== undefined && ASYNC.test(prefer),
    idempotencyKey: textOf(headers, 'idempotency-key') ?? '',
    certificate: incoming.certificate,
    address: incoming.address,
    languages: languagesOf(textOf(headers, 'accept-language')),
    rawBody: incoming.rawBody,
    ...(incoming.unasked && { unasked: incoming.unasked }),
  };
}

/**
 * The trace-id of `traceparent`, also where another correlation id is given, which may be any text; else that which
 * follows from the correlation id.
 */
function traceOf({ headers, traceId }: Pick<IncomingCall, 'headers' | 'traceId'>): string {
  const parent = headers.traceparent;
  return (typeof parent === 'string' ? traceInParent(parent) : undefined) ?? traceFrom(traceId);
}

function textOf(headers: CallHeaders, name: string): string | undefined {
  const value = headers[name];
  return value === undefined ? undefined : String(value);
}

/**
 * `wait` of a Prefer header (RFC 7240 section 4.3) in milliseconds; a preference that is not understood is ignored, as
 * section 2 says.
 */
function waitOf(prefer: string, maxMs: number): number {
  const match = WAIT.exec(prefer);
  return match === null ? 0 : Math.min(Number(match[1]) * 1000, maxMs);
}
