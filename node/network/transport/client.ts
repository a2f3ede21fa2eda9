// A connection that this node dials: a gRPC channel over mutual TLS whose certificate must name the expected peer, with
// a deadline on every call. It carries bytes and knows no message; what an answer means is decided above it.
import { createSecureContext, type SecureContext } from 'node:tls';
import {
  type CallOptions,
  Client,
  type ClientDuplexStream,
  type ClientReadableStream,
  connectivityState,
  credentials,
} from '@grpc/grpc-js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { LINK_WINDOW_BYTES } from '../../../core/base/limits/node/replication.js';
import type { Clock } from '../../../core/base/ports.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { failureOf, peerFailure } from './failure.js';
import { type Certified, type TlsMaterial, trustedList } from './listener.js';

/** A method as the generated services describe it. */
export interface CallMethod {
  readonly path: string;
}

export interface ChannelOptions {
  /** `host:port`. */
  readonly endpoint: string;
  readonly context: SecureContext;
  /** Undefined for a seed, whose peer id the handshake tells. */
  readonly expected: string | undefined;
  readonly messageBytesMax: number;
}

export interface ChannelPorts {
  readonly clock: Clock;
  verify(raw: Uint8Array): Result<Certified>;
}

/**
 * For an address, which is not a name of SNI (RFC 6066 section 3): grpc-js would tell the address where it gets no
 * other text.
 */
const OF_AN_ADDRESS = 'peer.quorate';
export const KEEPALIVE_MS = 20_000;
export const KEEPALIVE_TIMEOUT_MS = 10_000;

/**
 * The name that is told in the open when `host:port` or `[IPv6]:port` is dialled (SNI): by it a proxy between the nodes
 * finds the one that is meant. No certificate is compared with it. A name is told without the dot at its end.
 */
export function serverNameOf(endpoint: string): string {
  const host = endpoint.slice(0, endpoint.lastIndexOf(':'));
  return host.startsWith('[') || /^[\d.]+$/.test(host) ? OF_AN_ADDRESS : host.replace(/\.$/, '');
}

/** Made once for an identity: parsing keys costs milliseconds. */
export function secureContext(tls: TlsMaterial): SecureContext {
  const { keyPem: key, certificatePem: cert } = tls;
  return createSecureContext({ key, cert, ca: trustedList(tls), minVersion: 'TLSv1.3' });
}

const same = (bytes: Buffer): Buffer => bytes;

