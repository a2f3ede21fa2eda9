// The shipped reducer, searched exhaustively within small bounds and by random walks beyond them. Larger bounds: `npm
// run model`.
import { expect } from 'chai';
import { sampleOf } from '../support/program/effort.js';
import { explore } from './explore.js';
import { walk } from './walk.js';
import { LIAR_IN_MAJORITY, SUITE, WALKS } from './worlds.js';

const now = () => 0;

describe('consensus model', function () {
  this.timeout(180_000);

  for (const { name, world, states, complete } of SUITE) {
    it(`holds its invariants in every state: ${name}`, () => {
      const verdict = explore(world, { states, ms: 1, now });
      expect(verdict.problem).to.equal(undefined);
      expect(verdict.complete).to.equal(complete);
    });
  }

  for (const { name, world, walks } of WALKS) {
    it(`holds its invariants and heals on random walks: ${name}`, () => {
      // A liar is caught in few of them. `npm run deep` takes all of them, and `npm run tool -- model` more.
      const played = Math.max(sampleOf(walks), world.liar ? walks / 2 : 0);
      const verdict = walk(world, { walks: played, steps: 60, seed: 1, ms: 1, now });
      expect(verdict.problem, `seed ${verdict.seed}`).to.equal(undefined);
      if (world.liar) expect(verdict.accused).to.be.greaterThan(0);
    });
  }

  it('forks in majority mode when a member lies, as documented, and accuses no honest member', () => {
    const verdict = walk(LIAR_IN_MAJORITY, { walks: 500, steps: 60, seed: 1, ms: 1, now });
    expect(verdict.problem).to.match(/^I[15] /);
  });
});
