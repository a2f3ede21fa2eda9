// The registers that this node follows without a seat: from which peers it hears their tips, and how a new one begins
// at docket 0. It never believes a genesis that the peers it asked do not agree on.
import { type Issue, issue } from '../../../core/base/issue.js';
import type { Clock, Log, Random } from '../../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { Advert, HeadClaim } from '../../../core/mesh/frames.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { Hash, SealedDocket, Validator } from '../../../core/model/register.js';
import type { Checkpoint } from '../../../core/register/checkpoint.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { ConsensusKeys } from '../../ports.js';
import type { AvailableRegister } from '../mesh.js';
import type { Rosters } from '../peers/rosters.js';
import type { MeshLedger, PeerNet } from '../ports.js';
import { FirstDocket } from './first-docket.js';

/** A replica hears of tips from so many peers, of different organisations where it can. */
const PROVIDERS = 2;
/** Peers whose offers are remembered. */
const ADVERTISERS_MAX = 512;
/**
 * Interests repeated to one peer at a time, the next ones the next time: less than what a peer takes of a stranger
 * within a second.
 */
const REPEATED_MAX = 400;
/** Peers asked for a register that none of them advertised. */
const ASKED_MAX = 16;
/** Peers that a sentence for an operator names. */
const NAMED_MAX = 5;

export interface SubscriptionPorts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly log: Log;
  readonly random: Random;
  readonly ledger: Pick<MeshLedger, 'registers' | 'register' | 'follow' | 'state' | 'setSubscribed'>;
  readonly rosters: Rosters;
  readonly keys: Pick<ConsensusKeys, 'all'>;
  net(): PeerNet | undefined;
  behind(registerId: string, peerId: string, height: number): void;
}

export class Subscriptions {
  private readonly ports: SubscriptionPorts;
  private readonly adverts = new Map<string, ReadonlyMap<string, Advert>>();
  /**
   * The ones of them whose link has ended: what they offered is kept for when they come back, and not shown meanwhile.
   */
  private readonly gone = new Set<string>();
  /** Linked peers that told all that they show to this node; of others only gossip may be known. */
  private readonly listed = new Set<string>();
  /** Peers that hear of our interest, for each register. */
  private readonly providers = new Map<string, Set<string>>();
  private readonly founding = new Set<string>();
  /** The last register whose interest was repeated to a peer. */
  private readonly repeated = new Map<string, string>();

  constructor(ports: SubscriptionPorts) {
    this.ports = ports;
  }

  /** A link is up: what the peer offers, and our interest in what it may have. */
  async onLinked(peerId: string): Promise<void> {
    // The peer will most likely offer again what it offered before, and the question may fail on a link that is bad.
    this.gone.delete(peerId);
    this.fill(peerId);
    await this.refreshAdverts(peerId);
  }

  onUnlinked(peerId: string): void {
    if (this.adverts.has(peerId)) this.gone.add(peerId);
    this.listed.delete(peerId);
    this.repeated.delete(peerId);
    for (const [registerId, peers] of this.providers) {
      if (!peers.delete(peerId)) continue;
      const record = this.ports.ledger.register(registerId);
      if (record) this.choose(record);
    }
  }

  async refreshAdverts(peerId: string): Promise<void> {
    const net = this.ports.net();
    if (!net?.peer(peerId)) return;
    try {
      const adverts = await net.adverts(peerId);
      if (!net.peer(peerId)) return;
      this.keep(peerId, new Map(adverts.map((advert) => [advert.registerId, advert])));
      this.listed.add(peerId);
      this.fill(peerId);
    } catch (error) {
      this.ports.log.debug({ peerId, err: error }, 'A peer did not list its registers.');
    }
  }

  /** A peer told by gossip that it offers a register. */
  onAdvertised(peerId: string, advert: Advert): void {
    const known = new Map(this.adverts.get(peerId) ?? []);
    // Gossip reaches everybody, whatever the advert says of itself: its signature does not cover that.
    known.set(advert.registerId, { ...advert, isPublic: true });
    this.gone.delete(peerId);
    this.keep(peerId, known);
  }

