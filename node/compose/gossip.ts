// Gossip of the node, when network.gossipPort is set: the libp2p host, its topics, and the drivers of tips and
// catalogues. The program that carries it is loaded only then, because it takes a quarter of a start. Nothing depends
// on it: without gossip all of it is heard on the links.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { MeshDriver } from '../../actors/mesh/driver.js';
import { CatalogueGossip } from '../../actors/mesh/gossip/catalogue-gossip.js';
import { TipGossip } from '../../actors/mesh/gossip/tip-gossip.js';
import type { PeerBook } from '../../actors/mesh/peers/peer-book.js';
import type { Announcement, ConsensusKeys } from '../../actors/ports.js';
import { claimsVerifier } from '../../actors/verifier.js';
import type { Log } from '../../core/base/ports.js';
import type { NodeIdentity } from '../../storage/pki/identity.js';
import type { Config } from '../config/schema.js';
import { Gossip } from '../network/gossip/gossip.js';
import { GossipLinks } from '../network/gossip/gossip-links.js';
import type { GossipTransport } from '../network/gossip/gossip-transport.js';
import type { Network } from '../network/network.js';
import type { GossipFigures } from '../observe/gossip-health.js';
import type { Metrics } from '../observe/metrics.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { VERSION } from '../platform/version.js';
import type { OpenLedger } from './ledger.js';

/**
 * Signatures of gossiped tips on other threads at once: a small part of those of the node, because consensus shares
 * them.
 */
const CLAIMS_IN_FLIGHT = 4;

export interface GossipInput {
  readonly config: Pick<Config, 'network'>;
  readonly identity: NodeIdentity;
  readonly book: PeerBook;
  readonly driver: MeshDriver;
  readonly network: Network;
  readonly opened: Pick<OpenLedger, 'ledger' | 'chain' | 'announcements' | 'verifyClaims'>;
  readonly keys: Pick<ConsensusKeys, 'all'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'gossip' | 'gauge'> | null;
}

export interface OpenGossip {
  /** Listens, and gives the multiaddrs under which others reach it. Rejects with a sentence for the operator. */
  listen(): Promise<readonly string[]>;
  /** Begins to dial, tell and hear. After the network. */
  start(): void;
  stop(): Promise<void>;
  /** The organisations that are trusted from now on. */
  trust(organisations: readonly string[]): void;
  readonly figures: GossipFigures;
}

/** Builds the parts and opens no socket yet. */
export function openGossip(input: GossipInput): OpenGossip {
  const { config, identity, book, metrics } = input;
  const links = linksOf(input);
  const { heads, catalogue, gossip } = driversOf(input, links);
  let transport: GossipTransport | undefined;
  let deafen: (() => void) | undefined;
  book.bans.onBan((peerId) => {
    links.onBanned(peerId);
    catalogue.onBanned(peerId);
  });
  metrics?.gauge({ name: 'ledger_gossip_peers', help: 'Connections of gossip.', read: () => links.size });
  const onAnnounced = (fact: Announcement) => {
    if (fact.type === 'docket-sealed') heads.onSealed(fact.registerId, fact.height);
    if (fact.type === 'register-deleted') heads.forget(fact.registerId);
  };
  return {
    async listen() {
      const { host, gossipPort, announce } = config.network;
      const { startHost } = await import('../network/gossip/host.js');
      try {
        transport = await startHost(
          { key: identity.libp2pKey, listen: await listenAddress(host, gossipPort), software: VERSION },
          {
            mayLink: (peerId) => links.mayLink(peerId),
            pointsOf: (peerId) => links.pointsOf(peerId),
            judgeMessage: (from, topic, data) => gossip.judgeMessage(from, topic, data),
          },
        );
      } catch (error) {
        throw new Error(
          `Gossip cannot listen on ${host}:${gossipPort}. Set network.gossipPort to a free port, or to 0.`,
          {
            cause: error,
          },
        );
      }
      return announce === undefined ? transport.multiaddrs : [announcedAddress(announce, gossipPort)];
    },
    start() {
      if (!transport) return;
      gossip.open(transport);
      links.open(transport);
      catalogue.start();
      deafen = input.opened.announcements.listen(onAnnounced);
    },
    async stop() {
      deafen?.();
      catalogue.stop();
      heads.stop();
      links.close();
      gossip.close();
      await transport?.stop();
      transport = undefined;
    },
    trust: (organisations) => links.trust(organisations),
    get figures() {
      return { isListening: transport !== undefined, peers: links.size, listeners: gossip.listeners().length };
    },
  };
}

