// The gRPC server of a node: it hangs the services on the TLS listener, tells each handler who calls, and bounds what
// one connection may have under way. Requests and answers pass as bytes; what they mean is in answers.ts and what a
// link carries in link.ts.
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type StatusObject,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { Clock, Log } from '../../../core/base/ports.js';
import { asBuffer, KEEPALIVE_MS, KEEPALIVE_TIMEOUT_MS } from './client.js';
import { Gate, UNKNOWN_CALLER } from './gate.js';
import { type CallingPeer, Listener, type ListenerOptions, type ListenerPorts } from './listener.js';
import { Windows } from './windows.js';

/** A refusal of a call, as it is told to the caller. */
export interface RefusedCall {
  readonly refused: Partial<StatusObject>;
}

export type UnaryHandler = (caller: CallingPeer, request: Buffer) => Promise<Uint8Array | RefusedCall>;
export type StreamHandler = (caller: CallingPeer, request: Buffer) => Promise<AsyncIterable<Uint8Array> | RefusedCall>;
export type DuplexHandler = (caller: CallingPeer, call: ServerDuplexStream<Buffer, Buffer>) => void;

export type CallHandler =
  | { readonly type: 'unary'; readonly handle: UnaryHandler }
  | { readonly type: 'stream'; readonly handle: StreamHandler }
  | { readonly type: 'duplex'; readonly handle: DuplexHandler };

/** A generated service and a handler for each of its methods. */
export interface Served {
  readonly definition: object;
  readonly handlers: Readonly<Record<string, CallHandler>>;
}

export interface PeerServerOptions extends ListenerOptions {
  readonly messageBytesMax: number;
}

export interface PeerServerPorts extends Omit<ListenerPorts, 'accept'> {
  readonly log: Log;
}

/** The streams that HTTP/2 lets through; the gate decides. */
const STREAMS_MAX = 256;
/** A stream of answers holds a view of the disk: as long as its asker waits for it (asks.ts), and no longer. */
const STREAM_MS = 120_000;

const same = (bytes: Buffer): Buffer => bytes;

export class PeerServer {
  readonly #server: Server;
  readonly #listener: Listener;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #release: () => void;
  readonly #windows: Windows;

  constructor(options: PeerServerOptions, ports: PeerServerPorts, services: readonly Served[]) {
    this.#log = ports.log;
    this.#clock = ports.clock;
    const gate = new Gate({ caller: (remote) => this.#listener.caller(remote), isProven: ports.isProven });
    this.#server = new Server({
      'grpc.max_receive_message_length': options.messageBytesMax,
      'grpc.max_send_message_length': options.messageBytesMax,
      'grpc.max_concurrent_streams': STREAMS_MAX,
      'grpc.keepalive_time_ms': KEEPALIVE_MS,
      'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT_MS,
      'grpc.enable_channelz': 0,
      interceptors: [gate.interceptor],
    });
    for (const { definition, handlers } of services)
      this.#server.addService(asBytes(definition), this.#implement(handlers));
    // The sockets that are injected were encrypted and authenticated by the listener.
    const injector = this.#server.createConnectionInjector(ServerCredentials.createInsecure());
    this.#release = () => injector.destroy();
    const isMember = (remote: string) => this.#listener.caller(remote)?.certified.standing === 'member';
    this.#windows = new Windows(this.#server, { ...ports, isMember });
    this.#listener = new Listener(options, { ...ports, accept: (socket) => injector.injectConnection(socket) });
  }

  /** Resolves to the port that it listens on. */
  start(): Promise<number> {
    return this.#listener.start();
  }

  /** Closes every connection at once: peers dial again, and nothing that they were promised hangs on a connection. */
  async stop(): Promise<void> {
    await this.#listener.stop();
    this.#windows.stop();
    this.#release();
    this.#server.forceShutdown();
  }

  /** Other TLS material and trust: see Listener. */
  renew(tls: PeerServerOptions['tls']): void {
    this.#listener.renew(tls);
  }

  closePeer(peerId: string): void {
    this.#listener.closePeer(peerId);
  }

