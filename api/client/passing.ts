// Which failures of a call pass by themselves: the one list by which calls are made again, and by which whatever
// follows a node or waits for it asks on. It loads nothing, so that a command line can ask it without the client.

/** 0: the node was not reached, or its answer broke off. */
const PASSING: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);
/** Found by the client about an answer that came: the next one would be no better. */
const FINAL: ReadonlySet<string> = new Set(['REDIRECTED', 'ANSWER_INVALID', 'ANSWER_TOO_LARGE']);

/** Takes what the client throws, or whatever else has a status and perhaps a code. */
export function mayPass({ status, code }: { readonly status: number; readonly code?: string | undefined }): boolean {
  return PASSING.has(status) && !(code !== undefined && FINAL.has(code));
}

/** Found by the client: a proxy answered in place of the node. */
export const PROXY_ANSWERED = 'PROXY_ANSWERED';

const GATEWAYS: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * The sentence about an answer that a proxy made because it does not reach its node; undefined for one of a node. A
 * node says a code, an error of OAuth, or, of its health, a status. `body` is the parsed answer.
 */
export function describeProxyAnswer(status: number, body: unknown): string | undefined {
  if (!GATEWAYS.has(status)) return undefined;
  const isOfNode = typeof body === 'object' && body !== null && ('code' in body || 'error' in body || 'status' in body);
  if (isOfNode) return undefined;
  return `A proxy before the node answered ${status}: it does not reach the node, or did not wait for its answer.`;
}
