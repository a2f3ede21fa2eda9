// Whether this node still has a way into a register in which it holds no seat. A register that the members do not show to it has none: they take nothing from a
// node that may not know of it. It asks nobody, and a member that is not linked proves nothing.
import type { MeshDriver } from './driver.js';

/** True where a linked member listed what it shows to this node without the register, and no member that is known does show it. */
export function isLeft({ rosters, subscriptions, net }: MeshDriver, registerId: string): boolean {
  if (net === undefined || rosters.isSeated(registerId)) return false;
  const members = rosters.peers(registerId);
  if (members.some((peerId) => subscriptions.isShown(registerId, peerId))) return false;
  return members.some((peerId) => net.peer(peerId) !== undefined && subscriptions.isListed(peerId));
}
