// An objection over HTTP: the node of a party that was told something false finds the cells that prove it, shows them
// and no others, and each validator judges; a caller that finds nothing, reads nothing or has no part there is told so.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { ask } from '../../ledger/fixtures.js';
import { said } from '../../people/draft-register.js';
import { worldOfEach } from '../../world/world-of.js';
import { type FalseRuns, falseRuns, liar, OFFICE } from './false-run.js';

describe('an objection over HTTP', () => {
  const world = worldOfEach();
  let runs: FalseRuns;
  beforeEach(async () => {
    runs = await falseRuns(world);
  });

  const place = (instanceId: string) => ({ params: { instanceId }, query: { registerId: runs.at.registerId } });
  const object = (instanceId: string, txId: string, body: JsonObject = {}, how: Parameters<typeof ask>[3] = {}) =>
    ask(world, 'objectInstance', { ...place(instanceId), body: { senderWallet: OFFICE, txId, ...body } }, how);
  const shown = async (instanceId: string) => (await ask(world, 'getInstance', place(instanceId))).json;

  it('proves a false result by it and what it is calculated from, and says before what it shows', async () => {
    const txId = await runs.stated('sum', { n: 4, m: 1, double: 9 });
    const told = {
      ...{ instanceId: 'sum', ground: 'calculation', at: '/calculations/double' },
      shown: [{ transactionId: txId, pointers: ['/double', '/n'] }],
    };
    const before = await object('sum', txId, { preview: true });
    expect(before.json, before.text).to.deep.include({ ...told, status: 'preview' });
    expect(before.json).to.not.have.property('transactionId');
    expect(await shown('sum')).to.deep.include({ state: 'Active' });
    const made = await object('sum', txId);
    expect(made.status, made.text).to.equal(200);
    expect(made.json).to.deep.include({ ...told, status: 'sealed' });
    const { state, faults, currentActionIds } = await shown('sum');
    expect([state, currentActionIds]).to.deep.equal(['Disputed', [1]]);
    expect(faults).to.deep.equal([
      {
        ...{ transactionId: txId, wallet: liar.address, ground: 'calculation', at: '/calculations/double' },
        ...{ objectedBy: OFFICE, objectionTransactionId: made.json.transactionId },
      },
    ]);
    expect(said(await object('sum', txId, { preview: true })), 'told before').to.equal('409 VAL_OBJ_007 /txId');
    world.advance(8 * 24 * 3_600_000);
    expect(said(await object('sum', txId, { ground: 'calculation', at: '/calculations/double' }))).to.equal(
      '409 VAL_OBJ_007 /txId',
    );
  });

  it('proves a false way by the condition that denies it', async () => {
    const txId = await runs.stated('way', { n: 4, m: 1, double: 8 }, 3);
    const { json, text } = await object('way', txId);
    expect(json, text).to.deep.include({ ground: 'route', at: '/routes', status: 'sealed' });
    expect(json.shown).to.deep.equal([{ transactionId: txId, pointers: ['/n'] }]);
  });

  it('proves a broken schema by the member alone, or by all of the action where one is missing', async () => {
    const wrong = await runs.stated('wrong', { n: 4, m: 'one', double: 8 });
    const { json, text } = await object('wrong', wrong);
    expect(json, text).to.deep.include({ ground: 'schema', at: '/m', status: 'sealed' });
    expect(json.shown).to.deep.equal([{ transactionId: wrong, pointers: ['/m'] }]);
    const missing = await runs.stated('missing', { n: 4, double: 8 });
    const second = await object('missing', missing);
    expect(second.json, second.text).to.deep.include({ ground: 'schema', at: '/m', status: 'sealed' });
  });

  it('says that the action is not done again, where the instance has gone on past it', async () => {
    const txId = await runs.stated('past', { n: 4, m: 1, double: 9 });
    expect((await object('past', txId, { preview: true })).json).to.not.have.property('isVoidAlone');
    const done = await ask(world, 'executeInstanceAction', {
      params: { instanceId: 'past', actionId: '2' },
      body: { senderWallet: OFFICE, payloadData: { done: 1 }, acceptSuspect: [txId] },
    });
    expect(done.status, done.text).to.equal(200);
    expect(await shown('past')).to.deep.include({ state: 'Completed' });
    expect((await object('past', txId, { preview: true })).json).to.include({ isVoidAlone: true });
    expect((await object('past', txId)).json).to.include({ isVoidAlone: true, status: 'sealed' });
    expect(await shown('past'))
      .to.deep.include({ state: 'Completed' })
      .and.to.not.have.property('dispute');
  });

  it('is none where nothing is wrong, of another ground, of no such action, or without a place there', async () => {
    const good = await runs.stated('good', { n: 4, m: 1, double: 8 });
    expect(said(await object('good', good))).to.equal('422 VAL_OBJ_004 /txId');
    for (const [ground, at] of [
      ['calculation', '/calculations/double'],
      ['route', '/routes'],
      ['schema', '/n'],
      ['schema', ''],
      ['shape', '/n'],
      ['calculation', '/calculations/other'],
      ['undelivered', ''],
    ])
      expect(said(await object('good', good, { ground, at } as JsonObject)), `${ground} ${at}`).to.match(
        /^422 VAL_OBJ_004 /,
      );
    expect(said(await object('good', 'ab'.repeat(32)))).to.equal('404 TRANSACTION_NOT_FOUND /txId');
    expect(said(await object('good', good, { ground: 'spite' }))).to.match(/^400 /);
    expect(said(await object('good', good, {}, { as: 'user' }))).to.match(/^403 WALLET_ACCESS_DENIED/);
    expect(await shown('good')).to.deep.include({ state: 'Active' });
    expect(await shown('good')).to.not.have.property('faults');
  });
});
