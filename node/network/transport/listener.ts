// The TLS side of the server: accepts connections, reads the certificate of each once and remembers who it names for
// the calls that arrive on it. grpc-js can ask for certificates but not let unknown ones through (and hides those from
// handlers), which admission `open` needs; so the sockets are accepted here and handed to its public connection
// injector. It knows nothing of calls, and a peer id is a claim until the hello.
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type SecureContextOptions, type Server, type TLSSocket } from 'node:tls';
import { type Issue, issue } from '../../../core/base/issue.js';
import type { Clock, Log, Timer } from '../../../core/base/ports.js';
import { fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import type { Complaints } from './complaints.js';
import { PendingConnections, WAITING_MAX } from './pending-connections.js';

/**
 * The claims of a certificate about the node that showed it: its peer id is a claim until a hello. `standing` is guest
 * when no authority here vouches for it.
 */
export interface Certified {
  readonly peerId: string;
  readonly orgId: string;
  /** SHA-256 of the TLS public key (SPKI), 64 hex digits. */
  readonly keyHash: string;
  /** As revocation lists name it. */
  readonly serial: string;
  readonly standing: 'member' | 'guest';
}

/** An accepted connection. */
export interface CallingPeer {
  readonly certified: Certified;
  /** The certificate itself (DER). */
  readonly raw: Uint8Array;
  /** `address:port` of the other end, as calls on the connection report it. */
  readonly remote: string;
  close(): void;
}

export interface TlsMaterial {
  readonly keyPem: string;
  readonly certificatePem: string;
  /** CA certificates, one after the other; empty when none is trusted. */
  readonly trustedPem: Buffer;
}

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsMaterial;
}

export interface ListenerPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Judges the certificate of a connection (DER). */
  verify(raw: Uint8Array): Result<Certified>;
  /** Whether this peer may connect at all, as far as an unproven claim can tell. The hello decides. */
  admit(certified: Certified): Issue | undefined;
  onRefused(code: string): void;
  /** A refusal that should not be is a matter for the operator. */
  readonly complaints: Complaints;
  /**
   * Whether this guest has proven its name by now: another certificate may claim the same one. An address that has not
   * is not kept.
   */
  isProven(certified: Certified): boolean;
  /** Takes the connection over. */
  accept(socket: TLSSocket): void;
}

/** Sockets of all peers together: far above the 40 links a node keeps, far below what exhausts file descriptors. */
const CONNECTIONS_MAX = 512;
/** A peer needs one; another is a reconnect whose predecessor was not seen to end. */
const CONNECTIONS_PER_PEER_MAX = 4;
const HANDSHAKE_MS = 10_000;
/** Connections of guests: members find room beside them, however many come. */
const GUESTS_MAX = 256;
/** Guests that have not said hello: some at a time, and of one address fewer. */
const UNPROVEN = { all: 64, perAddress: 16 } as const;
/**
 * How often it is looked whether a guest has proven itself, and what it may send until then: a hello and its frames
 * around it.
 */
const GUEST_LOOK_MS = 250;
const GUEST_BYTES_MAX = 1024 * 1024;
/** A guest that has not linked by then gives its place to another. */
const GUEST_MS = 15_000;

/** The authorities as node:tls takes them. An empty list trusts none; leaving it out would trust the public web. */
export function trustedList({ trustedPem }: TlsMaterial): Buffer[] {
  return trustedPem.length === 0 ? [] : [trustedPem];
}

function contextOf(tls: TlsMaterial): SecureContextOptions {
  return { key: tls.keyPem, cert: tls.certificatePem, ca: trustedList(tls), minVersion: 'TLSv1.3' };
}

export class Listener {
  readonly #options: ListenerOptions;
  readonly #ports: ListenerPorts;
  readonly #callers = new Map<string, CallingPeer>();
  readonly #sockets = new Set<Socket>();
  readonly #handshakes = new PendingConnections();
  readonly #unproven = new PendingConnections(UNPROVEN);
  #tls: TlsMaterial;
  #server: Server | undefined;

  constructor(options: ListenerOptions, ports: ListenerPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#tls = options.tls;
  }

