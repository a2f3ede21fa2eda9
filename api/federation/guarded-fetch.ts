// The fetch of the OpenID Connect library: every request that it makes leaves through the guard of outgoing requests,
// with the bounds of a sign-in. It follows no redirect.
import type { CustomFetchOptions } from 'openid-client';
import type { Issue } from '../../core/base/issue.js';
import { PROVIDER_BYTES_MAX, PROVIDER_TIMEOUT_MS } from '../../core/base/limits/node/federation.js';
import { isFailure } from '../../core/base/result.js';
import type { Outgoing, OutgoingCall } from '../../core/outgoing/ports.js';

/** The reason why a request was not answered, carried through the library. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  constructor(readonly problem: Issue) {
    super(problem.message);
  }
}

/** Statuses of answers without a body (Fetch, "null body status"). */
const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304]);

export interface GuardedFetch {
  readonly outgoing: Pick<Outgoing, 'request'>;
  /** Turn key of the organisation whose provider is asked. */
  readonly from: string;
}

export function guardedFetch({ outgoing, from }: GuardedFetch) {
  return async (url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> => {
    const answer = await outgoing.request({
      ...{ purpose: 'federation', from, url, headers },
      method: method as NonNullable<OutgoingCall['method']>,
      ...(body !== undefined && body !== null && { body: String(body) }),
      bytesMax: PROVIDER_BYTES_MAX,
      timeoutMs: PROVIDER_TIMEOUT_MS,
    });
    if (isFailure(answer)) throw new RequestRefused(answer.issue);
    const { status, headers: told, body: bytes } = answer;
    return new Response(BODILESS.has(status) ? null : new Uint8Array(bytes), { status, headers: { ...told } });
  };
}
