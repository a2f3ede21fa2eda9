// Whether a refused submission has its end, over HTTP: a refusal by the clock of one node is none, and everything that
// the rules refuse is one.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { hashHex } from '../../../core/base/hash.js';
import type { JsonObject } from '../../../core/base/json.js';
import { TRANSACTION_AGE_MAX_MS } from '../../../core/base/limits/ledger/transactions.js';
import { executionHash } from '../../../core/blueprint/definition/definition-hash.js';
import { newMember } from '../../support/register/governance.js';
import { submission } from '../../support/register/ledger.js';
import { partner } from '../governance/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { anOrder, aRegister, ask, exampleOrders, type Orders, ordersOf, WAIT } from './fixtures.js';

describe('refusals of a submission', () => {
  const world = worldOfAll();
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
  });

  const isoIn = (ms: number) => new Date(world.deps.clock.now() + ms).toISOString();
  const submit = (body: object, headers: Readonly<Record<string, string>> = WAIT) =>
    ask(world, 'submitTransaction', { params: { registerId: at.registerId }, body }, { as: 'user', headers });
  const said = async (body: object) => {
    const { status, json } = await submit(body);
    return [status, json.code, json.definitive];
  };

  it('by the clock are not final', async () => {
    // Its predecessor is as old as that.
    world.advance(2 * TRANSACTION_AGE_MAX_MS);
    const early = anOrder(world, at, { createdAt: isoIn(600_000) });
    expect(await said(early)).to.deep.equal([400, 'VAL_TIME_001', false]);
    const old = anOrder(world, at, { createdAt: isoIn(-TRANSACTION_AGE_MAX_MS - 1000) });
    expect(await said(old)).to.deep.equal([400, 'VAL_TIME_002', false]);
    world.advance(600_000);
    expect((await submit(early)).json.status, 'its time has come').to.equal('sealed');
  });

  it('by the clock of the only validator are final once a sealed time proves them', async () => {
    const expired = anOrder(world, at, { createdAt: isoIn(-60_000), expiresAt: isoIn(1000) });
    world.advance(2000);
    expect(await said(expired)).to.deep.equal([400, 'VAL_TIME_003', false]);
    expect((await submit(anOrder(world, at))).json.status).to.equal('sealed');
    expect(await said(expired)).to.deep.equal([400, 'VAL_TIME_003', true]);
  });

  it('by the rules are final, whatever the clock says as well', async () => {
    expect(await said(anOrder(world, at, { payload: { amount: 0 } }))).to.deep.equal([400, 'VAL_SCHEMA_004', true]);
    const both = anOrder(world, at, { createdAt: isoIn(-2 * TRANSACTION_AGE_MAX_MS), payload: { amount: 0 } });
    expect(await said(both)).to.deep.equal([400, 'VAL_TIME_002', true]);
    const order = anOrder(world, at);
    expect(await said({ ...order, payload: { amount: 999 } })).to.deep.equal([400, 'VAL_HASH_001', true]);
  });

  /**
   * As when somebody of the caller's organisation walked through it; the description is no part of what that proves.
   */
  function rehearsedHere(definition: JsonObject): Promise<unknown> {
    const { blueprints, clock, commit } = world.deps;
    const execDefHash = executionHash(definition, hashHex);
    const made = { blueprintId: LEDGER.blueprintId, execDefHash, by: EXAMPLE.administratorPlatformId };
    return commit([blueprints.putPass(EXAMPLE.organisationId, { ...made, atMs: clock.now() })]);
  }

  it('by what is sealed are not final where a later docket may take them back: the same transaction is sealed then', async () => {
    const registerId = await aRegister(world);
    const publishedBy = (amount: number) => ({
      registerId,
      blueprintId: LEDGER.blueprintId,
      actionId: 'blueprint-publish',
      senderWallet: partner.address,
      createdAt: isoIn(0),
      payload: { ...DEFINITION, description: `Version ${amount}` },
    });
    const [publication, next] = [1, 2].map((amount) => submission(publishedBy(amount), [partner]));
    const [order, later] = [publication, next].map((one) =>
      anOrder(world, { registerId, publicationTxId: one!.transactionId }),
    );
    const send = async (body: object) => {
      const { status, json } = await ask(
        world,
        'submitTransaction',
        { params: { registerId }, body },
        { headers: WAIT },
      );
      return [status, json.code ?? json.status, ...('definitive' in json ? [json.definitive] : [])];
    };
    await rehearsedHere(DEFINITION);
    expect(await send(order!)).to.deep.equal([400, 'VAL_SCHEMA_001', false]);
    expect(await send(publication!)).to.deep.equal([403, 'VAL_PERM_002', false]);
    const body = { operationType: 'add-member', ...newMember(partner, 'Admin'), wallet: EXAMPLE.walletAddress };
    expect((await ask(world, 'propose', { params: { registerId }, body })).status).to.equal(200);
    expect(await send(publication!)).to.deep.equal([200, 'sealed']);
    expect(await send(order!)).to.deep.equal([200, 'sealed']);
    expect(await send(later!)).to.deep.equal([422, 'VAL_BP_VERSION_001', false]);
    expect(await send(next!)).to.deep.equal([200, 'sealed']);
    expect(await send(later!)).to.deep.equal([200, 'sealed']);
    expect(
      await send(anOrder(world, { registerId, publicationTxId: next!.transactionId }, { actionId: '99' })),
    ).to.deep.equal([400, 'VAL_SCHEMA_003', true]);
  });

  it('by a head of the future are not final, because governance takes its time back', async () => {
    const { registerId, publicationTxId } = await ordersOf(world, await aRegister(world));
    const order = anOrder(world, { registerId, publicationTxId }, { expiresAt: isoIn(3_600_000) });
    const send = (body: object) => ask(world, 'submitTransaction', { params: { registerId }, body }, { headers: WAIT });
    world.advance(86_400_000);
    expect((await send(anOrder(world, { registerId, publicationTxId }))).json.status).to.equal('sealed');
    world.advance(-86_400_000);
    const early = await send(order);
    expect([early.json.code, early.json.definitive]).to.deep.equal(['VAL_TIME_003', false]);
    const reset = { operationType: 'reset-time', wallet: EXAMPLE.walletAddress };
    expect((await ask(world, 'propose', { params: { registerId }, body: reset })).status).to.equal(200);
    world.advance(1000);
    expect((await send(order)).json.status).to.equal('sealed');
  });

  it('are none for what is sealed or promised here, however old it has become', async () => {
    const [sealed, promised] = [anOrder(world, at), anOrder(world, at)];
    expect((await submit(sealed)).json.status).to.equal('sealed');
    const params = { registerId: at.registerId };
    await ask(world, 'pauseValidation', { params });
    expect((await submit(promised, {})).json.status).to.equal('pending');
    world.advance(TRANSACTION_AGE_MAX_MS + 1000);
    expect([(await submit(sealed)).json.status, (await submit(promised, {})).json.status]).to.deep.equal([
      'sealed',
      'pending',
    ]);
    await ask(world, 'resumeValidation', { params });
  });

  it('say so one by one in a batch, and in the words of the validator', async () => {
    const old = anOrder(world, at, { createdAt: isoIn(-TRANSACTION_AGE_MAX_MS - 1000) });
    const wrong = anOrder(world, at, { payload: { amount: 0 } });
    const batch = await ask(world, 'submitBatch', { body: { transactions: [old, wrong, {}] } });
    expect(batch.status, batch.text).to.equal(200);
    expect(batch.json.results.map(({ definitive }: { definitive: boolean }) => definitive)).to.deep.equal([
      false,
      true,
      true,
    ]);
    for (const [body, definitive] of [
      [old, false],
      [wrong, true],
    ] as const) {
      const { status, json } = await ask(world, 'addTransaction', { body });
      expect([status, json.isValid, json.definitive], json.code).to.deep.equal([400, false, definitive]);
    }
  });
});
