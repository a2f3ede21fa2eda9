// Actions encrypted in the background over HTTP: what is answered, how far they are, who may look, and what is refused
// before anything begins.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { ENCRYPTED_AT_ONCE_BYTES_MAX } from '../../../core/base/limits/node/operations.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Answer } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { anOperation, aStarted } from './fixtures.js';

const refusal = ({ status, json }: Answer) => [status, json.code, json.path];
const ASYNC = { headers: { prefer: 'respond-async' } };

/** Orders of any size, with a note. */
const NOTED = {
  ...DEFINITION,
  id: 'noted-order',
  actions: DEFINITION.actions.map((action) =>
    action.id === 0
      ? {
          ...action,
          dataSchemas: [{ type: 'object', required: ['note'], properties: { note: { type: 'string' }, plan: {} } }],
          disclosures: [{ participantAddress: 'seller', dataPointers: ['/*'] }],
        }
      : action,
  ),
};

describe('operations over HTTP', () => {
  const world = worldOfEach();

  const read = (operationId: string, as: 'administrator' | 'user' = 'administrator') =>
    ask(world, 'getOperation', { params: { operationId } }, { as });

  /** The operation when it has ended. */
  async function ended(operationId: string): Promise<Answer> {
    for (let turns = 0; turns < 5000; turns++) {
      const answer = await read(operationId);
      if (answer.status !== 200 || answer.json.completedAt) return answer;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    throw new Error('the operation does not end');
  }

  const submit = (members: object, how: Parameters<typeof ask>[3] = ASYNC) =>
    ask(
      world,
      'submitAction',
      {
        body: {
          blueprintId: LEDGER.blueprintId,
          actionId: '0',
          senderWallet: EXAMPLE.walletAddress,
          registerAddress: LEDGER.registerId,
          payloadData: { amount: 3 },
          ...members,
        },
      },
      how,
    );

  it('answers 202 at once, and the instance moves on', async () => {
    const accepted = await anOperation(world);
    expect(accepted.status, accepted.text).to.equal(202);
    const { operationId, instanceId } = accepted.json;
    expect(accepted.json).to.include({ isAsync: true, status: 'encrypting', isComplete: false });
    expect(accepted.json).to.not.have.any.keys('transactionId', 'transactionHash');
    expect(accepted.json.nextActions.map(({ actionId }: { actionId: number }) => actionId)).to.deep.equal([1]);
    expect(accepted.headers.location).to.equal(`/api/operations/${operationId}`);
    const { json } = await ended(operationId);
    expect(json).to.include({
      operationId,
      instanceId,
      status: 'Completed',
      actionId: '0',
      submittingWalletAddress: EXAMPLE.walletAddress,
      currentStep: 4,
      totalSteps: 4,
      percentComplete: 100,
      stepName: 'Completed',
    });
    expect(json).to.not.have.any.keys('error', 'errors', 'failedRecipient');
    const instance = await ask(world, 'getInstance', { params: { instanceId } });
    expect(instance.json).to.include({ state: 'Active', firstTransactionId: json.transactionHash });
    expect(instance.json.currentActionIds).to.deep.equal([1]);
  });

  it('does an action of an instance in the background too', async () => {
    const { instanceId } = await aStarted(world);
    const body = { senderWallet: EXAMPLE.walletAddress, payloadData: { confirmed: true } };
    const accepted = await ask(world, 'executeInstanceAction', { params: { instanceId, actionId: '1' }, body }, ASYNC);
    expect(accepted.status, accepted.text).to.equal(202);
    expect((await ended(accepted.json.operationId)).json.status).to.equal('Completed');
    const again = await ask(world, 'executeInstanceAction', { params: { instanceId, actionId: '1' }, body }, ASYNC);
    expect([again.status, again.json.repeated]).to.deep.equal([200, true]);
  });

  it('takes what is large in the background by itself, and what is small only when asked', async () => {
    await exampleOrders(world);
    await seedExampleWallet(world.deps);
    const params = { registerId: LEDGER.registerId };
    await ask(world, 'publishBlueprint', {
      params,
      body: { blueprintId: NOTED.id, override: UNREHEARSED, blueprintJson: NOTED },
    });
    const noted = (note: string) => submit({ blueprintId: NOTED.id, payloadData: { note } }, {});
    expect((await noted('small')).status).to.equal(200);
    const large = await noted('x'.repeat(ENCRYPTED_AT_ONCE_BYTES_MAX));
    expect(large.status).to.equal(202);
    expect((await ended(large.json.operationId)).json.status).to.equal('Completed');
    expect(refusal(await noted('x'.repeat(4 * 1024 * 1024)))).to.deep.equal([400, 'VAL_SIZE_001', '']);
  });

  it('keeps the files of an action that is encrypted in the background', async () => {
    await exampleOrders(world);
    await seedExampleWallet(world.deps);
    const { registerId } = LEDGER;
    await ask(world, 'publishBlueprint', {
      params: { registerId },
      body: { blueprintId: NOTED.id, override: UNREHEARSED, blueprintJson: NOTED },
    });
    const content = Buffer.from('a plan of the house');
    const file = { fileName: 'plan.txt', contentType: 'text/plain', contentBase64: content.toString('base64') };
    const body = { blueprintId: NOTED.id, payloadData: { note: 'see the plan' } };
    const accepted = await submit({ ...body, files: [{ ...file, fieldName: 'plan' }] });
    expect(accepted.status, accepted.text).to.equal(202);
    const { transactionHash } = (await ended(accepted.json.operationId)).json;
    const place = { wallet: EXAMPLE.walletAddress, register: registerId, tx: transactionHash };
    const { json } = await ask(world, 'getAction', { params: place });
    const [kept] = json.files;
    expect(kept).to.include({ fileName: 'plan.txt', size: content.length });
    const answer = await world.app.inject({
      method: 'GET',
      url: `/api/files/${place.wallet}/${registerId}/${transactionHash}/${kept.fileId}`,
      headers: { authorization: `Bearer ${await world.token('administrator')}` },
    });
    expect(answer.body).to.equal(content.toString());
  });

  it('refuses before anything begins what would fail', async () => {
    await exampleOrders(world);
    await seedExampleWallet(world.deps);
    expect(refusal(await submit({ payloadData: { amount: 'three' } }))).to.deep.equal([
      400,
      'VAL_SCHEMA_004',
      '/payloadData/amount',
    ]);
    expect(refusal(await submit({ actionId: '1' }))).to.deep.equal([422, 'VAL_BP_001', '/actionId']);
    const { status, json } = await submit({ instanceId: '00000000-0000-4000-8000-000000000000' });
    expect([status, json.code]).to.deep.equal([404, 'INSTANCE_NOT_FOUND']);
    const stranger = await submit({}, { ...ASYNC, as: 'user' });
    expect([stranger.status, stranger.json.code]).to.deep.equal([403, 'WALLET_ACCESS_DENIED']);
    const list = await ask(world, 'listOperations', { query: { wallet: EXAMPLE.walletAddress } });
    expect(list.json).to.deep.equal({ items: [], page: 1, pageSize: 20, totalCount: 0, hasMore: false });
  });

  it('starts one operation for one Idempotency-Key, and another for another', async () => {
    const key = { 'idempotency-key': 'first' };
    const first = await anOperation(world, key);
    const again = await anOperation(world, key);
    expect(again.json).to.deep.equal(first.json);
    expect(again.headers['idempotency-replayed']).to.equal('true');
    const other = await anOperation(world, { 'idempotency-key': 'second' });
    expect(other.json.operationId).to.not.equal(first.json.operationId);
    expect(other.json.instanceId).to.not.equal(first.json.instanceId);
  });

  it('lists the operations of a wallet by pages, newest first, for whom may use it', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      world.advance(1000);
      ids.unshift((await anOperation(world, { 'idempotency-key': `order-${n}` })).json.operationId);
    }
    await ended(ids[0] as string);
    const list = (query: object, as: 'administrator' | 'user' = 'administrator') =>
      ask(world, 'listOperations', { query: { wallet: EXAMPLE.walletAddress, ...query } }, { as });
    const first = await list({ pageSize: 2 });
    expect(first.json).to.include({ page: 1, pageSize: 2, totalCount: 3, hasMore: true });
    const second = await list({ pageSize: 2, page: 2 });
    expect(second.json).to.include({ page: 2, totalCount: 3, hasMore: false });
    const shown = [...first.json.items, ...second.json.items];
    expect(shown.map(({ operationId }: { operationId: string }) => operationId)).to.deep.equal(ids);
    expect(refusal(await list({}, 'user'))).to.deep.equal([403, 'WALLET_ACCESS_DENIED', '/wallet']);
    expect(refusal(await list({ wallet: `qr1${'q'.repeat(40)}` }))).to.deep.equal([
      403,
      'WALLET_ACCESS_DENIED',
      '/wallet',
    ]);
    expect(refusal(await list({ pageSize: 51 }))).to.deep.equal([400, 'QUERY_INVALID', '/pageSize']);
    expect(refusal(await read(ids[0] as string, 'user'))).to.deep.equal([403, 'WALLET_ACCESS_DENIED', '']);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(refusal(await read(unknown))).to.deep.equal([404, 'OPERATION_NOT_FOUND', '/operationId']);
    expect(refusal(await read('not an id'))).to.deep.equal([400, 'PATH_INVALID', '/operationId']);
  });
});
