// The list of the credentials that an organisation issued, by state and by type.
import { expect } from 'chai';
import { issuedCredentialRoutes as routes } from '../../../../api/groups/credentials/issued-credentials/routes.js';
import { call } from '../../world/caller.js';
import { worldOfAll } from '../../world/world-of.js';
import { issue, seedIssuerWallet } from '../fixtures.js';

describe('the list of issued credentials', () => {
  const world = worldOfAll();
  before(async () => {
    await seedIssuerWallet(world);
  });

  it('has those of a state or a type', async () => {
    const [one, two] = [await issue(world), await issue(world)];
    const token = await world.token('administrator');
    const params = { credentialId: one.credentialId };
    const suspended = await call(world, routes.suspendCredential, { params, body: {} } as object, { token });
    expect(suspended.status, suspended.text).to.equal(200);
    const page = async (query: object) =>
      (await call(world, routes.listIssuedCredentials, { query } as object, { token })).json;
    const has = async (query: object) => {
      const listed = (await page(query)).credentials.map(({ id }: { readonly id: string }) => id);
      return [one, two].map(({ credentialId }) => listed.includes(credentialId));
    };
    const { credentialType } = suspended.json;
    expect(await has({ state: 'Suspended' })).to.deep.equal([true, false]);
    expect(await has({ state: 'Valid' })).to.deep.equal([false, true]);
    expect(await has({ credentialType })).to.deep.equal([true, true]);
    expect(await has({ credentialType, state: 'Suspended' })).to.deep.equal([true, false]);
    expect(await has({ credentialType: 'urn:none:1' })).to.deep.equal([false, false]);
    expect((await page({ state: 'Lost' })).code).to.equal('QUERY_INVALID');
  });
});
