// The models of disputes in some orders of their moves: the quick part of
// `npm run tool -- model:instance --only resolver`.
import { expect } from 'chai';
import { DISPUTES } from './dispute-model.js';
import { explore } from './explore.js';

describe('the model of disputes', function () {
  this.timeout(180_000);

  const sealed = new Set<string>();
  for (const model of DISPUTES)
    it(`keeps its properties (${model.name})`, () => {
      const bounds = { depth: 1, walks: 12, steps: 10, states: 200, ms: Number.POSITIVE_INFINITY };
      const found = explore(model, { ...bounds, now: () => 0 });
      expect(found.problem).to.equal(undefined);
      expect(found.lies).to.be.greaterThan(5);
      expect(found.disputes).to.be.greaterThan(5);
      expect(found.ends).to.be.greaterThan(5);
      for (const row of Object.keys(found.rows)) sealed.add(row);
    });

  it('seal moves of every kind', () => {
    expect([...sealed].sort()).to.deep.equal(Object.keys(DISPUTES[0]?.moves ?? {}).sort());
  });
});
