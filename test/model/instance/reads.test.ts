// The model of reads in some orders of their moves: the quick part of `npm run tool -- model:instance --only reads`.
import { expect } from 'chai';
import { explore } from './explore.js';
import { READS } from './reads-properties.js';

describe('the model of reads', function () {
  this.timeout(180_000);

  it('keeps its properties in some states of few moves, and seals moves of every kind', () => {
    const bounds = { depth: 2, walks: 24, steps: 10, states: 200, ms: Number.POSITIVE_INFINITY };
    const found = explore(READS, { ...bounds, now: () => 0 });
    expect(found.problem).to.equal(undefined);
    expect(found.pairs).to.be.greaterThan(40);
    expect(found.disputes).to.be.greaterThan(5);
    expect(Object.keys(found.rows).sort()).to.deep.equal(Object.keys(READS.moves).sort());
  });
});
