// The two ends of a link: the stream that this node dials, as the acts of the machine in actors/peer-link, and the
// stream that a peer dialled. The first frame each way is the hello; nothing else passes before both agree. The meaning
// of frames is not known here.
import type { SecureContext } from 'node:tls';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { PeerLink, PeerLinkState } from '../../../actors/peer-link/machine.js';
import { BACKOFF_MAX_MS, DIAL_MS, HANDSHAKE_MS, startPeerLink } from '../../../actors/peer-link/machine.js';
import { type Issue, isIssue, issue } from '../../../core/base/issue.js';
import type { Clock, Log, Random } from '../../../core/base/ports.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import type { Peer } from '../../../core/mesh/types.js';
import { type CallMethod, PeerChannel } from '../transport/client.js';
import type { Complaints } from '../transport/complaints.js';
import { diagnose } from '../transport/diagnosis.js';
import { issueCodeOf, refusal } from '../transport/failure.js';
import type { CallingPeer, Certified } from '../transport/listener.js';
import { fail } from '../transport/server.js';
import { FrameStream } from '../transport/stream.js';
import type { Frames } from './frames.js';
import type { PeerLinks, Shaken } from './links.js';
import type { Probes } from './probe.js';

export interface LinkPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly links: PeerLinks;
  /** This node's hello for the peer that the certificate names, as a frame. */
  hello(peerId: string): Buffer;
  /**
   * Judges the first frame of the other end and admits it; 'self' when that is this very process. Issues are told to a
   * caller.
   */
  greet(bytes: Buffer, given: Greeted): Result<Shaken | 'self'>;
  readonly complaints: Complaints;
  /** Answers whether this end is there, and hears what the other says to that. */
  readonly probes: Probes;
  /** Takes the frames of a link behind its hello. */
  readonly frames: Pick<Frames, 'onReceived'>;
}

export interface Greeted {
  readonly side: 'out' | 'in';
  readonly certified: Certified;
  /** The peer that was dialled, if it is known. */
  readonly expected: string | undefined;
}

export interface DialPorts extends LinkPorts {
  readonly method: CallMethod;
  /** The TLS material at this moment. */
  context(): SecureContext;
  readonly messageBytesMax: number;
  verify(raw: Uint8Array): Result<Certified>;
  onFailed(reason: string): void;
}

export interface DialTarget {
  /** Undefined for a seed until its first handshake. */
  readonly expected: string | undefined;
  /** Where to dial; each attempt takes the next one. */
  endpoints(): readonly string[];
  /** A seed has shown who it is. */
  onKnownAs(peerId: string): void;
  /** Shorter back-off for a peer that a roster needs. */
  backoffMaxMs(): number;
  onChanged(state: PeerLinkState): void;
}

/** Below the limit of the machine, so that a dial without an answer is reported with its reason. */
const READY_MS = DIAL_MS - 500;

const REFUSED_THERE =
  'That node refused the link: its own log says why. Perhaps it admits this node no more, or another process runs with the keys of this one.';
const NOT_LINKED = 'The node at an address that is dialled is not linked.';

/** A fault at an address is one cause, whatever it is at the moment. */
function dialKey(endpoint: string): string {
  return `dial ${endpoint}`;
}

interface Attempt {
  readonly channel: PeerChannel;
  stream: FrameStream | undefined;
  shaken: Shaken | undefined;
}

