// Actions that wait for a wallet, lists of instances and disclosures over HTTP: who sees what, across tenants, and in
// which shape.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { fromBase64 } from '../../../core/base/bytes.js';
import type { JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { freshWords, makeWallet } from '../../../storage/secrets/new-wallet.js';
import { aRegister, ask, buyer as auditor, WAIT } from '../ledger/fixtures.js';
import { outsideRun } from '../people/deliveries/outside-run.js';
import type { Answer, RequestParts } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';

const buyer = EXAMPLE.walletAddress;
const NAMING = { type: 'integer', 'x-subject': true };
const refusal = ({ status, json }: Answer) => [status, json.code, json.path];

describe('the inbox over HTTP', () => {
  const world = worldOfEach();

  /**
   * Orders of the example wallet, that a wallet of the user confirms or sends back, and that an auditor may look at
   * when it likes.
   */
  async function aShop() {
    const registerId = await aRegister(world);
    const seller = await aWallet('seller');
    const definition = {
      id: 'shop',
      title: 'Shop',
      description: 'A buyer orders, a seller confirms, an auditor looks.',
      participants: [
        { id: 'buyer', name: 'Buyer', walletAddress: buyer },
        { id: 'seller', name: 'Seller', walletAddress: seller },
        { id: 'auditor', name: 'Auditor' },
      ],
      actions: [
        {
          id: 0,
          title: 'Order',
          sender: 'buyer',
          isStartingAction: true,
          dataSchemas: [{ type: 'object', properties: { amount: NAMING, budget: NAMING } }],
          disclosures: [{ participantAddress: 'seller', dataPointers: ['/amount'] }],
          routes: [{ id: 'on', nextActionIds: [1, 2], isDefault: true, branchDeadline: 'PT2H' }],
        },
        {
          id: 1,
          title: 'Confirm',
          description: 'Says that it will come.',
          sender: 'seller',
          rejectionConfig: { targetActionId: 0 },
          dataSchemas: [{ type: 'object', properties: { days: { type: 'integer' } } }],
          disclosures: [{ participantAddress: 'buyer', dataPointers: ['/days'] }],
        },
        {
          id: 2,
          title: 'Look',
          sender: 'auditor',
          dataSchemas: [{ type: 'object', properties: { seen: { type: 'integer' } }, required: ['seen'] }],
          calculations: { twice: { '*': [{ var: 'seen' }, 2] } },
          disclosures: [{ participantAddress: 'seller', dataPointers: ['/*'] }],
        },
      ],
    };
    const body = { blueprintId: 'shop', override: UNREHEARSED, blueprintJson: definition };
    const published = await ask(world, 'publishBlueprint', { params: { registerId }, body });
    expect(published.status, published.text).to.equal(200);
    return { registerId, seller, publicationTxId: published.json.publicationTxId };
  }

  async function aWallet(name: string): Promise<string> {
    const { deps } = world;
    const owner = { kind: 'person', id: EXAMPLE.userPlatformId } as const;
    const words = freshWords(deps.random, 12);
    const made = await makeWallet(deps, { words, algorithm: 'ED25519', hybrid: false, name, owner });
    if (isFailure(made)) throw new Error(made.issue.message);
    return made.address;
  }

  async function ordered(registerAddress: string, payloadData: JsonObject): Promise<JsonObject> {
    const body = { blueprintId: 'shop', actionId: '0', senderWallet: buyer, registerAddress, payloadData };
    const { json, status, text } = await ask(world, 'submitAction', { body });
    expect(status, text).to.equal(200);
    return json;
  }

  /** An auditor that states to the seller what its own number does not give. */
  async function falseLook(
    order: { readonly instanceId: string; readonly transactionId: string },
    of: { readonly registerId: string; readonly seller: string; readonly publicationTxId: string },
  ): Promise<string> {
    const { registerId, publicationTxId, seller } = of;
    const params = { id: 'shop', publicationTxId };
    const definition = (await ask(world, 'getDefinition', { params })).json.blueprint as JsonObject;
    const body = outsideRun(
      world,
      { registerId, pin: publicationTxId },
      {
        ...{ definition, blueprintId: 'shop', at: 2, by: auditor, next: [] },
        ...{ instanceId: order.instanceId, previous: order.transactionId, data: { seen: 1, twice: 3 } },
        holders: { buyer, seller, auditor: auditor.address },
        keys: [buyer, seller, auditor.address].map((walletAddress) => ({
          walletAddress,
          publicKey:
            walletAddress === auditor.address
              ? auditor.publicKey
              : (fromBase64(world.deps.wallets.find(walletAddress)?.publicKey ?? '') as Uint8Array),
        })),
      },
    );
    const sealed = await ask(world, 'submitTransaction', { params: { registerId }, body }, { headers: WAIT });
    expect(sealed.status, sealed.text).to.equal(200);
    return body.transactionId;
  }

  /** The user, as the administrator of another organisation. */
  async function elsewhere(): Promise<string> {
    const token = await world.token('user');
    const send = (url: string, payload: object) =>
      world.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } });
    const { id } = (await send('/api/organizations', { name: 'Harbour Trust', subdomain: 'harbour' })).json();
    return (await send('/api/auth/switch-org', { organizationId: id })).json().accessToken;
  }

  it('tells what an instance is about, as far as a wallet of the caller reads it', async () => {
    const { registerId, seller } = await aShop();
    const { instanceId } = await ordered(registerId, { amount: 3, budget: 90 });
    const query = { registerId };
    const told = async (as: 'administrator' | 'user' | 'systemAdmin') => {
      const one = await ask(world, 'getInstance', { params: { instanceId }, query }, { as });
      const list = await ask(world, 'listInstances', { query }, { as });
      expect([one.status, one.json.blueprintTitle], as).to.deep.equal([200, 'Shop']);
      return [one, { json: list.json.items[0] }].map(({ json }) => json.subject);
    };
    expect(await told('administrator')).to.deep.equal(['3, 90', '3, 90']);
    expect(await told('user')).to.deep.equal(['3', '3']);
    expect(await told('systemAdmin'), 'sees the register, and takes no part').to.deep.equal([undefined, undefined]);
    const work = async () => (await ask(world, 'listMyWork', { query }, { as: 'user' })).json.items[0];
    expect(await work()).to.include({ title: 'Confirm', subject: '3' });
    const params = { wallet: seller, register: registerId };
    const pending = await ask(world, 'listPendingActions', { params }, { as: 'user' });
    expect(pending.json.items[0].subject).to.equal('3');
    const lock = { params: { address: seller }, body: { status: 'Locked' } };
    expect((await ask(world, 'updateWallet', lock, { as: 'user' })).status).to.equal(200);
    expect(await work())
      .to.include({ title: 'Confirm' })
      .and.not.have.property('subject');
  });

  it('shows what waits for a wallet of the caller', async () => {
    const { registerId, seller, publicationTxId } = await aShop();
    const { instanceId, transactionId } = await ordered(registerId, { amount: 3, budget: 90 });
    const params = { wallet: seller, register: registerId };
    const { status, json } = await ask(world, 'listPendingActions', { params }, { as: 'user' });
    expect(status).to.equal(200);
    const [item] = json.items;
    expect(item).to.deep.include({
      instanceId,
      registerAddress: registerId,
      walletAddress: seller,
      blueprintId: 'shop',
      publicationTxId,
      blueprintTitle: 'Shop',
      actionId: '1',
      title: 'Confirm',
      description: 'Says that it will come.',
      participantId: 'seller',
      branchId: `${transactionId}:1`,
      previousTransactionHash: transactionId,
      isRejectable: true,
      details: `/api/actions/${seller}/${registerId}/${transactionId}`,
    });
    expect(JSON.parse(item.dataSchema)).to.deep.equal([{ type: 'object', properties: { days: { type: 'integer' } } }]);
    expect(Date.parse(item.deadline) - Date.parse(item.since)).to.equal(2 * 3_600_000);
    expect(json).to.include({ page: 1, pageSize: 20, totalCount: 1, hasMore: false });
    const details = await world.app.inject({
      url: item.details,
      headers: { authorization: `Bearer ${await world.token('user')}` },
    });
    expect(details.json().payloadData).to.deep.equal({ amount: 3 });
    world.advance(2 * 3_600_000 + 1000);
    expect((await ask(world, 'listPendingActions', { params }, { as: 'user' })).json.items).to.deep.equal([]);
  });

  it('pages what waits, newest first', async () => {
    const { registerId, seller } = await aShop();
    const ids = [];
    for (let amount = 0; amount < 3; amount++) {
      ids.unshift((await ordered(registerId, { amount })).instanceId);
      world.advance(1000);
    }
    const params = { wallet: seller, register: registerId };
    const page = async (number: number) =>
      (await ask(world, 'listPendingActions', { params, query: { page: number, pageSize: 2 } }, { as: 'user' })).json;
    const [first, second] = [await page(1), await page(2)];
    expect([...first.items, ...second.items].map(({ instanceId }) => instanceId)).to.deep.equal(ids);
    expect([first.hasMore, second.hasMore, first.totalCount]).to.deep.equal([true, false, 3]);
    // One more comes, before all others: the page after a cursor begins where the page before it ended.
    await ordered(registerId, { amount: 9 });
    const query = { pageSize: 2, cursor: first.nextCursor };
    const behind = (await ask(world, 'listPendingActions', { params, query }, { as: 'user' })).json;
    expect([behind.items[0].instanceId, behind.items.length, behind.hasMore]).to.deep.equal([ids[2], 1, false]);
    expect(behind).to.not.have.property('nextCursor');
    const many = await ask(world, 'listPendingActions', { params, query: { pageSize: 101 } }, { as: 'user' });
    expect(refusal(many).slice(0, 1)).to.deep.equal([400]);
  });

  it('lists all that waits for the caller, what ends first at the top, and nothing of others', async () => {
    const [first, other] = [await aShop(), await aShop()];
    const begun: string[] = [];
    for (const { registerId } of [first, other, first]) {
      begun.push((await ordered(registerId, { amount: begun.length + 1 })).instanceId as string);
      world.advance(1000);
    }
    const work = async (query: NonNullable<RequestParts['query']> = {}, how: Parameters<typeof ask>[3] = {}) =>
      (await ask(world, 'listMyWork', { query }, { as: 'user', ...how })).json;
    const idsIn = ({ items }: JsonObject) => (items as JsonObject[]).map(({ instanceId }) => instanceId);
    const all = await work();
    expect(idsIn(all)).to.deep.equal(begun);
    expect(all).to.deep.include({
      counts: { total: 3, dueWithinDay: 3, byKind: { action: 3 } },
      ...{ hasMore: false, page: 1, pageSize: 20 },
    });
    expect(all.items[0]).to.deep.include({
      ...{ kind: 'action', instanceId: begun[0], registerAddress: first.registerId, walletAddress: first.seller },
      ...{ blueprintTitle: 'Shop', title: 'Confirm', participantId: 'seller', participantName: 'Seller' },
      suspectCount: 0,
    });
    expect(all.items[0]).to.not.have.any.keys('dataSchema', 'isSentBack');
    expect(idsIn(await work({ order: 'newest' }))).to.deep.equal([...begun].reverse());
    expect(idsIn(await work({ registerId: other.registerId }))).to.deep.equal([begun[1]]);
    expect(idsIn(await work({ wallet: other.seller }))).to.deep.equal([begun[1]]);
    const asked = await work({ kind: 'confirmation' });
    expect([asked.items, asked.counts]).to.deep.equal([[], { total: 0, dueWithinDay: 0, byKind: { action: 3 } }]);
    const page = await work({ pageSize: 2 });
    expect([idsIn(page), page.hasMore]).to.deep.equal([begun.slice(0, 2), true]);
    expect(idsIn(await work({ pageSize: 2, cursor: page.nextCursor }))).to.deep.equal(begun.slice(2));
    expect((await work({}, { as: 'administrator' })).items).to.deep.equal([]);
    // In another organisation the wallets of a person are its own all the same.
    expect((await work({}, { token: await elsewhere() })).counts.total).to.equal(3);
    const { previousTransactionHash: transactionHash } = all.items[0];
    const { registerId: registerAddress, seller: senderWallet } = first;
    const body = { actionId: '1', transactionHash, registerAddress, senderWallet, reason: 'How many?' };
    const sent = await ask(world, 'rejectAction', { body }, { as: 'user' });
    expect(sent.status, sent.text).to.equal(200);
    const [back] = (await work({ wallet: buyer }, { as: 'administrator' })).items;
    expect(back).to.include({ instanceId: begun[0], actionId: '0', isSentBack: true });
    world.advance(2 * 3_600_000 + 1000);
    expect((await work()).counts.total).to.equal(0);
  });

  it('refuses work of wallets and registers that are not there for the caller, and what it cannot read', async () => {
    const { seller } = await aShop();
    const refused = async (query: NonNullable<RequestParts['query']>, how: Parameters<typeof ask>[3] = {}) =>
      refusal(await ask(world, 'listMyWork', { query }, { as: 'user', ...how }));
    expect(await refused({ wallet: seller }, { as: 'administrator' })).to.deep.equal([
      ...[404, 'WALLET_NOT_FOUND', '/wallet'],
    ]);
    const registerId = '99999999-2222-4333-8444-555555555555';
    expect(await refused({ registerId })).to.deep.equal([404, 'REGISTER_NOT_FOUND', '/registerId']);
    expect((await refused({ kind: 'all' }))[0]).to.equal(400);
    expect((await refused({ cursor: 'no' }))[0]).to.equal(400);
  });

  it('says how many transactions are suspect, to who owns the wallet, and an act in spite of them is audited', async () => {
    const { registerId, seller, publicationTxId } = await aShop();
    const params = { wallet: seller, register: registerId };
    const honest = await ordered(registerId, { amount: 3 });
    const order = (await ordered(registerId, { amount: 4 })) as { instanceId: string; transactionId: string };
    const { instanceId } = order;
    const forged = await falseLook(order, { registerId, seller, publicationTxId });
    const read = () => ask(world, 'listPendingActions', { params }, { as: 'user' });
    const countsOf = ({ json }: Answer) =>
      new Map<string, number>(json.items.map((one: JsonObject) => [one.previousTransactionHash, one.suspectCount]));
    for (const answer of [await read(), await read()]) {
      expect(answer.status, answer.text).to.equal(200);
      const counts = countsOf(answer);
      expect(counts).to.deep.equal(
        new Map([
          [order.transactionId, 1],
          [honest.transactionId, 0],
        ]),
      );
      expect(answer.json.items[0], 'nothing of what was sealed').to.not.have.any.keys('data', 'payloadData', 'suspect');
    }
    const body = { senderWallet: seller, payloadData: { days: 2 } };
    const act = (more: object) =>
      ask(
        world,
        'executeInstanceAction',
        { params: { instanceId, actionId: '1' }, body: { ...body, ...more } },
        { as: 'user' },
      );
    const stopped = await act({});
    expect(stopped.json.code, stopped.text).to.equal('FACT_VIOLATED');
    const audited: unknown[] = [];
    const { audit } = world.deps;
    const record = audit.record.bind(audit);
    audit.record = (entry) => {
      if (entry.eventType === 'SuspectAccepted') audited.push([entry.identityId, entry.success, entry.details]);
      return record(entry);
    };
    const done = await act({ acceptSuspect: [forged] });
    audit.record = record;
    expect(done.status, done.text).to.equal(200);
    const details = { registerId, instanceId, actionId: '1', wallet: seller, transactions: forged };
    expect(audited).to.deep.equal([[EXAMPLE.userPlatformId, true, details]]);
  });

  it('is closed to who may not see the wallet, and to wallets without a part', async () => {
    const { registerId, seller } = await aShop();
    await ordered(registerId, { amount: 1 });
    const pending = (wallet: string, register: string, how: Parameters<typeof ask>[3]) =>
      ask(world, 'listPendingActions', { params: { wallet, register } }, how);
    expect(refusal(await pending(seller, registerId, { as: 'administrator' })).slice(0, 2)).to.deep.equal([
      404,
      'WALLET_NOT_FOUND',
    ]);
    const unknown = '99999999-2222-4333-8444-555555555555';
    expect(refusal(await pending(seller, unknown, { as: 'user' }))).to.deep.equal([
      404,
      'REGISTER_NOT_FOUND',
      '/register',
    ]);
    // In another organisation the register shows itself to the wallet that takes part, and to no other.
    const token = await elsewhere();
    expect((await pending(seller, registerId, { token })).json.totalCount).to.equal(1);
    const idle = await aWallet('idle');
    expect((await pending(idle, registerId, { as: 'user' })).json.totalCount).to.equal(0);
    expect(refusal(await pending(idle, registerId, { token }))).to.deep.equal([404, 'REGISTER_NOT_FOUND', '/register']);
  });

  it('lists instances of registers that the caller sees, and those that its wallets take part in', async () => {
    const { registerId, seller } = await aShop();
    const { instanceId } = await ordered(registerId, { amount: 1 });
    world.advance(1000);
    const other = await ordered(registerId, { amount: 2 });
    const cancel = { params: { instanceId: other.instanceId as string }, body: { senderWallet: buyer } };
    expect((await ask(world, 'cancelInstance', cancel)).status).to.equal(200);
    const list = async (query: NonNullable<RequestParts['query']>, how: Parameters<typeof ask>[3] = {}) => {
      const answer = await ask(world, 'listInstances', { query }, how);
      expect(answer.status, answer.text).to.equal(200);
      return answer.json.items.map(({ id }: { id: string }) => id);
    };
    const both = [other.instanceId, instanceId];
    expect(await list({ registerId })).to.deep.equal(both);
    expect(await list({ registerId, state: 'Active' })).to.deep.equal([instanceId]);
    expect(await list({ registerId, blueprintId: 'nothing' })).to.deep.equal([]);
    expect(await list({ wallet: seller, state: 'Cancelled' })).to.deep.equal([other.instanceId]);
    const [shown] = (await ask(world, 'listInstances', { query: { registerId, pageSize: 1, page: 2 } })).json.items;
    expect(shown).to.deep.equal((await ask(world, 'getInstance', { params: { instanceId: shown.id } })).json);

    const token = await elsewhere();
    expect(await list({}, { token })).to.deep.equal(both);
    expect(await list({ registerId }, { token })).to.deep.equal(both);
    // A wallet that is not the caller's opens nothing of a register that the caller does not see.
    expect(await list({ wallet: buyer }, { token })).to.deep.equal([]);
    expect(await list({ wallet: buyer })).to.deep.equal(both);
  });

  it('opens what the actions disclosed, one by one, to the wallet of the caller', async () => {
    const { registerId, seller } = await aShop();
    const { instanceId, transactionId } = await ordered(registerId, { amount: 3, budget: 90 });
    const confirm = {
      params: { instanceId: instanceId as string, actionId: '1' },
      body: { senderWallet: seller, payloadData: { days: 4 } },
    };
    expect((await ask(world, 'executeInstanceAction', confirm, { as: 'user' })).status).to.equal(200);
    const params = { instanceId: instanceId as string };
    const seen = (await ask(world, 'listDisclosures', { params, query: { wallet: seller } }, { as: 'user' })).json;
    expect(seen).to.include({ instanceId, registerId, actionId: null, recipientResolved: true });
    expect(seen.disclosedFields).to.deep.equal(['amount', 'days']);
    expect(seen.disclosures.map(({ actionTitle, data }: JsonObject) => [actionTitle, data])).to.deep.equal([
      ['Order', { amount: 3 }],
      ['Confirm', { days: 4 }],
    ]);
    expect(seen.disclosures[0].transactionHash).to.equal(transactionId);
    const one = { params: { ...params, actionId: '1' } };
    const own = (await ask(world, 'listActionDisclosures', one)).json;
    expect([own.actionId, own.disclosedFields]).to.deep.equal(['1', ['days']]);
    const foreign = await ask(world, 'listDisclosures', { params, query: { wallet: seller } });
    expect(refusal(foreign).slice(0, 2)).to.deep.equal([403, 'WALLET_ACCESS_DENIED']);
    const unknown = await ask(world, 'listDisclosures', { params: { instanceId: 'nothing' } });
    expect(refusal(unknown)).to.deep.equal([404, 'INSTANCE_NOT_FOUND', '/instanceId']);
  });
});
