// HTTP requests that leave the node for URLs that somebody else stated: federation, webhooks, documents of issuers. A
// single guard for all of them: https only, no address that is not public, and bounds of size, time, redirects and
// number. See core/outgoing for the rules of a target and docs/decisions/0113 for the design.
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { type Issue, issue } from '../../core/base/issue.js';
import type { Log } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Outgoing, OutgoingAnswer, OutgoingCall } from '../../core/outgoing/ports.js';
import { addressProblem, type Target, targetOf } from '../../core/outgoing/target.js';
import { OutgoingPlaces } from './places.js';
import { guardedLookup, type Resolve, systemResolve, TargetRefused } from './resolve.js';

/** Bytes of an answer where the call states no other bound: documents of identity providers have some thousand. */
const OUTGOING_BYTES_MAX = 1024 * 1024;
/** Time of a call where it states no other bound: a person waits for most of them. */
const OUTGOING_MS = 10_000;
/**
 * Requests under way, and those of them to one host; of an organisation at most as many of each as it leaves free.
 * Beyond that a call is refused at once; a caller that can wait comes back.
 */
const AT_ONCE_MAX = 64;
const AT_ONCE_HOST_MAX = 8;
const HEADER_BYTES_MAX = 16 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that another origin must not be sent. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

export interface OutgoingOptions {
  /** Hosts of outgoing.allowedHosts. */
  readonly allowedHosts: readonly string[];
  readonly log: Log;
  readonly steady: () => number;
  readonly resolve?: Resolve;
  /** Certificates to trust beside those of the platform (PEM), for tests. */
  readonly ca?: string;
  readonly onAnswered?: (call: {
    readonly purpose: string;
    readonly outcome: string;
    readonly seconds: number;
  }) => void;
}

export class OutgoingHttp implements Outgoing {
  private readonly allowedHosts: ReadonlySet<string>;
  private readonly places = new OutgoingPlaces({ all: AT_ONCE_MAX, host: AT_ONCE_HOST_MAX });

  constructor(private readonly options: OutgoingOptions) {
    this.allowedHosts = new Set(options.allowedHosts.map((host) => host.toLowerCase()));
  }

  async request(call: OutgoingCall): Promise<Result<OutgoingAnswer>> {
    const started = this.options.steady();
    const result = await this.followHops(call);
    const seconds = (this.options.steady() - started) / 1000;
    const outcome = isFailure(result) ? result.issue.code : String(result.status);
    this.options.onAnswered?.({ purpose: call.purpose, outcome, seconds });
    const fields = { purpose: call.purpose, host: hostOf(call.url), outcome, seconds };
    if (isFailure(result))
      this.options.log.info({ ...fields, reason: result.issue.message }, 'Outgoing request failed.');
    else this.options.log.debug(fields, 'Outgoing request answered.');
    return result;
  }

