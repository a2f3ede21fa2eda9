// Idle registers cost nothing: five hundred of them, where `npm run tool -- scale registers` takes ten thousand and
// measures.
import { expect } from 'chai';
import { scaleRegisters } from '../tools/scale/registers.js';

describe('scale', function () {
  this.timeout(120_000);

  it('starts a node with 500 registers of which none is active until it is used', async () => {
    const report = await scaleRegisters({ count: 500, idleSeconds: 0.2 });
    expect(report.registers).to.equal(500);
    expect(report.activeRegisters).to.deep.equal({ idle: 0, used: 5 });
    expect(report.firstSubmissionMs).to.have.length(5);
  });
});