/** The same bytes as grpc-js wants them, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function refusalOf(certified: Result<Certified>, expected: string | undefined): Issue | undefined {
  if (isFailure(certified)) return certified.issue;
  if (certified.standing !== 'member')
    return issue('PEER_NOT_ADMITTED', '', 'The node shows a certificate of its own making: no CA vouches for it.');
  return expected === undefined || certified.peerId === expected
    ? undefined
    : issue('PEER_NOT_FOUND', '', `The node ${certified.peerId} answers in the place of ${expected}.`);
}

export class PeerChannel {
  readonly endpoint: string;
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #judge: () => Issue | undefined;
  #raw: Uint8Array | undefined;
  #certified: Certified | undefined;
  /** Why the certificate of the server was refused. */
  #refused: Issue | undefined;
  #closed = false;

  constructor(options: ChannelOptions, { clock, verify }: ChannelPorts) {
    this.endpoint = options.endpoint;
    this.#clock = clock;
    this.#judge = () => this.#raw && refusalOf(verify(this.#raw), options.expected);
    // SPIFFE ids replace host names: the certificate says which peer it is, wherever that runs and however it was
    // dialled.
    const checkServerIdentity = (_: string, { raw }: { readonly raw: Buffer }): Error | undefined => {
      this.#raw = raw;
      const certified = verify(raw);
      this.#refused = refusalOf(certified, options.expected);
      if (this.#refused !== undefined) return new Error(this.#refused.code);
      if (!isFailure(certified)) this.#certified = certified;
      return undefined;
    };
    const secure = credentials.createFromSecureContext(options.context, { checkServerIdentity });
    this.#client = new Client(options.endpoint, secure, {
      'grpc.ssl_target_name_override': serverNameOf(options.endpoint),
      'grpc.keepalive_time_ms': KEEPALIVE_MS,
      'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT_MS,
      'grpc.max_receive_message_length': options.messageBytesMax,
      'grpc.max_send_message_length': options.messageBytesMax,
      'grpc-node.flow_control_window': LINK_WINDOW_BYTES,
      // Each dial is a connection of its own, so that closing it closes a socket; retries are decided by the link.
      'grpc.use_local_subchannel_pool': 1,
      'grpc.enable_retries': 0,
      'grpc.enable_channelz': 0,
      'grpc.enable_http_proxy': 0,
      'grpc.service_config_disable_resolution': 1,
    });
  }

  /** The node that the server's certificate names; known once `ready` resolved. */
  get certified(): Certified | undefined {
    return this.#certified;
  }

  /** Resolves when the handshake is done; rejects when it failed, at the deadline, or when the channel is closed. */
  ready(timeoutMs: number): Promise<void> {
    const channel = this.#client.getChannel();
    const deadline = this.#clock.now() + timeoutMs;
    return new Promise((resolve, reject) => {
      const look = (): void => {
        // Closed meanwhile: asking such a channel throws.
        if (this.#closed) {
          reject(peerFailure(this.#peerId, 'not-connected', 'the link is closed'));
          return;
        }
        const state = channel.getConnectivityState(true);
        if (state === connectivityState.READY) {
          resolve();
          return;
        }
        // grpc-js would try again by itself until the deadline; when to try again is the link's to decide.
        if (state === connectivityState.TRANSIENT_FAILURE || state === connectivityState.SHUTDOWN) {
          reject(peerFailure(this.#peerId, 'not-connected', this.#refused?.code ?? 'no connection'));
          return;
        }
        channel.watchConnectivityState(state, deadline, (late) =>
          late ? reject(peerFailure(this.#peerId, 'late', 'no connection in time')) : look(),
        );
      };
      look();
    });
  }

  /** A stream without deadline. */
  duplex(method: CallMethod): ClientDuplexStream<Buffer, Buffer> {
    return this.#client.makeBidiStreamRequest(method.path, same, same);
  }

  /**
   * Bytes for bytes. Rejects with a PeerFailure. It is read as a stream: what a peer sends behind its answer ends the
   * call, in place of waiting in a window until the deadline.
   */
  unary(method: CallMethod, request: Uint8Array, timeoutMs: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(peerFailure(this.#peerId, 'not-connected', 'the link is closed'));
      const call = this.#answersOf(method, request, timeoutMs);
      let answer: Buffer | undefined;
      call.on('data', (bytes: Buffer) => {
        if (answer === undefined) answer = bytes;
        else {
          reject(peerFailure(this.#peerId, 'malformed', 'a second answer'));
          call.cancel();
        }
      });
      call.on('error', (error) => reject(failureOf(this.#peerId, error)));
      call.on('end', () => {
        if (answer === undefined) reject(peerFailure(this.#peerId, 'malformed', 'no answer'));
        else resolve(answer);
      });
    });
  }

  #answersOf({ path }: CallMethod, request: Uint8Array, timeoutMs: number): ClientReadableStream<Buffer> {
    const options: CallOptions = { deadline: this.#clock.now() + timeoutMs };
    return this.#client.makeServerStreamRequest<Buffer, Buffer>(path, same, same, asBuffer(request), options);
  }

  /**
   * The messages of a server stream, read as fast as they are consumed. Cancelled when the consumer stops, and by
   * `stop` while nothing comes. Throws PeerFailures.
   */
  async *stream(
    method: CallMethod,
    request: Uint8Array,
    { timeoutMs, stop }: { readonly timeoutMs: number; readonly stop?: AbortSignal | undefined },
  ): AsyncGenerator<Buffer, void> {
    if (this.#closed) throw peerFailure(this.#peerId, 'not-connected', 'the link is closed');
    const call = this.#answersOf(method, request, timeoutMs);
    const cancel = () => call.cancel();
    stop?.addEventListener('abort', cancel);
    try {
      for await (const part of call) yield part as Buffer;
    } catch (error) {
      throw failureOf(this.#peerId, error);
    } finally {
      stop?.removeEventListener('abort', cancel);
      // A late error of a cancelled call has no other listener.
      call.on('error', () => undefined);
      call.cancel();
    }
  }

  /** Why the server's certificate was refused, if that is why it did not connect. */
  get refused(): Issue | undefined {
    return this.#refused;
  }

  /**
   * Judges the certificate of the server again, by what is trusted now. True when it would not be connected to any
   * more.
   */
  isRefusedNow(): boolean {
    this.#refused = this.#judge();
    return this.#refused !== undefined;
  }

  close(): void {
    this.#closed = true;
    this.#client.close();
  }

  get #peerId(): string {
    return this.#certified?.peerId ?? this.endpoint;
  }
}
