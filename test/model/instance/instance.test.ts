// The model of instances in every order of a few moves, one party of which lies: the quick part of
// `npm run tool -- model:instance`.
import { expect } from 'chai';
import { explore } from './explore.js';
import { LOOP } from './loop-model.js';

describe('the model of instances', function () {
  this.timeout(180_000);

  it('keeps its properties in every state of few moves', () => {
    const bounds = { depth: 2, walks: 32, steps: 9, states: 300, ms: Number.POSITIVE_INFINITY };
    const found = explore(LOOP, { ...bounds, now: () => 0 });
    expect(found.problem).to.equal(undefined);
    expect(found.lies).to.be.greaterThan(40);
    expect(found.disputes).to.be.greaterThan(4);
    expect(found.ends).to.be.greaterThan(15);
    expect(found.pairs).to.be.greaterThan(40);
  });
});
