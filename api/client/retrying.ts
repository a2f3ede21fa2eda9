// When a call is made again: only where that is safe, a bounded number of times, and no sooner than the node says.
import { ClientError } from './client-error.js';
import { mayPass } from './passing.js';

export interface RetryPolicy {
  /** Calls in all, the first one among them. */
  readonly attemptsMax: number;
  /** The first pause; it doubles. */
  readonly pauseMs: number;
  /** A node that asks for a longer one gets no further call: its refusal says when to come back. */
  readonly pauseMsMax: number;
}

export const RETRIES: RetryPolicy = { attemptsMax: 4, pauseMs: 250, pauseMsMax: 30_000 };

/**
 * Milliseconds until the call may be made again; undefined where it failed for good. `random` is from 0 to 1: half of
 * each pause is left to it, so that clients that failed together do not come back together.
 */
export function pauseAfter(
  error: unknown,
  attempt: number,
  { policy, random }: { readonly policy: RetryPolicy; readonly random: number },
): number | undefined {
  if (!(error instanceof ClientError) || attempt >= policy.attemptsMax) return undefined;
  if (!mayPass(error) && error.code !== 'IDEMPOTENCY_IN_PROGRESS') return undefined;
  const own = Math.min(policy.pauseMsMax, policy.pauseMs * 2 ** (attempt - 1)) * (0.5 + random / 2);
  const asked = (error.details.retryAfterSeconds ?? 0) * 1000;
  if (asked > policy.pauseMsMax) return undefined;
  return Math.max(own, asked + own / 4);
}

/** Makes the call until it succeeds, fails for good, or `signal` ends it. */
export async function retrying<T>(
  call: () => Promise<T>,
  { policy, signal }: { readonly policy: RetryPolicy; readonly signal: AbortSignal | undefined },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const pauseMs = signal?.aborted ? undefined : pauseAfter(error, attempt, { policy, random: Math.random() });
      if (pauseMs === undefined) throw error;
      await pause(pauseMs, signal);
    }
  }
}

/** Rejects with the reason of the signal as soon as it ends. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
