// A connection over Server-Sent Events: one answer that does not end, an event for each text. Records of the
// client come in requests of their own. The headers are those that keep proxies from holding events back.
import type { HubSocket } from './socket.js';

/** The part of a server's answer that this file uses. */
export interface EventAnswer {
  readonly writableLength: number;
  write(text: string, onTaken?: () => void): unknown;
  end(): unknown;
  destroy(): unknown;
}

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-store',
  'x-accel-buffering': 'no',
} as const;

export class EventStream implements HubSocket {
  constructor(private readonly answer: EventAnswer) {
    // A comment, so that a proxy has something to pass on: a client counts as connected from then.
    answer.write(':\r\n\r\n');
  }

  get bufferedAmount(): number {
    return this.answer.writableLength;
  }

  /** Records of the protocol have no line ends, so that each text is one line of data. */
  send(text: string, onTaken?: () => void): void {
    this.answer.write(`data: ${text}\r\n\r\n`, onTaken);
  }

  close(): void {
    this.answer.end();
  }

  terminate(): void {
    this.answer.destroy();
  }
}
