// The mesh of the node, when it is switched on: its identity, the peers it knows, the links to them and the drivers
// that use them. With the mesh off there is no peer to send to, and the surface says so.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SharedFiles } from '../../actors/files/ports.js';
import type { LedgerHost } from '../../actors/ledger/host.js';
import { MeshDriver } from '../../actors/mesh/driver.js';
import type { Mesh } from '../../actors/mesh/mesh.js';
import { PeerBook } from '../../actors/mesh/peers/peer-book.js';
import type { PeerService } from '../../actors/mesh/ports.js';
import { meshSurface } from '../../actors/mesh/surface.js';
import type { ConsensusKeys } from '../../actors/ports.js';
import { isBroken } from '../../actors/register-records.js';
import { keyForSeats } from '../../actors/register-replica/consensus-keys.js';
import type { WalletHost } from '../../actors/wallet-asks/ports.js';
import type { Log } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import type { Hash, Validator } from '../../core/model/register.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { Store } from '../../storage/open.js';
import { loadIdentityOfAnyTime, type NodeIdentity } from '../../storage/pki/identity.js';
import { PeerStore } from '../../storage/tables/node/peers.js';
import type { Config } from '../config/schema.js';
import { TransactionCache } from '../network/links/transaction-cache.js';
import { Network } from '../network/network.js';
import type { NetworkPorts } from '../network/network-ports.js';
import { MeshHealth } from '../observe/mesh-health.js';
import type { Metrics } from '../observe/metrics.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { machineBootId, machineMark } from '../platform/machine.js';
import { VERSION } from '../platform/version.js';
import type { Alter } from './alter.js';
import { type OpenGossip, openGossip } from './gossip.js';
import type { OpenLedger } from './ledger.js';
import type { MeshBinding } from './mesh-binding.js';
import { TrustWatch } from './trust.js';

function identityFolder(config: Config): string {
  return config.network.pkiDir ?? join(config.node.dataDir, 'mesh');
}

/**
 * The identity of the node; undefined with the mesh off. Throws an Error with sentences for the operator when it cannot
 * be used.
 */
export function openIdentityOf(config: Config): NodeIdentity | undefined {
  if (!config.network.enabled) return undefined;
  const identity = loadIdentityOfAnyTime(identityFolder(config), systemClock.now());
  if (isFailure(identity)) throw new Error(identity.issues.map(({ message }) => message).join(' '));
  if (identity.installation !== config.node.installation)
    throw new Error(
      `The certificate of this node is for the installation ${identity.installation}, and node.installation is ${config.node.installation}. Make them equal.`,
    );
  const { orgId } = config.validator;
  // A seat is held by whom the certificate names; the default states nothing.
  if (orgId !== PLATFORM_ORGANISATION_ID && orgId !== identity.orgId)
    throw new Error(
      `validator.orgId is ${orgId}, but the certificate of this node is of the organisation ${identity.orgId}, which holds its seats. Remove validator.orgId, or enrol the node with the CA of that organisation.`,
    );
  return identity;
}

export interface MeshInput {
  readonly config: Config;
  readonly identity: NodeIdentity;
  readonly store: Store;
  readonly opened: OpenLedger;
  readonly files: SharedFiles;
  readonly wallets: WalletHost;
  readonly keys: ConsensusKeys;
  readonly binding: MeshBinding;
  readonly log: Log;
  readonly metrics: Metrics | null;
  health: NetworkPorts['health'];
  readonly alter?: Alter | undefined;
}

export interface OpenMesh {
  readonly surface: Mesh;
  readonly driver: MeshDriver;
  readonly network: Network;
  /** Undefined when it is switched off. */
  readonly gossip: OpenGossip | undefined;
  readonly trust: TrustWatch;
  readonly health: MeshHealth;
  start(): Promise<void>;
  stop(): Promise<void>;
  sweep(nowMs: number): Promise<void>;
}

/** Builds the parts and links nothing yet. */
export async function openMesh(input: MeshInput): Promise<OpenMesh> {
  const { config, identity, opened, files, wallets, keys, binding, metrics } = input;
  const { ledger, chain, verifyClaims } = opened;
  const log = input.log.child({ module: 'mesh' });
  const ports = { clock: systemClock, random: systemRandom, log };
  const { attestGenesis, verifySync: sync } = config.network;
  const { announcements } = opened;
  const driver = new MeshDriver(
    { ...ports, chain, files, wallets, ledger, keys, announcements, verifyClaims },
    { peerId: identity.peerId, attests: attestGenesis === 'members', sync },
  );
  const around = input.alter?.({ ledger, chain, keys });
  binding.bind(driver, around);
  const book = await bookOf(input, driver, log);
  const transactions = new TransactionCache();
  const deafen = announcements.listen((fact) => {
    if (fact.type === 'docket-sealed') transactions.forget(fact.transactions);
  });
  // Peers give new seats to the key that is announced, and one that is fenced would sign in none of them.
  await keyForSeats(keys, (validatorId) => ledger.seating.keyFence(validatorId)).catch((error) =>
    log.error({ err: error }, 'No key for new seats could be made: the node announces one that may not sign.'),
  );
  const network = networkOf(input, { driver, book, log, transactions });
  keys.listen(({ publicKey }) => network.seatsWith(publicKey));
  binding.asks(() => network.agreedMs);
  const gossip =
    config.network.gossipPort === 0
      ? undefined
      : openGossip({ config, identity, book, driver, network, opened, keys, log, metrics });
  const surface = surfaceOf(input, { driver, book, network });
  addGauges(metrics, network);
  const trust = trustOf(input, { network, gossip, log });
  const at = { ledger, keys, network, trust, rosters: driver.parts.rosters, net: () => driver.parts.net() };
  const health = new MeshHealth({ now: () => systemClock.now(), ...at });
  return {
    ...{ surface, driver, network, gossip, trust, health },
    start: async () => {
      driver.start(around?.net(network) ?? network);
      try {
        await startMesh({ service: around?.service(driver) ?? driver, network, gossip });
      } catch (error) {
        // A part that does not start is not stopped by the lifecycle: its timers would keep the process alive.
        await gossip?.stop();
        await driver.stop();
        throw error;
      }
    },
    stop: async () => {
      await gossip?.stop();
      await network.stop();
      await driver.stop();
      deafen();
      await book.sweep(systemClock.now());
    },
    sweep: (nowMs) => book.sweep(nowMs),
  };
}

