// A readable run that its payload alone makes false: no docket ever makes it right, so the first answer is the last,
// also where the run follows something that is not sealed. A refusal that rests on earlier runs may turn, and says so.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import type { Submission } from '../../../../core/model/transaction.js';
import { asks, definitionOf, read, to } from '../../../support/definitions/short-definitions.js';
import { ask, buyer, seller } from '../../ledger/fixtures.js';
import { type DraftRegister, draftRegister } from '../../people/draft-register.js';
import { worldOfAll } from '../../world/world-of.js';

const num = { type: 'integer' };
const DEFINITION = definitionOf(
  [
    { ...asks({ n: num }), calculations: { double: { '*': [read('in.n'), 2] } }, ...to(2) },
    { sender: 'y', ...asks({ m: num }), calculations: { sum: { '+': [read('in.m'), read('act.1.n')] } }, ...to() },
  ],
  {
    participants: [
      { id: 'x', walletAddress: buyer.address },
      { id: 'y', walletAddress: seller.address },
    ],
  },
);
const INSTANCE = { instanceId: 'stated' };
const UNKNOWN = { transactionId: 'ab'.repeat(32) } as unknown as Submission;

describe('a readable run that can never be right, over HTTP', () => {
  const world = worldOfAll();
  let at: DraftRegister;
  before(async () => {
    at = await draftRegister(world, DEFINITION);
  });

  async function answer(tx: Submission): Promise<readonly [string, unknown]> {
    const { status, json } = await at.submit(tx);
    return [`${status} ${json.code ?? json.status}${json.path ? ` ${json.path}` : ''}`, json.definitive];
  }
  const opening = (payload: JsonObject) => at.move(1, buyer, { ...INSTANCE, payload });

  it('is refused at once and for good', async () => {
    expect(await answer(opening({ n: 2, double: 5 }))).to.deep.equal(['422 VAL_CALC_001 /payload/double', true]);
    expect(await answer(opening({ n: 2 }))).to.deep.equal(['422 VAL_CALC_001 /payload/double', true]);
    expect(await answer(opening({ n: 2, double: 4, more: 1 }))).to.deep.equal([
      '400 VAL_SCHEMA_007 /payload/more',
      true,
    ]);
    const orphan = (payload: JsonObject) => at.move(1, buyer, { ...INSTANCE, after: UNKNOWN, payload });
    expect(await answer(orphan({ n: 2, double: 5 })), 'nothing is waited for').to.deep.equal([
      '422 VAL_CALC_001 /payload/double',
      true,
    ]);
    const params = { registerId: at.registerId };
    const held = await ask(world, 'submitTransaction', { params, body: orphan({ n: 2, double: 4 }) });
    expect(`${held.status} ${held.json.status}`, 'a right one waits').to.equal('202 pending');
  });

  it('is refused and may turn where runs before make it false', async () => {
    const first = opening({ n: 2, double: 4 });
    expect(await answer(first)).to.deep.equal(['200 sealed', undefined]);
    const second = (payload: JsonObject) => at.move(2, seller, { ...INSTANCE, after: first, payload });
    const unread = at.move(2, seller, {
      ...INSTANCE,
      after: first,
      payload: { m: 1, sum: 3 },
      metadata: { sees: 'all' },
    });
    expect(await answer(unread)).to.deep.equal(['409 VAL_READ_001 /metadata/sees', true]);
    expect(await answer(second({ m: 1, sum: 9 }))).to.deep.equal(['422 VAL_CALC_001 /payload/sum', false]);
    expect(await answer(second({ m: 1 }))).to.deep.equal(['422 VAL_CALC_001 /payload/sum', true]);
    expect(await answer(second({ m: 1, sum: 3 }))).to.deep.equal(['200 sealed', undefined]);
  });
});
