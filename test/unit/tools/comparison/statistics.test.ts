// The spread of starts, and the rule by which they support that a program is slower.
import { expect } from 'chai';
import fc from 'fast-check';
import { agreedLeast, LOSS_MAX, STARTS_LEAST, spreadOf, verdictOf } from '../../../tools/comparison/statistics.js';

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
    for (const [verdict, starts] of [
      ['slower', [1.2, 1.04, 1.05, 1.01, 1.04]],
      ['slower', [0.9, 1.04, 1.1, 1.05, 1.06, 1.04, 1.2, 1.07]],
      ['unsure', [0.9, 0.9, 1.1, 1.05, 1.06, 1.04, 1.2, 1.07]],
      ['as fast', Array(5).fill(LOSS_MAX)],
      ['as fast', [1.02, 1, 0.9, 0.5, 1.03, 1.01, 0.99, 1.2]],
      ['unsure', [1.02, 1, 0.9, 0.5, 1.03, 1.01, 1.1, 1.2]],
      ['unsure', [1.2, 1.2, 1.2, 1.2, 1]],
      ['unsure', Array(STARTS_LEAST - 1).fill(1.5)],
      ['unsure', Array(STARTS_LEAST - 1).fill(0.5)],
      ['unsure', []],
    ] as const)
      it(`is "${verdict}" for ${JSON.stringify(starts)}`, () => {
        expect(verdictOf(starts)).to.equal(verdict);
      });

    it('has as many starts agree as the tables of the sign test have', () => {
      expect([5, 6, 7, 8, 9, 10, 12, 15, 20, 50].map(agreedLeast)).to.deep.equal([5, 6, 7, 7, 8, 9, 10, 12, 15, 32]);
      expect(agreedLeast(STARTS_LEAST - 1)).to.be.greaterThan(STARTS_LEAST - 1);
    });

    it('calls a program slower than itself in less than one of twenty comparisons', () => {
      // Each start has a factor of its own, which all of its pairs share: every set of 8 signs is as likely.
      const sets = Array.from({ length: 256 }, (_, set) =>
        Array.from({ length: 8 }, (_, start) => ((set >> start) & 1 ? 1.2 : 1 / 1.2)),
      );
      expect(sets.filter((starts) => verdictOf(starts) === 'slower').length / 256).to.be.lessThan(1 / 20);
    });
  });
});
