// A minimal keep-alive HTTP/1.1 client for load generation: prebuilt request bytes out, status and body in, one request
// at a time a connection. A full client costs as much as the server it measures; this one costs a few microseconds.
// Never used outside the bench.
import { connect, type Socket } from 'node:net';

export interface PipeResponse {
  readonly status: number;
  readonly body: Buffer;
  /** Seconds, where the node asks to be left alone for so long. */
  readonly retryAfter?: number;
}

const HEADER_END = Buffer.from('\r\n\r\n');
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;

export class HttpPipe {
  #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (response: PipeResponse) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#onData(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The node closed the connection.')));
  }

  static open(host: string, port: number): Promise<HttpPipe> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.removeListener('error', reject);
        resolve(new HttpPipe(socket));
      });
    });
  }

  /** Sends one prebuilt request; rejects when the connection fails before its answer is whole. */
  send(request: Uint8Array): Promise<PipeResponse> {
    return new Promise((resolve, reject) => {
      if (this.#waiting) return reject(new Error('A single request at a time a connection.'));
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (this.#received.length > RESPONSE_BYTES_MAX) {
      this.#fail(new Error('The answer is too large.'));
      return;
    }
    const headEnd = this.#received.indexOf(HEADER_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    // Fastify answers with a length; a chunked answer would mean that the bench measures something it did not mean to.
    if (!length) {
      this.#fail(new Error('The answer has no Content-Length.'));
      return;
    }
    const bodyStart = headEnd + HEADER_END.length;
    const bodyEnd = bodyStart + Number(length[1]);
    if (this.#received.length < bodyEnd) return;
    const retryAfter = /\r\nretry-after: *(\d+)/i.exec(head)?.[1];
    const response = {
      status: Number(head.slice(9, 12)),
      body: this.#received.subarray(bodyStart, bodyEnd),
      ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
    };
    this.#received = this.#received.subarray(bodyEnd);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(response);
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#socket.destroy();
    waiting?.reject(error);
  }
}

/** The bytes of a POST with a JSON body, built once and sent as they are. */
export function postBytes(
  target: { readonly host: string; readonly path: string; readonly token: string },
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const extra = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const head =
    `POST ${target.path} HTTP/1.1\r\nHost: ${target.host}\r\nAuthorization: Bearer ${target.token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n${extra}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
