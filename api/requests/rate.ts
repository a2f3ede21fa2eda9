// Named rate limits per subject, else per address: a token bucket, and caps on heavy calls and downloads at once. A
// limit of 0 is off. They are read at each call, because a running node takes them up again. The number of tracked
// callers is bounded. They know no transport.
import { normalizeIP } from '@fastify/rate-limit';
import { type Issue, issue } from '../../core/base/issue.js';
import { DOWNLOADS_CALLER_MAX, DOWNLOADS_MAX } from '../../core/base/limits/node/files.js';
import {
  ADMIN_TOOL_CALLS,
  HEAVY_CALLERS,
  ORGANISATION_TOOL_CALLS,
  RATE_KEYS_MAX,
} from '../../core/base/limits/node/requests.js';
import { DOWNLOADS_ORGANISATION_MAX, HEAVY_ORGANISATION } from '../../core/base/limits/node/sharing.js';
import { Shares } from '../../core/base/queues/shares.js';
import { callerKey } from '../auth/caller.js';
import { fairKey } from '../auth/fair-key.js';
import { type RateName, type Refusal, refuse } from '../define.js';
import { signatureCost } from './charge.js';
import type { IncomingCall } from './incoming.js';

/**
 * Requests of one caller a minute; for `heavy` its calls at once, of which all callers together have HEAVY_CALLERS
 * times as many. 0 switches a limit off.
 */
export type Rates = Readonly<Record<Exclude<RateName, 'none' | 'download'>, number>>;

/** docs/specification.md C6. */
export const DEFAULT_RATES: Rates = { strict: 5, platformAuth: 10, auth: 10, api: 100, heavy: 10 };

const MINUTE = 60_000;
/**
 * Ed25519 signatures that one request of a minute stands for: with the default of 100 requests a caller has 10,000 of
 * them verified in a minute, or 666 of ML-DSA-65. That is two seconds of one processor.
 */
const SIGNATURES_PER_REQUEST = 100;
/**
 * Values in bodies that one request of a minute stands for: with the default of 100 requests a caller has 2,500,000 of
 * them parsed in a minute, which is some seconds of the event loop. Ten of the largest bodies, or a hundred batches of
 * 500 submissions.
 */
export const VALUES_PER_REQUEST = 25_000;

/**
 * A bucket of `max` tokens that refills evenly over the window: a burst of `max`, then one every window/max
 * (reference-facts 8.1: 5, one per 12 s). It keeps one number a caller: the time at which the bucket would be full
 * again.
 */
export class Buckets {
  private readonly fullAt = new Map<string, number>();
  constructor(private readonly now: () => number) {}

  /** Takes one token: `current` above `max` refuses, `ttl` is the time until the next token. */
  count(key: string, windowMs: number, max: number): { readonly current: number; readonly ttl: number } {
    const nowMs = this.now();
    const perToken = windowMs / max;
    const fullAt = Math.max(this.fullAt.get(key) ?? 0, nowMs);
    // Above 0 the bucket is empty; a thousandth of a millisecond is what fractions of a token may add up to.
    const waitMs = fullAt - nowMs - (windowMs - perToken) - 0.001;
    if (waitMs > 0) return { current: max + 1, ttl: Math.ceil(waitMs) };
    this.keep(key, fullAt + perToken);
    return { current: Math.ceil((fullAt - nowMs) / perToken) + 1, ttl: Math.ceil(fullAt + perToken - nowMs) };
  }

  /**
   * Takes so many tokens at once, or as many as there can be; 0 when they were there, else the milliseconds until they
   * are.
   */
  take(key: string, tokens: number, { windowMs, max }: { readonly windowMs: number; readonly max: number }): number {
    const nowMs = this.now();
    const fullAt = Math.max(this.fullAt.get(key) ?? 0, nowMs) + Math.min(tokens, max) * (windowMs / max);
    const waitMs = fullAt - nowMs - windowMs - 0.001;
    if (waitMs > 0) return Math.ceil(waitMs);
    this.keep(key, fullAt);
    return 0;
  }

  /** Deleting first moves the caller to the young end, so that the one unseen longest is forgotten. */
  private keep(key: string, fullAt: number): void {
    this.fullAt.delete(key);
    if (this.fullAt.size >= RATE_KEYS_MAX) this.fullAt.delete(this.fullAt.keys().next().value as string);
    this.fullAt.set(key, fullAt);
  }
}

type Limited = Pick<IncomingCall, 'caller' | 'address' | 'note' | 'onEnd'>;
/** Counts a call, or says why not now. */
export type Limit = (call: Limited) => Refusal | undefined;

function rateKey({ caller, address }: Pick<IncomingCall, 'caller' | 'address'>): string {
  const subject = callerKey(caller);
  return subject === '' ? `address ${normalizeIP(address)}` : `subject ${subject}`;
}

export interface RateSharing {
  readonly burst?: number | undefined;
  readonly bucket?: string | undefined;
}

/** A counter for each limit, shared by all operations that it counts. */
export class Limiters {
  private readonly limits = new Map<string, Limit>();
  private readonly buckets = new Map<string, Buckets>();
  private readonly work: Buckets;
  private readonly parsing: Buckets;

  constructor(
    private readonly rates: Rates,
    private readonly now: () => number,
  ) {
    this.work = new Buckets(now);
    this.parsing = new Buckets(now);
    this.limits.set(
      'heavy',
      atOnce(() => ({
        all: HEAVY_CALLERS * rates.heavy,
        organisation: HEAVY_ORGANISATION * rates.heavy,
        caller: rates.heavy,
      })),
    );
    const downloads = { all: DOWNLOADS_MAX, organisation: DOWNLOADS_ORGANISATION_MAX, caller: DOWNLOADS_CALLER_MAX };
    this.limits.set(
      'download',
      atOnce(() => downloads),
    );
  }

