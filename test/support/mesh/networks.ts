// Several networks in one process on the loopback, with real TLS and certificates of real authorities, for tests of
// node/network.
import { join } from 'node:path';
import { PeerBook } from '../../../actors/mesh/peers/peer-book.js';
import type { PeerService } from '../../../actors/mesh/ports.js';
import { toHex } from '../../../core/base/bytes.js';
import type { Issue } from '../../../core/base/issue.js';
import { issue } from '../../../core/base/issue.js';
import type { Log } from '../../../core/base/ports.js';
import { fail } from '../../../core/base/result.js';
import type { AdmissionMode } from '../../../core/mesh/admission.js';
import type { Frame } from '../../../core/mesh/frames.js';
import type { Peer } from '../../../core/mesh/types.js';
import { TransactionCache } from '../../../node/network/links/transaction-cache.js';
import { Network } from '../../../node/network/network.js';
import type { NetworkMetrics, NetworkOptions } from '../../../node/network/network-ports.js';
import { PeerChannel, secureContext } from '../../../node/network/transport/client.js';
import { systemClock, systemRandom } from '../../../node/platform/clock.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import type { Authority } from '../../../storage/pki/authority.js';
import { loadIdentity, type NodeIdentity, TRUSTED_FOLDER } from '../../../storage/pki/identity.js';
import { trust } from '../../../storage/pki/trusted.js';
import { verifyPeer } from '../../../storage/pki/verify.js';
import { PeerStore } from '../../../storage/tables/node/peers.js';
import { aroundEach } from '../base/blocks.js';
import { folderOfEach } from '../base/folders.js';
import { good } from '../base/good.js';
import { aGuest, anAuthority, enrolled, ORG_A } from './pki.js';

const HOUR_MS = 3_600_000;

/** A folder for identities, and everything that must be stopped at its end. */
export class NetworkWorld {
  readonly root: string;
  readonly members: Member[] = [];
  #authority: Promise<Authority> | undefined;
  #next = 0;

  constructor() {
    aroundEach(
      () => undefined,
      () => this.end(),
    );
    this.root = folderOfEach();
  }

  authority(): Promise<Authority> {
    this.#authority ??= anAuthority(join(this.root, 'ca'), { orgId: ORG_A, nowMs: Date.now() - HOUR_MS });
    return this.#authority;
  }

  folder(): string {
    return join(this.root, `n${this.#next++}`);
  }

  /** An identity of the world's organisation, or of another authority. */
  async identity(
    authority?: Authority,
    given: { readonly nowMs?: number; readonly days?: number } = {},
  ): Promise<NodeIdentity> {
    const dir = this.folder();
    const nowMs = given.nowMs ?? Date.now() - HOUR_MS;
    await enrolled(dir, authority ?? (await this.authority()), { ...given, nowMs });
    return good(loadIdentity(dir, nowMs));
  }

  /** A node with a certificate of its own making that trusts the organisation of the world. */
  async guest(): Promise<NodeIdentity> {
    const dir = this.folder();
    await aGuest(dir);
    return this.trusting(dir, Date.now());
  }

  /** The identity in a folder after it was told to trust the organisation of the world. */
  async trusting(dir: string, nowMs: number): Promise<NodeIdentity> {
    trust(join(dir, TRUSTED_FOLDER), (await this.authority()).own);
    return good(loadIdentity(dir, nowMs));
  }

  async member(given: MemberGiven = {}): Promise<Member> {
    const member = new Member(given.identity ?? (await this.identity()), given);
    this.members.push(member);
    return member;
  }

  async started(given: MemberGiven = {}): Promise<Member> {
    const member = await this.member(given);
    await member.start();
    return member;
  }

  private async end(): Promise<void> {
    await Promise.all(this.members.splice(0).map((member) => member.stop()));
    this.#authority = undefined;
  }
}

export interface MemberGiven
  extends Partial<Pick<NetworkOptions, 'seeds' | 'advertise' | 'admission' | 'port' | 'bootId' | 'machine'>> {
  readonly identity?: NodeIdentity;
  /** Of its seats; the node key by default. */
  readonly consensusKey?: string;
  readonly service?: Partial<PeerService>;
  readonly wanted?: readonly string[];
  /** Whether the peer holds a seat in a register of this node: no peer by default. */
  readonly isRosterMember?: (peerId: string) => boolean;
}

let boots = 0;

/** A network, what came in, and what it logged and counted. */
export class Member {
  readonly identity: NodeIdentity;
  readonly book: PeerBook;
  readonly network: Network;
  readonly frames: { readonly from: string; readonly frame: Frame }[] = [];
  readonly linked: string[] = [];
  readonly unlinked: string[] = [];
  readonly failures: string[] = [];
  readonly dropped: string[] = [];
  readonly errors: string[] = [];
  /** Warnings as an operator reads them: the message, the reason and the detail. */
  readonly warned: string[] = [];
  readonly service: PeerService;
  #running = false;