  /**
   * A peer told by gossip that it offers the registers no more. A linked one is asked what is left: it may still offer
   * them to this node alone.
   */
  withdrawn(peerId: string, registerIds: readonly string[]): void {
    const held = this.adverts.get(peerId);
    if (!held || !registerIds.some((registerId) => held.has(registerId))) return;
    const gone = new Set(registerIds);
    const left = [...held].filter(([registerId]) => !gone.has(registerId));
    if (left.length > 0) this.adverts.set(peerId, new Map(left));
    else this.adverts.delete(peerId);
    void this.refreshAdverts(peerId);
  }

  available(): readonly AvailableRegister[] {
    const byKey = new Map<string, { advert: Advert; peers: string[]; full: number; isPublic: boolean }>();
    for (const [peerId, adverts] of this.adverts)
      for (const advert of this.gone.has(peerId) ? [] : adverts.values()) {
        const entry = byKey.get(advert.registerId) ?? { advert, peers: [], full: 0, isPublic: false };
        entry.peers.push(peerId);
        if (advert.isFullReplica) entry.full++;
        if (advert.isPublic) entry.isPublic = true;
        if (advert.height > entry.advert.height) entry.advert = advert;
        byKey.set(advert.registerId, entry);
      }
    return [...byKey.values()].map(({ advert, peers, full, isPublic }) => ({
      registerId: advert.registerId,
      name: advert.name,
      description: advert.description,
      height: advert.height,
      peers,
      fullReplicas: full,
      isPublic,
    }));
  }

  advertsOf(peerId: string): readonly Advert[] {
    return [...(this.adverts.get(peerId)?.values() ?? [])];
  }

  providersOf(registerId: string): readonly string[] {
    return [...(this.providers.get(registerId) ?? [])];
  }

  isProvider(registerId: string, peerId: string): boolean {
    return this.providers.get(registerId)?.has(peerId) ?? false;
  }

  /** True if the peer told what it shows to this node, since it is linked. */
  isListed(peerId: string): boolean {
    return this.listed.has(peerId);
  }

  /** True if the peer listed the register to this node, or is heard about it. */
  isShown(registerId: string, peerId: string): boolean {
    return this.adverts.get(peerId)?.has(registerId) === true || this.isProvider(registerId, peerId);
  }

  /** Begins a replica: docket 0 from a peer, verified by the ledger, then the rest by catching up. */
  async subscribe(
    registerId: string,
    given: { readonly genesisHash?: Hash; readonly checkpoint?: Checkpoint; readonly tenantId?: string },
  ): Promise<Result<RegisterRecord>> {
    const net = this.ports.net();
    if (!net) return fail(OFF);
    const known = this.ports.ledger.register(registerId);
    if (known) return fail(HERE);
    const heads = await this.ask(net, registerId);
    if (heads.length === 0) return fail(nobodyOffers(this.askedPeers(net, registerId), registerId));
    const peers = [...new Set(heads.map(({ peer }) => peer))];
    const wanted = { registerId, ...given, tenantId: given.tenantId ?? net.self.orgId };
    const begun = await new FirstDocket(this.ports, net).from(peers, wanted);
    if (isFailure(begun)) return begun;
    for (const { peer, head } of heads) this.ports.behind(registerId, peer.peerId, head.header.height);
    return begun;
  }

  /**
   * Why somebody cannot follow a register that this node has, and that is not to be known to them: as of one that it
   * has not, unless a peer offers it.
   */
  async takenProblem(registerId: string): Promise<Issue> {
    const net = this.ports.net();
    if (!net) return OFF;
    const heads = await this.ask(net, registerId);
    return heads.length > 0 ? HERE : nobodyOffers(this.askedPeers(net, registerId), registerId);
  }

  /**
   * A register of whose roster this node is a member, told of by a peer: this node attested its genesis or was voted
   * in.
   */
  async join(peer: Peer, head: HeadClaim): Promise<void> {
    const { registerId } = head;
    const net = this.ports.net();
    if (!net || this.founding.has(registerId) || this.ports.ledger.register(registerId)) return;
    this.founding.add(registerId);
    try {
      const { peerId } = peer;
      const first = new FirstDocket(this.ports, net);
      const genesis = await first.ask(peerId, registerId);
      if (!genesis || !this.isSeatedIn(genesis, net.self.peerId)) return;
      const record = await first.take({ peerId, genesis }, { tenantId: net.self.orgId, subscribed: false });
      if (isFailure(record)) {
        this.ports.log.warn({ registerId, peerId, issues: record.issues }, 'A register could not be taken over.');
        return;
      }
      this.ports.behind(registerId, peer.peerId, head.header.height);
    } finally {
      this.founding.delete(registerId);
    }
  }

