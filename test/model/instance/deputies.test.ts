// The models of deputies in some orders of their moves: the quick part of
// `npm run tool -- model:instance --only deputies`.
import { expect } from 'chai';
import { DEPUTIES } from './deputies-properties.js';
import { DEPUTIES_READING } from './deputies-reading.js';
import { explore } from './explore.js';

for (const model of [DEPUTIES, DEPUTIES_READING])
  describe(`the model of ${model.name}`, function () {
    this.timeout(180_000);

    it('keeps its properties in some states of few moves, and seals moves of every kind', () => {
      const bounds = { depth: 1, walks: 48, steps: 9, states: 120, ms: Number.POSITIVE_INFINITY };
      const found = explore(model, { ...bounds, now: () => 0 });
      expect(found.problem).to.equal(undefined);
      expect(found.ends).to.be.greaterThan(10);
      expect(found.pairs).to.be.greaterThan(4);
      expect(Object.keys(found.rows).sort()).to.deep.equal(Object.keys(model.moves).sort());
    });
  });
