// The catalogues of other nodes, as gossip brought them: the newest seq of each, so that no old message counts again,
// and which registers they offer to everybody. Bounded, and forgotten when a node has been silent for long. It judges
// no signature.
import type { Clock } from '../../../core/base/ports.js';
import { CATALOGUE_AGE_MAX_MS, type Catalogue } from '../../../core/mesh/catalogue.js';
import type { Advert } from '../../../core/mesh/frames.js';
import type { Subscriptions } from '../replication/subscriptions.js';

/** As many as the peer book knows (storage/tables/node/peers.ts). */
const NODES_MAX = 2000;
/** Registers that one node may offer by gossip; a linked one lists all of its own. */
const OFFERED_MAX = 1024;
/** Offers of all nodes together: some megabytes. */
const OFFERS_MAX = 20_000;
/** Two missed repeats of ten minutes, and some. */
const SILENT_MS = 25 * 60 * 1000;

export interface CatalogueCachePorts {
  readonly clock: Clock;
  readonly subscriptions: Pick<Subscriptions, 'onAdvertised' | 'withdrawn' | 'advertsOf'>;
  isLinked(peerId: string): boolean;
}

interface Shelved {
  seq: number;
  heardMs: number;
  readonly offered: Set<string>;
}

export class CatalogueCache {
  private readonly ports: CatalogueCachePorts;
  private readonly nodes = new Map<string, Shelved>();
  /** How many nodes offer each register. */
  private readonly offers = new Map<string, number>();
  private total = 0;

  constructor(ports: CatalogueCachePorts) {
    this.ports = ports;
  }

  has(registerId: string): boolean {
    return this.offers.has(registerId);
  }

  isNews({ descriptor, seq }: Catalogue): boolean {
    return seq > (this.nodes.get(descriptor.peerId)?.seq ?? -1);
  }

  /** Keeps a verified catalogue. False without room for its node. */
  put({ descriptor, adverts, withdrawn, seq }: Catalogue): boolean {
    const { peerId } = descriptor;
    const node = this.nodes.get(peerId) ?? { seq, heardMs: Number.NEGATIVE_INFINITY, offered: new Set<string>() };
    if (node.heardMs === Number.NEGATIVE_INFINITY && this.nodes.size >= NODES_MAX) return false;
    this.nodes.set(peerId, node);
    node.seq = seq;
    node.heardMs = this.ports.clock.steady();
    for (const registerId of withdrawn) this.drop(node, registerId);
    if (withdrawn.length > 0) this.ports.subscriptions.withdrawn(peerId, withdrawn);
    for (const advert of adverts) this.offer(peerId, node, advert);
    return true;
  }

  /** Forgets nodes that are silent. The offers of one that is linked stay: it lists them itself. */
  sweep(nowMs: number): void {
    for (const [peerId, node] of this.nodes) {
      if (nowMs - node.heardMs < Math.max(SILENT_MS, CATALOGUE_AGE_MAX_MS)) continue;
      const gone = [...node.offered];
      for (const registerId of gone) this.drop(node, registerId);
      this.nodes.delete(peerId);
      if (!this.ports.isLinked(peerId)) this.ports.subscriptions.withdrawn(peerId, gone);
    }
  }

  /** The offer of the node counts no more. Its seq stays, so that nothing that it said before counts again. */
  clear(peerId: string): void {
    const node = this.nodes.get(peerId);
    if (!node) return;
    const gone = [...node.offered];
    for (const registerId of gone) this.drop(node, registerId);
    this.ports.subscriptions.withdrawn(peerId, gone);
  }

  private offer(peerId: string, node: Shelved, advert: Advert): void {
    const { registerId } = advert;
    if (!node.offered.has(registerId)) {
      if (node.offered.size >= OFFERED_MAX || this.total >= OFFERS_MAX) return;
      node.offered.add(registerId);
      this.offers.set(registerId, (this.offers.get(registerId) ?? 0) + 1);
      this.total++;
    }
    const { subscriptions } = this.ports;
    const held = subscriptions.advertsOf(peerId).find((item) => item.registerId === registerId);
    // Gossip cuts descriptions short; what the peer listed itself is whole.
    const description = held?.description.startsWith(advert.description) ? held.description : advert.description;
    subscriptions.onAdvertised(peerId, { ...advert, description });
  }

  private drop(node: Shelved, registerId: string): void {
    if (!node.offered.delete(registerId)) return;
    this.total--;
    const left = (this.offers.get(registerId) ?? 1) - 1;
    if (left > 0) this.offers.set(registerId, left);
    else this.offers.delete(registerId);
  }
}
