// With whom this node gossips: who is let in, who is dialled, and how much each is trusted. Peers are known by their
// signed descriptors and by the links of gRPC; a connection of gossip alone proves a key and nothing more. It closes
// what a ban ends.
import type { PeerBook } from '../../../actors/mesh/peers/peer-book.js';
import type { KnownPeer } from '../../../actors/mesh/peers/peer-book-ports.js';
import type { Clock, Log, Random, Timer } from '../../../core/base/ports.js';
import type { AdmissionMode } from '../../../core/mesh/admission.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { GossipTransport } from './gossip-transport.js';
import { type GossipStanding, STANDING_POINTS } from './standing.js';

/** Connections that it wants to have, and beyond which it dials no peer (docs/protocol.md 16). */
const TARGET_MIN = 8;
const TARGET_MAX = 40;
const LOOK_MS = 5000;
const DIALS_AT_ONCE = 4;
/** After a failure, doubled by each further one up to the second figure. */
const PAUSE_MS = 5000;
const PAUSE_MAX_MS = 5 * 60_000;
const ADDRESSES_MAX = 4;
/** The addresses that the transport can dial. Others may not send this node elsewhere. */
const DIALLED = /^\/(?:ip4|ip6|dns|dns4|dns6)\/[A-Za-z0-9._:-]+\/tcp\/\d{1,5}$/;

export interface GossipLinksOptions {
  readonly selfPeerId: string;
  readonly orgId: string;
  readonly admission: AdmissionMode;
  readonly allowedPeers: readonly string[];
  /** Ids of the organisations that this node trusts. */
  readonly trusted: readonly string[];
}

export interface GossipLinksPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly book: Pick<PeerBook, 'isBanned' | 'knownPeers' | 'score'>;
  /** The other end of an open gRPC link. */
  peer(peerId: string): Peer | undefined;
  peers(): readonly Peer[];
  isRosterMember(peerId: string): boolean;
  /** The organisation of the peer took back the certificate with which it proved itself last. */
  isRevoked(peerId: string): boolean;
  /** Peers of whom this node needs to hear: members of its rosters and providers of its registers. */
  wantedPeers(): readonly string[];
}

export class GossipLinks {
  readonly #options: GossipLinksOptions;
  readonly #ports: GossipLinksPorts;
  readonly #allowed: ReadonlySet<string>;
  #trusted: ReadonlySet<string>;
  readonly #pauses = new Map<string, { failures: number; untilMs: number }>();
  #known = new Map<string, KnownPeer>();
  #dialling = 0;
  #transport: GossipTransport | undefined;
  #timer: Timer | undefined;

  constructor(options: GossipLinksOptions, ports: GossipLinksPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#allowed = new Set(options.allowedPeers);
    this.#trusted = new Set(options.trusted);
  }

  /** The organisations that are trusted from now on. */
  trust(organisations: readonly string[]): void {
    this.#trusted = new Set(organisations);
  }

  open(transport: GossipTransport): void {
    this.#transport = transport;
    this.look();
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#transport = undefined;
  }

  get size(): number {
    return this.#transport?.linkedPeers().length ?? 0;
  }

  /** Whether to gossip with the node that holds this key. */
  mayLink(peerId: string): boolean {
    if (this.mayHear(peerId, undefined)) return true;
    const known = this.#known.get(peerId) ?? this.#find(peerId);
    return this.mayHear(peerId, known?.descriptor?.orgId);
  }

