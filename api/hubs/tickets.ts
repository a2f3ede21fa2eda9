// Connection tokens between the negotiation of a connection and its opening: unguessable, for one session of a caller
// and one hub, good once and for seconds only. A connection opens by it alone, because a browser sends no header with a
// web socket. Held in memory; after a restart clients negotiate again. An organisation that asks for
// many loses its own.
import { toHex } from '../../core/base/bytes.js';
import { HUB_TICKET_MS, HUB_TICKETS_MAX } from '../../core/base/limits/node/hubs.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { Shares } from '../../core/base/queues/shares.js';
import { type Caller, callerKey } from '../auth/caller.js';
import { fairKey } from '../auth/fair-key.js';
import type { Visitor } from './places.js';

interface Ticket {
  readonly hub: string;
  /** The caller that negotiated. */
  readonly caller: Caller;
  /** Of whom it takes a place. */
  readonly key: string;
  readonly expiresAtMs: number;
}

/** The session that a token is of. Not the token: a client may have refreshed it since. */
export function bearerName(caller: Caller): string {
  return `${caller.tier} ${callerKey(caller)} ${caller.sessionId}`;
}

export class Tickets {
  /** By token, oldest first; and the tokens of each organisation or citizen. */
  private readonly given = new Map<string, Ticket>();
  private readonly own = new Map<string, Set<string>>();
  private readonly shares = new Shares();

  constructor(private readonly ports: { readonly clock: Clock; readonly random: Random }) {}

  /**
   * A fresh connection token of 43 characters; undefined where others have all places. An organisation with as many as
   * are free loses its oldest.
   */
  give(hub: string, visitor: Visitor): string | undefined {
    const nowMs = this.ports.clock.steady();
    const key = fairKey(visitor);
    if (!this.fits(key)) this.forgetExpired(nowMs);
    const own = this.own.get(key) ?? new Set<string>();
    while (!this.fits(key)) {
      const [oldest] = own;
      if (oldest === undefined) return undefined;
      this.forget(oldest);
    }
    const token = Buffer.from(this.ports.random.bytes(32)).toString('base64url');
    this.given.set(token, { hub, caller: visitor.caller, key, expiresAtMs: nowMs + HUB_TICKET_MS });
    this.own.set(key, own.add(token));
    this.shares.count(key, 1);
    return token;
  }

  /** The caller that negotiated for this hub, while the token is good. It is not spent. */
  callerOf(token: string, hub: string): Caller | undefined {
    const ticket = this.given.get(token);
    return ticket?.hub === hub && this.isFresh(ticket) ? ticket.caller : undefined;
  }

  /** True once for a token that was given to this session for this hub. A foreign caller spends nothing. */
  take(token: string, hub: string, caller: Caller): boolean {
    const ticket = this.given.get(token);
    if (ticket?.hub !== hub || bearerName(ticket.caller) !== bearerName(caller)) return false;
    this.forget(token);
    return this.isFresh(ticket);
  }

  private isFresh({ expiresAtMs }: Ticket): boolean {
    return expiresAtMs > this.ports.clock.steady();
  }

  private fits(key: string): boolean {
    return this.shares.fits(key, 1, HUB_TICKETS_MAX - this.given.size);
  }

  private forgetExpired(nowMs: number): void {
    for (const [token, { expiresAtMs }] of this.given) {
      if (expiresAtMs > nowMs) break;
      this.forget(token);
    }
  }

  private forget(token: string): void {
    const ticket = this.given.get(token);
    if (ticket === undefined) return;
    const { key } = ticket;
    const own = this.own.get(key);
    this.given.delete(token);
    own?.delete(token);
    if (own?.size === 0) this.own.delete(key);
    this.shares.count(key, -1);
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
