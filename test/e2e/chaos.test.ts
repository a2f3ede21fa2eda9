// A short run of the chaos program: four nodes under load, frozen, cut off and killed, and no answer of theirs turns
// out untrue.
import { expect } from 'chai';
import { chaosRun } from '../chaos/run.js';

describe('chaos', function () {
  this.timeout(150_000);

  it('changes, loses and doubles nothing that was acknowledged', async () => {
    const report = await chaosRun({
      ...{ nodes: 4, mode: 'bft', seconds: 7, clients: 6, seed: 8, followers: 0, registers: 1, lines: 0 },
      bury: false,
      upheavals: [],
      log: () => undefined,
    });
    expect(report.faults).to.deep.equal([]);
    expect(report.acknowledged).to.be.greaterThan(20);
    expect(Object.keys(report.faultsDrawn)).to.not.deep.equal([]);
  });
});