/** Takes over a link that a peer dialled. */
export function acceptLink(caller: CallingPeer, call: ServerDuplexStream<Buffer, Buffer>, ports: LinkPorts): void {
  const { links } = ports;
  let shaken: Shaken | undefined;
  const timer = ports.clock.setTimer(() => stream.close(), HANDSHAKE_MS);
  const welcome = (peer: Shaken | 'self'): void => {
    if (peer !== 'self' && links.isContested(peer.peer)) {
      fail(call, refusal(isTwin()));
      return;
    }
    // Before anybody knows of the link and sends on it. A node that dialled itself learns it from this answer.
    stream.send(ports.hello(caller.certified.peerId));
    if (peer === 'self') {
      stream.close();
      return;
    }
    shaken = peer;
    stream.hand(behindHello(ports, peer.peer, stream));
    links.join('in', peer, stream);
  };
  const stream: FrameStream = new FrameStream(call, {
    onReceived(bytes) {
      timer.cancel();
      const peer = ports.greet(bytes, { side: 'in', certified: caller.certified, expected: undefined });
      if (isFailure(peer)) return fail(call, refusal(peer.issue));
      if (peer === 'self' || !links.isContested(peer.peer)) return welcome(peer);
      void awaitUncontested(links, peer.peer, stream).then((isOpen) => isOpen && welcome(peer));
    },
    onClosed() {
      timer.cancel();
      if (shaken) ports.links.leave('in', shaken.peer.peerId, stream);
    },
  });
}

/** Takes what the stream brings once both ends agree. */
function behindHello({ frames, probes }: LinkPorts, peer: Peer, stream: FrameStream): (bytes: Buffer) => void {
  return (bytes) => {
    if (!probes.took(bytes, stream)) frames.onReceived(peer, bytes);
  };
}

/**
 * Holds the stream back until it is known whether the process that is linked is still there; false when the stream
 * ended meanwhile.
 */
async function awaitUncontested(links: PeerLinks, peer: Peer, stream: FrameStream): Promise<boolean> {
  stream.pause();
  await links.contest(peer);
  stream.resume();
  return stream.isOpen;
}

function isTwin(): Issue {
  return issue('PEER_NOT_ADMITTED', '', 'Another process with the keys of this node is linked.');
}

/** The link that this node dials, from the first dial to the last. */
export class DialledLink {
  readonly target: DialTarget;
  readonly #ports: DialPorts;
  readonly #life: PeerLink;
  #attempt: Attempt | undefined;
  #dials = 0;
  #peerId: string | undefined;
  #state: PeerLinkState = 'idle';

