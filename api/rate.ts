// Named rate limits per subject, else per address: a token bucket behind @fastify/rate-limit, and a cap on heavy calls at once. A limit of 0 is off
// and costs nothing. The number of tracked callers is bounded.

import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { issue } from '../core/base/issue.js';
import { RATE_KEYS_MAX } from '../core/base/limits.js';
import type { RateName } from './define.js';
import { Refused, sendProblem } from './request.js';

/** Requests a minute; for `heavy` the calls at once. 0 switches a limit off. */
export type Rates = Readonly<Record<Exclude<RateName, 'none'>, number>>;

/** Decisions.md section 6. */
export const DEFAULT_RATES: Rates = { strict: 5, platformAuth: 10, auth: 10, api: 100, heavy: 10 };

const MINUTE = 60_000;

/**
 * A bucket of `max` tokens that refills evenly over the window: a burst of `max`, then one every window/max (reference-facts 8.1: 5, one per 12 s).
 * It keeps one number a caller: the time at which the bucket would be full again.
 */
export class Buckets {
  private readonly fullAt = new Map<string, number>();
  constructor(private readonly now: () => number) {}

  /** Signature of @fastify/rate-limit's stores: `current` above `max` refuses, `ttl` is the time until the next token. */
  incr(
    key: string,
    callback: (error: Error | null, result: { current: number; ttl: number }) => void,
    windowMs: number,
    max: number,
  ): void {
    const nowMs = this.now();
    const perToken = windowMs / max;
    const fullAt = Math.max(this.fullAt.get(key) ?? 0, nowMs);
    // Above 0 the bucket is empty; a thousandth of a millisecond is what fractions of a token may add up to.
    const waitMs = fullAt - nowMs - (windowMs - perToken) - 0.001;
    if (waitMs > 0) {
      callback(null, { current: max + 1, ttl: Math.ceil(waitMs) });
      return;
    }
    // Deleting first moves the caller to the young end, so that the one unseen longest is forgotten.
    this.fullAt.delete(key);
    if (this.fullAt.size >= RATE_KEYS_MAX) this.fullAt.delete(this.fullAt.keys().next().value as string);
    this.fullAt.set(key, fullAt + perToken);
    callback(null, { current: Math.ceil((fullAt - nowMs) / perToken) + 1, ttl: Math.ceil(fullAt + perToken - nowMs) });
  }

  child(): Buckets {
    return new Buckets(this.now);
  }
}

export function rateKey(request: FastifyRequest): string {
  return request.caller.subject === '' ? `address ${normalizeIP(request.ip)}` : `subject ${request.caller.subject}`;
}

/** One hook per limit, shared by all its routes; undefined for a limit that is off. */
export function limiters(app: FastifyInstance, rates: Rates): ReadonlyMap<RateName, onRequestHookHandler> {
  const hooks = new Map<RateName, onRequestHookHandler>();
  for (const name of ['strict', 'platformAuth', 'auth', 'api'] as const) {
    if (rates[name] <= 0) continue;
    const hook = app.rateLimit({
      max: rates[name],
      timeWindow: MINUTE,
      keyGenerator: rateKey,
      errorResponseBuilder: (_request, { ttl }) =>
        new Refused([
          issue('RATE_LIMITED', '', `Too many requests; try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds.`),
        ]),
    });
    hooks.set(name, hook as unknown as onRequestHookHandler);
  }
  if (rates.heavy > 0) hooks.set('heavy', atOnce(rates.heavy));
  return hooks;
}

function atOnce(max: number): onRequestHookHandler {
  let running = 0;
  return (request: FastifyRequest, reply: FastifyReply, done) => {
    if (running >= max) {
      reply.header('retry-after', 1);
      return sendProblem(request, reply, [
        issue('RATE_LIMITED', '', 'Too many heavy requests at once; try again in a second.'),
      ]);
    }
    running++;
    // `close` comes once, whether the answer was sent or the client went away.
    reply.raw.once('close', () => {
      running--;
    });
    done();
  };
}