function driversOf(input: GossipInput, links: GossipLinks) {
  const { identity, book, driver, network, opened, keys, log, metrics } = input;
  const ports = { clock: systemClock, random: systemRandom, log };
  const { subscriptions } = driver.parts;
  const cast = () => gossip;
  const catalogue = new CatalogueGossip({
    ...ports,
    ledger: opened.ledger,
    subscriptions,
    cast,
    descriptor: () => network.descriptor,
    sign: (digest) => identity.sign(digest),
    admits: ({ peerId, orgId }) => links.mayHear(peerId, orgId),
    learn: (descriptor) => book.learn(descriptor, { isSeed: false }),
    isLinked: (peerId) => network.peer(peerId) !== undefined,
  });
  const heads = new TipGossip({
    ...ports,
    ledger: opened.ledger,
    chain: opened.chain,
    verify: claimsVerifier(CLAIMS_IN_FLIGHT, opened.verifyClaims),
    rosters: driver.parts.rosters,
    tipAnnouncer: driver.parts.tipAnnouncer,
    net: () => driver.parts.net(),
    cast,
    isOwn: (validatorId) => keys.all().some((key) => key.validatorId === validatorId),
    providers: (registerId) => providersOf(input, registerId),
    isInteresting: (record) => catalogue.isInteresting(record),
  });
  const gossip: Gossip = new Gossip({
    ...ports,
    metrics: metrics?.gossip ?? null,
    ears: { head: (from, head) => heads.onHeard(from, head), catalogue: (message) => catalogue.onHeard(message) },
    blame: (peerId, offence, detail) => book.blame(peerId, offence, detail),
  });
  return { heads, catalogue, gossip };
}

function linksOf({ config, identity, book, driver, network, opened, log }: GossipInput): GossipLinks {
  const { admission, allowedPeers } = config.network;
  const trusted = identity.trusted.map(({ orgId }) => orgId);
  const { rosters, subscriptions } = driver.parts;
  return new GossipLinks(
    { selfPeerId: identity.peerId, orgId: identity.orgId, admission, allowedPeers, trusted },
    {
      ...{ clock: systemClock, random: systemRandom, log, book },
      peer: (peerId) => network.peer(peerId),
      peers: () => network.peers(),
      isRosterMember: (peerId) => rosters.isMember(peerId),
      isRevoked: (peerId) => network.isRevoked(peerId),
      wantedPeers: () => [
        ...rosters.allPeers(),
        ...opened.ledger
          .registers()
          .filter(({ subscribed }) => subscribed)
          .flatMap(({ id }) => subscriptions.providersOf(id)),
      ],
    },
  );
}

/** Peers that hear our interest in the register, then linked ones that offer it. */
function providersOf({ driver, network }: GossipInput, registerId: string): readonly string[] {
  const { subscriptions } = driver.parts;
  const offering = network
    .peers()
    .filter(({ peerId }) => subscriptions.advertsOf(peerId).some((advert) => advert.registerId === registerId));
  return [...subscriptions.providersOf(registerId), ...offering.map(({ peerId }) => peerId)];
}

/** /ip4 or /ip6 of the host; a name is resolved here, because the transport listens on addresses only. */
async function listenAddress(host: string, port: number): Promise<string> {
  const address = isIP(host) ? host : (await lookup(host)).address;
  return `/ip${isIP(address)}/${address}/tcp/${port}`;
}

/** Where others dial gossip: the host of `announce` (host:port or [IPv6]:port) with the port of gossip. */
function announcedAddress(announce: string, port: number): string {
  const host = announce.slice(0, announce.lastIndexOf(':')).replace(/^\[|\]$/g, '');
  const family = isIP(host);
  return `/${family === 0 ? 'dns' : `ip${family}`}/${host}/tcp/${port}`;
}
