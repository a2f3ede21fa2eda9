// Rights in a register beyond its roster: citizens and peers, submissions of those who do not see it, a
// genesis at the one endpoint for all transactions.
import { expect } from 'chai';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { Answer } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { anOrder, ask, exampleOrders, genesisSubmission, type Orders, WAIT } from './fixtures.js';

const { registerId, blueprintId } = LEDGER;
const FRESH = '7c1e9b3a-52d4-4f6b-9b61-0a4f5d2c8e07';
const refusal = ({ status, json }: Answer) => [status, json.code, json.path];

describe('the right of a caller at a register', () => {
  const world = worldOfEach();
  let orders: Orders;
  beforeEach(async () => {
    orders = await exampleOrders(world);
  });

  /** A session of the example user as a citizen: in the public organisation, with a token of the consumer tier. */
  async function aCitizen(change: object = {}): Promise<{ readonly token: string }> {
    const { tenants, tokens } = world.deps;
    const user = tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId);
    const organisation = tenants.organisation(PUBLIC_ORGANISATION_ID);
    if (!user || !organisation) throw new Error('the world has a user and a public organisation');
    const membership = { ...user, organisationId: PUBLIC_ORGANISATION_ID, roles: ['User'] as const, ...change };
    await world.deps.commit(tenants.putMembership(membership));
    const signIn = { method: 'pwd', signedInAtMs: world.deps.clock.now() } as const;
    return { token: (await tokens.issueUser({ membership, organisation, sessionId: 'of a citizen', signIn })).token };
  }

  it('lets members manage peers, and no citizen', async () => {
    const citizen = await aCitizen();
    const subscribe = (how: object) =>
      ask(world, 'subscribeRegister', { params: { registerId: FRESH }, body: { mode: 'full-replica' } }, how);
    expect(refusal(await subscribe(citizen))).to.deep.equal([403, 'FORBIDDEN', '']);
    expect((await subscribe({ as: 'administrator' })).json.code).to.not.equal('FORBIDDEN');
    expect((await subscribe({ token: 'no token' })).status).to.equal(401);
  });

  describe('that it does not see', () => {
    const close = () => Object.assign(world.deps.config, { submissions: 'readers' });
    const send = (how: object, body: object = anOrder(world, orders)) =>
      ask(world, 'submitTransaction', { params: { registerId }, body }, { headers: WAIT, ...how });

    async function walletOf(citizen: { readonly token: string }): Promise<string> {
      const made = await ask(world, 'createWallet', { body: { title: 'Own', keyType: 'ED25519' } }, citizen);
      expect(made.status, made.text).to.equal(201);
      return made.json.walletAddress;
    }
    const order = (senderWallet: string, how: object) =>
      ask(
        world,
        'submitAction',
        { body: { blueprintId, actionId: '0', senderWallet, registerAddress: registerId, payloadData: { amount: 3 } } },
        how,
      );

    it('is to submit to it, because signatures and rules decide', async () => {
      const citizen = await aCitizen();
      expect((await ask(world, 'getRegister', { params: { registerId } }, citizen)).status).to.equal(404);
      expect((await send(citizen)).status).to.equal(200);
      expect((await order(await walletOf(citizen), citizen)).status).to.equal(200);
    });

    it('shows who takes part the definition and the transactions of its instance, and no more', async () => {
      const citizen = await aCitizen();
      const { instanceId, transactionId: txId } = (await order(await walletOf(citizen), citizen)).json;
      const instance = await ask(world, 'getInstance', { params: { instanceId } }, citizen);
      const { publicationTxId } = instance.json;
      const definition = (query: object, how: object) =>
        ask(world, 'getDefinition', { params: { id: blueprintId, publicationTxId }, query: { ...query } }, how);
      const shown = await definition({ instanceId, registerId }, citizen);
      expect(shown.status, shown.text).to.equal(200);
      expect(shown.json.publicationTxId).to.equal(publicationTxId);
      expect((await definition({}, citizen)).json.code).to.equal('PUBLICATION_NOT_FOUND');
      expect((await definition({ instanceId: FRESH }, citizen)).json.code).to.equal('PUBLICATION_NOT_FOUND');
      expect((await definition({ instanceId: '' }, citizen)).json.code).to.equal('QUERY_INVALID');
      for (const id of ['getTransaction', 'getEvidence']) {
        const read = (params: object, how: object) => ask(world, id, { params: { registerId, ...params } }, how);
        const own = await read({ txId }, citizen);
        expect(own.status, own.text).to.equal(200);
        for (const foreign of [orders.order.transactionId, publicationTxId, 'ab'.repeat(32)])
          expect(refusal(await read({ txId: foreign }, citizen))).to.eql([404, 'REGISTER_NOT_FOUND', '/registerId']);
        expect((await read({ txId, registerId: FRESH }, citizen)).json.code).to.equal('REGISTER_NOT_FOUND');
      }
    });

    it('tells a stranger nothing of an instance, and reads nothing of it for one', async () => {
      const citizen = await aCitizen();
      const { instanceId, transactionId: txId } = (await order(await walletOf(citizen), citizen)).json;
      const { tenants } = world.deps;
      const known = tenants.userOfEmail(EXAMPLE.userEmail);
      if (!known) throw new Error('the world has a user');
      const memberships = [{ organisationId: PUBLIC_ORGANISATION_ID, membershipId: FRESH }];
      await world.deps.commit(tenants.putUser({ ...known, id: NEXT, email: 'next@quorate.example', memberships }));
      const stranger = await aCitizen({ id: FRESH, platformUserId: NEXT });
      let reads = 0;
      const instance = async () => {
        reads += 1;
        return fail(issue('INSTANCE_TOO_LONG', '/instanceId', 'It is too long.'));
      };
      Object.assign(world.deps.workflow, { instance });
      const read = (how: object) => ask(world, 'getInstance', { params: { instanceId } }, how);
      expect((await read(stranger)).json.code).to.equal('INSTANCE_NOT_FOUND');
      const place = await ask(world, 'getTransaction', { params: { registerId, txId } }, stranger);
      expect(place.json.code).to.equal('REGISTER_NOT_FOUND');
      expect(reads).to.equal(0);
      expect((await read(citizen)).json.code).to.equal('INSTANCE_TOO_LONG');
      expect(reads).to.equal(1);
    });

    it('shows who opened an instance without a name its opening too', async () => {
      const citizen = await aCitizen();
      const address = await walletOf(citizen);
      const draft = { registerId, blueprintId, actionId: '0', publicationTxId: orders.publicationTxId };
      const body = { ...draft, senderWallet: address, payload: { amount: 3 } };
      const prepared = (await ask(world, 'prepareTransaction', { body })).json;
      const data = { data: prepared.dataToSign, isPreHashed: true };
      const { publicKey, signature: signatureValue } = (
        await ask(world, 'signWithAddress', { params: { address }, body: data }, citizen)
      ).json;
      const signatures = [{ publicKey, signatureValue, algorithm: 'ED25519' }];
      const sent = await send(citizen, { ...prepared.transaction, signatures });
      expect(sent.status, sent.text).to.equal(200);
      const params = { registerId, txId: prepared.transactionId };
      for (const id of ['getTransaction', 'getEvidence'])
        expect((await ask(world, id, { params }, citizen)).status, id).to.equal(200);
    });

    it('is nothing where the operator closed the node to others than readers', async () => {
      const citizen = await aCitizen();
      const [wallet, part] = [await walletOf(citizen), await walletOf(citizen)];
      const { instanceId } = (await order(part, citizen)).json;
      close();
      const headOf = async () =>
        (await ask(world, 'getRegister', { params: { registerId } }, { as: 'administrator' })).json.height;
      const before = await headOf();
      expect(refusal(await send(citizen))).to.deep.equal([404, 'REGISTER_NOT_FOUND', '/registerId']);
      expect(refusal(await order(wallet, citizen))).to.deep.equal([404, 'REGISTER_NOT_FOUND', '/registerAddress']);
      const batch = await ask(world, 'submitBatch', { body: { transactions: [anOrder(world, orders)] } }, citizen);
      expect(batch.json.results[0].code).to.equal('REGISTER_NOT_FOUND');
      const rejected = {
        senderWallet: wallet,
        registerAddress: registerId,
        transactionHash: orders.order.transactionId,
      };
      expect(
        refusal(await ask(world, 'rejectAction', { body: { ...rejected, reason: 'No.' } }, citizen)),
      ).to.deep.equal([404, 'REGISTER_NOT_FOUND', '/registerAddress']);
      expect(await headOf()).to.equal(before);
      // Readers go on: services, members of the tenant, and wallets that take part.
      const validating = { body: anOrder(world, orders) };
      expect((await ask(world, 'validateTransaction', validating, { as: 'service' })).status).to.equal(200);
      expect((await send({ as: 'user' })).status).to.equal(200);
      expect((await order(part, citizen)).status).to.equal(200);
      expect((await ask(world, 'getInstance', { params: { instanceId } }, citizen)).status).to.equal(200);
    });
  });

  describe('that is not there yet', () => {
    const params = { registerId: FRESH };
    const send = (body: object, how: object = {}) => ask(world, 'submitTransaction', { params, body }, how);

    it('is to found it with a genesis at the endpoint for all transactions', async () => {
      const genesis = genesisSubmission(world, FRESH);
      const made = await send(genesis);
      expect(made.status, made.text).to.equal(200);
      expect(made.json).to.include({ transactionId: genesis.transactionId, status: 'sealed', docketNumber: 0 });
      expect((await ask(world, 'getRegister', { params })).json).to.include({ id: FRESH });
      expect((await send(genesis)).json).to.deep.equal(made.json);
      const other = await ask(world, 'submitBatch', { body: { transactions: [genesisSubmission(world, NEXT)] } });
      expect(other.json.results[0]).to.include({ status: 'sealed', docketNumber: 0 });
    });

    it('and by no caller who may not found one, nor for another tenant, nor with a bad attestation', async () => {
      const genesis = genesisSubmission(world, FRESH);
      expect(refusal(await send(genesis, { as: 'user' }))).to.deep.equal([403, 'FORBIDDEN', '']);
      const foreign = genesisSubmission(world, FRESH, '22222222-2222-4222-8222-222222222222');
      expect(refusal(await send(foreign))).to.deep.equal([403, 'FORBIDDEN', '/payload/tenantId']);
      const [entry] = genesis.signatures;
      const signatures = [{ ...entry, signatureValue: Buffer.alloc(64, 1).toString('base64') }];
      expect((await send({ ...genesis, signatures })).json.code).to.equal('VAL_SIG_002');
      expect((await send({ ...genesis, payload: {} })).status).to.equal(400);
      expect((await ask(world, 'getRegister', { params })).status).to.equal(404);
    });
  });
});

const NEXT = '7c1e9b3a-52d4-4f6b-9b61-0a4f5d2c8e08';
