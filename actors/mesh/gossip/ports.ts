// Ports of the drivers of gossip to the program that carries it, and their answers to a message.
// node/network/gossip/gossip.ts fulfils it. Types only.
import type { Catalogue } from '../../../core/mesh/catalogue.js';
import type { HeadClaim } from '../../../core/mesh/frames.js';
import type { Offence } from '../../../core/mesh/types.js';

/**
 * Passed on; dropped without blame; or refused, which only a broken or lying sender causes, because honest relays check
 * before they pass on.
 */
export type GossipVerdict = 'accept' | 'ignore' | { readonly offence: Offence; readonly detail: string };

/** Gossip as the drivers use it. All of it is best effort: what is lost is heard by other ways. */
export interface GossipCast {
  /** The shards of tips (0 to 63) to listen to from now on, and no other. */
  join(shards: ReadonlySet<number>): void;
  /** False when it was not sent: its shard is hot, or too much is under way. */
  head(head: HeadClaim): boolean;
  /** False when it was not sent: too large, or too much is under way. */
  catalogue(catalogue: Catalogue): boolean;
  /** Peers that would hear a catalogue. */
  listeners(): readonly string[];
}

/**
 * Takes messages, decoded and bounded, with nothing else of them verified. `from` relayed it and need not have written
 * it.
 */
export interface GossipListener {
  head(from: string, head: HeadClaim): Promise<GossipVerdict>;
  catalogue(catalogue: Catalogue): GossipVerdict;
}
