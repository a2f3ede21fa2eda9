// Dockets and queries over HTTP: reading them, and the door for dockets from outside, which opens to a valid
// certificate only.
import { expect } from 'chai';
import { LEDGER } from '../../../../api/examples/ledger.js';
import { docketHash } from '../../../../core/register/docket.js';
import { call } from '../../world/caller.js';
import { worldOfAll } from '../../world/world-of.js';
import { ask, buyer, definitionOf, exampleOrders, type Orders, sealedDocket, seller } from '../fixtures.js';

describe('dockets and queries', () => {
  const world = worldOfAll();
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
  });

  it('list dockets in both orders, with the total', async () => {
    const params = { registerId: at.registerId };
    const up = await ask(world, 'listDockets', { params, query: { pageSize: 2 } });
    expect(up.json.map((docket: { number: number }) => docket.number)).to.deep.equal([0, 1]);
    expect(up.headers['x-total-count']).to.equal('3');
    const down = await ask(world, 'listDockets', { params, query: { pageSize: 2, page: 2, order: 'desc' } });
    expect(down.json.map((docket: { number: number }) => docket.number)).to.deep.equal([0]);
  });

  it('show what recomputes the hash and who sealed it', async () => {
    const params = { registerId: at.registerId, docketId: '2' };
    const docket = (await ask(world, 'getDocket', { params })).json;
    expect(docketHash(docket.header)).to.equal(docket.hash);
    expect(docket).to.deep.include({ number: 2, state: 'Sealed', transactionIds: [at.order.transactionId] });
    expect(docket.previousHash).to.equal(docket.header.prevHash);
    expect(docket.consensusVotes[0]).to.deep.include({
      validatorId: world.deps.validator.validatorId,
      decision: 'Approve',
    });
    const transactions = await ask(world, 'listDocketTransactions', { params });
    expect(transactions.json[0].txId).to.equal(at.order.transactionId);
    const none = await ask(world, 'getDocket', { params: { ...params, docketId: '9' } });
    expect([none.status, none.json.code]).to.deep.equal([404, 'DOCKET_NOT_FOUND']);
    const odd = await ask(world, 'getDocket', { params: { ...params, docketId: 'first' } });
    expect([odd.status, odd.json.code]).to.deep.equal([400, 'PATH_INVALID']);
  });

  it('tell what is being decided to readers of the register alone', async () => {
    const params = { registerId: at.registerId };
    const found = await ask(world, 'getConsensus', { params });
    expect(found.status).to.equal(200);
    const { validatorId } = world.deps.validator;
    expect(found.json).to.deep.include({ height: 3, round: 0, leader: validatorId, isLeader: true, state: 'Init' });
    expect(found.json).to.deep.include({ docketHash: null, votes: [], waitingFor: [] });
    const nobody = await call(world, definitionOf('getConsensus'), { params }, {});
    expect([nobody.status, nobody.json.code]).to.deep.equal([401, 'AUTH_REQUIRED']);
    const other = await ask(world, 'getConsensus', { params: { registerId: '00000000-0000-4000-8000-00000000000f' } });
    expect([other.status, other.json.code]).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
    const odd = await ask(world, 'getConsensus', { params: { registerId: 'odd' } });
    expect([odd.status, odd.json.code]).to.deep.equal([400, 'PATH_INVALID']);
  });

  it('come from outside once, whole, and with a valid certificate', async () => {
    const params = { registerId: at.registerId };
    const body = await sealedDocket(world, at.registerId, 2);
    const write = (sent: object) => ask(world, 'writeDocket', { params, body: sent }, { as: 'service' });
    const same = await write(body);
    expect([same.status, same.json.status]).to.deep.equal([200, 'already-sealed']);
    const user = await ask(world, 'writeDocket', { params, body });
    expect([user.status, user.json.code]).to.deep.equal([403, 'FORBIDDEN']);
    const header = { ...body.docket.header, timestampMs: body.docket.header.timestampMs + 1 };
    const hash = docketHash(header);
    const conflict = {
      docket: { ...body.docket, header, hash },
      certificate: { ...body.certificate, docketHash: hash },
    };
    const second = await write(conflict);
    expect([second.status, second.json.code]).to.deep.equal([409, 'DOCKET_CONFLICT']);
    const nextHeader = { ...body.docket.header, height: 3, prevHash: body.docket.hash };
    const nextHash = docketHash(nextHeader);
    const next = {
      docket: { ...body.docket, header: nextHeader, hash: nextHash },
      certificate: { ...body.certificate, height: 3, docketHash: nextHash },
    };
    const unproven = await write(next);
    expect([unproven.status, unproven.json.code]).to.deep.equal([400, 'CERTIFICATE_INVALID']);
    const judged = await ask(world, 'validateDocket', { body: next });
    expect(judged.json).to.deep.include({ isValid: false });
    expect(judged.json.errors[0].code).to.equal('CERTIFICATE_INVALID');
    expect((await ask(world, 'validateDocket', { body })).json.isValid).to.equal(true);
    expect((await ask(world, 'getRegister', { params })).json.height).to.equal(3);
  });

  it('answer queries in the page shape', async () => {
    const { registerId } = at;
    const sent = await ask(world, 'querySenderTransactions', {
      params: { address: buyer.address },
      query: { registerId },
    });
    expect(sent.json).to.deep.include({
      page: 1,
      totalCount: 1,
      totalPages: 1,
      hasNextPage: false,
      hasPreviousPage: false,
    });
    expect(sent.json.items[0].txId).to.equal(at.order.transactionId);
    const wallet = await ask(world, 'queryWalletTransactions', { params: { address: buyer.address } });
    expect(wallet.json.items[0]).to.deep.include({ registerId, registerName: 'Purchase orders' });
    const other = await ask(world, 'queryWalletTransactions', { params: { address: seller.address } });
    expect(other.json).to.deep.include({ totalCount: 0, items: [] });
    const params = { blueprintId: LEDGER.blueprintId };
    const ofBlueprint = await ask(world, 'queryBlueprintTransactions', { params, query: { registerId, pageSize: 1 } });
    expect(ofBlueprint.json).to.deep.include({ totalCount: 2, totalPages: 2, hasNextPage: true });
    const after = await ask(world, 'querySuccessors', {
      params: { prevTxId: at.order.transactionId },
      query: { registerId },
    });
    expect(after.json.totalCount).to.equal(0);
    const stats = await ask(world, 'queryStats', { query: { registerId } });
    expect(stats.json).to.deep.include({ totalTransactions: 3, totalPayloads: 3 });
    const bare = await ask(world, 'querySenderTransactions', { params: { address: buyer.address } });
    expect([bare.status, bare.json.code, bare.json.path]).to.deep.equal([400, 'QUERY_INVALID', '/registerId']);
  });
});
