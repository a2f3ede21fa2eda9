// Connection tokens between the negotiation of a connection and its opening: unguessable, for one session of a caller
// and one hub, good once and for seconds only. Held in memory; after a restart clients negotiate again. An organisation
// that asks for many loses its own.
import { toHex } from '../../core/base/bytes.js';
import { HUB_TICKET_MS, HUB_TICKETS_MAX } from '../../core/base/limits/node/hubs.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { Shares } from '../../core/base/queues/shares.js';
import { type Caller, callerKey } from '../auth/caller.js';
import { fairKey } from '../auth/fair-key.js';
import type { Visitor } from './places.js';

interface Ticket {
  readonly hub: string;
  readonly bearer: string;
  readonly expiresAtMs: number;
}

/** The session that a token is of. Not the token: a client may have refreshed it since. */
export function bearerName(caller: Caller): string {
  return `${caller.tier} ${callerKey(caller)} ${caller.sessionId}`;
}

export class Tickets {
  /** By organisation or citizen, oldest first: a ticket of another one is never looked for. */
  private readonly given = new Map<string, Map<string, Ticket>>();
  private readonly shares = new Shares();
  private count = 0;

  constructor(private readonly ports: { readonly clock: Clock; readonly random: Random }) {}

  /**
   * A fresh connection token of 43 characters; undefined where others have all places. An organisation with as many as
   * are free loses its oldest.
   */
  give(hub: string, visitor: Visitor): string | undefined {
    const nowMs = this.ports.clock.steady();
    const key = fairKey(visitor);
    if (!this.fits(key)) this.forgetExpired(nowMs);
    const own = this.given.get(key) ?? new Map<string, Ticket>();
    while (!this.fits(key)) {
      const [oldest] = own.keys();
      if (oldest === undefined) return undefined;
      this.forget(key, oldest);
    }
    const token = Buffer.from(this.ports.random.bytes(32)).toString('base64url');
    this.given.set(
      key,
      own.set(token, { hub, bearer: bearerName(visitor.caller), expiresAtMs: nowMs + HUB_TICKET_MS }),
    );
    this.shares.count(key, 1);
    this.count++;
    return token;
  }

  /** True once for a token that was given to this caller for this hub. A foreign caller spends nothing. */
  take(token: string, hub: string, visitor: Visitor): boolean {
    const key = fairKey(visitor);
    const ticket = this.given.get(key)?.get(token);
    if (ticket === undefined || ticket.hub !== hub || ticket.bearer !== bearerName(visitor.caller)) return false;
    this.forget(key, token);
    return ticket.expiresAtMs > this.ports.clock.steady();
  }

  private fits(key: string): boolean {
    return this.shares.fits(key, 1, HUB_TICKETS_MAX - this.count);
  }

  private forgetExpired(nowMs: number): void {
    for (const [key, tickets] of this.given)
      for (const [token, { expiresAtMs }] of tickets) {
        if (expiresAtMs > nowMs) break;
        this.forget(key, token);
      }
  }

  private forget(key: string, token: string): void {
    const tickets = this.given.get(key);
    if (tickets?.delete(token) !== true) return;
    this.shares.count(key, -1);
    this.count--;
    if (tickets.size === 0) this.given.delete(key);
  }
}

/** An id that says nothing and opens nothing: what a client may log. */
export function connectionId(random: Random): string {
  return toHex(random.bytes(16));
}

/** A fresh trace-id (W3C Trace Context section 3.2.2.3). */
export function traceIdOf(random: Random): string {
  return toHex(random.bytes(16));
}
