// Nodes that gossip with each other on the loopback: real libp2p, real drivers and peer books, and a ledger of one-seat
// registers that is a table. Every byte that leaves or arrives is kept, for tests of silence.
import { CatalogueGossip } from '../../../actors/mesh/gossip/catalogue-gossip.js';
import { TipGossip } from '../../../actors/mesh/gossip/tip-gossip.js';
import { PeerBook } from '../../../actors/mesh/peers/peer-book.js';
import { Subscriptions } from '../../../actors/mesh/replication/subscriptions.js';
import { claimsVerifier } from '../../../actors/verifier.js';
import { concat } from '../../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../../core/base/hash.js';
import type { Log } from '../../../core/base/ports.js';
import { voteDigest } from '../../../core/consensus/digest.js';
import { generate, sign } from '../../../core/crypto/signing/algorithms.js';
import type { AdmissionMode } from '../../../core/mesh/admission.js';
import type { HeadClaim } from '../../../core/mesh/frames.js';
import { peerIdOf } from '../../../core/mesh/peer-id.js';
import type { NodeDescriptor } from '../../../core/mesh/types.js';
import type { DocketHeader, RegisterState, Roster } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import { rosterHashOf } from '../../../core/register/roster.js';
import { Gossip } from '../../../node/network/gossip/gossip.js';
import { GossipLinks } from '../../../node/network/gossip/gossip-links.js';
import type { GossipTransport } from '../../../node/network/gossip/gossip-transport.js';
import { startHost } from '../../../node/network/gossip/host.js';
import { systemClock, systemRandom } from '../../../node/platform/clock.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { PeerStore } from '../../../storage/tables/node/peers.js';
import { liar, type Scene, voteOf } from '../register/evidence.js';
import { descriptorOf } from './descriptor.js';

const SEAT = liar('validator 0');
export const ROSTER: Roster = { validators: [SEAT.seat] };
const ZEROS = '0'.repeat(64);

/** Id of the register with this number. */
export function registerId(n: number): string {
  return `00000000-1111-4222-8333-${n.toString(16).padStart(12, '0')}`;
}

export function genesisOf(id: string): string {
  return sha256Hex(`genesis ${id}`);
}

/**
 * A head with a certificate of the only seat, or of one that has none. `salt` makes other dockets of the height;
 * `prevHash` says what it follows.
 */
export function headAt(
  id: string,
  height: number,
  { salt = 0, by = SEAT, prevHash = ZEROS }: { salt?: number; by?: typeof SEAT; prevHash?: string } = {},
): HeadClaim {
  const rosterHash = rosterHashOf(ROSTER);
  const header: DocketHeader = {
    ...{
      v: 1,
      registerId: id,
      height,
      prevHash,
      timestampMs: 1_000_000 + height,
      proposer: SEAT.seat.validatorId,
    },
    ...{ rosterHash, nextRosterHash: rosterHash, txRoot: ZEROS, bodyRoot: ZEROS, txCount: 1, bytes: 100 + salt },
    ...{ stateHash: ZEROS, historyRoot: ZEROS, annexRoot: ZEROS, rules: 1 },
  };
  const docket = docketHash(header);
  const scene: Scene = { registerId: id, genesisHash: genesisOf(id), rosterHash, height, round: 0 };
  const { signature } = signedVote(by, scene, docket);
  const certificate = {
    kind: 'COMMIT' as const,
    height,
    round: 0,
    docketHash: docket,
    rosterHash,
    signatures: [{ voterIndex: 0, signature }],
  };
  return { registerId: id, header, certificate, docket: null };
}

function signedVote(by: typeof SEAT, scene: Scene, docket: string): { readonly signature: string } {
  // voteOf names a docket by text; the digest is over its hash.
  const vote = { ...voteOf(by, scene, '', 'COMMIT'), voter: SEAT.seat.validatorId, docketHash: docket };
  return { signature: by.sign(voteDigest(vote)) };
}

export function recordOf(n: number, members: Partial<RegisterRecord> = {}): RegisterRecord {
  const id = registerId(n);
  return {
    ...{
      id,
      reg: n,
      name: `Register ${n}`,
      description: `What register ${n} is for`,
      tenantId: 't',
      createdAt: '',
      updatedAt: '',
    },
    ...{ status: 'ONLINE', seat: 'Running', advertise: false, isFullReplica: true, genesisHash: genesisOf(id) },
    ...members,
  };
}

export function stateAt(id: string, height: number, salt = 0): RegisterState {
  const { header, certificate } = headAt(id, height, { salt });
  return {
    ...{ registerId: id, genesisHash: genesisOf(id), height, hash: certificate.docketHash, proposer: header.proposer },
    ...{ timestampMs: header.timestampMs, stateHash: ZEROS, roster: ROSTER, members: [], rules: 1, txCount: 1 },
    policy: { consensus: { mode: 'majority' } },
  } as unknown as RegisterState;
}

/** The ledger as gossip sees it: records and the height of each. */
export class GossipLedger {
  readonly records = new Map<string, RegisterRecord>();
  readonly heights = new Map<string, number>();

  hold(record: RegisterRecord, height = 0): void {
    this.records.set(record.id, record);
    this.heights.set(record.id, height);
  }

  registers = (): readonly RegisterRecord[] => [...this.records.values()];
  register = (id: string): RegisterRecord | undefined => this.records.get(id);
  state = (id: string): RegisterState => stateAt(id, this.heights.get(id) ?? 0);
  docketAt = (reg: number, height: number) => ({ hash: headAt(registerId(reg), height).certificate.docketHash });
  claim = async ({ id }: RegisterRecord): Promise<HeadClaim> => headAt(id, this.heights.get(id) ?? 0);
}

export interface GossipGiven {
  readonly admission?: AdmissionMode;
  readonly orgId?: string;
}

