// The spread of pairs, and the rule by which it supports that a program is slower.
import { expect } from 'chai';
import fc from 'fast-check';
import { LOSS_MAX, PAIRS_LEAST, type Spread, spreadOf, verdictOf } from '../../../tools/comparison/statistics.js';

describe('test/tools/comparison/statistics', () => {
  it('gives median and quartiles in whatever order the ratios come', () => {
    expect(spreadOf([1.4, 1, 1.2, 1.1, 1.3])).to.deep.equal({
      ...{ count: 5, median: 1.2, lowerQuartile: 1.1, upperQuartile: 1.3, least: 1, most: 1.4 },
    });
  });

  it('puts a quartile between two ratios where none is one', () => {
    const { median, lowerQuartile, upperQuartile } = spreadOf([1, 2, 3, 4]);
    expect([lowerQuartile, median, upperQuartile]).to.deep.equal([1.75, 2.5, 3.25]);
  });

  it('takes a single ratio for all of them', () => {
    expect(spreadOf([2])).to.deep.equal({
      ...{ count: 1, median: 2, lowerQuartile: 2, upperQuartile: 2, least: 2, most: 2 },
    });
  });

  for (const [name, ratios] of [
    ['none', []],
    ['a division by 0', [1, Number.POSITIVE_INFINITY]],
    ['0 by 0', [1, Number.NaN]],
    ['nothing measured', [0, 1]],
  ] as const)
    it(`refuses ${name}`, () => {
      expect(() => spreadOf(ratios)).to.throw('at least one ratio');
    });

  it('keeps its figures in order', () => {
    const ratios = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(ratios, (given) => {
        const { least, lowerQuartile, median, upperQuartile, most } = spreadOf(given);
        const told = [least, lowerQuartile, median, upperQuartile, most];
        expect(told).to.deep.equal([...told].sort((a, b) => a - b));
        expect([least, most]).to.deep.equal([Math.min(...given), Math.max(...given)]);
      }),
    );
  });

  describe('the verdict', () => {
    const spread = (given: Partial<Spread>): Spread => ({
      ...{ count: PAIRS_LEAST, median: 1, lowerQuartile: 0.9, upperQuartile: 1.2, least: 0.8, most: 1.3 },
      ...given,
    });

    for (const [verdict, given] of [
      ['slower', { median: LOSS_MAX + 0.001, lowerQuartile: 1.001 }],
      ['as fast', { median: LOSS_MAX, lowerQuartile: 1.02 }],
      ['as fast', { median: 0.5, lowerQuartile: 0.4 }],
      ['unsure', { median: 1.2, lowerQuartile: 1 }],
      ['too few pairs', { median: 1.2, lowerQuartile: 1.1, count: PAIRS_LEAST - 1 }],
    ] as const)
      it(`is "${verdict}" for ${JSON.stringify(given)}`, () => {
        expect(verdictOf(spread(given))).to.equal(verdict);
      });
  });
});
