// The answer about the facts of an instance of language 2: who stated each member, and what the reader found.
import { expect } from 'chai';
import { factsView } from '../../../../../../api/groups/workflow/instances/facts.js';
import { CellParties } from '../../../../../support/cells/cell-parties.js';
import { calculating, definitionOf, read } from '../../../../../support/definitions/short-definitions.js';

describe('facts in answers', () => {
  it('name source and verdict of each member, and keep what is violated as it was stated', () => {
    const parties = new CellParties(definitionOf([...calculating({ '*': [read('qty'), read('act.1.price')] })]));
    const one = parties.act({ action: 1, payload: { price: 2 } });
    const lie = <T extends { data: object }>(made: T) => ({ ...made, data: { ...made.data, fee: '7' } });
    const two = parties.act({ action: 2, payload: { qty: 3 }, lie });
    const [first, second] = factsView(parties.see('z').runs ?? []);
    expect(first?.runs).to.deep.equal([
      {
        source: { actionId: '1', transactionHash: one.txId, senderWallet: parties.addressOf('x') },
        isInForce: true,
        isDelivered: true,
        members: [
          { member: '/note', verdict: 'stated' },
          { member: '/price', value: 2, verdict: 'stated' },
        ],
      },
    ]);
    expect(second?.runs[0]?.source.transactionHash).to.equal(two.txId);
    expect(second?.runs[0]?.members).to.deep.equal([
      { member: '/fee', value: '7', verdict: 'violated' },
      { member: '/qty', value: 3, verdict: 'stated' },
    ]);
  });
});
