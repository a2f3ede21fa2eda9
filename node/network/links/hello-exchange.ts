// How this node greets: its own descriptor and hello, and the judgement of every hello that comes in, from its bytes to
// a peer that is admitted. It opens and closes no link; the callers do what it decides.
import type { PeerBook } from '../../../actors/mesh/peers/peer-book.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import type { Clock, Log } from '../../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { type Skew, skewNow } from '../../../core/base/time/clock-watch.js';
import { isFar, nextSeq } from '../../../core/base/time/elapsed.js';
import { RULES_LATEST } from '../../../core/base/version.js';
import type { Vote } from '../../../core/consensus/types.js';
import { type ClockWord, type Here, isAgreed, isOutvoted, skewOfMost } from '../../../core/mesh/clock-words.js';
import { DESCRIPTOR_SEQ_AHEAD_MS, signDescriptor } from '../../../core/mesh/descriptor.js';
import type { Hello } from '../../../core/mesh/hello.js';
import type { NodeDescriptor, Peer } from '../../../core/mesh/types.js';
import { decodeFrame, encodeFrame } from '../../../proto/codec/frame.js';
import { VOTES_SEEN_MAX } from '../../../proto/codec/limits.js';
import type { NodeIdentity } from '../../../storage/pki/identity.js';
import { asBuffer } from '../transport/client.js';
import type { Complaints } from '../transport/complaints.js';
import type { Certified } from '../transport/listener.js';
import { CLOCK_WARN_MS, checkHello, LINK_PROTOCOL, REVOKED } from './handshake.js';
import type { Greeted } from './link.js';
import type { Shaken } from './links.js';

export interface HelloOptions {
  readonly identity: Pick<NodeIdentity, 'peerId' | 'orgId' | 'sign' | 'tls' | 'trusted'>;
  /** Ed25519 key of the seats, 64 hex digits. */
  readonly consensusKey: string;
  readonly multiaddrs: readonly string[];
  readonly bootId: string;
  readonly software: string;
  /** See Hello; absent where the machine tells none. */
  readonly machine?: string | undefined;
}

/** Votes that nodes remember for each other (core/mesh/vote-memory.ts). */
export interface VoteMemory {
  /** The last votes of the peer that this node has seen, at most VOTES_SEEN_MAX. */
  seenVotes(peerId: string): readonly Vote[];
  /** Takes the votes of this node that a linked peer says it has seen. Unverified. */
  onTold(from: Peer, votes: readonly Vote[]): void;
}

export interface HelloPorts {
  /** Null for a node without seats. */
  readonly votes: VoteMemory | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly book: Pick<PeerBook, 'admit' | 'learn' | 'onSeen' | 'blame' | 'takes' | 'bind' | 'whyForeign'>;
  readonly complaints: Complaints;
  isSeed(peerId: string): boolean;
  onFailed(reason: string): void;
  /** The certificate is of a key that the node key of its peer id signed for, in a hello before this one. */
  isProven(certified: Certified): boolean;
  /** The organisation of the peer took back the certificate with which it proved itself last. */
  isRevoked(peerId: string): boolean;
}

/** A descriptor is signed for a week, and anew when a day of it is gone. */
const DESCRIPTOR_MS = 7 * 24 * 60 * 60 * 1000;
const RENEW_MS = 24 * 60 * 60 * 1000;

export class HelloExchange {
  readonly #options: HelloOptions;
  readonly #ports: HelloPorts;
  #endpoints: readonly string[] = [];
  #multiaddrs: readonly string[];
  #identity: HelloOptions['identity'];
  #consensusKey: string;
  /** Clocks of linked members by peer; a guest has no say. */
  readonly #skews = new Map<string, { readonly orgId: string; readonly machine: string; readonly skew: Skew }>();
  /** Since when any of them is linked. */
  #heardSinceMs = 0;
  #twinSeenAtMs: number | undefined;
  #descriptor: NodeDescriptor | undefined;
  #seq = 0;

  constructor(options: HelloOptions, ports: HelloPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#multiaddrs = options.multiaddrs;
    this.#identity = options.identity;
    this.#consensusKey = options.consensusKey;
  }

  /** The key that new seats of this node are founded on. */
  get consensusKey(): string {
    return this.#consensusKey;
  }

  /** Another key for new seats from now on: a new descriptor. */
  seatsWith(consensusKey: string): void {
    this.#consensusKey = consensusKey;
    this.#descriptor = undefined;
  }

  /** Where this node is reached from now on: a new descriptor. */
  onReachedAt(endpoints: readonly string[]): void {
    this.#endpoints = endpoints;
    this.#descriptor = undefined;
  }

  /** Where gossip of this node is reached from now on: a new descriptor. */
  gossipsAt(multiaddrs: readonly string[]): void {
    this.#multiaddrs = multiaddrs;
    this.#descriptor = undefined;
  }

