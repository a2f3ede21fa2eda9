// How far a token reaches by which a service acts for a user: one organisation of that user, as long as the service
// itself stands.
import { expect } from 'chai';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { SCOPE_WORDS } from '../../../core/tenant/services/principal.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { until } from '../fairness/crowd.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { seedService } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { seedPrincipal } from './fixtures.js';

describe('a service that acts for a user', () => {
  const world = worldOfEach();
  let wallet: Wallet;
  let registerId: string;
  beforeEach(async () => {
    await seedPrincipal(world);
    ({ registerId } = await exampleOrders(world));
    const owner = { kind: 'person', id: EXAMPLE.userPlatformId } as const;
    wallet = { ...(await seedExampleWallet(world.deps)), owner };
  });

  async function delegated(): Promise<string> {
    const answer = await world.servers.internal.inject({
      ...{ method: 'POST', url: '/api/internal/service-auth/token/delegated' },
      payload: {
        ...{ clientId: EXAMPLE.clientId, clientSecret: EXAMPLE.clientSecret },
        ...{ delegatedUserId: EXAMPLE.userPlatformId, delegatedOrganizationId: EXAMPLE.organisationId },
      },
    });
    return answer.json().access_token;
  }

  it('reaches the wallets of the user in its organisation, and none of another one', async () => {
    const url = `/api/actions/${wallet.address}/${registerId}/blueprints`;
    const reach = async (tenant: string) => {
      await world.deps.commit(world.deps.wallets.put({ ...wallet, tenant }));
      const statuses: number[] = [];
      for (const token of [await delegated(), await world.token('user')])
        statuses.push((await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode);
      return statuses;
    };
    expect(await reach(EXAMPLE.organisationId), 'by the service, and by the user itself').to.deep.equal([200, 200]);
    expect(await reach(PUBLIC_ORGANISATION_ID), 'of another organisation').to.deep.equal([404, 200]);
  });

  it('has nothing done in the background once it may act for users no more', async () => {
    await world.deps.commit(world.deps.wallets.put({ ...wallet, tenant: EXAMPLE.organisationId }));
    const member = world.deps.tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId)!;
    const outcome = async (clientId: string) => {
      const service = { clientId, serviceName: 'A service', scope: SCOPE_WORDS };
      const scope = clientId === EXAMPLE.clientId ? SCOPE_WORDS : [];
      await seedService(world.deps, { ...service, scope });
      const { token } = await world.deps.tokens.issueDelegated(service, member);
      const place = { blueprintId: LEDGER.blueprintId, actionId: '0', registerAddress: registerId };
      const body = { ...place, senderWallet: wallet.address, payloadData: { amount: 3 } };
      const accepted = await ask(world, 'submitAction', { body }, { token, headers: { prefer: 'respond-async' } });
      expect(accepted.status, accepted.text).to.equal(202);
      const { operationId } = accepted.json;
      const view = () => world.deps.operations.find(operationId);
      await until(() => view()?.completedAtMs !== undefined);
      return view()?.issues?.[0]?.code ?? view()?.status;
    };
    expect(await outcome(EXAMPLE.clientId)).to.equal('Completed');
    expect(await outcome('svc-without'), 'without users:delegate').to.equal('ACCOUNT_SUSPENDED');
  });
});