  /** Each hop after the other, each with a target that was judged anew. The time runs over all of them. */
  private async followHops(call: OutgoingCall): Promise<Result<OutgoingAnswer>> {
    const timeout = AbortSignal.timeout(call.timeoutMs ?? OUTGOING_MS);
    const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]);
    let next = call;
    for (let redirects = 0; ; redirects++) {
      const target = targetOf(next.url, this.allowedHosts);
      if (isFailure(target)) return target;
      const answer = await this.hop(target, next, signal);
      if (isFailure(answer)) return answer;
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.status) || location === undefined || !call.redirectsMax) return answer;
      if (redirects >= call.redirectsMax)
        return fail(answerRefused(`The host ${target.host} redirects more than ${call.redirectsMax} times.`));
      if (!URL.canParse(location, target.url.href)) return fail(answerRefused('The redirect leads to no URL.'));
      next = redirectedCall(next, answer.status, new URL(location, target.url));
    }
  }

  private async hop(target: Target, call: OutgoingCall, signal: AbortSignal): Promise<Result<OutgoingAnswer>> {
    const { host } = target;
    // A socket to an address is not looked up, so its address is judged here.
    const literal = isIP(host) === 0 ? undefined : addressProblem(target, [host]);
    if (literal !== undefined) return fail({ ...literal, path: '/url' });
    const giveBack = this.places.take(host, call.from);
    if (giveBack === undefined)
      return fail(
        issue('OUTGOING_BUSY', '', `Too many requests to ${host}, or of this organisation, or in all, are under way.`),
      );
    try {
      return await this.exchange(target, call, signal);
    } catch (error) {
      return fail(failure(error, { host, bytesMax: call.bytesMax ?? OUTGOING_BYTES_MAX, late: signal.aborted }));
    } finally {
      giveBack();
    }
  }

  /**
   * Each exchange has a connection of its own: nothing of it stays open, and no later request meets addresses that were
   * judged before.
   */
  private async exchange(target: Target, call: OutgoingCall, signal: AbortSignal): Promise<Result<OutgoingAnswer>> {
    // Loaded with the first request: most nodes make none.
    const { Client } = await import('undici');
    const { ca, resolve = systemResolve } = this.options;
    let address = target.host;
    const lookup = guardedLookup(target, async (host) => {
      const rows = await resolve(host);
      address = rows[0]?.address ?? host;
      return rows;
    });
    const client = new Client(target.url.origin, {
      connect: { lookup, autoSelectFamily: false, ...(ca !== undefined && { ca }) },
      maxHeaderSize: HEADER_BYTES_MAX,
      maxResponseSize: call.bytesMax ?? OUTGOING_BYTES_MAX,
    });
    try {
      const response = await client.request({
        path: `${target.url.pathname}${target.url.search}`,
        method: call.method ?? 'GET',
        // A compressed answer would have to be measured as it is taken apart; documents of this size need none.
        headers: { ...call.headers, 'accept-encoding': 'identity' },
        signal,
        ...(call.body !== undefined && { body: call.body }),
      });
      const headers = headersOf(response.headers);
      const encoding = headers['content-encoding'];
      if (encoding !== undefined && encoding !== 'identity')
        return fail(
          answerRefused(`The answer of ${target.host} is compressed (${encoding}) although that was not asked for.`),
        );
      const body = await bodyOf(response, call.onBody);
      return { status: response.statusCode, headers, body, url: target.url.href, address };
    } finally {
      client.destroy().catch(() => undefined);
    }
  }
}

async function bodyOf(
  { statusCode, body }: Dispatcher.ResponseData,
  onBody: OutgoingCall['onBody'],
): Promise<Uint8Array> {
  if (onBody === undefined || statusCode !== 200) return new Uint8Array(await body.arrayBuffer());
  for await (const bytes of body) onBody(bytes as Uint8Array);
  return new Uint8Array(0);
}

/**
 * The call of a redirect (RFC 9110 15.4): POST becomes GET but for 307 and 308, and another origin is told no secrets.
 */
function redirectedCall(call: OutgoingCall, status: number, to: URL): OutgoingCall {
  const { body, headers = {}, method = 'GET', ...rest } = call;
  const keepsBody = status === 307 || status === 308 || method === 'GET' || method === 'HEAD';
  const isSame = new URL(call.url).origin === to.origin;
  const kept = Object.entries(headers).filter(([name]) => isSame || !SECRET_HEADERS.has(name.toLowerCase()));
  return {
    ...rest,
    url: to.href,
    headers: Object.fromEntries(kept.filter(([name]) => keepsBody || !name.toLowerCase().startsWith('content-'))),
    method: keepsBody ? method : 'GET',
    ...(keepsBody && body !== undefined && { body }),
  };
}

function headersOf(headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

interface Met {
  readonly host: string;
  readonly bytesMax: number;
  readonly late: boolean;
}

function failure(error: unknown, { host, bytesMax, late }: Met): Issue {
  if (error instanceof TargetRefused) return error.problem;
  const { code, cause } = error as { readonly code?: string; readonly cause?: unknown };
  if (cause instanceof TargetRefused) return cause.problem;
  if (late) return failureOf(`The host ${host} did not answer in time.`);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return answerRefused(`The answer of ${host} has more than ${bytesMax} bytes.`);
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return answerRefused(`The headers of ${host} have more than ${HEADER_BYTES_MAX} bytes.`);
  return failureOf(`The host ${host} could not be asked (${code ?? (error as Error).name}).`);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

const failureOf = (message: string) => issue('OUTGOING_FAILED', '', message);
const answerRefused = (message: string) => issue('OUTGOING_ANSWER_REFUSED', '', message);
