// The model of people in some orders of their moves: the quick part of `npm run tool -- model:instance --only people`.
import { expect } from 'chai';
import { explore } from './explore.js';
import { PEOPLE } from './people-properties.js';

describe('the model of people', function () {
  this.timeout(180_000);

  it('keeps its properties in some states of few moves, and seals moves of every kind', () => {
    const bounds = { depth: 1, walks: 24, steps: 12, states: 300, ms: Number.POSITIVE_INFINITY };
    const found = explore(PEOPLE, { ...bounds, now: () => 0 });
    expect(found.problem).to.equal(undefined);
    expect(found.ends).to.be.greaterThan(10);
    expect(found.pairs).to.be.greaterThan(40);
    const rows = Object.keys(PEOPLE.moves).filter((row) => row !== 'vote for another');
    expect(Object.keys(found.rows).sort()).to.deep.equal(rows.sort());
  });
});
