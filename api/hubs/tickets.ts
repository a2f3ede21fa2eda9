// Connection tokens between the negotiation of a connection and its socket: unguessable, for one caller and one hub,
// good once and for seconds only. Held in memory; after a restart clients negotiate again.
import { toHex } from '../../core/base/bytes.js';
import { HUB_TICKET_MS, HUB_TICKETS_MAX } from '../../core/base/limits/node/hubs.js';
import type { Clock, Random } from '../../core/base/ports.js';
import type { Caller } from '../auth/caller.js';

interface Ticket {
  readonly hub: string;
  /** Whose token negotiated. Not which one: a client may have refreshed it before the socket. */
  readonly subject: string;
  readonly expiresAtMs: number;
}

export class Tickets {
  private readonly given = new Map<string, Ticket>();

  constructor(private readonly ports: { readonly clock: Clock; readonly random: Random }) {}

  /** A fresh connection token of 43 characters. The oldest that was not used is forgotten when there are too many. */
  give(hub: string, caller: Pick<Caller, 'subject'>): string {
    const nowMs = this.ports.clock.steady();
    for (const [token, { expiresAtMs }] of this.given) {
      if (expiresAtMs > nowMs && this.given.size < HUB_TICKETS_MAX) break;
      this.given.delete(token);
    }
    const token = Buffer.from(this.ports.random.bytes(32)).toString('base64url');
    this.given.set(token, { hub, subject: caller.subject, expiresAtMs: nowMs + HUB_TICKET_MS });
    return token;
  }

  /** True once for a token that was given to this caller for this hub. A foreign caller spends nothing. */
  take(token: string, hub: string, caller: Pick<Caller, 'subject'>): boolean {
    const ticket = this.given.get(token);
    if (ticket === undefined || ticket.hub !== hub || ticket.subject !== caller.subject) return false;
    this.given.delete(token);
    return ticket.expiresAtMs > this.ports.clock.steady();
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