  /** Listens; rejects when the address cannot be had. Resolves to the port. */
  start(): Promise<number> {
    const { host, port } = this.#options;
    const tls = this.#tls;
    const server = createServer(
      {
        ...contextOf(tls),
        requestCert: true,
        // TLS proves that the other end holds the key; `verify` judges the certificate, so that one rule serves every
        // admission mode.
        rejectUnauthorized: false,
        ALPNProtocols: ['h2'],
        handshakeTimeout: HANDSHAKE_MS,
      },
      (socket) => this.#onSecure(socket),
    );
    server.maxConnections = CONNECTIONS_MAX + WAITING_MAX;
    // Connections in the middle of a handshake have no caller yet, and would keep the server from closing.
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      const remote = remoteOf(socket);
      this.#handshakes.enter(remote, { address: `${socket.remoteAddress}`, close: () => socket.destroy() });
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#handshakes.leave(remote);
      });
    });
    server.on('tlsClientError', (error) => {
      this.#ports.onRefused('handshake');
      this.#ports.log.debug({ err: error }, 'A connection failed its TLS handshake.');
    });
    this.#server = server;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, () => {
        server.off('error', reject);
        server.on('error', (error) => this.#ports.log.error({ err: error }, 'The peer listener failed.'));
        resolve((server.address() as AddressInfo).port);
      });
    });
  }

  /** Closes every connection and the socket that listens. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const caller of [...this.#callers.values()]) caller.close();
    for (const socket of this.#sockets) socket.destroy();
    if (server?.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** The peer at the other end of the connection that a call arrived on. */
  caller(remote: string): CallingPeer | undefined {
    return this.#callers.get(remote);
  }

  /**
   * Shows and trusts these from the next handshake on, and closes connections whose certificate `verify` judges
   * otherwise than before.
   */
  renew(tls: TlsMaterial): void {
    this.#tls = tls;
    this.#server?.setSecureContext(contextOf(tls));
    for (const caller of [...this.#callers.values()]) {
      const now = this.#ports.verify(caller.raw);
      if (isFailure(now) || now.standing !== caller.certified.standing || this.#ports.admit(now)) caller.close();
    }
  }

  /** Closes every connection that comes under that peer id: it is banned. */
  closePeer(peerId: string): void {
    for (const caller of [...this.#callers.values()]) if (caller.certified.peerId === peerId) caller.close();
  }

  #onSecure(socket: TLSSocket): void {
    // A socket that breaks is reported by what runs on it; without a listener here the error would end the process.
    socket.on('error', () => socket.destroy());
    const remote = remoteOf(socket);
    this.#handshakes.leave(remote);
    const certified = this.#judge(socket, remote);
    if (isFailure(certified)) {
      this.#ports.onRefused(certified.issue.code);
      this.#complain(certified.issue, socket, remote);
      socket.destroy();
      return;
    }
    // Only its own: anybody may write another's name into a certificate of his making, and so may the authority of
    // another organisation.
    const name = nameOf(certified);
    const same = [...this.#callers.values()].filter((peer) => nameOf(peer.certified) === name);
    if (same.length >= CONNECTIONS_PER_PEER_MAX) same[0]?.close();
    const { raw } = socket.getPeerCertificate();
    const caller: CallingPeer = { certified, raw, remote, close: () => socket.destroy() };
    this.#callers.set(remote, caller);
    socket.once('close', () => this.#callers.delete(remote));
    if (certified.standing === 'guest') this.#watch(caller, socket);
    this.#ports.accept(socket);
  }

  /** A ban was told before, and a crowd or a program that is not a node is nothing to act on. */
  #complain({ code: reason, message: detail }: Issue, { remoteAddress }: TLSSocket, remote: string): void {
    const message = 'A node that connected was refused.';
    if (reason === 'PEER_BANNED' || reason === 'RATE_LIMITED' || reason === 'AUTH_REQUIRED')
      this.#ports.log.debug({ remote, reason }, message);
    else
      this.#ports.complaints.say({ key: `in ${remoteAddress} ${reason}`, reason, detail, about: { remote } }, message);
  }

  /** Closes a guest that does not prove its name in time, or sends more than that takes. */
  #watch(caller: CallingPeer, socket: TLSSocket): void {
    const { remote, certified } = caller;
    const { clock, isProven } = this.#ports;
    const untilMs = clock.steady() + GUEST_MS;
    this.#unproven.enter(remote, { address: `${socket.remoteAddress}`, close: caller.close });
    let timer: Timer | undefined;
    const look = () => {
      if (isProven(certified)) this.#unproven.leave(remote);
      else if (clock.steady() >= untilMs || socket.bytesRead > GUEST_BYTES_MAX) caller.close();
      else timer = clock.setTimer(look, GUEST_LOOK_MS);
    };
    look();
    socket.once('close', () => {
      timer?.cancel();
      this.#unproven.leave(remote);
    });
  }

  #hasRoom({ standing }: Certified): boolean {
    if (this.#callers.size >= CONNECTIONS_MAX) return false;
    if (standing === 'member') return true;
    return [...this.#callers.values()].filter(({ certified }) => certified.standing === 'guest').length < GUESTS_MAX;
  }

  #judge(socket: TLSSocket, remote: string): Result<Certified> {
    // Calls are told apart by the address of their connection. The kernel keeps it unique for one local address; for
    // two it might not be.
    if (socket.remotePort === undefined || this.#callers.has(remote))
      return fail(issue('AUTH_REQUIRED', '', 'The address of the connection is in use.'));
    const { raw } = socket.getPeerCertificate();
    if (!raw) return fail(issue('AUTH_REQUIRED', '', 'A peer needs a certificate.'));
    const certified = this.#ports.verify(raw);
    if (isFailure(certified)) return certified;
    if (!this.#hasRoom(certified))
      return fail(issue('RATE_LIMITED', '', 'This node has as many connections as it takes.'));
    return failIf(this.#ports.admit(certified)) ?? certified;
  }
}

/**
 * Whose connection it is, as far as a certificate proves it: the organisation vouches for a key of its own and for no
 * peer id, which any authority may write into a certificate. Any other node that comes under that peer id is somebody
 * else, until a hello proves the node key.
 */
export function nameOf({ peerId, orgId, keyHash, standing }: Certified): string {
  return `${standing === 'member' ? orgId : ''}/${peerId}/${keyHash}`;
}

function remoteOf(socket: Socket): string {
  return `${socket.remoteAddress}:${socket.remotePort}`;
}
