// Nodes of a mesh in one process: each a ledger on a disk in memory with the production mesh driver, over links in
// memory and one virtual clock. Nodes are founded together, cut, crashed and started again from their disks.
import type { ConsensusTransport } from '../../../actors/docket/ports.js';
import { FileKeeper } from '../../../actors/files/keeper.js';
import { MeshDriver } from '../../../actors/mesh/driver.js';
import { isExcluded } from '../../../actors/mesh/exclusion.js';
import { fileHolders } from '../../../actors/mesh/gossip/file-holders.js';
import { toldTip } from '../../../actors/mesh/gossip/told-tip.js';
import type { Mesh } from '../../../actors/mesh/mesh.js';
import type { PeerNet } from '../../../actors/mesh/ports.js';
import { hearsMost, knowsMost } from '../../../actors/mesh/reach.js';
import { meshSurface } from '../../../actors/mesh/surface.js';
import type { ConsensusKeys } from '../../../actors/ports.js';
import { BENCH_BLUEPRINT } from '../../../cli/harness/workload.js';
import { issue } from '../../../core/base/issue.js';
import type { Json } from '../../../core/base/json.js';
import { fail, isFailure } from '../../../core/base/result.js';
import { peerIdOf } from '../../../core/mesh/peer-id.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { SealedDocket, Validator } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { PolicyDraft } from '../../../core/register/policy.js';
import { validatorIdOf } from '../../../core/register/roster.js';
import { type MemoryKv, memoryKv } from '../../../storage/engine/memory.js';
import { FileChunks } from '../../../storage/tables/workflow/file-chunks.js';
import { FileClaims } from '../../../storage/tables/workflow/file-claims.js';
import { VirtualClock } from '../base/virtual-clock.js';
import {
  anAction,
  genesisTransaction,
  keyOf,
  keysOf,
  type LedgerWorld,
  type LedgerWorldOptions,
  ledgerWorld,
  mustState,
  promptClaims,
  QUIET,
  REGISTER_ID,
  signedTransaction,
} from '../node/ledger-world.js';
import { MemoryNet } from './memory-net.js';

export interface MeshNode {
  readonly name: string;
  readonly peerId: string;
  readonly kv: MemoryKv;
  readonly keys: ConsensusKeys;
  readonly world: LedgerWorld;
  readonly driver: MeshDriver;
  readonly surface: Mesh;
  readonly net: PeerNet;
  readonly chunks: FileChunks;
  readonly files: FileKeeper;
}

export interface NodeGiven {
  readonly kv?: MemoryKv;
  readonly keys?: ConsensusKeys;
  readonly standing?: Peer['standing'];
  readonly orgId?: string;
  readonly attests?: boolean;
  readonly ledger?: LedgerWorldOptions;
  readonly fileBytesMax?: number;
}

/** The peer id of the node of that name. */
export function peerOf(name: string): string {
  return peerIdOf(keyOf(`node ${name}`).publicKey);
}

const bookIssue = issue('PEER_NOT_FOUND', '', 'This book is empty.');
const bans = { ban: async () => bookIssue, lift: async () => bookIssue };

export class MeshWorld {
  readonly clock = new VirtualClock();
  readonly net = new MemoryNet(this.clock);
  readonly nodes = new Map<string, MeshNode>();
  private dice = 1;

  /** Nodes of these names, all linked. */
  static async of(...names: readonly string[]): Promise<MeshWorld> {
    const mesh = new MeshWorld();
    for (const name of names) await mesh.add(name);
    mesh.net.linkAll();
    await mesh.clock.settle();
    return mesh;
  }

  node(name: string): MeshNode {
    const found = this.nodes.get(name);
    if (!found) throw new Error(`there is no node ${name}`);
    return found;
  }

