// The fetch of the OpenID Connect library: every request that it makes leaves through the guard of outgoing requests,
// with the bounds of a sign-in. It follows no redirect, and a failure is told in the words for tenants.
import type { CustomFetchOptions } from 'openid-client';
import { askForTenant } from '../../actors/tenant-requests.js';
import type { Issue } from '../../core/base/issue.js';
import { PROVIDER_BYTES_MAX, PROVIDER_TIMEOUT_MS } from '../../core/base/limits/node/federation.js';
import type { Clock } from '../../core/base/ports.js';
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
  readonly clock: Pick<Clock, 'steady'>;
  /** Turn key of the organisation whose provider is asked. */
  readonly from: string;
}

export function guardedFetch({ outgoing, clock, from }: GuardedFetch) {
  return async (url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> => {
    const answer = await askForTenant(
      { outgoing, clock },
      {
        ...{ purpose: 'federation', from, url, headers },
        method: method as NonNullable<OutgoingCall['method']>,
        ...(body !== undefined && body !== null && { body: String(body) }),
        ...{ bytesMax: PROVIDER_BYTES_MAX, timeoutMs: PROVIDER_TIMEOUT_MS },
      },
    );
    if (isFailure(answer)) throw new RequestRefused(answer.issue);
    const { status, headers: message, body: bytes } = answer;
    return new Response(BODILESS.has(status) ? null : new Uint8Array(bytes), { status, headers: { ...message } });
  };
}
