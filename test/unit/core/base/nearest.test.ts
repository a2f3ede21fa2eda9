// Suggestions for mistyped words: what is near, what is not, and which of several.
import { expect } from 'chai';
import { nearest } from '../../../../core/base/nearest.js';

describe('core/base/nearest', () => {
  it('suggests a word with a letter too many, too few or another one, and one with two neighbours swapped', () => {
    for (const word of ['wallett', 'walet', 'wallat', 'wallte'])
      expect(nearest(word, ['docket', 'wallet'])).to.equal('wallet');
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