  /** Opens a node; `link` or `linkAll` of the net connects it. */
  async add(name: string, given: NodeGiven = {}): Promise<MeshNode> {
    const { kv = memoryKv(), keys = keysOf(name), standing = 'member', orgId = `org of ${name}` } = given;
    const peerId = peerOf(name);
    let driver: MeshDriver | undefined;
    const world = await ledgerWorld({
      ...given.ledger,
      kv,
      keys,
      clock: this.clock,
      transport: (registerId) => lazily(() => driver?.parts.consensus.transport(registerId)),
      accepted: (registerId, tx, relayed) => driver?.onAccepted(registerId, tx, relayed),
      heard: (registerId) => driver && toldTip(driver.parts, registerId),
      isLeft: (registerId) => driver !== undefined && isExcluded(driver.parts, registerId),
      hearsMost: (registerId) => driver !== undefined && hearsMost(driver.parts, registerId),
      knowsMost: (registerId) => driver !== undefined && knowsMost(driver.parts, registerId),
    });
    const { ledger, chain, announcements } = world;
    const { journal } = world.store;
    const chunks = new FileChunks(kv, journal);
    const files = new FileKeeper(
      {
        ...{ clock: this.clock, log: QUIET, announcements, ledger, chain, chunks },
        claims: new FileClaims(kv, journal, chunks),
        commit: (ops) => journal.commit(ops),
        peers: () => driver && fileHolders(driver.parts, (id) => ledger.register(id)),
        isKept: (registerId, peerId) => driver?.parts.rosters.isSeated(registerId, peerId) ?? true,
      },
      { bytesMax: given.fileBytesMax ?? Number.MAX_SAFE_INTEGER },
    );
    driver = new MeshDriver(
      {
        ...{ clock: this.clock, log: QUIET, chain, keys, ledger, announcements, verifyClaims: promptClaims, files },
        random: { bytes: (length) => Buffer.alloc(length, 5), number: () => this.roll() },
      },
      { peerId, attests: given.attests ?? true, sync: 'all' },
    );
    const { publicKey } = keys.current;
    const net = this.net.open({ peerId, orgId, consensusKey: publicKey, standing, bootId: `${name} ${this.dice}` });
    driver.start(net);
    await files.start();
    this.net.serve(peerId, driver);
    const surface = meshSurface({
      parts: driver.parts,
      spread: (...given) => node.driver.spread(...given),
      ledger,
      book: { bans, reset: async () => fail(bookIssue) },
      views: () => [],
      own: { peerId, orgId, endpoint: '', seat: () => this.seat(name) },
    });
    const node = { name, peerId, kv, keys, world, driver, surface, net, chunks, files };
    this.nodes.set(name, node);
    return node;
  }

  /** The power of a node fails: nothing of it runs on, and its disk keeps what was synced. */
  async crash(name: string): Promise<void> {
    const { peerId, driver, files } = this.node(name);
    this.net.isolate(peerId);
    this.net.serve(peerId, undefined);
    void files.stop();
    await driver.stop();
  }

  /** Starts a crashed node again from its disk, linked to all that are up. */
  async restart(name: string, given: NodeGiven = {}): Promise<MeshNode> {
    const { kv, keys } = this.node(name);
    const again = await this.add(name, { kv: kv.crash(), keys, ...given });
    for (const other of this.nodes.values()) if (other.name !== name) this.net.link(again.peerId, other.peerId);
    await this.clock.settle();
    return again;
  }

  isolate(name: string): void {
    this.net.isolate(peerOf(name));
  }

  rejoin(name: string): void {
    for (const other of this.nodes.keys()) if (other !== name) this.net.link(peerOf(name), peerOf(other));
  }

  /** Time passes, at least `ms`, with the sweep of the nodes that are `up` once a minute. */
  async pass(ms: number, up: readonly string[]): Promise<void> {
    for (let gone = 0; gone < ms; gone += 60_000) {
      await this.clock.advance(60_000);
      const swept = up.map((name) => this.node(name).world.ledger.sweep());
      await this.clock.settle();
      await Promise.all(swept);
    }
  }

  seat(name: string): Validator {
    const { keys, net } = this.node(name);
    const { publicKey } = keys.current;
    return {
      ...{ validatorId: validatorIdOf(publicKey), orgId: net.self.orgId },
      ...{ consensusKey: publicKey, peerId: net.self.peerId },
    };
  }

