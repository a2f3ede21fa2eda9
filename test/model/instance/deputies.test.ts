// The model of deputies in some orders of their moves: the quick part of `npm run model:instance -- --only deputies`.
import { expect } from 'chai';
import { DEPUTIES } from './deputies-properties.js';
import { explore } from './explore.js';

describe('the model of deputies', function () {
  this.timeout(180_000);

  it('keeps its properties in some states of few moves, and seals moves of every kind', () => {
    const bounds = { depth: 1, walks: 48, steps: 9, states: 120, ms: Number.POSITIVE_INFINITY };
    const found = explore(DEPUTIES, { ...bounds, now: () => 0 });
    expect(found.problem).to.equal(undefined);
    expect(found.ends).to.be.greaterThan(10);
    expect(found.pairs).to.be.greaterThan(4);
    expect(Object.keys(found.rows).sort()).to.deep.equal(Object.keys(DEPUTIES.moves).sort());
  });
});