  /** The register is followed from now on: members may show it to this node since they listed theirs. */
  async follow(registerId: string): Promise<void> {
    const net = this.ports.net();
    const asked = this.ports.rosters.peers(registerId).filter((peerId) => net?.peer(peerId));
    const unknown = asked.filter((peerId) => !this.adverts.get(peerId)?.has(registerId)).slice(0, ASKED_MAX);
    await Promise.all(unknown.map((peerId) => this.refreshAdverts(peerId)));
    const record = this.ports.ledger.register(registerId);
    if (record) this.choose(record);
  }

  /**
   * Tells our interest in a followed register to enough peers, a member among them: replicas that heard of each other
   * alone would all stay behind.
   */
  choose({ id }: RegisterRecord): void {
    const net = this.ports.net();
    if (!net || !this.isHeard(id)) return;
    const chosen = this.providers.get(id) ?? new Set<string>();
    this.providers.set(id, chosen);
    const organisations = new Set([...chosen].flatMap((peerId) => net.peer(peerId)?.orgId ?? []));
    const candidates = this.candidates(net, id).filter(({ peerId }) => !chosen.has(peerId));
    candidates.sort((a, b) => Number(organisations.has(a.orgId)) - Number(organisations.has(b.orgId)));
    const isMember = (peerId: string) => this.ports.rosters.isSeated(id, peerId);
    const tell = (peerId: string, on: boolean) => net.send(peerId, { type: 'interest', registerId: id, on });
    const add = (peers: readonly Peer[], isEnough: () => boolean) => {
      for (const { peerId } of peers) {
        if (isEnough()) return;
        if (!chosen.has(peerId) && tell(peerId, true)) chosen.add(peerId);
      }
    };
    add(
      candidates.filter(({ peerId }) => isMember(peerId)),
      () => [...chosen].some(isMember),
    );
    add(candidates, () => chosen.size >= PROVIDERS);
    // A peer that lost its seat since it was chosen makes room.
    for (const peerId of chosen)
      if (chosen.size > PROVIDERS && !isMember(peerId) && tell(peerId, false)) chosen.delete(peerId);
  }

  /**
   * The register goes on: one that is followed is heard of again. A node that lost its seat goes on as a replica, as
   * far as its peers let it; also one that lost it right before its last stop.
   */
  async onResumed(registerId: string): Promise<void> {
    const { ledger, rosters } = this.ports;
    const record = ledger.register(registerId);
    if (!record || record.status === 'OFFLINE') return;
    const isLost = record.subscribed !== true && !rosters.isSeated(registerId);
    if (isLost) await ledger.setSubscribed(registerId, true);
    if (isLost || record.subscribed) await this.follow(registerId);
  }

  /**
   * Tells a provider again of our interest: the frame that said so may be lost, and then the peer counts us as a
   * stranger to the register for good.
   */
  repeat(peerId: string): void {
    if (!this.listed.has(peerId)) void this.refreshAdverts(peerId);
    const facts = [...this.providers].flatMap(([registerId, peers]) => (peers.has(peerId) ? [registerId] : []));
    const from = facts.indexOf(this.repeated.get(peerId) ?? '') + 1;
    const due = [...facts.slice(from), ...facts.slice(0, from)].slice(0, REPEATED_MAX);
    for (const registerId of due) {
      if (!this.isHeard(registerId)) continue;
      if (!this.ports.net()?.send(peerId, { type: 'interest', registerId, on: true })) return;
      this.repeated.set(peerId, registerId);
    }
  }

  /** No more interest in the register. */
  drop(registerId: string): void {
    const net = this.ports.net();
    for (const peerId of this.providers.get(registerId) ?? [])
      net?.send(peerId, { type: 'interest', registerId, on: false });
    this.providers.delete(registerId);
  }

