// Suggestions for mistyped words: what is near, what is not, and which of several.
import { expect } from 'chai';
import fc from 'fast-check';
import { editDistance, nearest } from '../../../../core/base/nearest.js';

describe('core/base/nearest', () => {
  it('counts insertions, deletions, replacements and neighbour swaps once', () => {
    expect(editDistance('', 'abc')).to.equal(3);
    expect(editDistance('wallet', 'walet')).to.equal(1);
    expect(editDistance('wallet', 'wallte')).to.equal(1);
    expect(editDistance('kitten', 'sitting')).to.equal(3);
  });

  it('is a symmetric distance that is zero only for equal words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(editDistance(a, b)).to.equal(editDistance(b, a));
        expect(editDistance(a, b) === 0).to.equal(a === b);
        expect(editDistance(a, b)).to.be.at.most(Math.max(a.length, b.length));
      }),
      { numRuns: 200 },
    );
  });

  it('suggests the nearest candidate, whatever the case', () => {
    expect(nearest('REGISTRE', ['wallet', 'register'])).to.equal('register');
    expect(nearest('prot', ['host', 'port'])).to.equal('port');
  });

  it('looks at no word that a person did not mistype, and at a bounded number of candidates', () => {
    const long = 'a'.repeat(64);
    expect(nearest(long, [`${long}b`])).to.equal(`${long}b`);
    expect(nearest(`${long}c`, [`${long}b`])).to.equal(undefined);
    const far = (count: number) => Array.from({ length: count }, (_, i) => `zz${i % 10}`);
    expect(nearest('port', [...far(499), 'prot'])).to.equal('prot');
    expect(nearest('port', [...far(500), 'prot'])).to.equal(undefined);
    // A word that cannot be near by its length is not compared.
    expect(nearest('port', [...Array.from({ length: 5000 }, () => 'a'.repeat(9)), 'prot'])).to.equal('prot');
  });

  it('suggests nothing when nothing is near', () => {
    expect(nearest('xylophone', ['wallet', 'register'])).to.equal(undefined);
    expect(nearest('abc', [])).to.equal(undefined);
  });
});
