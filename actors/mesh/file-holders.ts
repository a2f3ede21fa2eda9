// Where the mesh has sealed chunks of files from: the linked members of the register first, then the peers that it is heard from. A peer that may not know of a
// register is not asked, because asking would tell it.
import type { ChunkPeers } from '../files/ports.js';
import type { MeshDriver } from './driver.js';

/** Undefined while the mesh is not up. */
export function fileHolders({
  net,
  rosters,
  subscriptions,
}: Pick<MeshDriver, 'net' | 'rosters' | 'subscriptions'>): ChunkPeers | undefined {
  if (!net) return undefined;
  return {
    of: (registerId) => {
      const members = rosters.peers(registerId);
      const others = subscriptions.providersOf(registerId).filter((id) => !members.includes(id));
      const linked = [...members, ...others].filter((id) => net.peer(id) !== undefined);
      return { linked, away: members.filter((id) => net.peer(id) === undefined).length };
    },
    chunk: (peerId, ask) => net.chunk(peerId, ask),
    blame: (peerId, detail) => net.blame(peerId, 'invalid-signature', detail),
  };
}
