// The validator service over HTTP: seats, the build window, figures and settings, each by its tenant.
import { expect } from 'chai';
import { worldOfAll } from '../world/world-of.js';
import { anOrder, ask, exampleOrders, type Orders, WAIT } from './fixtures.js';

describe('validators', () => {
  const world = worldOfAll();
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
  });

  it('stop, start, pause and resume, and say so', async () => {
    const params = { registerId: at.registerId };
    const state = async () => (await ask(world, 'getValidatorStatus', { params })).json.state;
    expect(await state()).to.equal('Running');
    expect((await ask(world, 'pauseValidation', { params })).json).to.deep.include({ state: 'Paused', isActive: true });
    expect((await ask(world, 'resumeValidation', { params })).json).to.deep.include({ state: 'Running' });
    const stopped = await ask(world, 'stopValidator', { body: params });
    expect(stopped.json).to.deep.include({ status: 'Stopped', memPoolPersisted: true });
    expect(await state()).to.equal('Stopped');
    expect((await ask(world, 'getMonitoring', {})).json).to.deep.equal({ registerIds: [], count: 0 });
    expect((await ask(world, 'startValidator', { body: params })).json.status).to.equal('Started');
    expect((await ask(world, 'getMonitoring', {})).json).to.deep.equal({ registerIds: [at.registerId], count: 1 });
    const order = anOrder(world, at);
    expect((await ask(world, 'submitTransaction', { params, body: order }, { headers: WAIT })).status).to.equal(200);
  });

  it('stop and start by the words of administration too', async () => {
    const params = { registerId: at.registerId };
    for (const [id, found] of [
      ['stopValidation', 'Stopped'],
      ['startValidation', 'Running'],
    ] as const) {
      expect((await ask(world, id, { params })).json.state, id).to.equal(found);
      expect((await ask(world, 'getValidatorStatus', { params })).json.state, id).to.equal(found);
    }
  });

  it('tell what waits while a seat is paused or stopped', async () => {
    const params = { registerId: at.registerId };
    const orders = [anOrder(world, at), anOrder(world, at), { ...anOrder(world, at), priority: 'High' }];
    const counts = async () => {
      const { json: pool } = await ask(world, 'getMemPool', { params });
      const { json: seat } = await ask(world, 'getValidatorStatus', { params });
      const { totalTransactions, highPriorityCount, normalPriorityCount } = pool;
      return [totalTransactions, highPriorityCount, normalPriorityCount, seat.transactionsInMemPool];
    };
    await ask(world, 'pauseValidation', { params });
    for (const body of orders) expect((await ask(world, 'submitTransaction', { params, body })).status).to.equal(202);
    expect(await counts()).to.deep.equal([3, 1, 2, 3]);
    await ask(world, 'stopValidator', { body: params });
    expect(await counts()).to.deep.equal([3, 1, 2, 3]);
    await ask(world, 'startValidator', { body: params });
    expect((await ask(world, 'submitTransaction', { params, body: orders[0] }, { headers: WAIT })).status).to.equal(
      200,
    );
    await ask(world, 'processPool', { params });
    expect(await counts()).to.deep.equal([0, 0, 0, 0]);
  });

  it('are not for plain users, and unknown registers have none', async () => {
    const user = await ask(world, 'stopValidator', { body: { registerId: at.registerId } }, { as: 'user' });
    expect([user.status, user.json.code]).to.deep.equal([403, 'FORBIDDEN']);
    const registerId = '11111111-2222-4333-8444-555555555555';
    const unknown = await ask(world, 'processPool', { params: { registerId } });
    expect([unknown.status, unknown.json.code]).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
  });

  it('have nothing to do with an empty pool, and do nothing while they pause, by each way to ask for a docket', async () => {
    const params = { registerId: at.registerId };
    for (const [id, parts] of [
      ['processPool', { params }],
      ['buildDocket', { body: params }],
    ] as const) {
      const answer = await ask(world, id, parts);
      expect(answer.json, id).to.deep.include({ transactionCount: 0, message: 'There was nothing to do.' });
      await ask(world, 'pauseValidation', { params });
      const paused = await ask(world, id, parts);
      expect([paused.status, paused.json.code], id).to.deep.equal([409, 'VALIDATOR_NOT_RUNNING']);
      await ask(world, 'resumeValidation', { params });
    }
  });

  it('count what they did, by register and in all', async () => {
    const mine = await ask(world, 'getMetrics', {});
    expect([mine.status, mine.json.code], 'who administers an organisation').to.deep.equal([403, 'FORBIDDEN']);
    const all = (await ask(world, 'getMetrics', {}, { as: 'systemAdmin' })).json;
    expect(all.dockets.sealed).to.be.greaterThan(0);
    expect(all.transactions.submitted).to.be.at.least(all.transactions.accepted);
    const one = await ask(world, 'getMemPoolMetrics', { query: { registerId: at.registerId } });
    expect(one.json.pools).to.have.length(1);
    const pool = await ask(world, 'getMemPool', { params: { registerId: at.registerId } });
    expect(pool.json).to.deep.include({ totalTransactions: 0, fillPercentage: 0 });
  });

  it('keep settings that an operator changes, and refuse what is out of range', async () => {
    const body = { docketBuild: { maxTransactionsPerDocket: 10 } };
    const changed = await ask(world, 'updateValidatorConfig', { body }, { as: 'systemAdmin' });
    expect(changed.json.docketBuild).to.deep.equal({ maxTransactionsPerDocket: 10, buildWindowMs: 10 });
    const read = (await ask(world, 'getValidatorConfig', {})).json;
    expect(read).to.deep.equal(changed.json);
    const other = await ask(world, 'updateValidatorConfig', { body }, { as: 'administrator' });
    expect([other.status, other.json.code]).to.deep.equal([403, 'FORBIDDEN']);
    const zero = await ask(
      world,
      'updateValidatorConfig',
      { body: { memPool: { maxSize: 0 } } },
      { as: 'systemAdmin' },
    );
    expect([zero.status, zero.json.code, zero.json.path]).to.deep.equal([400, 'BODY_INVALID', '/memPool/maxSize']);
  });
});