export class GossipNode {
  readonly name: string;
  readonly peerId: string;
  readonly book: PeerBook;
  readonly ledger = new GossipLedger();
  readonly heard: HeadClaim[] = [];
  readonly blames: string[] = [];
  readonly verdicts: string[] = [];
  /** Everything that left or arrived, as latin1, so that text in it can be looked for. */
  readonly wire: string[] = [];
  readonly subscriptions: Subscriptions;
  readonly heads: TipGossip;
  readonly catalogue: CatalogueGossip;
  readonly gossip: Gossip;
  readonly links: GossipLinks;
  transport!: GossipTransport;
  readonly #pair;
  readonly #orgId: string;

  constructor(name: string, given: GossipGiven = {}) {
    this.name = name;
    this.#pair = generate('ED25519', sha256(name));
    this.#orgId = given.orgId ?? 'northwind';
    this.peerId = peerIdOf(this.#pair.publicKey);
    const admission = given.admission ?? 'org';
    const ports = { clock: systemClock, random: systemRandom, log: QUIET };
    const kv = memoryKv();
    this.book = new PeerBook(
      { ...ports, journal: { commit: (ops: readonly KvOp[]) => kv.write(ops) }, peers: new PeerStore(kv) },
      { selfPeerId: this.peerId, admission, allowedPeers: [], isRosterMember: () => false },
    );
    const { ledger } = this;
    const cast = () => this.gossip;
    const rosters = { peers: () => [] };
    this.subscriptions = new Subscriptions({
      ...ports,
      ledger: ledger as never,
      rosters: rosters as never,
      net: () => undefined,
      behind: () => undefined,
      keys: { all: () => [] },
    });
    this.links = new GossipLinks(
      { selfPeerId: this.peerId, orgId: this.#orgId, admission, allowedPeers: [], trusted: ['northwind'] },
      {
        ...ports,
        book: this.book,
        peer: () => undefined,
        peers: () => [],
        isRosterMember: () => false,
        isRevoked: () => false,
        wantedPeers: () => [],
      },
    );
    this.catalogue = new CatalogueGossip({
      ...{ ...ports, ledger, subscriptions: this.subscriptions, cast },
      descriptor: () => this.descriptor,
      sign: (digest) => this.sign(digest),
      admits: ({ peerId, orgId }) => this.links.mayHear(peerId, orgId),
      learn: (descriptor) => this.book.learn(descriptor, { isSeed: false }),
      isLinked: () => false,
    });
    this.heads = new TipGossip({
      ...{ ...ports, ledger, chain: ledger as never, verify: claimsVerifier(4), rosters, cast, net: () => undefined },
      tipAnnouncer: { claim: ledger.claim, onHeard: (_, head) => this.heard.push(head) > 0 },
      isOwn: () => true,
      providers: () => [],
      isInteresting: (record) => this.catalogue.isInteresting(record),
    });
    this.gossip = new Gossip({
      ...{
        clock: systemClock,
        log: QUIET,
        metrics: { message: (way, kind, outcome) => void this.verdicts.push(`${way} ${kind} ${outcome}`) },
      },
      ears: { head: (from, head) => this.heads.onHeard(from, head), catalogue: (told) => this.catalogue.onHeard(told) },
      blame: (peerId, offence, detail) => {
        this.blames.push(`${peerId} ${offence}`);
        this.book.blame(peerId, offence, detail);
      },
    });
    this.book.bans.onBan((peerId) => {
      this.links.onBanned(peerId);
      this.catalogue.onBanned(peerId);
    });
  }

  get descriptor(): NodeDescriptor {
    const now = Date.now();
    const about = { orgId: this.#orgId, endpoints: [], multiaddrs: this.transport?.multiaddrs ?? [] };
    return descriptorOf(this.name, { ...about, seq: now, notAfterMs: now + 86_400_000 });
  }

  sign(digest: Uint8Array): Uint8Array {
    return sign('ED25519', this.#pair.privateKey, digest);
  }

  /** Listens, and is open for gossip; it tells nothing by itself before `catalogue.start()`. */
  async start(): Promise<void> {
    const key = concat(Uint8Array.of(8, 1, 18, 64), this.#pair.privateKey.subarray(0, 32), this.#pair.publicKey);
    const inner = await startHost(
      { key, listen: '/ip4/127.0.0.1/tcp/0', software: 'test' },
      {
        mayLink: (peerId) => this.links.mayLink(peerId),
        pointsOf: (peerId) => this.links.pointsOf(peerId),
        judgeMessage: (from, topic, data) => {
          this.wire.push(Buffer.from(data).toString('latin1'));
          return this.gossip.judgeMessage(from, topic, data);
        },
      },
    );
    this.transport = {
      ...inner,
      publish: (topic, data) => {
        this.wire.push(Buffer.from(data).toString('latin1'));
        return inner.publish(topic, data);
      },
    };
  }

  open(): void {
    this.gossip.open(this.transport);
    this.links.open(this.transport);
  }

  async stop(): Promise<void> {
    this.catalogue.stop();
    this.heads.stop();
    this.links.close();
    this.gossip.close();
    await this.transport?.stop();
  }

  /** A docket of the only seat was sealed here. */
  seal(id: string, height: number): void {
    this.ledger.heights.set(id, height);
    this.heads.onSealed(id, height);
  }
}

/** Starts nodes that know each other and waits until all are connected and listen to the catalogue. */
export async function gossiping(nodes: readonly GossipNode[]): Promise<void> {
  for (const node of nodes) await node.start();
  for (const node of nodes)
    for (const other of nodes) if (other !== node) node.book.learn(other.descriptor, { isSeed: false });
  for (const node of nodes) node.open();
}

export const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => QUIET };
