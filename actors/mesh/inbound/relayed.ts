// How what a peer brings is submitted. It decides nothing.
import type { Peer } from '../../../core/mesh/types.js';
import type { SubmitOptions } from '../../ledger-port.js';

/** The nodes of one organisation share its turn, a guest without one has its own. */
export function relayOptions({ orgId, peerId }: Pick<Peer, 'orgId' | 'peerId'>): SubmitOptions {
  return { priority: 'Normal', waitMs: 0, relayed: true, from: `peer ${orgId || peerId}` };
}
