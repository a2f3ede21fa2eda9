// Which peers this node dials (docs/protocol.md 16): the seeds of the settings, the peers that its rosters need, and
// then whom it knows, up to a number of links; and whom it asks for more peers. How one dial goes is link.ts; whether a
// peer is believed is decided elsewhere.
import { LRUCache } from 'lru-cache';
import { BACKOFF_MAX_MS, type PeerLinkState } from '../../../actors/peer-link/machine.js';
import type { Clock, Log, Random, Timer } from '../../../core/base/ports.js';
import { type Bucket, fullBucket, take } from '../../../core/mesh/budget.js';
import type { NodeDescriptor } from '../../../core/mesh/types.js';
import { DialledLink, type DialPorts } from './link.js';

export interface DialerOptions {
  /** `host:port` of nodes that are dialled whatever their peer ids. */
  readonly seeds: readonly string[];
  readonly selfPeerId: string;
}

export interface DialerPorts extends DialPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /**
   * Peers with a known descriptor that may be dialled at all: neither banned nor of an organisation that is not
   * trusted.
   */
  candidates(): readonly { readonly descriptor: NodeDescriptor; readonly lastSeenMs: number }[];
  isBanned(peerId: string): boolean;
  /** Peers that the rosters of this node need. */
  wantedPeers(): readonly string[];
  /** Asks a linked peer whom it knows, and keeps what it says. Never rejects. */
  exchange(peerId: string): Promise<void>;
}

/** Links that this node dials (docs/protocol.md 16). Peers of rosters come first and are dialled beyond it. */
const DIALLED_MAX = 40;
/** Consensus between members of a roster is not paused longer (docs/protocol.md 16). */
const BACKOFF_WANTED_MAX_MS = 5000;
const LOOK_MS = 5000;
/** How long a call waits for the dial of a peer that is linked from its side, and how often it looks. */
const REACH_MS = 5000;
const REACH_LOOK_MS = 100;
/** Peers of which it is known when they linked last. */
const LINKED_KEPT_MAX = 1000;
/** Times that seeds of unknown id are dialled for a peer that linked: a mesh that starts, and then as a back-off is. */
const WAKES = { burst: 8, perSecond: 1 / 5 };
const EXCHANGE_MS = 60_000;
/** A new link is asked soon, so that a joining node meets the others in seconds. */
const EXCHANGE_FIRST_MS = 1000;

interface Seed {
  readonly endpoint: string;
  peerId: string | undefined;
  readonly link: DialledLink;
}

export class Dialer {
  readonly #options: DialerOptions;
  readonly #ports: DialerPorts;
  readonly #seeds: Seed[];
  readonly #links = new Map<string, DialledLink>();
  readonly #descriptors = new Map<string, NodeDescriptor>();
  #look: Timer | undefined;
  #exchange: Timer | undefined;
  #exchangeAtMs = 0;
  #running = false;
  #wanted: ReadonlySet<string> = new Set();
  readonly #wakes: Bucket;
  /** By peer. */
  readonly #linkedAtMs = new LRUCache<string, number>({ max: LINKED_KEPT_MAX });

  constructor(options: DialerOptions, ports: DialerPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#wakes = fullBucket(WAKES, ports.clock.steady());
    this.#seeds = [...new Set(options.seeds)].map((endpoint) => this.#seed(endpoint));
  }

  start(): void {
    this.#running = true;
    this.look();
    this.#exchangeLater(EXCHANGE_FIRST_MS);
  }