  #implement(handlers: Readonly<Record<string, CallHandler>>): UntypedServiceImplementation {
    const implementation: UntypedServiceImplementation = {};
    for (const [name, handler] of Object.entries(handlers)) {
      if (handler.type === 'unary')
        implementation[name] = (call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) =>
          void this.#unary(handler.handle, call, done);
      else if (handler.type === 'stream')
        implementation[name] = (call: ServerWritableStream<Buffer, Buffer>) => void this.#stream(handler.handle, call);
      else implementation[name] = (call: ServerDuplexStream<Buffer, Buffer>) => this.#duplex(handler.handle, call);
    }
    return implementation;
  }

  async #unary(
    handle: UnaryHandler,
    call: ServerUnaryCall<Buffer, Buffer>,
    done: sendUnaryData<Buffer>,
  ): Promise<void> {
    const caller = this.#listener.caller(call.getPeer());
    if (!caller) return done(UNKNOWN_CALLER);
    try {
      const answer = await handle(caller, call.request);
      if ('refused' in answer) done(answer.refused);
      else done(null, asBuffer(answer));
    } catch (error) {
      done(this.#broke(error, call.getPath()));
    }
  }

  async #stream(handle: StreamHandler, call: ServerWritableStream<Buffer, Buffer>): Promise<void> {
    call.on('error', () => undefined);
    const caller = this.#listener.caller(call.getPeer());
    if (!caller) return fail(call, UNKNOWN_CALLER);
    try {
      const parts = await handle(caller, call.request);
      if ('refused' in parts) return fail(call, parts.refused);
      // Leaving the loop ends the iteration at its source, however far that is.
      const untilMs = this.#clock.steady() + STREAM_MS;
      for await (const part of parts) if (!(await this.#write(call, asBuffer(part), untilMs))) break;
      if (this.#clock.steady() >= untilMs) fail(call, { code: status.DEADLINE_EXCEEDED, details: 'It took too long.' });
      else if (!call.cancelled) call.end();
    } catch (error) {
      fail(call, this.#broke(error, call.getPath()));
    }
  }

  #duplex(handle: DuplexHandler, call: ServerDuplexStream<Buffer, Buffer>): void {
    const caller = this.#listener.caller(call.getPeer());
    if (caller) handle(caller, call);
    else fail(call, UNKNOWN_CALLER);
  }

  /** Waits until the other end has room; false when it went away, or made none until then. */
  #write(call: ServerWritableStream<Buffer, Buffer>, part: Buffer, untilMs: number): Promise<boolean> | boolean {
    if (call.cancelled || this.#clock.steady() >= untilMs) return false;
    if (call.write(part)) return true;
    return new Promise((resolve) => {
      const settle = () => {
        timer.cancel();
        for (const event of EVENTS) call.off(event, settle);
        resolve(!call.cancelled);
      };
      const timer = this.#clock.setTimer(settle, untilMs - this.#clock.steady());
      for (const event of EVENTS) call.on(event, settle);
    });
  }

  #broke(error: unknown, method: string): Partial<StatusObject> {
    this.#log.error({ err: error, method }, 'A call of a peer failed here.');
    return { code: status.UNKNOWN, details: 'The node failed to answer.' };
  }
}

/** Ends a call with a status that is not OK. */
export function fail(
  call: { emit(event: 'error', error: unknown): boolean },
  refused: Partial<StatusObject> & { readonly metadata?: Metadata },
): void {
  call.emit('error', refused);
}

const EVENTS = ['drain', 'cancelled', 'close', 'error'] as const;

/**
 * The service with bytes for messages, so that they are bounded before they are decoded and an encoded frame serves
 * many peers.
 */
function asBytes(definition: object): ServiceDefinition {
  const methods = Object.entries(definition as ServiceDefinition).map(([name, method]) => [
    name,
    {
      ...method,
      requestSerialize: same,
      requestDeserialize: same,
      responseSerialize: same,
      responseDeserialize: same,
    },
  ]);
  return Object.fromEntries(methods) as ServiceDefinition;
}