  /**
   * Founds a register at the first of the nodes with a seat for each. Gives what `create` gives, or the issues of the
   * attestations.
   */
  async tryFound(names: readonly string[], given: FoundOptions = {}) {
    const { registerId = REGISTER_ID, policy = {}, advertise = false, nowMs = this.clock.now() } = given;
    const { world, driver } = this.node(names[0]!);
    const validators = names.map((name) => this.seat(name));
    const transaction = genesisTransaction(nowMs, registerId, { validators, policy });
    const founding = { transaction, advertise };
    if (names.length === 1) return world.ledger.genesis.found(founding);
    const docket = await world.ledger.genesis.prepare(founding);
    if (isFailure(docket)) return docket;
    const signatures = await driver.parts.attestations.collect(docket, validators);
    if (isFailure(signatures)) return signatures;
    return world.ledger.genesis.found(founding, { docket, signatures });
  }

  /** Founds, publishes the bench blueprint and lets everybody follow; gives the pin. */
  async found(names: readonly string[], given: FoundOptions = {}): Promise<string> {
    const { registerId = REGISTER_ID } = given;
    const made = await this.tryFound(names, given);
    if (!('sealed' in made)) throw new Error(JSON.stringify(made));
    await this.clock.advance(100);
    const publication = this.publication(registerId);
    const { ledger } = this.node(names[0]!).world;
    await this.submit(names[0]!, publication);
    await this.clock.advance(500);
    if (ledger.receipt(registerId, publication.txId)?.status !== 'sealed') throw new Error('it was not published');
    return publication.txId;
  }

  publication(registerId = REGISTER_ID, by = 'owner'): Transaction {
    return signedTransaction(
      keyOf(by),
      {
        registerId,
        blueprintId: BENCH_BLUEPRINT.id,
        actionId: 'blueprint-publish',
        createdAt: new Date(this.clock.now()).toISOString(),
        metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
      },
      // Its id covers the blueprint only.
      { ...BENCH_BLUEPRINT, ...(by !== 'owner' && { title: `Blueprint of ${by}` }) } as unknown as Json,
    );
  }

  action(name: string, pin: string, sequence: number, registerId = REGISTER_ID): Transaction {
    return anAction(this.node(name).world, pin, sequence, registerId);
  }

  /** Submits at a node, without waiting for the seal. */
  async submit(name: string, tx: Transaction) {
    const outcome = this.node(name).world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 });
    await this.clock.settle();
    return outcome;
  }

  height(name: string, registerId = REGISTER_ID): number {
    const state = this.node(name).world.ledger.state(registerId);
    return isFailure(state) ? -1 : state.height;
  }

  state(name: string, registerId = REGISTER_ID) {
    return mustState(this.node(name).world, registerId);
  }

  /** The whole chain of a register as a node has it on disk. */
  async chain(name: string, registerId = REGISTER_ID): Promise<readonly SealedDocket[]> {
    const { chain, registers } = this.node(name).world;
    const found: SealedDocket[] = [];
    for await (const sealed of chain.iterate(registers.byId(registerId)!.reg, 0)) found.push(sealed);
    return found;
  }

  async stop(): Promise<void> {
    for (const { driver, world } of this.nodes.values()) {
      await driver.stop();
      await world.ledger.stop();
    }
  }

  /** A small linear generator: tests must not depend on chance. */
  private roll(): number {
    this.dice = (this.dice * 1_103_515_245 + 12_345) % 2_147_483_648;
    return this.dice / 2_147_483_648;
  }
}

export interface FoundOptions {
  readonly registerId?: string;
  readonly policy?: PolicyDraft;
  readonly advertise?: boolean;
  /** When the genesis was made; now by default. */
  readonly nowMs?: number;
}

function lazily(now: () => ConsensusTransport | undefined): ConsensusTransport {
  return {
    send: (to, message) => now()?.send(to, message),
    fetch: (wanted) => now()?.fetch(wanted),
    serve: (owed) => now()?.serve(owed),
    offer: (to, transactions) => now()?.offer(to, transactions),
  };
}
