// How many times the p99 of a stranger grew, and within which bounds that is known.
import { expect } from 'chai';
import { rowOf } from './factor.js';

/** A sequence of its own, the same in every run. */
function chance(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** 1 to `count`, times `unit`. */
const upTo = (count: number, unit: number) => Array.from({ length: count }, (_, i) => (i + 1) * unit);

describe('the cost of an attack for a stranger', () => {
  it('is the growth of the p99, with counts and quantiles of both', () => {
    const row = rowOf('read', { alone: upTo(200, 1), under: upTo(100, 6).reverse(), refused: 2 }, chance());
    expect(row.alone).to.deep.equal({ count: 200, p50Ms: 101, p99Ms: 199 });
    expect(row.under).to.deep.equal({ count: 100, p50Ms: 306, p99Ms: 600 });
    expect([row.call, row.refused, Math.round(row.factor * 100)]).to.deep.equal(['read', 2, 302]);
  });

  it('is known the better the more calls there were', () => {
    const widthOf = (count: number) => {
      const { least, most, factor } = rowOf(
        'read',
        { alone: upTo(count, 1), under: upTo(count, 2), refused: 0 },
        chance(),
      );
      expect(least).to.be.at.most(factor);
      expect(most).to.be.at.least(factor);
      return most - least;
    };
    expect(widthOf(2000)).to.be.lessThan(widthOf(50));
  });
});
