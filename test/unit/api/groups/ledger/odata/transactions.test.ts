// Which rows of a register a filter is held against.
import { expect } from 'chai';
import type { ODataCall } from '../../../../../../api/groups/ledger/odata/collection.js';
import { TRANSACTIONS } from '../../../../../../api/groups/ledger/odata/transactions.js';
import { isFailure } from '../../../../../../core/base/result.js';
import { parseExpression } from '../../../../../../core/query/parser.js';
import { conditionsOf } from '../../../../../../core/query/plan.js';

/** A register whose wallet `w7` sent 7 transactions, and so on; and the wallets that were asked for. */
async function chosen(filter: string) {
  const asked: string[] = [];
  const record = { id: 'r', reg: 1, tenantId: 't' };
  const chain = {
    transactionsPage: () => Promise.resolve({ items: [], total: 1000 }),
    bySender: (_: number, address: string) => {
      asked.push(address);
      return Promise.resolve({ items: [], total: Number(address.slice(1)) });
    },
  };
  const ledger = { registers: () => [record], forks: { forkHeight: () => undefined } };
  const call = { caller: { organisationId: 't' }, address: '127.0.0.1', deps: { chain, ledger } };
  const tree = parseExpression(filter);
  if (isFailure(tree)) throw new Error(tree.issue.message);
  const found = await TRANSACTIONS.candidates(call as unknown as ODataCall, conditionsOf(tree));
  if (isFailure(found)) throw new Error(found.issue.message);
  return { asked, totals: found.map(({ list, rest }) => [list.total, rest.length]) };
}

describe('api/groups/ledger/odata/transactions', () => {
  it('takes the index with the fewest rows, and tests them by what is left', async () => {
    const { totals } = await chosen(
      "senderWallet eq 'w9' and senderWallet eq 'w3' and senderWallet eq 'w5' and index eq 1",
    );
    expect(totals).to.deep.equal([[3, 3]]);
  });

  it('asks a few indexes, however many conditions one could serve', async () => {
    const conditions = Array.from({ length: 100 }, (_, i) => `senderWallet eq 'w${100 - i}'`);
    const { asked, totals } = await chosen(conditions.join(' and '));
    expect(asked).to.have.lengthOf(8);
    expect(totals).to.deep.equal([[93, 99]]);
  });
});
