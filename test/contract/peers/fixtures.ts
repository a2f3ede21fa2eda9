// Rows of prepare.ts for peers and replication: what the fake mesh and the ledger hold when an example is called.
import { isFailure } from '../../../core/base/result.js';
import { aRegister } from '../ledger/fixtures.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';
import { aPeer, aReplica } from './fake-mesh.js';

const withReplica: Prepare = ({ mesh }) => {
  const replica = aReplica();
  mesh.followed.set(replica.registerId, replica);
  return {};
};

const withPeer: Prepare = ({ mesh }) => {
  mesh.known.set(aPeer().peerId, aPeer());
  return {};
};

const withBanned: Prepare = ({ mesh }) => {
  const peer = aPeer({ state: 'banned', ban: { atMs: 1, untilMs: null, reason: 'r' } });
  mesh.known.set(peer.peerId, peer);
  return {};
};

/** A register of the example organisation on whose roster another node sits, as one that was replicated here. */
export async function anUnseatedRegister(world: World): Promise<string> {
  const registerId = await aRegister(world, 'Replicated register');
  const ledger = world.deps.ledger as { state: World['deps']['ledger']['state'] };
  const state = ledger.state.bind(ledger);
  ledger.state = (id) => {
    const found = state(id);
    if (id !== registerId || isFailure(found)) return found;
    const validators = found.roster.validators.map((seat) => ({ ...seat, consensusKey: 'ab'.repeat(32), peerId: 'p' }));
    return { ...found, roster: { ...found.roster, validators } };
  };
  return registerId;
}

export const preparePeers: Readonly<Record<string, Prepare>> = {
  getPeer: withPeer,
  banPeer: withPeer,
  unbanPeer: withBanned,
  resetPeer: withPeer,
  listSubscriptions: withReplica,
  getSyncHealth: withReplica,
  getMeshStatus: withReplica,
  subscribeRegister: ({ mesh }) => {
    mesh.followed.clear();
    return {};
  },
  unsubscribeRegister: withReplica,
  purgeRegisterCache: async (world) => ({
    as: 'administrator',
    params: { registerId: await anUnseatedRegister(world) },
  }),
  advertiseRegister: async (world) => ({ as: 'administrator', params: { registerId: await aRegister(world) } }),
  bulkAdvertise: async (world) => ({
    as: 'administrator',
    body: { advertisements: [{ registerId: await aRegister(world), isPublic: true }] },
  }),
};
