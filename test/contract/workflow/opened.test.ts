// An instance between its opening and its first action is whole: everything that can be asked of an instance of the
// ledger can be asked of it.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import type { Answer } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';

const { registerId, blueprintId } = LEDGER;
const refusal = ({ status, json }: Answer) => [status, json.code, json.path];

describe('an instance that was opened and has done nothing', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    await exampleOrders(world);
  });

  async function opened(how = {}): Promise<string> {
    const made = await ask(world, 'createInstance', { body: { registerId, blueprintId } }, how);
    expect(made.status, made.text).to.equal(201);
    return made.json.id;
  }
  const read = (id: string, instanceId: string, query: object = {}, how = {}) =>
    ask(world, id, { params: { instanceId }, query: { ...query } }, how);
  const body = { senderWallet: EXAMPLE.walletAddress, reason: 'Bought elsewhere.' };
  const cancel = (instanceId: string, members: object = {}, how = {}) =>
    ask(world, 'cancelInstance', { params: { instanceId }, body: { ...body, ...members } }, how);
  const listed = async (query: object = {}, how = {}) => {
    const { status, json, text } = await ask(world, 'listInstances', { query: { ...query } }, how);
    expect(status, text).to.equal(200);
    return json as { items: { id: string; state: string }[]; hasMore: boolean };
  };
  const ids = async (query: object = {}, how = {}) => (await listed(query, how)).items.map(({ id }) => id);
  const begin = (instanceId: string) =>
    ask(world, 'executeInstanceAction', {
      params: { instanceId, actionId: '0' },
      body: { senderWallet: EXAMPLE.walletAddress, payloadData: { amount: 3 } },
    });

  it('tells its definition, data and next actions, and says the same once it has begun', async () => {
    const instanceId = await opened();
    const shown = await read('getInstance', instanceId);
    expect(shown.json).to.include({ id: instanceId, state: 'Active', pinState: 'pinned', completedActionCount: 0 });
    const definition = await read('getInstanceDefinition', instanceId);
    expect(definition.status, definition.text).to.equal(200);
    expect(definition.json).to.include({ instanceId, blueprintId, pinState: 'pinned', isPinnedToLatest: true });
    const state = await read('getInstanceState', instanceId);
    const nothing = { actionCount: 0, data: {}, suspect: [], branchStates: {} };
    expect(state.json).to.deep.equal({ instanceId, ...nothing });
    const next = await read('getNextActions', instanceId);
    expect(next.json).to.include({ instanceId, state: 'Active', isComplete: false });
    expect(next.json.nextActions.map((one: { actionId: number }) => one.actionId)).to.deep.equal(
      shown.json.currentActionIds,
    );
    expect(next.json.nextActions[0]).to.include.keys('title', 'participantId').and.not.include.keys('branchId');
    expect((await begin(instanceId)).status).to.equal(200);
    expect((await read('getInstanceDefinition', instanceId)).json).to.deep.equal(definition.json);
    expect((await read('getInstanceState', instanceId)).json.actionCount).to.equal(1);
  });

  it('names the wallets that its definition binds to roles', async () => {
    const [buyer, ...others] = DEFINITION.participants;
    const participants = [{ ...buyer, walletAddress: EXAMPLE.walletAddress }, ...others];
    const blueprintJson = { ...DEFINITION, id: 'bound-order', participants };
    const body = { blueprintId: 'bound-order', override: UNREHEARSED, blueprintJson };
    expect((await ask(world, 'publishBlueprint', { params: { registerId }, body })).status).to.equal(200);
    const made = await ask(world, 'createInstance', { body: { registerId, blueprintId: 'bound-order' } });
    expect(made.json.participantWallets, made.text).to.deep.equal({ buyer: EXAMPLE.walletAddress });
    expect((await read('getInstance', made.json.id)).json.participantWallets).to.deep.equal({
      buyer: EXAMPLE.walletAddress,
    });
  });

  it('stands in the lists of who opened it, once, and page by page', async () => {
    const before = await ids({ registerId });
    const [first, second] = [await opened(), await opened()];
    expect(await ids({ registerId })).to.deep.equal([second, first, ...before]);
    expect(await ids({ registerId, state: 'Completed' })).to.not.include(first);
    expect(await ids({ blueprintId: 'another' })).to.deep.equal([]);
    expect(await ids({ registerId, wallet: EXAMPLE.walletAddress })).to.not.include(first);
    expect(await ids({}, { as: 'user' })).to.not.include(first);
    const all = [second, first, ...before];
    const paged = [];
    for (let page = 1; page <= all.length; page++) {
      const { items, hasMore } = await listed({ registerId, page, pageSize: 1 });
      paged.push(...items.map(({ id }) => id));
      expect(hasMore, `page ${page}`).to.equal(page < all.length);
    }
    expect(paged).to.deep.equal(all);
    expect((await begin(first)).status).to.equal(200);
    expect([...(await ids({ registerId }))].sort()).to.deep.equal([...all].sort());
  });

  it('is cancelled by who opened it, and then there is none', async () => {
    const instanceId = await opened();
    expect(refusal(await cancel(instanceId, {}, { as: 'user' }))).to.deep.equal([403, 'WALLET_ACCESS_DENIED', '']);
    const wallet = { body: { title: 'Of a colleague', keyType: 'ED25519' } };
    const { walletAddress: senderWallet } = (await ask(world, 'createWallet', wallet, { as: 'user' })).json;
    expect(refusal(await cancel(instanceId, { senderWallet }, { as: 'user' }))).to.deep.equal([403, 'FORBIDDEN', '']);
    expect(refusal(await cancel(instanceId, { senderWallet: 7 }))).to.deep.equal([
      400,
      'BODY_INVALID',
      '/senderWallet',
    ]);
    const done = await cancel(instanceId);
    expect(done.status, done.text).to.equal(200);
    expect(done.json).to.include({ instanceId, status: 'forgotten', isComplete: true });
    expect(done.json).to.not.have.property('transactionId');
    for (const id of ['getInstance', 'getInstanceDefinition', 'getInstanceState', 'getNextActions'])
      expect(refusal(await read(id, instanceId)), id).to.deep.equal([404, 'INSTANCE_NOT_FOUND', '/instanceId']);
    expect(await ids({ registerId })).to.not.include(instanceId);
    expect((await begin(instanceId)).json.code).to.equal('INSTANCE_NOT_FOUND');
  });

  it('does not exist for others, nor in another register', async () => {
    const instanceId = await opened();
    const foreign = { as: 'systemAdmin' } as const;
    const elsewhere = '11111111-2222-4333-8444-555555555555';
    for (const id of ['getInstance', 'getInstanceDefinition', 'getInstanceState', 'getNextActions']) {
      expect((await read(id, instanceId, {}, { as: 'user' })).status, `${id}, of the organisation`).to.equal(200);
      expect((await read(id, instanceId, { registerId: elsewhere })).json.code, id).to.equal('INSTANCE_NOT_FOUND');
    }
    const theirs = await ask(world, 'createInstance', { body: { registerId, blueprintId } }, foreign);
    if (theirs.status === 201)
      expect((await read('getInstanceDefinition', theirs.json.id, {}, { as: 'user' })).json.code).to.equal(
        'INSTANCE_NOT_FOUND',
      );
    const rejected = await ask(world, 'rejectInstanceAction', {
      params: { instanceId, actionId: '0' },
      body: { senderWallet: EXAMPLE.walletAddress, reason: 'No.' },
    });
    expect(rejected.json.code).to.equal('VAL_BP_014');
  });

  it('is of the organisation of the caller, and of no other that it names', async () => {
    const make = (members: object) => ask(world, 'createInstance', { body: { registerId, blueprintId, ...members } });
    expect((await make({ tenantId: EXAMPLE.organisationId })).status).to.equal(201);
    expect(refusal(await make({ tenantId: 'another' }))).to.deep.equal([403, 'FORBIDDEN', '/tenantId']);
    expect(refusal(await make({ tenantId: 7 }))).to.deep.equal([400, 'BODY_INVALID', '/tenantId']);
  });

  it('opens no data to a wallet that is not the caller’s', async () => {
    const instanceId = await opened();
    const query = { wallet: EXAMPLE.walletAddress };
    expect((await read('getInstanceState', instanceId, query)).status).to.equal(200);
    const denied = await read('getInstanceState', instanceId, query, { as: 'user' });
    expect([denied.status, denied.json.code]).to.deep.equal([403, 'WALLET_ACCESS_DENIED']);
  });
});
