// Misbehaviour over HTTP: who may read it, what a fork does to reads and writes, and that only a SystemAdmin chooses a
// branch.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { docketHash } from '../../../core/register/docket.js';
import { liar } from '../../support/register/evidence.js';
import { aWorld } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { ask, exampleOrders, type Orders, sealedDocket } from './fixtures.js';
import { forkAt } from './fork.js';

describe('misbehaviour', () => {
  const world = worldOfAll({ mayFail: true });
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
  });
  after(() => {
    // A fork is an error in the log, and here the only one.
    expect(world.errors.length).to.be.at.most(1);
  });

  it('is readable for who sees the register, and empty when nothing is proven', async () => {
    const params = { registerId: at.registerId };
    const seen = await ask(world, 'getMisbehaviour', { params });
    expect([seen.status, seen.json]).to.deep.equal([200, { registerId: at.registerId, sealed: [], pending: [] }]);
    const unknown = await ask(world, 'getMisbehaviour', {
      params: { registerId: '00000000-0000-4000-8000-000000000000' },
    });
    expect([unknown.status, unknown.json.code]).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
    const odd = await ask(world, 'getMisbehaviour', { params: { registerId: 'odd' } });
    expect([odd.status, odd.json.code]).to.deep.equal([400, 'PATH_INVALID']);
  });

  it('lets no caller accept a fork that is none, nor a service decide at all', async () => {
    const params = { registerId: at.registerId };
    const body = { docketHash: 'a'.repeat(64) };
    const none = await ask(world, 'acceptFork', { params, body }, { as: 'systemAdmin' });
    expect([none.status, none.json.code]).to.deep.equal([409, 'REGISTER_STATUS_INVALID']);
    const malformed = await ask(world, 'acceptFork', { params, body: { docketHash: 'x' } }, { as: 'systemAdmin' });
    expect([malformed.status, malformed.json.code]).to.deep.equal([400, 'BODY_INVALID']);
    const service = await ask(world, 'acceptFork', { params, body }, { as: 'service' });
    expect([service.status, service.json.code]).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('is not what anybody makes up at docket 0: such a docket is answered, and breaks nothing', async () => {
    const { registerId } = at;
    const { docket, certificate } = await sealedDocket(world, registerId, 0);
    const zeros = '0'.repeat(64);
    const header = { ...docket.header, timestampMs: docket.header.timestampMs + 1 };
    const forged = {
      docket: { ...docket, header, hash: docketHash(header) },
      certificate: { ...certificate, docketHash: docketHash(header) },
    };
    const none = {
      docket: { ...docket, transactions: [], hash: zeros },
      certificate: { ...certificate, docketHash: zeros, rosterHash: zeros, signatures: [] },
    };
    for (const body of [forged, none]) {
      const { status, json } = await ask(world, 'validateDocket', { body }, { as: 'administrator' });
      expect([status, json.isValid, json.errors[0].code]).to.deep.equal([200, false, 'DOCKET_CONFLICT']);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.errors).to.deep.equal([]);
    const { json } = await ask(world, 'getMisbehaviour', { params: { registerId } });
    expect(json).to.deep.equal({ registerId, sealed: [], pending: [] });
  });

  it('tells of nothing as sealed that stands above the last common docket of a split chain', async () => {
    const split = await aWorld();
    const { registerId, publicationTxId } = await exampleOrders(split);
    const list = async () => {
      const { json } = await ask(split, 'listTransactions', { params: { registerId }, query: { $count: 'true' } });
      return json as { total: number; transactions: { txId: string; docketNumber: number; senderWallet: string }[] };
    };
    const all = await list();
    expect(all.transactions.map((tx) => tx.docketNumber).at(-1)).to.be.greaterThan(1);
    const state = split.deps.ledger.state(registerId) as { height: number };
    const changed = {
      blueprintId: LEDGER.blueprintId,
      override: UNREHEARSED,
      blueprintJson: { ...DEFINITION, title: 'Another title' },
    };
    const second = (await ask(split, 'publishBlueprint', { params: { registerId }, body: changed })).json;
    const newest = async () => {
      const params = { registerId, blueprintId: LEDGER.blueprintId };
      const { status, json } = await ask(split, 'getLatestPublication', { params });
      return status === 200 ? json.version : `${json.code} ${json.path}`;
    };
    expect(await newest()).to.equal(2);
    await forkAt(split, registerId, 2);
    expect(await newest()).to.equal('REGISTER_FORKED /blueprintId');
    const publication = async (txId: string) =>
      (await ask(split, 'getPublication', { params: { registerId, txId } })).status;
    expect([await publication(publicationTxId), await publication(second.publicationTxId)]).to.deep.equal([200, 503]);
    const common = all.transactions.filter((tx) => tx.docketNumber < 2);
    expect(state.height).to.be.at.least(2);
    expect(await list()).to.deep.include({ total: common.length, transactions: common });
    const one = async (route: 'getTransaction' | 'getReceipt' | 'getEvidence', txId: string) =>
      (await ask(split, route, { params: { registerId, txId } })).status;
    const [below, above] = [common.at(-1)!.txId, all.transactions.at(-1)!.txId];
    for (const route of ['getTransaction', 'getReceipt', 'getEvidence'] as const)
      expect([route, await one(route, below), await one(route, above)]).to.deep.equal([route, 200, 503]);
    const address = all.transactions.at(-1)!.senderWallet;
    const sent = all.transactions.filter((tx) => tx.senderWallet === address);
    const query = { registerId, page: '1', pageSize: '50' };
    for (const route of ['querySenderTransactions', 'queryWalletTransactions'] as const) {
      const { json } = await ask(split, route, { params: { address }, query });
      expect([route, json.totalCount]).to.deep.equal([route, sent.filter((tx) => tx.docketNumber < 2).length]);
    }
    await split.close();
  });

  it('serves a split chain up to its last common docket, and takes nothing more', async () => {
    const { registerId } = at;
    await forkAt(world, registerId, 2);
    const { json } = await ask(world, 'getMisbehaviour', { params: { registerId } });
    expect(json.fork).to.include({ height: 2, lastCommonDocket: 1 });
    const { validatorId } = liar('validator of the contract tests').seat;
    expect(json.fork.culprits).to.deep.equal([{ validatorId, kind: 'DuplicateVote' }]);
    const read = async (docketId: string) =>
      (await ask(world, 'getDocket', { params: { registerId, docketId } })).status;
    expect([await read('1'), await read('2'), await read('latest')]).to.deep.equal([200, 503, 503]);
    expect((await ask(world, 'listDockets', { params: { registerId } })).headers['x-total-count']).to.equal('2');
  });
});
