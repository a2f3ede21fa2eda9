// Whether this node still has a way into a register in which it holds no seat. A register that the members do not show
// to it has none: they take nothing from a node that may not know of it. It asks no peer, and a member that is not
// linked proves nothing.

import type { Rosters } from './peers/rosters.js';
import type { PeerNet } from './ports.js';
import type { Subscriptions } from './replication/subscriptions.js';

export interface ShownRegisters {
  readonly rosters: Pick<Rosters, 'peers' | 'isSeated'>;
  readonly subscriptions: Pick<Subscriptions, 'isShown' | 'isListed'>;
  net(): Pick<PeerNet, 'peer'> | undefined;
}

/**
 * True where more than half of the members are linked and listed what they show to this node without the register. No
 * member that is known may show it. A single one may lie, or show the register to no peer, which each node decides for
 * itself.
 */
export function isExcluded({ rosters, subscriptions, ...mesh }: ShownRegisters, registerId: string): boolean {
  const net = mesh.net();
  if (net === undefined || rosters.isSeated(registerId)) return false;
  const members = rosters.peers(registerId);
  if (members.some((peerId) => subscriptions.isShown(registerId, peerId))) return false;
  const listed = members.filter((peerId) => net.peer(peerId) !== undefined && subscriptions.isListed(peerId));
  return 2 * listed.length > members.length;
}
