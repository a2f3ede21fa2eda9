// Over which a connection of a hub goes, whatever it is made of.

/** In the words of SignalR. */
export type HubTransport = 'WebSockets' | 'ServerSentEvents' | 'LongPolling';

/** Codes of ends, of a web socket as of all others: RFC 6455 section 7.4.1. */
export const NORMAL = 1000;
export const GOING_AWAY = 1001;

/** The members of a transport that a connection needs; a web socket of `ws` fits. */
export interface HubSocket {
  /** Bytes that were sent and not yet taken by the network. */
  readonly bufferedAmount: number;
  /** Its client asks again and again, by which each hears that the other lives: it gets no pings. */
  readonly isPolled?: true | undefined;
  /** Called as often as the connection is looked at. */
  look?(nowMs: number): void;
  /** `onTaken` runs when the network has it. */
  send(text: string, onTaken?: () => void): void;
  /** Ends it once all is sent; a web socket begins the closing handshake (RFC 6455 section 7). */
  close(code: number): void;
  /** Ends it at once. */
  terminate(): void;
}