  constructor(identity: NodeIdentity, given: MemberGiven) {
    this.identity = identity;
    const admission: AdmissionMode = given.admission ?? 'org';
    const log = this.#log();
    const { journal, kv } = memory();
    this.book = new PeerBook(
      { clock: systemClock, log, random: systemRandom, journal, peers: new PeerStore(kv) },
      {
        selfPeerId: identity.peerId,
        admission,
        allowedPeers: [],
        isRosterMember: given.isRosterMember ?? (() => false),
      },
    );
    this.service = { ...this.#service(), ...given.service };
    this.network = new Network(
      {
        ...{
          identity,
          consensusKey: given.consensusKey ?? toHex(identity.publicKey),
          host: '127.0.0.1',
          port: given.port ?? 0,
        },
        ...{ advertise: given.advertise ?? [], multiaddrs: [], seeds: given.seeds ?? [], admission },
        ...{ bootId: given.bootId ?? `boot-${boots++}`, software: 'test', machine: given.machine },
      },
      {
        ...{ clock: systemClock, random: systemRandom, log, book: this.book, metrics: this.#metrics(), votes: null },
        transactions: new TransactionCache(),
        wantedPeers: () => given.wanted ?? [],
        health: () => ({ status: 'healthy', validatorId: null, activeRegisters: 0, lastHeartbeatMs: 1, issues: [] }),
      },
    );
  }

  get peerId(): string {
    return this.identity.peerId;
  }

  async start(): Promise<void> {
    await this.network.start(this.service);
    this.#running = true;
  }

  async stop(): Promise<void> {
    if (this.#running) await this.network.stop();
    this.#running = false;
  }

  #service(): PeerService {
    const refused = (): Issue => issue('REGISTER_NOT_FOUND', '', 'No such register.');
    return {
      onLinked: ({ peerId }: Peer) => void this.linked.push(peerId),
      onUnlinked: (peerId) => void this.unlinked.push(peerId),
      frame: ({ peerId }, frame) => void this.frames.push({ from: peerId, frame }),
      dockets: () => fail(refused()),
      heads: async () => [],
      adverts: () => [],
      submit: async (_, { transactions }) => transactions.map(({ txId }) => ({ txId, status: 'accepted' })),
      attest: async () => fail(refused()),
      chunk: async () => fail(refused()),
      askWallet: async (_, { sealed }) => sealed,
      requestVote: async () => fail(refused()),
      validateDocket: async () => ({ status: 'behind', height: 0, issues: [] }),
    };
  }

  #metrics(): NetworkMetrics {
    return {
      frame: () => undefined,
      onDropped: (direction, kind) => void this.dropped.push(`${direction} ${kind}`),
      onAsked: () => undefined,
      onFailed: (reason) => void this.failures.push(reason),
    };
  }

  #log(): Log {
    const log: Log = {
      debug: (fields, message) => {
        if (process.env.DEBUG_NETWORK) console.error(message, fields);
      },
      info: () => undefined,
      warn: (fields, message) => {
        const { reason, detail } = fields as { readonly reason?: string; readonly detail?: string };
        this.warned.push([message, reason, detail].filter(Boolean).join(' '));
      },
      error: (_, message) => void this.errors.push(message),
      child: () => log,
    };
    return log;
  }
}

/** A connection of an identity that speaks for itself: what a program would that is no node. */
export function channelOf(identity: NodeIdentity, endpoint: string): PeerChannel {
  const { trusted, installation } = identity;
  return new PeerChannel(
    { endpoint, context: secureContext(identity.tls), expected: undefined, messageBytesMax: 64 << 20 },
    { clock: systemClock, verify: (raw) => verifyPeer(raw, { trusted, installation, nowMs: Date.now() }) },
  );
}

function memory() {
  const kv = memoryKv();
  return { kv, journal: { commit: (ops: readonly KvOp[]) => kv.write(ops) } };
}

/** Waits for what must come true, up to a bound that a loaded machine keeps. */
export async function until(what: () => boolean, timeoutMs = 15_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!what()) {
    if (Date.now() > end) throw new Error(`it did not come true in ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Waits until a number does not grow for a moment. */
export async function stillness(count: () => number): Promise<void> {
  for (let before = -1; count() !== before; ) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

export function vote(n: number, registerId = '01234567-89ab-4def-8123-456789abcdef'): Frame {
  const h = 'ab'.repeat(32);
  return {
    type: 'consensus',
    registerId,
    message: {
      type: 'vote',
      vote: {
        ...{ kind: 'PREPARE', registerId, genesisHash: h, height: n, round: 0, docketHash: h, rosterHash: h, voter: h },
        ...{ approve: true, code: '', signature: 'cd'.repeat(64) },
      },
    },
  };
}
