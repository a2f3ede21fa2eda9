// Which refusals are the last word: those that no later docket can overturn, whatever the clocks of other validators
// say.
import { expect } from 'chai';
import { isOver } from '../../../../actors/validator-pool/outcomes.js';
import {
  approval,
  ballot,
  governed,
  judge,
  newMember,
  operation,
  proposal,
} from '../../../support/register/governance.js';
import { alice, bob, owner, publish } from '../../../support/register/ledger.js';

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** Where the clock agrees with the head. */
function at({ state, view }: ReturnType<typeof governed>) {
  return { state, view, clock: { now: () => state.timestampMs } };
}

describe('the end of a promise', () => {
  it('waits for sealed time where only a clock says no', () => {
    const ledger = governed([alice, 'Admin']);
    const said = operation('add-member', newMember(bob, 'Auditor'));
    ledger.seal(proposal(said, [owner]));
    const vote = ballot(said, [approval(alice, said)], alice);
    const late = ledger.state.timestampMs + WEEK;
    expect(judge(ledger, vote, late)).to.equal('GOVERNANCE_PROPOSAL_CLOSED /payload/operation');
    expect(isOver(vote, at(ledger))).to.equal(false);
    const { header } = ledger.sealAt(late, publish());
    expect(header.timestampMs).to.equal(late);
    expect(isOver(vote, at(ledger))).to.equal(true);
  });

  it('does not come with a sealed time that governance may take back', () => {
    const ledger = governed([alice, 'Admin']);
    const said = operation('add-member', newMember(bob, 'Auditor'));
    ledger.seal(proposal(said, [owner]));
    const vote = ballot(said, [approval(alice, said)], alice);
    const now = ledger.state.timestampMs;
    ledger.sealAt(now + WEEK, publish());
    expect(isOver(vote, { ...at(ledger), clock: { now: () => now } }), 'the head is a week ahead').to.equal(false);
    expect(isOver(vote, { ...at(ledger), clock: { now: () => now + WEEK } })).to.equal(true);
  });

  it('is there at once where sealed state says no', () => {
    const ledger = governed();
    const publication = publish();
    expect(isOver(publication, at(ledger))).to.equal(false);
    ledger.seal(publication);
    expect(isOver(publication, at(ledger))).to.equal(true);
  });
});
