// Where damaged dockets may be had again: the linked members of the register first, then all others that are linked,
// because a damaged register may not know its members. The copies of peers are verified by the repair.
import type { DocketProviders } from '../../repair/providers.js';
import type { Rosters } from '../peers/rosters.js';
import type { PeerNet } from '../ports.js';

export function copiesFrom(net: PeerNet, rosters: Pick<Rosters, 'peers'>): DocketProviders {
  return {
    of: (registerId) => {
      const linked = net.peers().map(({ peerId }) => peerId);
      const members = new Set(rosters.peers(registerId));
      return [...linked.filter((id) => members.has(id)), ...linked.filter((id) => !members.has(id))];
    },
    dockets: (peerId, range) => net.dockets(peerId, range),
    blame: (peerId, detail) => net.blame(peerId, 'invalid-signature', detail),
  };
}
