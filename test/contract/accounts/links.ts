// A wallet that is linked by its proof, through the operations of a world: the node signs for the owner of its wallet.
import { EXAMPLE } from '../../../api/examples/values.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

export const LINKS = `/api/organizations/${EXAMPLE.organisationId}/participants/${EXAMPLE.administratorId}/wallet-links`;

/** A challenge for the example wallet, and its proof by its owner, the example administrator. */
export async function proven(
  world: World,
): Promise<{ challengeId: string; proof: { signature: string; publicKey: string } }> {
  const headers = { authorization: `Bearer ${await world.token('administrator')}` };
  const post = async (url: string, payload: object) =>
    (await world.app.inject({ method: 'POST', url, payload, headers })).json();
  const { challengeId, challenge } = await post(LINKS, { walletAddress: EXAMPLE.walletAddress, algorithm: 'ED25519' });
  const { signature } = await post(`/api/wallets/${EXAMPLE.walletId}/sign`, { data: challenge, algorithm: 'ED25519' });
  const publicKey = world.deps.wallets.find(EXAMPLE.walletAddress)?.publicKey ?? '';
  return { challengeId, proof: { signature, publicKey } };
}

const unlinked: Prepare = async ({ deps }) => {
  await seedExample(deps);
  await seedExampleWallet(deps, false);
  await deps.commit(deps.walletLinks.put(EXAMPLE.organisationId, EXAMPLE.administratorId, []));
  return { as: 'administrator' };
};

const params = { organizationId: EXAMPLE.organisationId, participantId: EXAMPLE.administratorId };

export const prepareLinks: Readonly<Record<string, Prepare>> = {
  getOrganizationParticipant: unlinked,
  searchParticipants: unlinked,
  listWalletLinks: unlinked,
  beginWalletLink: unlinked,
  verifyWalletLink: async (world) => {
    await unlinked(world);
    const { challengeId, proof } = await proven(world);
    return { as: 'administrator', params: { ...params, challengeId }, body: proof };
  },
  removeWalletLink: async (world) => {
    await unlinked(world);
    const linkedAt = EXAMPLE.time;
    const link = { walletAddress: EXAMPLE.walletAddress, algorithm: 'ED25519', publicKey: '', linkedAt } as const;
    await world.deps.commit(world.deps.walletLinks.put(EXAMPLE.organisationId, EXAMPLE.administratorId, [link]));
    return { as: 'administrator' };
  },
};
