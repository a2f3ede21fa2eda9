// Counts of the hubs of this node, and why the server cuts a connection.

/** Connections and events, for metrics. Labels come from the tables. */
export interface HubCounters {
  countConnection(at: { readonly hub: string; readonly transport: string }, change: 1 | -1): void;
  /** `lost`: connections that were to hear it and could not, because they are slow or have ended. */
  countEvent(event: {
    readonly hub: string;
    readonly target: string;
    readonly connections: number;
    readonly lost: number;
  }): void;
  /** A connection that was cut off, and why. */
  cut(hub: string, reason: Cut): void;
}

/** Why the server ends a connection that the client wanted to keep. */
export type Cut = 'protocol' | 'pace' | 'slow' | 'silent' | 'token' | 'handshake' | 'draining';
