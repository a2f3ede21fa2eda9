// Keys of the example organisation, for tests: its master key, and the key of the example user under the id of the
// examples.
import { EXAMPLE } from '../../../api/examples/values.js';
import { organisationKeyRoutes } from '../../../api/groups/wallets/organisation-keys/routes.js';
import { call } from '../world/caller.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

const params = { orgId: EXAMPLE.organisationId };

export async function aMasterKey(world: World) {
  const token = await world.token('administrator');
  return call(world, organisationKeyRoutes.createOrganizationMasterKey, { params }, { token });
}

export async function aDerivedKey(world: World, change: object = {}) {
  const body = { userId: EXAMPLE.userId, departmentId: 'purchasing', usage: 'Identity', custodyMode: 'Custodial' };
  const token = await world.token('administrator');
  return call(world, organisationKeyRoutes.deriveOrganizationKey, { params, body: { ...body, ...change } }, { token });
}

const withMaster: Prepare = async (world) => {
  await seedExample(world.deps);
  await aMasterKey(world);
  return { as: 'administrator' };
};

const withKey: Prepare = async (world) => {
  await withMaster(world);
  const { derivedKeyId } = (await aDerivedKey(world, { departmentId: `d${world.deps.random.bytes(4).join('')}` })).json;
  return { as: 'administrator', params: { ...params, derivedKeyId } };
};

export const prepareOrganisationKeys: Readonly<Record<string, Prepare>> = {
  createOrganizationMasterKey: () => ({ as: 'administrator' }),
  deriveOrganizationKey: withMaster,
  rotateOrganizationKey: withKey,
  revokeOrganizationKey: withKey,
};
