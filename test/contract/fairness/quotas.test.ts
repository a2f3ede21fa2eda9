// The quotas of one organisation: more is refused with the figure and the bound, and an organisation that gives back
// may have more again.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { Usage } from '../../../storage/tables/accounts/usage.js';
import { anOrder, aRegister, ask, exampleOrders, genesisSubmission, WAIT } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfEach } from '../world/world-of.js';

const USERS = 4;

describe('quotas of an organisation', () => {
  const world = worldOfEach({ quotas: { registers: 2, users: USERS, wallets: 2, bytes: 10_000 } });
  beforeEach(async () => {
    await seedExampleWallet(world.deps);
  });

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

  it('bound its wallets, those under way too, until one is deleted', async () => {
    // The example wallet is one.
    const made = () => ask(world, 'createWallet', { body: { title: 'One more', keyType: 'ED25519' } });
    const answers = await Promise.all([made(), made(), made()]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    const refused = await ask(world, 'createHdWallet', { body: { name: 'Another', algorithm: 'ED25519' } });
    expect([refused.json.code, refused.json.detail]).to.deep.equal([
      'QUOTA_EXCEEDED',
      'The organisation has 2 wallets of 2 that it may have: delete one, or ask the operator for more (limits.walletsPerOrganisation).',
    ]);
    const address = answers.find(({ status }) => status === 201)?.json.walletAddress;
    expect((await ask(world, 'deleteWallet', { params: { address } })).status).to.equal(204);
    expect((await made()).status).to.equal(201);
  });

  it('bound the bytes that it brings, until the platform administrator allows more, and the organisation sees it', async () => {
    const at = await exampleOrders(world);
    const { registerId } = at;
    const params = { id: EXAMPLE.organisationId };
    const usage = async () => (await ask(world, 'getOrganization', { params })).json.usage;
    const first = await usage();
    expect(first.bytes.limit).to.equal(10_000);
    expect(first.bytes.used, 'the publication and the first order').to.be.within(1, 10_000);
    expect([first.registers, first.wallets]).to.deep.equal([
      { used: 1, limit: 2 },
      { used: 1, limit: 2 },
    ]);
    const submit = (body = anOrder(world, at)) =>
      ask(world, 'submitTransaction', { params: { registerId }, body }, { headers: WAIT });
    const order = anOrder(world, at);
    expect((await submit(order)).status).to.equal(200);
    const after = await usage();
    expect(after.bytes.used).to.be.above(first.bytes.used);
    // As a restart finds it: a row that is read again.
    const reopened = new Usage(world.kv, world.kv);
    expect(reopened.of(EXAMPLE.organisationId)).to.include({ bytes: after.bytes.used, wallets: 1 });
    const orgId = EXAMPLE.organisationId;
    const allow = (body: object) =>
      ask(world, 'setOrganizationQuotas', { params: { orgId }, body }, { as: 'systemAdmin' });
    expect((await allow({ bytes: after.bytes.used })).json.bytes).to.deep.equal({
      used: after.bytes.used,
      limit: after.bytes.used,
    });
    const refused = await submit();
    expect([refused.status, refused.json.code, refused.json.detail]).to.deep.equal([
      409,
      'QUOTA_EXCEEDED',
      `The organisation has ${after.bytes.used} bytes of sealed transactions of ${after.bytes.used} that it may have: submit at another node, or ask the operator for more (limits.bytesPerOrganisation).`,
    ]);
    expect((await submit(order)).status, 'what is sealed is told as ever').to.equal(200);
    // Votes about members, validators and rules pass, so that the owners can go on governing; other nodes may be where
    // the rest goes.
    const act = await ask(world, 'propose', {
      params: { registerId },
      body: { operationType: 'set-governance-policy', policy: { proposalTtlDays: 9 }, wallet: EXAMPLE.walletAddress },
    });
    expect(act.status, act.text).to.equal(200);
    const { bytes, acts = 0 } = world.deps.usage.of(EXAMPLE.organisationId);
    expect([bytes - after.bytes.used, acts > 0]).to.deep.equal([acts, true]);
    expect((await allow({ bytes: 0, registers: 1 })).json).to.deep.include({
      registers: { used: 1, limit: 1 },
      bytes: { used: bytes },
    });
    expect((await submit()).status).to.equal(200);
    expect((await founded()).json.code).to.equal('QUOTA_EXCEEDED');
    expect((await ask(world, 'setOrganizationQuotas', { params: { orgId }, body: {} })).status).to.equal(403);
    expect((await allow({})).json.registers).to.deep.equal({ used: 1, limit: 2 });
  });
});
