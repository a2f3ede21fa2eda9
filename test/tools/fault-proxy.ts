// A TCP proxy that misbehaves on demand between two nodes: delay, lost directions, stalls and broken connections, each
// with an undo. It sees bytes only and never looks into them. For the chaos program and tests on machines without
// rights over the network.
import { createServer, type Server, type Socket, connect as tcpConnect } from 'node:net';

/** The faults of the bytes of one link; combined as given. */
export interface LinkFault {
  /** Milliseconds added to every chunk, each direction. */
  readonly delayMs?: number;
  /** Chunks of this direction vanish while the connection stays open: `in` is towards the target. */
  readonly drop?: 'in' | 'out' | 'both';
  /** New connections are accepted and lead nowhere; present ones stall. */
  readonly halfOpen?: boolean;
  /** New connections are refused and present ones are reset. */
  readonly refuse?: boolean;
  /** Bytes a second and direction. */
  readonly bytesPerSecond?: number;
}

interface Pair {
  readonly client: Socket;
  readonly target: Socket | undefined;
}

/** A link without a rate holds so much in one direction: more than is under way over any distance. */
const HELD_BYTES_MAX = 64 * 1024 * 1024;
/** A link with a rate holds what is under way and this, as the buffer of a router would: the rest waits in the node. */
const BUFFER_BYTES = 256 * 1024;

/** One direction of a link: what all its connections hold takes turns. */
interface Lane {
  /** Oldest first. */
  readonly chunks: { readonly to: Socket; readonly chunk: Buffer }[];
  held: number;
  /** When its narrow place is free. */
  freeMs: number;
  /** When the last chunk arrives. */
  dueMs: number;
  /** Sockets that are not read until there is room. */
  readonly waiting: Set<Socket>;
}

export class FaultProxy {
  private readonly server: Server;
  private readonly target: { readonly host: string; readonly port: number };
  private readonly pairs = new Set<Pair>();
  private fault: LinkFault = {};
  private listening = 0;
  private readonly lanes: Readonly<Record<'in' | 'out', Lane>> = { in: emptyLane(), out: emptyLane() };
  /** That passed, both directions. */
  carriedBytes = 0;

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.target = target;
    this.server = createServer((client) => this.accept(client));
  }

  /** A proxy on a free loopback port in front of the target. */
  static async open(target: { readonly host: string; readonly port: number }): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve, reject) => {
      proxy.server.once('error', reject);
      proxy.server.listen(0, '127.0.0.1', () => resolve());
    });
    const address = proxy.server.address();
    proxy.listening = typeof address === 'object' && address ? address.port : 0;
    return proxy;
  }

  get port(): number {
    return this.listening;
  }

  /** Under way, in both directions. */
  get heldBytes(): number {
    return this.lanes.in.held + this.lanes.out.held;
  }

  get connections(): number {
    return this.pairs.size;
  }

  /**
   * From now on; `{}` heals. A connection whose bytes were lost is reset on healing: its stream is broken for good, as
   * TCP would find out later.
   */
  set(fault: LinkFault): void {
    const lost = this.fault.drop !== undefined || this.fault.halfOpen === true;
    this.fault = fault;
    if (fault.refuse || (lost && fault.drop === undefined && !fault.halfOpen)) this.reset();
  }

  /** Breaks every present connection. */
  reset(): void {
    for (const { client, target } of [...this.pairs]) {
      client.resetAndDestroy();
      target?.resetAndDestroy();
    }
  }

  async close(): Promise<void> {
    this.reset();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private accept(client: Socket): void {
    client.on('error', () => client.destroy());
    if (this.fault.refuse) {
      client.resetAndDestroy();
      return;
    }
    if (this.fault.halfOpen) {
      this.keep({ client, target: undefined });
      return;
    }
    const target = tcpConnect(this.target.port, this.target.host);
    target.on('error', () => client.resetAndDestroy());
    client.on('error', () => target.destroy());
    this.keep({ client, target });
    client.setNoDelay(true);
    target.setNoDelay(true);
    this.pipe(client, target, 'in');
    this.pipe(target, client, 'out');
  }

  private keep(pair: Pair): void {
    this.pairs.add(pair);
    const over = () => {
      this.pairs.delete(pair);
      pair.client.destroy();
      pair.target?.destroy();
    };
    pair.client.on('close', over);
    pair.target?.on('close', over);
  }

  /** Forwards in order; the fault of the moment decides about each chunk. */
  private pipe(from: Socket, to: Socket, direction: 'in' | 'out'): void {
    const lane = this.lanes[direction];
    from.on('data', (chunk: Buffer) => {
      const { drop, halfOpen, delayMs = 0, bytesPerSecond } = this.fault;
      if (halfOpen || drop === 'both' || drop === direction) return;
      this.carriedBytes += chunk.length;
      const now = performance.now();
      const paceMs = bytesPerSecond ? (chunk.length / bytesPerSecond) * 1000 : 0;
      lane.freeMs = Math.max(lane.freeMs, now) + paceMs;
      lane.dueMs = Math.max(lane.dueMs, lane.freeMs + delayMs);
      if (lane.dueMs <= now && lane.held === 0) {
        to.write(chunk);
        return;
      }
      lane.chunks.push({ to, chunk });
      lane.held += chunk.length;
      if (lane.held > roomOf(this.fault)) {
        lane.waiting.add(from);
        from.pause();
      }
      setTimeout(() => this.deliver(lane), lane.dueMs - now);
    });
    from.on('close', () => lane.waiting.delete(from));
    // Behind what is held back: the end of a stream does not overtake its bytes.
    from.on('end', () => {
      setTimeout(() => to.end(), Math.max(0, lane.dueMs - performance.now()) + 1);
    });
  }

  /** The oldest chunk, whichever of them was due: TCP keeps order whatever the delay does. */
  private deliver(lane: Lane): void {
    const oldest = lane.chunks.shift();
    if (oldest === undefined) return;
    lane.held -= oldest.chunk.length;
    if (!oldest.to.destroyed) oldest.to.write(oldest.chunk);
    if (lane.held > roomOf(this.fault)) return;
    for (const socket of lane.waiting) socket.resume();
    lane.waiting.clear();
  }
}

function emptyLane(): Lane {
  return { chunks: [], held: 0, freeMs: 0, dueMs: 0, waiting: new Set() };
}

function roomOf({ delayMs = 0, bytesPerSecond }: LinkFault): number {
  return bytesPerSecond === undefined ? HELD_BYTES_MAX : BUFFER_BYTES + (bytesPerSecond * delayMs) / 1000;
}
