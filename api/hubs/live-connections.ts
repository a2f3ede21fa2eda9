// Connections that requests go to: those over Server-Sent Events and long polling, by the connection token that their
// client negotiated. The token is a secret, and good for its session alone.
import type { HubConnection } from './connection.js';
import type { LongPolling } from './transports/long-polling.js';

export interface LiveConnection {
  readonly hub: string;
  readonly bearer: string;
  readonly connection: HubConnection;
  /** Undefined for Server-Sent Events, whose one answer goes on. */
  readonly polling: LongPolling | undefined;
}

export class LiveConnections {
  private readonly live = new Map<string, LiveConnection>();

  has(token: string, hub: string): boolean {
    return this.live.get(token)?.hub === hub;
  }

  /** Nothing for a token of another session or hub, as for one that is not there. */
  find(token: string, hub: string, bearer: string): LiveConnection | undefined {
    const value = this.live.get(token);
    return value?.hub === hub && value.bearer === bearer ? value : undefined;
  }

  add(token: string, live: LiveConnection): void {
    this.live.set(token, live);
  }

  delete(token: string): void {
    this.live.delete(token);
  }
}