  /** More than half of the organisations, this one among them, say that the clock here is off. */
  get isClockOff(): boolean {
    return isOutvoted(this.clockWords(), this.#here, CLOCK_WARN_MS);
  }

  /**
   * Whether more of the linked organisations confirm the clock here than say that it is off; undefined while that is
   * not known. Where two others are trusted the first that is linked waits a minute for the second, and counts alone if
   * that one stays away.
   */
  get clockAgreed(): boolean | undefined {
    const heardMs = this.#ports.clock.steady() - this.#heardSinceMs;
    return isAgreed(this.clockWords(), this.#here, { others: this.#others.size, heardMs, offMs: CLOCK_WARN_MS });
  }

  /**
   * The time that the clock here and those of most linked organisations have reached; undefined while others are
   * trusted and none of them is linked.
   */
  get agreedMs(): number | undefined {
    const skewMs = skewOfMost(this.clockWords(), this.#here, this.#others.size);
    return skewMs === undefined ? undefined : this.#ports.clock.now() + skewMs;
  }

  /** The other organisations that are trusted. */
  get #others(): ReadonlySet<string> {
    const { orgId, trusted } = this.#identity;
    return new Set(trusted.map((item) => item.orgId).filter((other) => other !== orgId));
  }

  get #here(): Here {
    return { orgId: this.#identity.orgId, machine: this.#options.machine ?? '' };
  }

  /**
   * How far the clocks of linked members are from the one here, now: what was compared when they linked, and how this
   * one was set since.
   */
  private clockWords(): readonly ClockWord[] {
    const reading = { wallMs: this.#ports.clock.now(), steadyMs: this.#ports.clock.steady() };
    return [...this.#skews.values()].map(({ skew, ...node }) => ({ ...node, skewMs: skewNow(skew, reading) }));
  }

  /** When another process with the keys of this node was met last. */
  get twinSeenAtMs(): number | undefined {
    return this.#twinSeenAtMs;
  }

  /** The link of the peer is gone. */
  forget(peerId: string): void {
    this.#skews.delete(peerId);
  }

  /** The certificate of the node was renewed: a new descriptor, because it names the TLS key. */
  onRenewed(identity: HelloOptions['identity']): void {
    this.#identity = identity;
    this.#descriptor = undefined;
  }

  /** This node as others may pass it on. */
  descriptor(): NodeDescriptor {
    const nowMs = this.#ports.clock.now();
    if (this.#descriptor && isFit(this.#descriptor, nowMs)) return this.#descriptor;
    const consensusKey = this.#consensusKey;
    const identity = this.#identity;
    const multiaddrs = this.#multiaddrs;
    const { peerId, orgId, tls } = identity;
    // Peers keep the highest.
    const seq = nextSeq(this.#seq, nowMs, DESCRIPTOR_SEQ_AHEAD_MS);
    this.#seq = seq;
    const about = { peerId, orgId, tlsKeyHash: tls.keyHash, consensusKey, multiaddrs, seq };
    this.#descriptor = signDescriptor(
      { ...about, endpoints: this.#endpoints, notAfterMs: nowMs + DESCRIPTOR_MS },
      identity.sign,
    );
    return this.#descriptor;
  }

  /** For one peer: it carries the votes of that peer that this node has seen. */
  hello(peerId: string): Hello {
    const { bootId, software } = this.#options;
    return {
      descriptor: this.descriptor(),
      bootId,
      software,
      protocol: LINK_PROTOCOL,
      timeMs: this.#ports.clock.now(),
      votesSeen: this.#ports.votes?.seenVotes(peerId).slice(0, VOTES_SEEN_MAX) ?? [],
      rules: RULES_LATEST,
      machine: this.#here.machine,
    };
  }

  frame(peerId: string): Buffer {
    return asBuffer(encodeFrame({ type: 'hello', hello: this.hello(peerId) }));
  }

  /** The first frame of a link. Issues: FRAME codes, and those of `judge`. */
  greet(bytes: Buffer, given: Greeted): Result<Shaken | 'self'> {
    const frame = decodeFrame(bytes);
    if (isFailure(frame)) return fail(this.#bad(given, frame.issue));
    if (frame.type !== 'hello')
      return fail(this.#bad(given, issue('FRAME_INVALID', '', 'A link begins with a hello.')));
    return this.judge(frame.hello, given);
  }

  /**
   * Issues: PEER_DESCRIPTOR_INVALID, PEER_ORGANISATION_MISMATCH, PEER_CERTIFICATE_REVOKED, PEER_BANNED,
   * PEER_NOT_ADMITTED, RATE_LIMITED, HEADER_INVALID.
   */
  judge(hello: Hello, given: Greeted): Result<Shaken | 'self'> {
    const { clock, log, book } = this.#ports;
    const nowMs = clock.now();
    const { bootId, identity } = this.#options;
    const self = { peerId: identity.peerId, bootId };
    const verdict = checkHello({ hello, ...given, self, nowMs });
    if (verdict.type === 'bad') return fail(this.#bad(given, verdict.issue));
    if (verdict.type === 'self') return 'self';
    if (verdict.type === 'twin') {
      this.#twinSeenAtMs = nowMs;
      log.error(
        { peerId: self.peerId },
        'Another process runs with the keys of this node. Stop one of them: it may sign against itself.',
      );
      return fail(issue('PEER_NOT_ADMITTED', '', 'Two processes run with these keys.'));
    }
    const { peerId, orgId } = verdict.peer;
    const { certified } = given;
    const foreign = book.whyForeign(certified);
    if (foreign) return fail(this.#refuse(given, foreign));
    // With another one of its organisation it is a member.
    if (certified.standing === 'guest' && this.#ports.isRevoked(peerId)) return fail(this.#refuse(given, REVOKED));
    const standing = book.admit(peerId, certified.standing === 'member' ? 'trusted' : 'unknown');
    if (isFailure(standing)) return fail(this.#refuse(given, standing.issue));
    if (given.side === 'in' && !book.takes(peerId, 'hello', 1))
      return fail(this.#refuse(given, issue('RATE_LIMITED', '', 'The peer links too often.')));
    book.learn(hello.descriptor, { isSeed: this.#ports.isSeed(peerId) });
    book.onSeen(peerId, { version: hello.software, orgId });
    book.bind(certified);
    const skewMs = hello.timeMs - nowMs;
    const skew = { skewMs, at: { wallMs: nowMs, steadyMs: clock.steady() } };
    if (this.#skews.size === 0) this.#heardSinceMs = clock.steady();
    if (standing === 'member') this.#skews.set(peerId, { orgId, machine: hello.machine, skew });
    else this.#skews.delete(peerId);
    // Nodes of one machine share its clock: a hello that was read late tells of a busy start.
    const { machine } = this.#here;
    const isOneMachine = machine !== '' && hello.machine === machine;
    if (Math.abs(skewMs) > CLOCK_WARN_MS && !isOneMachine)
      log.warn(
        { peerId, orgId, skewMs, boundMs: CLOCK_WARN_MS },
        'The clock of a peer differs from the one here: check the time service of both nodes.',
      );
    const peer: Peer = { ...verdict.peer, standing, rules: hello.rules };
    this.shows(peer, peer.consensusKey);
    if (hello.votesSeen.length > 0) this.#ports.votes?.onTold(peer, hello.votesSeen);
    return { peer, descriptor: hello.descriptor };
  }

  /**
   * A member says which key its seats have. Only a copy of this node says its key; but a node that says so need not
   * hold it, so that nothing is refused and nothing fenced for it.
   */
  shows({ peerId, standing }: Peer, consensusKey: string): void {
    if (standing !== 'member' || consensusKey !== this.#consensusKey) return;
    const detail =
      'The data folder of one of the two was copied from the other: stop the copy, or both sign for one seat and against each other. A node of its own begins with an empty data folder.';
    this.#ports.complaints.say(
      { key: `key ${peerId}`, reason: 'consensus-key', detail, about: { peerId } },
      'Another node shows the consensus key of this one.',
    );
  }

  /**
   * Nothing is proven before a hello holds, also of a member: only who proved this very key before is blamed, else
   * anybody could have others banned.
   */
  #bad(given: Greeted, problem: Issue): Issue {
    const { certified } = given;
    // A clock is wrong, here or there, and neither knows whose. The link is refused all the same.
    if (this.#ports.isProven(certified) && !isOfClock(problem))
      this.#ports.book.blame(certified.peerId, 'protocol', `hello: ${problem.code} ${problem.path}`);
    return this.#refuse(given, problem);
  }

  #refuse({ side, certified: { peerId } }: Greeted, problem: Issue): Issue {
    const { code: reason, message: detail } = problem;
    const { complaints, onFailed: failed } = this.#ports;
    failed(reason);
    // The side that dialled tells what became of the dial.
    if (side === 'in' && reason !== 'PEER_BANNED' && reason !== 'RATE_LIMITED')
      complaints.say(
        { key: `hello ${peerId} ${reason}`, reason, detail, about: { peerId } },
        'The hello of a node was refused.',
      );
    return problem;
  }
}

/** Young, and not of a future that peers refuse, as after the clock was set back. */
function isFit({ seq }: NodeDescriptor, nowMs: number): boolean {
  return seq <= nowMs + DESCRIPTOR_SEQ_AHEAD_MS && !isFar(seq, nowMs, RENEW_MS);
}

/** A time in the descriptor does not fit the clock here. */
function isOfClock({ code, path }: Issue): boolean {
  return code === 'PEER_DESCRIPTOR_INVALID' && (path === '/seq' || path === '/notAfterMs');
}
