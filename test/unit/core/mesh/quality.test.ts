// The quality of a peer as people read it.
import { expect } from 'chai';
import fc from 'fast-check';
import { qualityRating, qualityScore } from '../../../../core/mesh/quality.js';

describe('core/mesh/quality', () => {
  it('rates by the bounds of reference-facts 4.8.1', () => {
    const scores = [100, 80, 79.9, 60, 59.9, 40, 39.9, 20, 19.9, 0];
    expect(scores.map(qualityRating)).to.deep.equal([
      ...['Excellent', 'Excellent', 'Good', 'Good', 'Fair', 'Fair', 'Poor', 'Poor', 'Very Poor', 'Very Poor'],
    ]);
  });

  it('is the share that succeeded, less slowness and offences', () => {
    expect(qualityScore({ total: 0, succeeded: 0, points: 0 }), 'never asked').to.equal(50);
    expect(qualityScore({ total: 10, succeeded: 10, averageMs: 0, points: 20 })).to.equal(100);
    expect(qualityScore({ total: 10, succeeded: 10, averageMs: 500, points: 0 })).to.equal(85);
    expect(qualityScore({ total: 10, succeeded: 5, averageMs: 0, points: -20 })).to.equal(30);
  });

  it('stays between 0 and 100', () => {
    const any = fc.record({
      total: fc.nat(1000),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      averageMs: fc.option(fc.nat(1e6), { nil: undefined }),
      points: fc.integer({ min: -100, max: 20 }),
    });
    fc.assert(
      fc.property(any, ({ total, share, ...rest }) => {
        expect(qualityScore({ total, succeeded: Math.floor(total * share), ...rest })).to.be.within(0, 100);
      }),
    );
  });
});
