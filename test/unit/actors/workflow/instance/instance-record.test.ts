// The record of an instance is whole: what its row counts is among its transactions, also while their index is on its
// way to the disk. Else an action would state that it saw a run that it did not read.
import { expect } from 'chai';
import { readInstance } from '../../../../../actors/workflow/instance/instance-record.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { good } from '../../../../support/base/good.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob } from '../../../../support/register/ledger.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const AT = { registerId: 'r', reg: 1 };

/** Two moves; the index has the first `indexed` of them until what is sealed lasts, and then `lasting`. */
function begun(indexed: number, lasting = 2) {
  const document: JsonObject = {
    ...definitionOf([
      { ...asks({ n: num }), ...shows({ y: ['*'] }), ...to(2) },
      { sender: 'y', ...asks({ m: num }), ...shows({ x: ['*'] }), ...to(2) },
    ]),
    participants: Object.entries({ x: alice, y: bob }).map(([id, { address }]) => ({ id, walletAddress: address })),
  };
  const at = new SealedLedger(document, [alice, bob]);
  const open = at.take({ action: 1, by: alice, data: { n: 1 }, next: [2] });
  const run = at.take({ action: 2, by: bob, data: { m: 1 }, next: [2], previous: open.txId });
  const said = { waits: 0 };
  const chain = {
    view: () => at.ledger.view,
    transaction: () => undefined,
    byInstance: async () => {
      const moves = [open, run].slice(0, said.waits > 0 ? lasting : indexed);
      // Of the same instance, and not counted.
      const there = moves.length === 1 ? [...moves, challenge as unknown as Transaction] : moves;
      const items = there.map((transaction, index) => ({ transaction, height: 2 + index, index: 0, timestampMs: 1 }));
      return { items, total: items.length };
    },
    lasting: async () => void said.waits++,
  };
  const challenge = { ...run, txId: 'a challenge', header: { ...run.header, metadata: { type: 'Challenge' } } };
  return { said, run, read: () => readInstance({ chain: chain as never }, AT, 'inst-1') };
}

describe('actors/workflow/instance/instance-record', () => {
  it('is read once where the index has all moves', async () => {
    const { said, run, read } = begun(2);
    expect(good(await read()).transactions.at(-1)?.transaction.txId).to.equal(run.txId);
    expect(said.waits).to.equal(0);
  });

  it('waits for moves that the row counts and the index has not', async () => {
    for (const indexed of [0, 1]) {
      const { said, run, read } = begun(indexed);
      expect(good(await read()).transactions.at(-1)?.transaction.txId).to.equal(run.txId);
      expect(said.waits).to.equal(1);
    }
  });

  it('is none where they are not there even then', async () => {
    const found = await begun(1, 1).read();
    expect(isFailure(found) && found.issue.code).to.equal('INSTANCE_NOT_FOUND');
  });
});
