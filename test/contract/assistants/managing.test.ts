// Tools of those who run an organisation, and of people for what is their own: questions before anything changes, and
// what an instance waits for.
import { expect } from 'chai';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { aStarted } from '../workflow/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { connected, use } from './clients.js';

describe('tools of administrators and of people', () => {
  const world = worldOfAll();

  /** A client of the administrator, and the questions that its person answered with yes. */
  async function asking() {
    const questions: string[] = [];
    const client = await connected(world, {
      answer: ({ message }) => {
        questions.push(message);
        return { action: 'accept', content: { confirm: true } };
      },
    });
    return { client, questions };
  }

  it('asks before a user is suspended, reactivated, unlocked or given a role, and names it', async () => {
    const { client, questions } = await asking();
    const { data } = await use(client, 'user_list', {});
    const user = data.users.find(({ roles }: { roles: string[] }) => !roles.includes('Administrator'));
    const { id: userId, email } = user;
    const manage = (action: string, more = {}) => use(client, 'user_manage', { userId, action, ...more });
    const statusOf = async () =>
      (await use(client, 'user_list', {})).data.users.find(({ id }: { id: string }) => id === userId);
    expect(await manage('Suspend')).to.include({ status: 'Passed' });
    expect(questions[0])
      .to.contain(email)
      .and.to.match(/^Suspend: /);
    expect((await statusOf()).status).to.equal('Suspended');
    expect(await manage('Reactivate')).to.include({ status: 'Passed' });
    expect((await statusOf()).status).to.equal('Active');
    expect(await manage('ChangeRole', { role: 'Auditor' })).to.include({ status: 'Passed' });
    expect((await statusOf()).roles).to.deep.equal(['Auditor']);
    expect(await manage('Unlock')).to.include({ status: 'Passed' });
    expect(questions).to.have.length(4);
    expect((await manage('ChangeRole')).code).to.equal('BODY_INVALID');
    expect((await manage('Suspend', { role: 'Auditor' })).code).to.equal('BODY_INVALID');
    const ended = await use(client, 'token_revoke', { userId, reason: 'Lost laptop.' });
    expect(ended, ended.message).to.include({ status: 'Passed' });
    expect(questions.at(-1)).to.contain(email).and.to.contain('Lost laptop.');
    expect((await use(client, 'token_revoke', { reason: 'None named.' })).code).to.equal('BODY_INVALID');
    const events = await use(client, 'audit_query', { pageSize: 5 });
    expect(events.data.items).to.have.length(5);
    await client.close();
  });

  it('renames and suspends an organisation of the node after a yes, for its operator alone', async () => {
    const organizationId = EXAMPLE.organisationId;
    const client = await connected(world, { as: 'systemAdmin' });
    const renamed = await use(client, 'tenant_update', { organizationId, name: 'Mill and Sons' });
    expect(renamed, renamed.message).to.include({ status: 'Passed' });
    const { data } = await use(client, 'tenant_list', {});
    expect(data.items.map(({ name }: { name: string }) => name)).to.contain('Mill and Sons');
    expect((await use(client, 'tenant_update', { organizationId })).code).to.equal('BODY_INVALID');
    for (const name of ['health_check', 'peer_status', 'metrics', 'log_query', 'validator_status'])
      expect(await use(client, name, {}), name).to.include({ status: 'Passed' });
    await client.close();
    const { client: other } = await asking();
    expect((await use(other, 'tenant_update', { organizationId, name: 'Other' })).code).to.equal('FORBIDDEN');
    await other.close();
  });

  it('show a person its own', async () => {
    const wallet = (await ask(world, 'createWallet', { body: { title: 'Own', keyType: 'ED25519' } })).json;
    const client = await connected(world);
    const { data: persona } = await use(client, 'my_persona', {});
    const { can, ...me } = (await ask(world, 'getMe', {})).json;
    expect(can).to.include('getMe');
    expect(persona.me).to.deep.equal(me);
    const credentials = await use(client, 'my_credentials', {
      walletAddress: wallet.id,
    });
    expect(credentials, credentials.message).to.include({ status: 'Passed' });
    for (const name of ['my_devices', 'my_presentations'])
      expect(await use(client, name, {}), name).to.include({ status: 'Passed' });
    await client.close();
    const citizen = await connected(world, { as: 'citizen' });
    expect(await use(citizen, 'pending_applications', {})).to.include({ status: 'Passed' });
    await citizen.close();
  });

  it('explains whom an instance waits for', async () => {
    const { instanceId } = await aStarted(world);
    const client = await connected(world);
    const told = await use(client, 'instance_explain', { instanceId });
    expect(told, told.message).to.include({ status: 'Passed', state: 'Active' });
    expect(told.data.waits).to.have.length(1);
    expect(told.data.waits[0]).to.include({ actionId: 1, role: 'seller' });
    expect(told.data.waits[0].helps.length, JSON.stringify(told.data)).to.be.greaterThan(0);
    expect(told.message).to.not.contain('Confirm');
    const { registerId } = await exampleOrders(world);
    const { instanceId: opened } = await use(client, 'instance_create', { blueprintId: DEFINITION.id, registerId });
    const first = await use(client, 'instance_explain', { instanceId: opened });
    expect(first.data.waits[0].helps.join(' '), 'an open role before the seal').to.contain('no holder');
    expect(first.waitsForPerson, 'any wallet of the person takes it').to.equal(true);
    await client.close();
  });

  it('checks evidence, and says what it lacks', async () => {
    const { registerId, order } = await exampleOrders(world);
    const client = await connected(world);
    const of = (more: object) => use(client, 'evidence_verify', more);
    const named = { registerId, txId: order.transactionId };
    expect(await of(named)).to.include({ status: 'Passed', verdict: 'consistent' });
    const { json: evidence } = await ask(world, 'getEvidence', { params: named });
    const head = `${'ab'.repeat(32)}@${evidence.head.header.height}`;
    expect(await of({ evidence, head })).to.include({ verdict: 'invalid' });
    const changed = { ...evidence, transaction: { ...evidence.transaction, timestamp: 1 } };
    expect(await of({ evidence: changed })).to.include({ status: 'Failed', verdict: 'invalid' });
    expect((await of({ registerId })).code).to.equal('BODY_INVALID');
    await client.close();
  });
});
