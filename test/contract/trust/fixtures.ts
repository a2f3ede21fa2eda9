// The trust list of the examples, as the calls of the group need it.

import { EXAMPLE } from '../../../api/examples/values.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import { certificate, partyOf } from '../../support/certificates/certificates.js';
import { type ListParts, signedList } from '../../support/trust-lists/signed-list.js';
import { twoGovern } from '../governance/fixtures.js';
import { aRegister, ask } from '../ledger/fixtures.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

export const LIST_URL = 'https://lists.example/eu.xml';
const party = partyOf('Root');
export const ROOT = toBase64(certificate(party, party, {}, 'authority'));
export const PARTS: ListParts = { services: [{ certificates: [ROOT] }] };

/** The example organisation has the list `trustListId`, which its server serves. */
export async function seedTrustList(
  { deps, trust }: Pick<World, 'deps' | 'trust'>,
  { trustListId = 'eu', organisationId = EXAMPLE.organisationId as string } = {},
): Promise<void> {
  await seedExample(deps);
  // Two signatures over the same list differ.
  if (!trust.served.has(LIST_URL)) trust.served.set(LIST_URL, signedList(PARTS, trust.operator));
  const list = await trust.trustListRefresher.take({ organisationId, trustListId, from: { url: LIST_URL } });
  if (isFailure(list)) throw new Error(list.issue.message);
}

const withTrustList: Prepare = async (world) => {
  await seedTrustList(world);
  return { as: 'administrator' };
};

export const prepareTrustLists: Readonly<Record<string, Prepare>> = {
  importTrustList: withTrustList,
  listTrustLists: withTrustList,
  getTrustList: withTrustList,
  deleteTrustList: async (world) => {
    await seedTrustList(world, { trustListId: 'goes' });
    return { as: 'administrator', params: { trustListId: 'goes' } };
  },
  refreshTrustList: withTrustList,
  readTrustListAnchors: withTrustList,
};

/** A register that trusts the list; its one root is the entry. */
async function pinned(world: World): Promise<{ readonly registerId: string; readonly hash: string }> {
  await seedTrustList(world);
  const registerId = await aRegister(world);
  const body = { registerId, wallet: EXAMPLE.walletAddress };
  const done = await ask(world, 'pinTrustList', { params: { trustListId: 'eu' }, body });
  if (done.status !== 200) throw new Error(done.text);
  return { registerId, hash: done.json.operation.entries[0] };
}

export const prepareRegisterTrust: Readonly<Record<string, Prepare>> = {
  getRegisterTrust: async (world) => {
    const { registerId } = await pinned(world);
    return { as: 'administrator', params: { registerId } };
  },
  provePin: async (world) => {
    const { registerId, hash } = await pinned(world);
    return { as: 'administrator', params: { registerId }, query: { listId: 'eu', hash } };
  },
  comparePin: async (world) => {
    await seedTrustList(world);
    const registerId = await twoGovern(world);
    const body = { registerId, wallet: EXAMPLE.walletAddress };
    const { json } = await ask(world, 'pinTrustList', { params: { trustListId: 'eu' }, body });
    return { as: 'administrator', params: { registerId, proposalId: json.proposalId } };
  },
  pinTrustList: async (world) => {
    await seedTrustList(world);
    const registerId = await aRegister(world);
    return { as: 'administrator', body: { registerId, wallet: EXAMPLE.walletAddress } };
  },
};
