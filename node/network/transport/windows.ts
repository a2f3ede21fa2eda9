// How much peers may send before it is read (HTTP/2 flow control), on the connections that they open. Node takes what
// comes out of the window of a connection at once, so that this window bounds no memory: each stream may hold a window
// of its own. Hence the bytes that wait are counted here, and the connection with most of them ends. It reads none.
import type { Http2Server, ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import { assert } from '../../../core/base/assert.js';
import { LINK_WINDOW_BYTES, UNREAD_BYTES_MAX } from '../../../core/base/limits/node/replication.js';
import type { Clock, Log, Timer } from '../../../core/base/ports.js';

export interface WindowsPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the other end is of an organisation that is trusted here. A stranger keeps the 64 KiB of HTTP/2. */
  isMember(remote: string): boolean;
  onRefused(code: string): void;
}

/** How often it is counted: a gigabit a second brings 12 MB meanwhile. */
const LOOK_MS = 100;

export class Windows {
  readonly #ports: WindowsPorts;
  readonly #streams = new Map<ServerHttp2Session, Set<ServerHttp2Stream>>();
  #timer: Timer | undefined;

  /** Of a server that has its connection injector. */
  constructor(server: Server, ports: WindowsPorts) {
    this.#ports = ports;
    http2ServerOf(server).on('session', (session) => this.#onOpened(session));
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#streams.clear();
  }

  #onOpened(session: ServerHttp2Session): void {
    const streams = new Set<ServerHttp2Stream>();
    this.#streams.set(session, streams);
    session.on('stream', (stream) => {
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
    });
    session.once('close', () => this.#streams.delete(session));
    if (this.#ports.isMember(remoteOf(session))) widen(session);
    this.#timer ??= this.#ports.clock.setTimer(() => this.#look(), LOOK_MS);
  }

  #look(): void {
    this.#timer = this.#streams.size > 0 ? this.#ports.clock.setTimer(() => this.#look(), LOOK_MS) : undefined;
    const unread = [...this.#streams].map(([session, streams]) => ({ of: session, bytes: unreadOf(streams) }));
    for (const { of: session, bytes } of overfull(unread)) {
      this.#ports.onRefused('unread');
      this.#ports.log.debug({ remote: remoteOf(session), bytes }, 'A peer sent more than is read.');
      this.#streams.delete(session);
      session.destroy();
    }
  }
}

/** Bytes that wait to be read, of one connection. */
export interface Unread<T> {
  readonly of: T;
  readonly bytes: number;
}

/**
 * The ones that have to end: each above the bound of one, and the fullest until the others together are below theirs.
 */
export function overfull<T>(unread: readonly Unread<T>[], bounds = UNREAD_BYTES_MAX): readonly Unread<T>[] {
  let left = unread.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...unread]
    .sort((a, b) => b.bytes - a.bytes)
    .filter(({ bytes }) => {
      const isOver = bytes > bounds.connection || left > bounds.all;
      if (isOver) left -= bytes;
      return isOver;
    });
}

function unreadOf(streams: ReadonlySet<ServerHttp2Stream>): number {
  let bytes = 0;
  for (const { readableLength } of streams) bytes += readableLength;
  return bytes;
}

function widen(session: ServerHttp2Session): void {
  session.settings({ initialWindowSize: LINK_WINDOW_BYTES });
  session.setLocalWindowSize(LINK_WINDOW_BYTES);
}

function remoteOf({ socket }: ServerHttp2Session): string {
  return `${socket?.remoteAddress}:${socket?.remotePort}`;
}

/**
 * The server below a gRPC server. grpc-js has an option for the windows of a client and none for those of a server, and
 * hides its sessions (1.14.7); its version is exact, and a start of the node fails where this does not hold.
 */
function http2ServerOf(server: Server): Http2Server {
  const { http2Servers } = server as unknown as { readonly http2Servers?: ReadonlyMap<Http2Server, unknown> };
  const [value] = http2Servers?.keys() ?? [];
  assert(value !== undefined, 'grpc-js keeps its HTTP/2 server elsewhere.');
  return value;
}
