// Where the mesh has sealed chunks of files from: the linked members of the register first, then the peers that it is heard from, then those that may read it,
// because one that only follows it may have taken the action. A peer that may not know of a register is not asked, because asking would tell it.
import type { RegisterRecord } from '../../storage/registers.js';
import type { ChunkPeers } from '../files/ports.js';
import type { MeshDriver } from './driver.js';

/** Peers that are asked for one chunk, members apart: a register that everybody may read is known to every peer. */
const READERS_ASKED_MAX = 32;

/** Undefined while the mesh is not up. */
export function fileHolders(
  { net, rosters, subscriptions }: Pick<MeshDriver, 'net' | 'rosters' | 'subscriptions'>,
  register: (registerId: string) => RegisterRecord | undefined,
): ChunkPeers | undefined {
  if (!net) return undefined;
  return {
    of: (registerId) => {
      const members = rosters.peers(registerId);
      const record = register(registerId);
      const readers = record ? net.peers().filter(({ peerId }) => rosters.mayRead(record, peerId)) : [];
      const others = [...subscriptions.providersOf(registerId), ...readers.map(({ peerId }) => peerId)];
      const isLinked = (id: string) => net.peer(id) !== undefined;
      const linked = new Set(members.filter(isLinked));
      const most = linked.size + READERS_ASKED_MAX;
      for (const id of others) if (linked.size < most && isLinked(id)) linked.add(id);
      return { linked: [...linked], away: members.filter((id) => !isLinked(id)).length };
    },
    chunk: (peerId, ask) => net.chunk(peerId, ask),
    blame: (peerId, detail) => net.blame(peerId, 'invalid-signature', detail),
  };
}
