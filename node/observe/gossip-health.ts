// Health of gossip, as it knows it: whether it listens, and with how many it gossips. Gossip only tells sooner what the
// links tell as well, so that it is never worse than degraded. It names no peer, because anybody may read it.
import type { HealthPart, PartHealth } from './health.js';

export interface GossipFigures {
  /** It was opened and not stopped. */
  readonly isListening: boolean;
  /** Connections of gossip. */
  readonly peers: number;
  /** Of them, those that hear what this node tells: they share its topic of catalogues. */
  readonly listeners: number;
}

/**
 * The row of /health. `figures` gives undefined while gossip is switched off (network.gossipPort 0, or no mesh), which
 * is not a failure.
 */
export function gossipPart(figures: () => GossipFigures | undefined): HealthPart {
  return {
    name: 'gossip',
    needed: false,
    check: () => checkOf(figures()),
    counts: () => {
      const { isListening = false, peers = 0, listeners = 0 } = figures() ?? {};
      return { listening: isListening ? 1 : 0, peers, listeners };
    },
  };
}

function checkOf(figures: GossipFigures | undefined): PartHealth {
  if (!figures || (figures.isListening && (figures.peers === 0 || figures.listeners > 0))) return { status: 'healthy' };
  return figures.isListening
    ? { status: 'degraded', reason: 'None of the nodes that are connected for gossip listens to this one.' }
    : { status: 'degraded', reason: 'Gossip is switched on and does not listen.' };
}
