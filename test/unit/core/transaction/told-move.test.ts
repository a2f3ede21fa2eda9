// The kind of a move and for whom it speaks, read from its header.
import { expect } from 'chai';
import { toldMove } from '../../../../core/transaction/told-move.js';

describe('core/transaction/told-move', () => {
  it('tells an action that says nothing of itself, and the kind of every other move', () => {
    expect(toldMove({})).to.deep.equal({ type: 'Action' });
    for (const type of ['Handover', 'Delivery', 'Objection', 'Rejection', 'Claim'])
      expect(toldMove({ metadata: { type, routing: {} } })).to.deep.equal({ type });
    expect(toldMove({ metadata: { type: 'Timer', timer: 'silence' } })).to.deep.equal({
      type: 'Timer',
      timer: 'silence',
    });
  });

  it('tells for whom a vote and a confirmation speak', () => {
    const vote = { type: 'Vote', vote: 'yes', role: 'bank' };
    expect(toldMove({ metadata: vote })).to.deep.equal(vote);
    expect(toldMove({ metadata: { ...vote, for: 'northbank' } })).to.deep.equal({ ...vote, for: 'northbank' });
    for (const accept of [true, false])
      expect(toldMove({ metadata: { type: 'Confirmation', answer: { accept, role: 'seller' } } })).to.deep.equal({
        ...{ type: 'Confirmation', role: 'seller', isConfirmed: accept },
      });
  });
});
