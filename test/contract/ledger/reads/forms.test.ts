// Lists of transactions as tables and lines, over HTTP and below it: the same transactions, the same rights, and the
// same refusals.
import { expect } from 'chai';
import { worldOfAll } from '../../world/world-of.js';
import { ask, buyer, exampleOrders, type Orders } from '../fixtures.js';

describe('forms of lists', () => {
  const world = worldOfAll({ corsOrigins: ['https://app.example'] });
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
  });

  const list = (id: Parameters<typeof ask>[1], accept: string, more: Record<string, string> = {}) =>
    ask(
      world,
      id,
      { params: { registerId: at.registerId, address: buyer.address }, query: id === 'listTransactions' ? {} : OF() },
      { headers: { accept, ...more } },
    );
  const OF = () => ({ registerId: at.registerId });

  it('are a table with a row for each transaction', async () => {
    const found = await list('listTransactions', 'text/csv');
    expect([found.status, found.headers['content-type'], found.headers.vary]).to.deep.equal([
      200,
      'text/csv; charset=utf-8',
      'Origin, accept',
    ]);
    const [head, ...rows] = found.text.trimEnd().split('\r\n');
    const { transactions } = (await list('listTransactions', 'application/json')).json;
    expect(rows).to.have.length(transactions.length);
    const names = head!.split(',');
    const last = rows.at(-1)!.split(',');
    const { metaData, ...order } = transactions.at(-1);
    for (const [name, value] of Object.entries({
      ...{ registerId: at.registerId, docketNumber: '2', index: '0', txId: at.order.transactionId },
      ...{ transactionType: 'Action', actionId: '0', blueprintId: metaData.blueprintId },
      ...{ senderWallet: buyer.address, recipientsWallets: order.recipientsWallets.join(' ') },
      ...{ payloadHash: order.payloadHash, payloadSize: String(order.payloads[0].payloadSize) },
    }))
      expect(last[names.indexOf(name)], name).to.equal(value);
  });

  for (const id of ['listTransactions', 'querySenderTransactions', 'queryWalletTransactions'] as const)
    it(`of ${id} are lines of what JSON shows`, async () => {
      const lines = await list(id, 'application/x-ndjson');
      expect([lines.status, lines.headers['content-type']]).to.deep.equal([200, 'application/x-ndjson; charset=utf-8']);
      const { json } = await list(id, 'application/json');
      const parsed = lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(parsed).to.deep.equal(json.transactions ?? json.items);
      expect(parsed.length).to.be.greaterThan(0);
    });

  it('are refused where the caller takes none, and by the same rules in each form', async () => {
    const none = await list('listTransactions', 'text/html, image/*;q=0.5');
    expect([none.status, none.json.code, none.json.path]).to.deep.equal([406, 'NOT_ACCEPTABLE', '/accept']);
    expect(none.headers['content-type']).to.match(/^application\/problem\+json/);
    expect(none.headers.vary).to.match(/\baccept\b/);
    const where = { params: { registerId: '00000000-0000-4000-8000-00000000000f' } };
    const missing = await ask(world, 'listTransactions', where, { headers: { accept: 'text/csv' } });
    expect([missing.status, missing.json.code]).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
    const bad = await ask(
      world,
      'listTransactions',
      { params: { registerId: at.registerId }, query: { $top: 0 } },
      { headers: { accept: 'text/csv' } },
    );
    expect([bad.status, bad.json.code]).to.deep.equal([400, 'QUERY_INVALID']);
    // An operation with one form gives that, as it always did.
    const params = { registerId: at.registerId, txId: at.order.transactionId };
    const one = await ask(world, 'getReceipt', { params }, { headers: { accept: 'text/html' } });
    expect([one.status, one.headers.vary]).to.deep.equal([200, 'Origin']);
  });
});