  /**
   * `burst`: calls that may come at once after a pause, where the limit allows fewer. The rate at which they come back
   * stays; operations of one burst and one `bucket` share it.
   */
  get(name: RateName, { burst = 0, bucket = '' }: RateSharing = {}): Limit | undefined {
    if (name === 'none') return undefined;
    if (name === 'heavy' || name === 'download') return this.limits.get(name);
    const key = `${name} ${burst} ${bucket}`;
    const limit = this.limits.get(key) ?? this.counting(name, burst, bucket);
    this.limits.set(key, limit);
    return limit;
  }

  /**
   * Charges for the signatures of a body that was parsed; a call that costs more than a caller can have takes all that
   * it can have.
   */
  get signatures(): (call: Limited & Pick<IncomingCall, 'body'>) => Refusal | undefined {
    return (call) => {
      const max = this.rates.api * SIGNATURES_PER_REQUEST;
      if (max <= 0) return undefined;
      const waitMs = this.work.take(rateKey(call), signatureCost(call.body), { windowMs: MINUTE, max });
      if (waitMs === 0) return undefined;
      const seconds = Math.ceil(waitMs / 1000);
      return rateRefusal(`Too many signatures to verify; try again in ${seconds} seconds.`, seconds);
    };
  }

  /** Charges for the values of a body before it is parsed, or says why not now. */
  get values(): (call: Limited, values: number) => Issue | undefined {
    return (call, values) => {
      const max = this.rates.api * VALUES_PER_REQUEST;
      if (max <= 0) return undefined;
      const waitMs = this.parsing.take(rateKey(call), values, { windowMs: MINUTE, max });
      if (waitMs === 0) return undefined;
      return issue(
        'RATE_LIMITED',
        '',
        `Too many values in request bodies; try again in ${Math.ceil(waitMs / 1000)} seconds.`,
      );
    };
  }

  /** Calls of tools of an organisation: as many as ORGANISATION_TOOL_CALLS callers may make. */
  get tools(): Limit {
    return this.countingTools(fairKey, ORGANISATION_TOOL_CALLS, 'in the organisation');
  }

  /** Of one caller, of tools that run an organisation or a node. */
  get adminTools(): Limit {
    return this.countingTools(rateKey, ADMIN_TOOL_CALLS, 'that administer');
  }

  /** `share`: of the calls that one caller may make in a minute. */
  private countingTools(key: (call: Limited) => string, share: number, of: string): Limit {
    const buckets = new Buckets(this.now);
    return (call) => {
      const max = this.rates.api * share;
      if (max <= 0) return undefined;
      const { current, ttl } = buckets.count(key(call), MINUTE, max);
      if (current <= max) return undefined;
      const seconds = Math.max(1, Math.ceil(ttl / 1000));
      return rateRefusal(`Too many calls of tools ${of}; try again in ${seconds} seconds.`, seconds);
    };
  }

  private counting(name: Exclude<RateName, 'none' | 'heavy' | 'download'>, burst: number, bucket: string): Limit {
    let last: { readonly max: number; readonly buckets: Buckets } | undefined;
    return (call) => {
      const rate = this.rates[name];
      if (rate <= 0) return undefined;
      const max = Math.max(rate, burst);
      if (last?.max !== max) last = { max, buckets: this.bucketsOf(`${name} ${bucket}`, max, last?.max) };
      const { buckets } = last;
      const windowMs = Math.trunc((MINUTE * max) / rate);
      const { current, ttl } = buckets.count(rateKey(call), windowMs, max);
      const seconds = Math.ceil(ttl / 1000);
      // draft-ietf-httpapi-ratelimit-headers, as clients read it.
      call.note('ratelimit-limit', max);
      call.note('ratelimit-remaining', Math.max(0, max - current));
      call.note('ratelimit-reset', seconds);
      if (current <= max) return undefined;
      return rateRefusal(`Too many requests; try again in ${Math.max(1, seconds)} seconds.`, seconds);
    };
  }

  /** Shared by those with one size; the ones of a size that was before are forgotten. */
  private bucketsOf(key: string, max: number, before: number | undefined): Buckets {
    if (before !== undefined) this.buckets.delete(`${key} ${before}`);
    const buckets = this.buckets.get(`${key} ${max}`) ?? new Buckets(this.now);
    this.buckets.set(`${key} ${max}`, buckets);
    return buckets;
  }
}

function rateRefusal(message: string, seconds: number): Refusal {
  return refuse(issue('RATE_LIMITED', '', message), undefined, { 'retry-after': String(seconds) });
}

/**
 * Places of all callers, of those of one organisation and of one caller: no organisation takes all, however many users
 * it has.
 */
function atOnce(places: () => Readonly<Record<'all' | 'organisation' | 'caller', number>>): Limit {
  const callers = new Held();
  const organisations = new Shares();
  let all = 0;
  return (call) => {
    const max = places();
    if (max.caller <= 0) return undefined;
    const caller = rateKey(call);
    const organisation = fairKey(call);
    if (all >= max.all || callers.of(caller) >= max.caller || !organisations.fits(organisation, 1, max.organisation))
      return rateRefusal('Too many requests of this kind at once; try again in a second.', 1);
    all++;
    callers.add(caller, 1);
    organisations.count(organisation, 1);
    call.onEnd(() => {
      all--;
      callers.add(caller, -1);
      organisations.count(organisation, -1);
    });
    return undefined;
  };
}

/** Places that are held, by holder. */
class Held {
  private readonly counts = new Map<string, number>();

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: string, change: 1 | -1): void {
    const count = this.of(key) + change;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
}