  constructor(target: DialTarget, ports: DialPorts) {
    this.target = target;
    this.#ports = ports;
    this.#life = startPeerLink(
      {
        dial: () => this.#dial(),
        drop: () => this.#drop(),
        random: () => ports.random.number(),
        backoffMaxMs: () => Math.min(BACKOFF_MAX_MS, target.backoffMaxMs()),
        onChanged: (state) => this.#onChanged(state),
      },
      ports.clock,
    );
  }

  get state(): PeerLinkState {
    return this.#state;
  }

  /** Of the connection that is up, for calls beside the stream. */
  get channel(): PeerChannel | undefined {
    return this.#state === 'up' ? this.#attempt?.channel : undefined;
  }

  /** Undefined for a seed that never answered. */
  get peerId(): string | undefined {
    return this.#peerId ?? this.target.expected;
  }

  tell(type: 'WANT' | 'WAKE' | 'UNWANT' | 'BAN' | 'UNBAN' | 'STOP'): void {
    this.#life.send({ type });
  }

  /**
   * The trusted authorities have changed: a server that is not trusted any more loses the link, and one that may be
   * trusted now is tried at once.
   */
  recheck(): void {
    const attempt = this.#attempt;
    if (attempt?.channel.isRefusedNow())
      this.#onLost(attempt, issue('PEER_NOT_ADMITTED', '', 'The certificate of the peer is no longer trusted.'));
    else if (this.#state !== 'up') this.tell('WAKE');
  }

  #onChanged(state: PeerLinkState): void {
    this.#state = state;
    this.target.onChanged(state);
  }

  #dial(): void {
    const { clock, context, messageBytesMax, verify } = this.#ports;
    const endpoints = this.target.endpoints();
    const endpoint = endpoints[this.#dials++ % Math.max(1, endpoints.length)];
    if (endpoint === undefined) {
      this.#life.send({ type: 'LOST' });
      return;
    }
    const { expected } = this.target;
    const channel = new PeerChannel({ endpoint, context: context(), expected, messageBytesMax }, { clock, verify });
    const attempt: Attempt = { channel, stream: undefined, shaken: undefined };
    this.#attempt = attempt;
    channel.ready(READY_MS).then(
      () => this.#onConnected(attempt),
      (error) => this.#onLost(attempt, error),
    );
  }

  #onConnected(attempt: Attempt): void {
    if (this.#attempt !== attempt) return;
    this.#life.send({ type: 'CONNECTED' });
    const call = attempt.channel.duplex(this.#ports.method);
    attempt.stream = new FrameStream(call, {
      onReceived: (bytes) => this.#onReceived(attempt, bytes),
      onClosed: (error) => this.#onLost(attempt, error),
    });
    attempt.stream.send(this.#ports.hello(attempt.channel.certified?.peerId ?? ''));
  }

  #onReceived(attempt: Attempt, bytes: Buffer): void {
    const { certified } = attempt.channel;
    const { stream } = attempt;
    if (!certified || !stream) return;
    const { links, greet } = this.#ports;
    const peer = greet(bytes, { side: 'out', certified, expected: this.target.expected });
    if (isFailure(peer)) {
      this.#onLost(attempt, peer.issue);
      return;
    }
    if (peer === 'self') {
      this.target.onKnownAs(certified.peerId);
      this.#life.send({ type: 'UNWANT' });
      return;
    }
    this.#peerId = peer.peer.peerId;
    this.target.onKnownAs(peer.peer.peerId);
    if (!links.isContested(peer.peer)) this.#join(attempt, peer, stream);
    else
      void awaitUncontested(links, peer.peer, stream).then((isOpen) => {
        if (isOpen && this.#attempt === attempt) this.#join(attempt, peer, stream);
      });
  }

  #join(attempt: Attempt, value: Shaken, stream: FrameStream): void {
    const { links } = this.#ports;
    if (links.isContested(value.peer)) {
      this.#onLost(attempt, isTwin());
      return;
    }
    // A seed and a descriptor may lead to one peer: the first stream is kept.
    if (links.hasOut(value.peer.peerId)) {
      this.#life.send({ type: 'UNWANT' });
      return;
    }
    attempt.shaken = value;
    stream.hand(behindHello(this.#ports, value.peer, stream));
    this.#ports.complaints.over(dialKey(attempt.channel.endpoint));
    this.#life.send({ type: 'SHAKEN' });
    links.join('out', value, stream);
  }

  #onLost(attempt: Attempt, error: unknown): void {
    if (this.#attempt !== attempt) return;
    const own = isIssue(error) ? error : attempt.channel.refused;
    const reason = own?.code ?? issueCodeOf(error) ?? 'connection';
    this.#ports.onFailed(reason);
    this.#complain(attempt, reason, own);
    this.#drop();
    this.#life.send({ type: 'LOST' });
  }

  /**
   * A link that was up has ended for reasons that its end tells; one that never came up is a matter for the operator.
   */
  #complain({ channel: { endpoint }, shaken }: Attempt, reason: string, own: Issue | undefined): void {
    const { complaints, log, context, verify } = this.#ports;
    const isSeed = this.target.expected === undefined;
    log.debug({ endpoint, reason }, 'A dialled link ended.');
    if (shaken || reason === 'PEER_BANNED' || (reason === 'connection' && !isSeed)) return;
    const key = dialKey(endpoint);
    const about = { endpoint };
    if (reason !== 'connection') {
      const detail = own?.message ?? REFUSED_THERE;
      complaints.say({ key, reason, detail, about, isPatient: reason === 'RATE_LIMITED' }, NOT_LINKED);
    } else if (complaints.isOpen(key))
      diagnose(endpoint, { context: context(), verify }).then((value) => {
        if (value && this.#state !== 'up' && this.#state !== 'stopped')
          complaints.say({ key, about, ...value, isPatient: value.isPassing }, NOT_LINKED);
      });
  }

  #drop(): void {
    const attempt = this.#attempt;
    this.#attempt = undefined;
    if (!attempt) return;
    if (attempt.shaken && attempt.stream) this.#ports.links.leave('out', attempt.shaken.peer.peerId, attempt.stream);
    attempt.stream?.close();
    attempt.channel.close();
  }
}
