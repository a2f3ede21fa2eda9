// What one organisation may have: refused with the figure and the bound, and free again for who gives back.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/groups/example-values.js';
import { aRegister, ask, genesisSubmission } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets.js';
import { aWorld, type World } from '../world.js';

const USERS = 4;

describe('quotas of an organisation', () => {
  let world: World;
  beforeEach(async () => {
    world = await aWorld({}, undefined, { quotas: { registers: 2, users: USERS } });
    await seedExampleWallet(world.deps);
  });
  afterEach(() => world.close());

  const owners = [{ userId: EXAMPLE.administratorId, walletId: EXAMPLE.walletAddress }];
  const founded = () => ask(world, 'createRegister', { body: { name: 'One more', owners } });

  it('bound its registers, whichever way they are founded, until one is deleted', async () => {
    const registerId = await aRegister(world);
    // At the same time: the places of those under way count.
    const answers = await Promise.all([founded(), founded(), founded()]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    const refused = await founded();
    expect([refused.status, refused.json.code, refused.json.detail]).to.deep.equal([
      409,
      'QUOTA_EXCEEDED',
      'The organisation has 2 registers of 2 that it may have: delete one, or ask the operator for more (limits.registersPerOrganisation).',
    ]);
    const genesisId = '33333333-2222-4333-8444-555555555555';
    const genesis = { params: { registerId: genesisId }, body: genesisSubmission(world, genesisId) };
    expect((await ask(world, 'submitTransaction', genesis)).json).to.include({ code: 'QUOTA_EXCEEDED' });
    expect((await ask(world, 'initiateRegister', { body: { name: 'Another', owners } })).json.code).to.equal(
      'QUOTA_EXCEEDED',
    );
    const deleted = await ask(world, 'deleteRegister', { params: { registerId } });
    expect(deleted.status, deleted.text).to.be.oneOf([200, 202, 204]);
    const again = await founded();
    expect(again.status, again.text).to.equal(201);
  });

  it('bound its members and open invitations together', async () => {
    const params = { organizationId: EXAMPLE.organisationId };
    const invited = (email: string) =>
      ask(world, 'inviteUser', { params, body: { email, displayName: 'New', roles: ['Designer'] } });
    const members = world.deps.tenants.organisation(EXAMPLE.organisationId)?.userCount ?? 0;
    for (let i = members; i < USERS; i++) expect((await invited(`new-${i}@northwind.example`)).status).to.equal(201);
    const refused = await invited('one-more@northwind.example');
    expect([refused.status, refused.json.code, refused.json.detail]).to.deep.equal([
      409,
      'QUOTA_EXCEEDED',
      `The organisation has ${members} members and ${USERS - members} open invitations of ${USERS} that it may have: remove or revoke one, or ask the operator for more (limits.usersPerOrganisation).`,
    ]);
    const last = await invited(`new-${USERS - 1}@northwind.example`);
    expect(last.status, 'one that takes the place of another').to.equal(201);
  });
});