async function bookOf(
  { config, identity, store, metrics }: MeshInput,
  driver: MeshDriver,
  log: Log,
): Promise<PeerBook> {
  const { admission, allowedPeers } = config.network;
  const peers = new PeerStore(store.kv);
  const book = new PeerBook(
    { clock: systemClock, random: systemRandom, log, journal: store.journal, peers, metrics: metrics?.peers },
    {
      ...{ selfPeerId: identity.peerId, admission, allowedPeers },
      isRosterMember: (peerId) => driver.parts.rosters.isMember(peerId),
    },
  );
  await book.load();
  return book;
}

function networkOf(
  { config, identity, keys, metrics, health }: MeshInput,
  { driver, ...parts }: { readonly driver: MeshDriver } & Pick<NetworkPorts, 'book' | 'log' | 'transactions'>,
): Network {
  const { host, grpcPort: port, announce, peers: seeds, admission } = config.network;
  return new Network(
    {
      ...{ identity, consensusKey: keys.current.publicKey, host, port, seeds, admission },
      advertise: announce ? [announce] : [],
      multiaddrs: [],
      bootId: randomUUID(),
      software: VERSION,
      machine: machineMark(machineBootId()),
    },
    {
      ...{ clock: systemClock, random: systemRandom, ...parts, health, votes: driver.parts.votes },
      metrics: metrics?.network ?? null,
      wantedPeers: () => driver.parts.rosters.allPeers(),
    },
  );
}

function surfaceOf(
  { config, identity, opened, keys }: MeshInput,
  { driver, book, network }: { readonly driver: MeshDriver; readonly book: PeerBook; readonly network: Network },
): Mesh {
  const { peerId, orgId } = identity;
  return meshSurface({
    parts: driver.parts,
    spread: (...given) => driver.spread(...given),
    ledger: opened.ledger,
    book,
    views: () => book.knownPeers().flatMap((known) => viewOf(book, network, known.peerId)),
    own: {
      ...{ peerId, orgId },
      get orgName() {
        return network.orgName(orgId);
      },
      get endpoint() {
        return config.network.announce ?? network.address;
      },
      seat: () => seatOf(identity, keys),
    },
  });
}

function trustOf(
  { config, identity }: MeshInput,
  { network, gossip, log }: Pick<OpenMesh, 'network' | 'gossip'> & { readonly log: Log },
): TrustWatch {
  return new TrustWatch(identityFolder(config), identity, {
    log,
    now: () => systemClock.now(),
    renew: (renewed) => {
      network.renew(renewed);
      gossip?.trust(renewed.trusted.map(({ orgId }) => orgId));
    },
  });
}

function addGauges(metrics: Metrics | null, network: Network): void {
  metrics?.gauge({
    name: 'ledger_network_links',
    help: 'Peers with an open link.',
    read: () => network.linksUp,
  });
}

/**
 * Gossip listens first, so that every hello says where; it speaks last, when the links can answer what it makes others
 * ask.
 */
async function startMesh({
  service,
  network,
  gossip,
}: Pick<OpenMesh, 'network' | 'gossip'> & { readonly service: PeerService }): Promise<void> {
  const multiaddrs = await gossip?.listen();
  if (multiaddrs) network.gossipsAt(multiaddrs);
  await network.start(service);
  gossip?.start();
}

/** The seat that this node takes in new registers. */
function seatOf({ peerId, orgId }: NodeIdentity, keys: ConsensusKeys): Validator {
  const { validatorId, publicKey } = keys.current;
  return { validatorId, orgId, consensusKey: publicKey, peerId };
}

function viewOf(book: PeerBook, network: Network, peerId: string) {
  const view = book.view(peerId, { ...network.link(peerId), advertised: [] });
  return view ? [{ ...view, orgName: network.orgName(view.orgId) }] : [];
}

/** The answer of GetHealthStatus to a peer: the node's state as /health tells it, without names of registers. */
export function meshHealth(ledger: LedgerHost, validatorId: Hash): ReturnType<NetworkPorts['health']> {
  const broken = ledger.registers().filter(isBroken).length;
  const { activeRegisters } = ledger.figures();
  const issues = [
    ...(broken > 0 ? [`${broken} registers are OFFLINE because of damage or failures.`] : []),
    ...(ledger.seating.fence === undefined ? [] : ['Seats of this node are Fenced.']),
  ];
  const status = issues.length === 0 ? 'healthy' : 'degraded';
  return { status, validatorId, activeRegisters, lastHeartbeatMs: systemClock.now(), issues };
}