  /**
   * Whether to hear what a node says of itself, from any bringer. `orgId` is of its signed descriptor, undefined for a
   * node without one.
   */
  mayHear(peerId: string, orgId: string | undefined): boolean {
    const { book, isRosterMember, peer } = this.#ports;
    const { admission } = this.#options;
    if (book.isBanned(peerId) || this.#ports.isRevoked(peerId)) return false;
    if (admission === 'open' || isRosterMember(peerId) || peer(peerId)?.standing === 'member') return true;
    return admission === 'closed' ? this.#allowed.has(peerId) : orgId !== undefined && this.#trusted.has(orgId);
  }

  /** The opinion of this node about a peer, in points of the score of gossip. */
  pointsOf(peerId: string): number {
    return STANDING_POINTS[this.#standing(peerId)] + this.#ports.book.score(peerId);
  }

  /** The peer was banned: nothing more goes to it or comes from it. */
  onBanned(peerId: string): void {
    this.#hangUp(peerId);
  }

  /** Looks at once whom to dial and whom to leave. */
  look(): void {
    const transport = this.#transport;
    if (!transport) return;
    this.#timer?.cancel();
    this.#known = new Map(this.#ports.book.knownPeers().map((known) => [known.peerId, known]));
    const linked = new Set(transport.linkedPeers());
    for (const peerId of linked) if (!this.mayLink(peerId)) this.#hangUp(peerId);
    transport.trust(new Set(this.#ports.peers().flatMap((peer) => (this.#isOwnOrg(peer) ? [peer.peerId] : []))));
    this.#dialMissing(transport, linked);
    const { clock, random } = this.#ports;
    this.#timer = clock.setTimer(() => this.look(), LOOK_MS * (0.8 + 0.4 * random.number()));
  }

  #dialMissing(transport: GossipTransport, linked: ReadonlySet<string>): void {
    const now = this.#ports.clock.steady();
    const wanted = new Set(this.#ports.wantedPeers());
    const candidates = [...this.#known.values()].filter(
      ({ peerId }) => !linked.has(peerId) && this.#isDue(peerId, now),
    );
    const [needed, others] = [
      candidates.filter((item) => wanted.has(item.peerId)),
      candidates.filter((item) => !wanted.has(item.peerId)),
    ];
    let size = linked.size + this.#dialling;
    const dial = (from: KnownPeer[], upTo: number) => {
      while (from.length > 0 && size < upTo && this.#dialling < DIALS_AT_ONCE) {
        const [next] = from.splice(Math.floor(this.#ports.random.number() * from.length), 1) as [KnownPeer];
        if (this.#dial(transport, next)) size++;
      }
    };
    dial(needed, TARGET_MAX);
    dial(others, TARGET_MIN);
  }

  /** The node with the lower id dials first, so that a pair does not dial each other at once. */
  #isDue(peerId: string, now: number): boolean {
    const pause = this.#pauses.get(peerId);
    if (!pause && peerId < this.#options.selfPeerId) {
      this.#pauses.set(peerId, { failures: 0, untilMs: now + LOOK_MS });
      return false;
    }
    return (pause?.untilMs ?? 0) <= now;
  }

  #dial(transport: GossipTransport, { peerId, descriptor }: KnownPeer): boolean {
    const addresses = (descriptor?.multiaddrs ?? []).filter((name) => DIALLED.test(name)).slice(0, ADDRESSES_MAX);
    if (addresses.length === 0 || !this.mayLink(peerId)) return false;
    const failures = this.#pauses.get(peerId)?.failures ?? 0;
    this.#dialling++;
    transport
      .dial(peerId, addresses)
      .then(
        () => this.#pause(peerId, 0),
        (error) => {
          this.#pause(peerId, failures + 1);
          this.#ports.log.debug({ peerId, err: error }, 'A peer could not be dialled for gossip.');
        },
      )
      .finally(() => {
        this.#dialling--;
      });
    return true;
  }

  /** A link that was refused at the other end looks like one that was made, so success rests as well. */
  #pause(peerId: string, failures: number): void {
    const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** Math.min(failures, 10));
    this.#pauses.delete(peerId);
    this.#pauses.set(peerId, { failures, untilMs: this.#ports.clock.steady() + pauseMs });
    // Peers that are known no more.
    if (this.#pauses.size > 2 * this.#known.size + TARGET_MAX)
      for (const name of this.#pauses.keys()) if (!this.#known.has(name)) this.#pauses.delete(name);
  }

  #hangUp(peerId: string): void {
    this.#transport
      ?.hangUp(peerId)
      .catch((error) => this.#ports.log.debug({ peerId, err: error }, 'A connection of gossip did not close well.'));
  }

  #standing(peerId: string): GossipStanding {
    if (this.#ports.isRosterMember(peerId)) return 'roster';
    const isMember = this.#ports.peer(peerId)?.standing === 'member';
    const orgId = this.#known.get(peerId)?.descriptor?.orgId;
    return isMember || (orgId !== undefined && this.#trusted.has(orgId)) ? 'org' : 'stranger';
  }

  /** Learnt since the last look. */
  #find(peerId: string): KnownPeer | undefined {
    const peer = this.#ports.book.knownPeers().find((known) => known.peerId === peerId);
    if (peer) this.#known.set(peerId, peer);
    return peer;
  }

  #isOwnOrg({ orgId, standing }: Peer): boolean {
    return standing === 'member' && orgId === this.#options.orgId;
  }
}
