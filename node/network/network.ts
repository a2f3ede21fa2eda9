// The links between nodes as the mesh drivers see them: fulfils PeerNet over gRPC and calls PeerService. It wires
// listener, links, calls and dialling together and starts and stops them; each of those decides for itself, and no rule
// of the ledger is known here.
import type { SecureContext } from 'node:tls';
import type { LinkFacts } from '../../actors/mesh/peers/peer-record.js';
import type { PeerNet, PeerService } from '../../actors/mesh/ports.js';
import { InvariantError } from '../../core/base/assert.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { Frame } from '../../core/mesh/frames.js';
import type { NodeDescriptor, Offence, Peer } from '../../core/mesh/types.js';
import type { Transaction } from '../../core/model/transaction.js';
import { encodeFrame } from '../../proto/codec/frame.js';
import { TRANSPORT_BYTES_MAX } from '../../proto/codec/limits.js';
import { PeerMeshService } from '../../proto/gen/peer/v1/peer.js';
import { ValidatorServiceService } from '../../proto/gen/validator/v1/validator.js';
import type { NodeIdentity } from '../../storage/pki/identity.js';
import { authorityName } from '../../storage/pki/trusted.js';
import { verifyPeer } from '../../storage/pki/verify.js';
import { Answers } from './calls/answers.js';
import { Asks } from './calls/asks.js';
import { Dialer } from './links/dialer.js';
import { Frames } from './links/frames.js';
import { REVOKED } from './links/handshake.js';
import { HelloExchange } from './links/hello-exchange.js';
import { Lanes } from './links/lanes.js';
import { acceptLink, type LinkPorts } from './links/link.js';
import { PeerLinks } from './links/links.js';
import { Probes } from './links/probe.js';
import { RoundTrips } from './links/round-trips.js';
import type { NetworkOptions, NetworkPorts } from './network-ports.js';
import { asBuffer, secureContext } from './transport/client.js';
import { Complaints } from './transport/complaints.js';
import { isPeerFailure } from './transport/failure.js';
import type { Certified } from './transport/listener.js';
import { PeerServer } from './transport/server.js';

const SELF_MADE = 'The node shows a certificate of its own making, and network.admission here is not "open".';
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

export class Network implements PeerNet {
  readonly #options: NetworkOptions;
  readonly #ports: NetworkPorts;
  readonly #links: PeerLinks;
  readonly #frames: Frames;
  readonly #hellos: HelloExchange;
  readonly #asks: Asks;
  readonly #server: PeerServer;
  readonly #dialer: Dialer;
  readonly #roundTrips: RoundTrips;
  #service: PeerService | undefined;
  #address = '';
  #identity: NodeIdentity;
  #context: SecureContext;

