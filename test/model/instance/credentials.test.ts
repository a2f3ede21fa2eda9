// The model of credentials in some orders of their moves: the quick part of
// `npm run tool -- model:instance --only credentials`.
import { expect } from 'chai';
import { CREDENTIALS } from './credentials-properties.js';
import { explore } from './explore.js';

describe('the model of credentials', function () {
  this.timeout(180_000);

  it('keeps its properties in some states of few moves, and seals moves of every kind', () => {
    const bounds = { depth: 1, walks: 60, steps: 14, states: 120, ms: Number.POSITIVE_INFINITY };
    const found = explore(CREDENTIALS, { ...bounds, now: () => 0 });
    expect(found.problem).to.equal(undefined);
    expect(found.pairs).to.be.greaterThan(40);
    expect(Object.keys(found.rows).sort()).to.deep.equal(Object.keys(CREDENTIALS.moves).sort());
  });
});
