// The part that an instance tells of what holders are owed: bounded for each holder and for all of them, and exact in
// how many more there are.
import { expect } from 'chai';
import { toldOwed } from '../../../../../actors/workflow/instance/owed-runs.js';
import { INSTANCE_TRANSACTIONS_MAX } from '../../../../../core/base/limits/ledger/instances.js';
import { RECIPIENTS_MAX } from '../../../../../core/base/limits/ledger/transactions.js';
import { OWED_TOLD_MAX } from '../../../../../core/base/limits/node/inbox.js';

/** Runs of an instance, each owed to the first holders, as they stand in the ledger. */
function owedTo(holders: number, runs: number) {
  return Array.from({ length: runs }, (_, n) =>
    Array.from({ length: holders }, (_, h) => ({ role: `r${h}`, wallet: `w${h}`, txId: String(n).padStart(64, '0') })),
  ).flat();
}

describe('actors/workflow/instance/owed-runs', () => {
  it('tells all of a few, by role and wallet', () => {
    const owed = [
      { role: 'y', wallet: 'a', txId: '1' },
      { role: 'z', wallet: 'a', txId: '1' },
      { role: 'y', wallet: 'b', txId: '1' },
      { role: 'y', wallet: 'a', txId: '2' },
    ];
    expect(toldOwed(owed)).to.deep.equal([
      { role: 'y', wallet: 'a', runs: ['1', '2'] },
      { role: 'z', wallet: 'a', runs: ['1'] },
      { role: 'y', wallet: 'b', runs: ['1'] },
    ]);
    expect(toldOwed([])).to.deep.equal([]);
  });

  it('tells the oldest of one holder, and how many more there are', () => {
    const [exact] = toldOwed(owedTo(1, OWED_TOLD_MAX.each));
    expect(exact?.runs).to.have.length(OWED_TOLD_MAX.each);
    expect(exact).to.not.have.property('more');
    const [cut] = toldOwed(owedTo(1, OWED_TOLD_MAX.each + 3));
    expect(cut?.runs).to.deep.equal(exact?.runs);
    expect(cut?.more).to.equal(3);
  });

  it('gives each of many holders its share, so that no answer is large', () => {
    const told = toldOwed(owedTo(RECIPIENTS_MAX, INSTANCE_TRANSACTIONS_MAX));
    expect(told).to.have.length(RECIPIENTS_MAX);
    for (const { runs, more = 0 } of told) {
      expect(runs.length).to.be.at.least(1);
      expect(runs.length + more).to.equal(INSTANCE_TRANSACTIONS_MAX);
    }
    expect(told.reduce((sum, { runs }) => sum + runs.length, 0)).to.be.at.most(OWED_TOLD_MAX.all);
  });
});