  constructor(options: NetworkOptions, ports: NetworkPorts) {
    this.#options = options;
    this.#ports = ports;
    const { identity } = options;
    const { clock, random, log, book, metrics, transactions } = ports;
    this.#identity = identity;
    this.#context = secureContext(identity.tls);
    const onFailed = (reason: string) => metrics?.onFailed(reason);
    const probes = new Probes(clock);
    const complaints = new Complaints({ clock, log });
    this.#links = new PeerLinks({
      log,
      isThere: (streams) => probes.ask(streams),
      onLinked: (peer) => this.#onLinked(peer),
      onReplaced: (peer) => this.#onReplaced(peer),
      onUnlinked: (gone) => this.#onUnlinked(gone),
    });
    this.#roundTrips = new RoundTrips({ clock, probes, links: this.#links });
    this.#frames = new Frames({
      ...{ clock, log, book, transactions, metrics },
      send: (to, bytes) => this.#links.send(to, bytes),
      bulk: new Lanes({ clock, stream: (to) => this.#links.stream(to) }),
      ...{ isLinked: (to) => this.#links.isLinked(to), queuedBytes: (to) => this.#links.queuedBytes(to) },
      service: () => this.#newService(),
      takeDescriptor: (from, descriptor) => this.#takeDescriptor(from, descriptor),
      onWanted: (from, ask) => {
        answers.bring(from, ask).catch((error) => log.debug({ err: error }, 'A chunk could not be brought to a peer.'));
      },
    });
    const isSeed = (other: string) => this.#dialer.isSeed(other);
    const isProven = (certified: Certified) => this.#isProven(certified);
    const { votes } = ports;
    const judged = { isSeed, onFailed, isProven, isRevoked: (other: string) => this.isRevoked(other) };
    this.#hellos = new HelloExchange(options, { clock, log, book, votes, complaints, ...judged });
    this.#asks = new Asks({
      ...{ clock, book, transactions, metrics },
      tell: (to, ask) => this.#links.send(to, asBuffer(encodeFrame({ type: 'want-chunk', ask }))),
      channel: (to) => this.#dialer.link(to)?.channel,
      reach: (to) => this.#dialer.reach(to),
    });
    const link: LinkPorts = {
      ...{ clock, random, log, probes, complaints, links: this.#links },
      hello: (to) => this.#hellos.frame(to),
      greet: (bytes, given) => this.#hellos.greet(bytes, given),
      frames: this.#frames,
    };
    const answers = new Answers({
      ...{ clock, random, book, links: this.#links, hellos: this.#hellos, transactions, isProven, metrics },
      service: () => this.#newService(),
      health: () => ports.health(),
      give: (to, gift) => this.#asks.give(to, gift),
      onGift: (from, gift) => this.#asks.onGift(from, gift),
    });
    this.#server = this.#makeServer(answers, link);
    this.#dialer = this.#makeDialer(link, onFailed);
    book.bans.onBan((banned) => this.#onBanned(banned));
  }

  /** `host:port` that it listens on; known after the start. */
  get address(): string {
    return this.#address;
  }

  /** This node as others may pass it on. */
  get descriptor(): NodeDescriptor {
    return this.#hellos.descriptor();
  }

  get self(): Peer {
    const { identity, bootId } = this.#options;
    const { peerId, orgId } = identity;
    return { peerId, orgId, consensusKey: this.#hellos.consensusKey, standing: 'member', bootId };
  }

  /** The node made another key for its seats: linked peers are told, and every hello from now on says it. */
  seatsWith(consensusKey: string): void {
    this.#hellos.seatsWith(consensusKey);
    const bytes = asBuffer(encodeFrame({ type: 'descriptor', descriptor: this.descriptor }));
    for (const { peerId } of this.#links.peers()) this.#links.send(peerId, bytes);
  }

  /** Where gossip of this node is reached. Before the start, so that every hello says it. */
  gossipsAt(multiaddrs: readonly string[]): void {
    this.#hellos.gossipsAt(multiaddrs);
  }

  /** Listens and dials. Rejects when the address cannot be had. Once: a stopped network is not started again. */
  async start(service: PeerService): Promise<void> {
    this.#service = service;
    const { host, advertise } = this.#options;
    const port = await this.#server.start();
    this.#address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const reached = advertise.length > 0 ? advertise : EVERYWHERE.has(host) ? [] : [this.#address];
    if (reached.length === 0)
      this.#ports.log.warn({ host }, 'This node does not tell where it is reached. Set the addresses to advertise.');
    this.#hellos.onReachedAt(reached);
    for (const part of [this.#dialer, this.#roundTrips]) part.start();
  }

  /** Closes every link and listener; no timer or socket is left. */
  async stop(): Promise<void> {
    for (const part of [this.#roundTrips, this.#dialer]) part.stop();
    this.#links.closeAll();
    await this.#server.stop();
  }

  /** The state of the link to a known peer, as PeerBook.view takes it. */
  link(peerId: string): Omit<LinkFacts, 'advertised'> {
    const dialled = this.#dialer.link(peerId)?.state ?? 'idle';
    const other = dialled === 'stopped' ? 'idle' : dialled;
    const peer = this.#links.peer(peerId);
    const state = this.#ports.book.isBanned(peerId) ? 'banned' : peer ? 'up' : other;
    const rules = peer?.rules === undefined ? {} : { rules: peer.rules };
    return { state, queued: this.#links.queueLength(peerId), ...rules, ...this.#roundTrips.of(peerId) };
  }

  /**
   * Another certificate, or other trusted organisations: a peer that is not trusted any more loses its link, others are
   * dialled. Peer id and organisation stay.
   */
  renew(identity: NodeIdentity): void {
    this.#identity = identity;
    this.#context = secureContext(identity.tls);
    this.#hellos.onRenewed(identity);
    this.#server.renew(identity.tls);
    this.#dialer.onRenewed();
  }

  /** Its organisation took back the certificate with which it proved itself last: its own makings count no more. */
  isRevoked(peerId: string): boolean {
    const last = this.#ports.book.provenBy(peerId);
    return this.#identity.trusted.some(({ orgId, revoked }) => orgId === last?.orgId && revoked.has(last.serial));
  }

  /** As the authority of a trusted organisation is called; undefined where its name says nothing but the id. */
  readonly orgName = (orgId: string) => authorityName(this.#identity.trusted, orgId);

  lookAgain(): void {
    this.#dialer.look();
  }

  /** Most organisations say that the clock here is off. */
  get isClockOff(): boolean {
    return this.#hellos.isClockOff;
  }

  get clockAgreed(): boolean | undefined {
    return this.#hellos.clockAgreed;
  }

  /** The time that most linked organisations agree on; undefined while there are others, and none is linked. */
  get agreedMs(): number | undefined {
    return this.#hellos.agreedMs;
  }

  /** When another process with the keys of this node was met last. */
  get twinSeenAtMs(): number | undefined {
    return this.#hellos.twinSeenAtMs;
  }

  /** Linked members that show the consensus key of this node: copies of it. */
  get keyTwins(): number {
    const { consensusKey } = this.#hellos;
    return this.#links.peers().filter((peer) => peer.standing === 'member' && peer.consensusKey === consensusKey)
      .length;
  }

  get linksUp(): number {
    return this.#links.size;
  }

  peers(): readonly Peer[] {
    return this.#links.peers();
  }

  peer(peerId: string): Peer | undefined {
    return this.#links.peer(peerId);
  }

  send(peerId: string, frame: Frame, isPatient = false): boolean {
    return isPatient ? this.#frames.gather(peerId, frame) : this.#frames.send(peerId, frame);
  }

  hasPassed(peerId: string, tx: Transaction): boolean {
    return this.#frames.hasPassed(peerId, tx);
  }

  affords(peerId: string, bytes: number): boolean {
    return this.#ports.book.takes(peerId, 'answer-bytes', bytes);
  }

  dockets(...asked: Parameters<PeerNet['dockets']>) {
    return this.#asks.dockets(...asked);
  }

  readonly heads: PeerNet['heads'] = (peerId, which) => this.#asks.heads(peerId, which);
  readonly adverts: PeerNet['adverts'] = (peerId) => this.#asks.adverts(peerId);
  readonly submit: PeerNet['submit'] = (peerId, ask) => this.#asks.submit(peerId, ask);
  readonly chunk: PeerNet['chunk'] = (peerId, ask) => this.#asks.chunk(peerId, ask);
  readonly askWallet: PeerNet['askWallet'] = (peerId, ask) => this.#asks.askWallet(peerId, ask);
  readonly attest: PeerNet['attest'] = (peerId, genesis) => this.#asks.attest(peerId, genesis);

  blame(peerId: string, offence: Offence, detail: string): void {
    this.#ports.book.blame(peerId, offence, detail);
  }

  praise(peerId: string): void {
    this.#ports.book.praise(peerId);
  }

  #makeServer(answers: Answers, link: LinkPorts): PeerServer {
    const { identity, host, port } = this.#options;
    const peerMesh = {
      ...answers.peerMesh(),
      link: { type: 'duplex', handle: (caller, call) => acceptLink(caller, call, link) },
    } satisfies ConstructorParameters<typeof PeerServer>[2][number]['handlers'];
    return new PeerServer(
      { host, port, tls: identity.tls, messageBytesMax: TRANSPORT_BYTES_MAX },
      {
        log: this.#ports.log,
        complaints: link.complaints,
        clock: this.#ports.clock,
        verify: (raw) => this.#verify(raw),
        admit: (certified) => this.#mayConnect(certified),
        isProven: (certified) => this.#isProven(certified),
        onRefused: (code) => this.#ports.metrics?.onFailed(code),
      },
      [
        { definition: PeerMeshService, handlers: peerMesh },
        { definition: ValidatorServiceService, handlers: answers.validator() },
      ],
    );
  }

  #makeDialer(link: LinkPorts, onFailed: (reason: string) => void): Dialer {
    const { identity, seeds } = this.#options;
    const { book } = this.#ports;
    return new Dialer(
      { seeds, selfPeerId: identity.peerId },
      {
        ...link,
        method: PeerMeshService.link,
        context: () => this.#context,
        messageBytesMax: TRANSPORT_BYTES_MAX,
        verify: (raw) => this.#verify(raw),
        onFailed,
        candidates: () => this.#candidates(),
        isBanned: (peerId) => book.isBanned(peerId),
        wantedPeers: () => this.#ports.wantedPeers(),
        exchange: (peerId) => this.#exchange(peerId),
      },
    );
  }

  #verify(raw: Uint8Array): Result<Certified> {
    const { trusted, installation } = this.#identity;
    return verifyPeer(raw, { trusted, installation, nowMs: this.#ports.clock.now() });
  }

  /** A descriptor is signed by the node key, and TLS proved the key that it names. */
  #isProven({ peerId, orgId, keyHash }: Certified): boolean {
    return [this.#links.descriptor(peerId), this.#ports.book.descriptor(peerId)].some(
      (item) => item?.tlsKeyHash === keyHash && item.orgId === orgId,
    );
  }

  #mayConnect(certified: Certified): Issue | undefined {
    const { peerId, standing } = certified;
    if (this.#ports.book.isBanned(peerId)) return issue('PEER_BANNED', '', 'The peer is banned.');
    const foreign = this.#ports.book.whyForeign(certified);
    if (foreign) return foreign;
    if (standing === 'guest' && this.isRevoked(peerId)) return REVOKED;
    const stranger =
      standing === 'guest' && this.#options.admission !== 'open' && !this.#ports.wantedPeers().includes(peerId);
    return stranger ? issue('PEER_NOT_ADMITTED', '', SELF_MADE) : undefined;
  }

  #candidates(): readonly { readonly descriptor: NodeDescriptor; readonly lastSeenMs: number }[] {
    const orgs = new Set(this.#identity.trusted.map(({ orgId }) => orgId));
    return this.#ports.book
      .knownPeers()
      .flatMap(({ descriptor, isBanned, lastSeenMs }) =>
        descriptor && !isBanned && orgs.has(descriptor.orgId) ? [{ descriptor, lastSeenMs }] : [],
      );
  }

  async #exchange(peerId: string): Promise<void> {
    try {
      for (const descriptor of await this.#asks.exchange(peerId)) {
        const learnt = this.#ports.book.learn(descriptor, { isSeed: false });
        if (isFailure(learnt))
          this.#ports.log.debug(
            { peerId, reason: learnt.issue.code },
            'A descriptor that a peer passed on was refused.',
          );
      }
    } catch (error) {
      if (!isPeerFailure(error)) throw error;
      this.#ports.log.debug({ peerId, reason: error.reason }, 'A peer did not say whom it knows.');
    }
  }

  #onLinked(peer: Peer): void {
    const { peerId, orgId, standing } = peer;
    this.#ports.log.info({ peerId, orgId, standing }, 'A peer is linked.');
    this.#dialer.onHeard(peerId);
    this.#newService().onLinked(peer);
  }

  #onReplaced(peer: Peer): void {
    this.#frames.onLost(peer.peerId);
    this.#newService().onLinked(peer);
  }

  #onUnlinked(peerId: string): void {
    this.#ports.log.info({ peerId }, 'A peer is unlinked.');
    this.#frames.forget(peerId);
    this.#roundTrips.onUnlinked(peerId);
    this.#asks.onUnlinked(peerId);
    this.#hellos.forget(peerId);
    this.#newService().onUnlinked(peerId);
  }

  /** The descriptor of a peer while it is linked. Its connection stays judged by the hello that opened it. */
  #takeDescriptor(from: Peer, descriptor: NodeDescriptor): boolean {
    if (descriptor.peerId !== from.peerId || descriptor.orgId !== from.orgId) return false;
    const learnt = this.#ports.book.learn(descriptor, { isSeed: false });
    if (learnt === 'newer' || learnt === 'new') {
      this.#links.seatsWith(from.peerId, descriptor.consensusKey);
      this.#hellos.shows(from, descriptor.consensusKey);
    }
    return !isFailure(learnt);
  }

  #onBanned(peerId: string): void {
    this.#dialer.onBanned(peerId);
    this.#links.close(peerId);
    this.#server.closePeer(peerId);
  }

  #newService(): PeerService {
    if (!this.#service) throw new InvariantError('the network was not started');
    return this.#service;
  }
}
