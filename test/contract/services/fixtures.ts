// Service principals for tests: that of the examples, whose name stands in the example certificate too, and what its
// calls need.
import { EXAMPLE } from '../../../api/examples/values.js';
import { serviceAuthExamples } from '../../../api/groups/accounts/service-auth/examples.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { isFailure } from '../../../core/base/result.js';
import { type Principal, SCOPES } from '../../../core/tenant/services/principal.js';
import { exampleOrders } from '../ledger/fixtures.js';
import { seedExample, tokenOfService } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

export const PRINCIPAL: Principal = {
  id: EXAMPLE.servicePrincipalId,
  clientId: EXAMPLE.clientId,
  serviceName: 'Inbox',
  scopes: Object.values(SCOPES),
  status: 'Active',
  secretHash: sha256Hex(EXAMPLE.clientSecret),
  secretSetAt: EXAMPLE.time,
  createdAt: EXAMPLE.time,
  createdBy: EXAMPLE.administratorId,
};

/** Puts the example principal back, with a change. */
export async function seedPrincipal({ deps }: Pick<World, 'deps'>, change: Partial<Principal> = {}): Promise<void> {
  await deps.commit([deps.services.put({ ...PRINCIPAL, ...change })]);
}

/** A token of the example service. */
export async function serviceToken(
  { deps }: Pick<World, 'deps'>,
  scope: readonly string[] = PRINCIPAL.scopes,
): Promise<string> {
  const { clientId, serviceName } = PRINCIPAL;
  return tokenOfService(deps, { clientId, serviceName, scope });
}

const withPrincipal: Prepare = async (world) => {
  await seedPrincipal(world);
  return {};
};

const withUser: Prepare = async (world) => {
  await seedPrincipal(world);
  await seedExample(world.deps);
  return {};
};

export const prepareServices: Readonly<Record<string, Prepare>> = {
  listServicePrincipals: withPrincipal,
  getServicePrincipal: withPrincipal,
  getServicePrincipalByClient: withPrincipal,
  setServiceScopes: withPrincipal,
  suspendServicePrincipal: withPrincipal,
  reactivateServicePrincipal: withPrincipal,
  rotateServicePrincipalSecret: withPrincipal,
  deleteServicePrincipal: withPrincipal,
  createServiceToken: withPrincipal,
  createDelegatedToken: withUser,
  revokeUserTokens: async (world) => {
    await seedExample(world.deps);
    return { as: 'administrator' };
  },
  revokeOrganizationTokens: () => ({ as: 'administrator' }),
  rotateOwnSecret: async (world) => {
    await seedPrincipal(world);
    return { token: await serviceToken(world) };
  },
  signAsSystem: async (world) => {
    const identity = await world.deps.systemWallet.identity('quorate:register-control');
    if (isFailure(identity)) throw new Error(identity.issue.message);
    const { registerId } = await exampleOrders(world);
    const { transaction } = serviceAuthExamples.signAsSystem.input.body;
    const own = { ...transaction, registerId, senderWallet: identity.address };
    return { token: await serviceToken(world), params: { address: identity.address }, body: { transaction: own } };
  },
};