  /** Closes every dialled link and leaves no timer. */
  stop(): void {
    this.#running = false;
    this.#look?.cancel();
    this.#exchange?.cancel();
    for (const link of this.#all()) link.tell('STOP');
    this.#links.clear();
  }

  /** Looks again whom to dial; at once after news of peers. */
  look(): void {
    if (!this.#running) return;
    this.#look?.cancel();
    this.#look = this.#ports.clock.setTimer(() => this.look(), LOOK_MS);
    this.#wanted = new Set(this.#ports.wantedPeers());
    for (const link of this.#all())
      if (link.state === 'banned' && !this.#ports.isBanned(link.peerId ?? '')) link.tell('UNBAN');
    const chosen = this.#choose();
    this.#descriptors.clear();
    for (const descriptor of chosen) this.#descriptors.set(descriptor.peerId, descriptor);
    for (const [peerId, link] of this.#links) if (!this.#descriptors.has(peerId)) this.#forget(peerId, link);
    for (const { peerId } of chosen) this.#want(peerId);
    for (const seed of this.#seeds) if (!this.#isServed(seed)) seed.link.tell('WANT');
  }

  /**
   * A peer is linked that was not: it is alive, so a back-off is over, and one that dialled this node is dialled in
   * turn. A seed that never answered may be that peer, and its address the only one that leads there.
   */
  onHeard(peerId: string): void {
    if (!this.#running) return;
    this.#linkedAtMs.set(peerId, this.#ports.clock.steady());
    if (!this.#ports.links.hasOut(peerId)) {
      this.link(peerId)?.tell('WAKE');
      this.#wakeUnknown();
    }
    this.look();
    this.#exchangeLater(EXCHANGE_FIRST_MS);
  }

  /** Trust or the own certificate changed. */
  onRenewed(): void {
    for (const link of this.#all()) link.recheck();
    this.look();
  }

  /** After a ban. Its end is seen by the next look. */
  onBanned(peerId: string): void {
    for (const link of this.#all()) if (link.peerId === peerId) link.tell('BAN');
  }

  /** The dialled link of the peer: the one that is up, if any is. */
  link(peerId: string): DialledLink | undefined {
    const links = this.#towards(peerId).filter((link) => link.peerId === peerId);
    return links.find(({ state }) => state === 'up') ?? links[0];
  }

  /**
   * The channel of a peer that is linked from its side only, dialled now. Undefined when it does not answer in time, or
   * cannot be dialled.
   */
  async reach(peerId: string): Promise<DialledLink['channel']> {
    const { clock, links } = this.#ports;
    const until = clock.steady() + REACH_MS;
    // Once, and no seed of unknown id: a dial that fails is over for this caller, and a dial for each look or each call
    // would storm an address that refuses.
    if (!links.hasOut(peerId)) this.link(peerId)?.tell('WAKE');
    this.look();
    while (this.#running && links.peer(peerId) && clock.steady() < until) {
      const channel = this.link(peerId)?.channel;
      if (channel) return channel;
      if (!this.#isDialled(peerId)) return undefined;
      await new Promise<void>((resolve) => void clock.setTimer(resolve, REACH_LOOK_MS));
    }
    return undefined;
  }

  isSeed(peerId: string): boolean {
    return this.#seeds.some((seed) => seed.peerId === peerId);
  }

  #seed(endpoint: string): Seed {
    const seed: { -readonly [K in keyof Seed]: Seed[K] } = {
      endpoint,
      peerId: undefined,
      link: new DialledLink(
        {
          expected: undefined,
          endpoints: () => [endpoint],
          onKnownAs: (peerId) => {
            seed.peerId = peerId;
          },
          // Nothing else leads into the mesh, so a seed is tried often.
          backoffMaxMs: () => BACKOFF_WANTED_MAX_MS,
          onChanged: (state) => this.#onChanged(state),
        },
        this.#ports,
      ),
    };
    return seed;
  }

  /**
   * A seed of unknown id may be the peer soon after that linked: later a seed that is silent would hold each call to a
   * peer that cannot be dialled.
   */
  #isDialled(peerId: string): boolean {
    const linkedAtMs = this.#linkedAtMs.get(peerId);
    const isNew = linkedAtMs !== undefined && this.#ports.clock.steady() - linkedAtMs < REACH_MS;
    const links = this.#towards(peerId).filter((link) => isNew || link.peerId === peerId);
    return links.some(({ state }) => state === 'dialling' || state === 'handshaking');
  }

  /** A peer that links and unlinks without end does not end their back-off each time. */
  #wakeUnknown(): void {
    const unknown = this.#seeds.filter((seed) => seed.peerId === undefined && seed.link.state === 'backing-off');
    if (unknown.length === 0 || !take(this.#wakes, WAKES, { amount: 1, nowMs: this.#ports.clock.steady() })) return;
    for (const { link } of unknown) link.tell('WAKE');
  }

  /** The links that lead to the peer or may: its own, and the seeds that showed its id or none yet. */
  #towards(peerId: string): readonly DialledLink[] {
    const own = this.#links.get(peerId);
    const seeds = this.#seeds.filter((seed) => seed.peerId === undefined || seed.peerId === peerId);
    return [...(own ? [own] : []), ...seeds.map(({ link }) => link)];
  }

  #want(peerId: string): void {
    const known = this.#links.get(peerId);
    const link = known ?? this.#dial(peerId);
    this.#links.set(peerId, link);
    if (!this.#ports.links.hasOut(peerId)) link.tell('WANT');
  }

  #dial(peerId: string): DialledLink {
    return new DialledLink(
      {
        expected: peerId,
        endpoints: () => this.#descriptors.get(peerId)?.endpoints ?? [],
        onKnownAs: () => undefined,
        backoffMaxMs: () => (this.#wanted.has(peerId) ? BACKOFF_WANTED_MAX_MS : BACKOFF_MAX_MS),
        onChanged: (state) => this.#onChanged(state),
      },
      this.#ports,
    );
  }

  #onChanged(state: PeerLinkState): void {
    if (state === 'up' && this.#running) this.#exchangeLater(EXCHANGE_FIRST_MS);
  }

  #forget(peerId: string, link: DialledLink): void {
    // A banned link keeps its state, so that the view tells it and no dial follows.
    if (link.state === 'banned') return;
    link.tell('STOP');
    this.#links.delete(peerId);
  }

  /** Roster peers, then those seen last. */
  #choose(): readonly NodeDescriptor[] {
    const dialable = this.#ports
      .candidates()
      .filter(({ descriptor: { peerId, endpoints } }) => peerId !== this.#options.selfPeerId && endpoints.length > 0);
    const needed = dialable.filter(({ descriptor }) => this.#wanted.has(descriptor.peerId));
    const others = dialable
      .filter(({ descriptor }) => !this.#wanted.has(descriptor.peerId))
      .sort((a, b) => b.lastSeenMs - a.lastSeenMs);
    const room = Math.max(0, DIALLED_MAX - needed.length);
    return [...needed, ...others.slice(0, room)].map(({ descriptor }) => descriptor);
  }

  #isServed({ peerId }: Seed): boolean {
    return peerId !== undefined && (peerId === this.#options.selfPeerId || this.#ports.links.hasOut(peerId));
  }

  #all(): readonly DialledLink[] {
    return [...this.#links.values(), ...this.#seeds.map(({ link }) => link)];
  }

  /** An earlier exchange that is planned already stays. */
  #exchangeLater(delayMs: number): void {
    const { clock, random } = this.#ports;
    const spreadMs = delayMs * (0.75 + 0.5 * random.number());
    const atMs = clock.steady() + spreadMs;
    if (this.#exchange && this.#exchangeAtMs <= atMs) return;
    this.#exchange?.cancel();
    this.#exchangeAtMs = atMs;
    this.#exchange = clock.setTimer(() => void this.#exchangeNow(), spreadMs);
  }

  async #exchangeNow(): Promise<void> {
    this.#exchange = undefined;
    if (!this.#running) return;
    this.#exchangeLater(EXCHANGE_MS);
    const linked = this.#ports.links.peers().filter(({ peerId }) => this.link(peerId)?.channel);
    const chosen = linked[Math.floor(this.#ports.random.number() * linked.length)];
    if (!chosen) return;
    await this.#ports.exchange(chosen.peerId);
    this.look();
  }
}
