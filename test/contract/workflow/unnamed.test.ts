// Instances whose opening action names none: read over HTTP by the id that follows from its TxId, by those who may see
// them.
import { expect } from 'chai';
import { LEDGER } from '../../../api/examples/ledger.js';
import { hashHex } from '../../../core/base/hash.js';
import { aRegister, ask, ordersOf } from '../ledger/fixtures.js';
import { aWorld } from '../world/world.js';

describe('an instance without a name over HTTP', () => {
  it('is found by the id that follows from its opening action, with its register and without', async () => {
    const world = await aWorld();
    const { registerId, order } = await ordersOf(world);
    const instanceId = hashHex('instance', registerId, LEDGER.blueprintId, order.transactionId);
    const params = { instanceId };
    const found = await ask(world, 'getInstance', { params, query: { registerId } });
    expect(found.status, found.text).to.equal(200);
    expect(found.json).to.include({ id: instanceId, registerId, firstTransactionId: order.transactionId });
    expect((await ask(world, 'getInstance', { params })).json).to.deep.equal(found.json);
    const elsewhere = await ask(world, 'getInstance', {
      params,
      query: { registerId: await aRegister(world, 'Another') },
    });
    expect([elsewhere.status, elsewhere.json.code]).to.deep.equal([404, 'INSTANCE_NOT_FOUND']);
    const nothing = await ask(world, 'getInstance', { params: { instanceId: '0'.repeat(64) } });
    expect([nothing.status, nothing.json.code]).to.deep.equal([404, 'INSTANCE_NOT_FOUND']);
    await world.close();
  });
});