  /**
   * Docket 0 has a seat of this node, under a key of this node: then it attested it, as every member must. Without the
   * key anybody could write its name into a roster and have it keep whatever follows.
   */
  private isSeatedIn({ docket }: SealedDocket, peerId: string): boolean {
    const payload = docket.transactions[0]?.payload as { readonly validators?: readonly Partial<Validator>[] };
    const own = this.ports.keys.all();
    return (
      payload?.validators?.some(
        (seat) => seat.peerId === peerId && own.some(({ publicKey }) => publicKey === seat.consensusKey),
      ) === true
    );
  }

  /** True for a register that is followed without a seat. */
  private isHeard(registerId: string): boolean {
    const record = this.ports.ledger.register(registerId);
    return record !== undefined && isFollowed(record) && !this.ports.rosters.isSeated(registerId);
  }

  /**
   * Followed registers get more peers, as far as there are, where too few tell of them, or no member does although this
   * peer is one.
   */
  private fill(peerId: string): void {
    const { rosters } = this.ports;
    for (const record of this.followedRegisters()) {
      const { id } = record;
      const chosen = [...(this.providers.get(id) ?? [])];
      const isMissed = () => rosters.isSeated(id, peerId) && !chosen.some((known) => rosters.isSeated(id, known));
      if (chosen.length < PROVIDERS || isMissed()) this.choose(record);
    }
  }

  /** The peers heard of last; what one offered outlives its link. */
  private keep(peerId: string, adverts: ReadonlyMap<string, Advert>): void {
    this.adverts.delete(peerId);
    this.adverts.set(peerId, adverts);
    if (this.adverts.size <= ADVERTISERS_MAX) return;
    const [oldest] = this.adverts.keys();
    this.adverts.delete(oldest as string);
    this.gone.delete(oldest as string);
  }

  private followedRegisters(): readonly RegisterRecord[] {
    return this.ports.ledger.registers().filter(isFollowed);
  }

  private candidates(net: PeerNet, registerId: string): Peer[] {
    // A member that does not show the register to this node would not tell it anything either.
    const peers = net.peers().filter(({ peerId }) => this.adverts.get(peerId)?.has(registerId));
    // Replicas spread over the peers instead of all choosing the first.
    const start = Math.floor(this.ports.random.number() * peers.length);
    return [...peers.slice(start), ...peers.slice(0, start)];
  }

  private askedPeers(net: PeerNet, registerId: string): readonly Peer[] {
    const offering = net.peers().filter(({ peerId }) => this.adverts.get(peerId)?.has(registerId));
    return (offering.length > 0 ? offering : net.peers()).slice(0, ASKED_MAX);
  }

  private async ask(net: PeerNet, registerId: string): Promise<{ readonly peer: Peer; readonly head: HeadClaim }[]> {
    const answers = await Promise.all(
      this.askedPeers(net, registerId).map(async (peer) => {
        const heads = await net.heads(peer.peerId, { registerIds: [registerId] }).catch(() => []);
        return heads.filter((head) => head.registerId === registerId).map((head) => ({ peer, head }));
      }),
    );
    return answers.flat();
  }
}

function isFollowed(record: RegisterRecord): boolean {
  return record.subscribed === true;
}

/** The remedy is at another node: one that has the register has to offer it, and to be linked with this one. */
const OFF = issue('MESH_OFF', '', 'The mesh of this node is switched off. Set network.enabled.');
const HERE = issue('SUBSCRIPTION_EXISTS', '', 'This node has the register already.');

function nobodyOffers(asked: readonly Peer[], registerId: string): Issue {
  if (asked.length === 0)
    return issue(
      'REGISTER_NOT_ADVERTISED',
      '',
      'This node is linked with no other, so that no node could be asked for the register. "quorate mesh status" and the log say why.',
    );
  const named = asked.slice(0, NAMED_MAX).map(({ peerId }) => peerId);
  const more = asked.length - named.length;
  const who = named.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return issue(
    'REGISTER_NOT_ADVERTISED',
    '',
    `None of the linked nodes offers this register to this node; asked: ${who}. Let a node that has it offer it ("quorate register update ${registerId} --advertise yes" there), and link with it.`,
  );
}
