// Two rounds of the crash run: what `npm run tool -- crash` repeats fifty times.
import { expect } from 'chai';
import { crashRounds } from '../tools/crash/rounds.js';

/** Repeatable dice (xorshift32), so that the rounds differ and a failure can be played again. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

describe('crash', function () {
  this.timeout(240_000);

  it('loses nothing that was acknowledged when the node is killed under load', async () => {
    const report = await crashRounds({ rounds: 2, random: dice(20_261_121), leastAcknowledged: 16 });
    expect(report.faults).to.deep.equal([]);
    expect(report.rounds).to.have.length(2);
    expect(report.acknowledged).to.be.greaterThan(30);
    expect(report.unansweredAtKills).to.be.greaterThan(0);
    expect(report.transactions).to.be.at.least(report.acknowledged);
  });
});
