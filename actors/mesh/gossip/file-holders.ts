// Where the mesh has sealed chunks of files from, in this order: the linked members of the register, the follower that
// sent the action, the peers that it is heard from, and those that may read it. Any of them may have taken the action.
// A peer that may not know of a register is not asked, because asking would tell it.
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { ChunkPeers } from '../../files/ports.js';
import type { WalletPeers } from '../../wallet-asks/ports.js';
import type { Rosters } from '../peers/rosters.js';
import type { PeerNet } from '../ports.js';
import type { Subscriptions } from '../replication/subscriptions.js';
import type { TipAnnouncer } from './tip-announcer.js';

/** Peers that are asked for one chunk, members apart: a register that everybody may read is known to every peer. */
const READERS_ASKED_MAX = 32;

export interface RegisterReaders {
  net(): Pick<PeerNet, 'self' | 'peer' | 'peers' | 'chunk' | 'blame' | 'askWallet'> | undefined;
  readonly rosters: Pick<Rosters, 'peers' | 'mayRead'>;
  readonly subscriptions: Pick<Subscriptions, 'providersOf'>;
  readonly tipAnnouncer: Pick<TipAnnouncer, 'isInterested'>;
}

type FindRegister = (registerId: string) => RegisterRecord | undefined;

/** Undefined while the mesh is not up. */
export function fileHolders(parts: RegisterReaders, register: FindRegister): ChunkPeers | undefined {
  const net = parts.net();
  return (
    net && {
      of: peersOf({ ...parts, net }, register),
      chunk: (peerId, ask) => net.chunk(peerId, ask),
      blame: (peerId, detail) => net.blame(peerId, 'invalid-signature', detail),
    }
  );
}

/** Where the mesh has wallets of others: at the nodes that may have files of the register. */
export function walletPeers(parts: RegisterReaders, register: FindRegister): WalletPeers | undefined {
  const net = parts.net();
  if (!net) return undefined;
  const peers = peersOf({ ...parts, net }, register);
  return {
    self: net.self.peerId,
    of: (registerId) => peers(registerId, undefined).linked,
    ask: (peerId, ask) => net.askWallet(peerId, ask),
  };
}

function peersOf(
  {
    net,
    rosters,
    subscriptions,
    tipAnnouncer,
  }: Omit<RegisterReaders, 'net'> & { readonly net: Pick<PeerNet, 'peer' | 'peers'> },
  register: FindRegister,
): ChunkPeers['of'] {
  return (registerId, senderId) => {
    const members = rosters.peers(registerId);
    const record = register(registerId);
    const readers = record ? net.peers().filter(({ peerId }) => rosters.mayRead(record, peerId)) : [];
    const readerIds = readers.map(({ peerId }) => peerId);
    const followers = readerIds.filter((id) => tipAnnouncer.isInterested(registerId, id));
    // It may have lost the right to read since.
    const sender = record && senderId !== undefined && rosters.mayRead(record, senderId) ? [senderId] : [];
    const others = [...sender, ...subscriptions.providersOf(registerId), ...followers, ...readerIds];
    const isLinked = (id: string) => net.peer(id) !== undefined;
    const linked = new Set(members.filter(isLinked));
    const most = linked.size + READERS_ASKED_MAX;
    for (const id of others) if (linked.size < most && isLinked(id)) linked.add(id);
    const expected = new Set([...members, ...sender]);
    return { linked: [...linked], away: [...expected].filter((id) => !isLinked(id)).length };
  };
}
