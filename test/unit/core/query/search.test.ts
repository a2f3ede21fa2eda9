// A search in steps by the sum of the lengths finds as the one of the engine does.
import { expect } from 'chai';
import fc from 'fast-check';
import { indexIn } from '../../../../core/query/search.js';

describe('core/query/search', () => {
  it('finds the first occurrence, as the engine does', () => {
    const few = fc.array(fc.constantFrom('a', 'b', 'ä', '\u{1f600}'), { maxLength: 12 }).map((parts) => parts.join(''));
    const long = fc.tuple(few, fc.integer({ min: 0, max: 400 }), few).map(([a, n, b]) => a.repeat(n) + b);
    fc.assert(
      fc.property(long, long, few, (before, part, after) => {
        const text = before + part + after;
        expect(indexIn(text, part)).to.equal(text.indexOf(part));
        expect(indexIn(part, text)).to.equal(part.indexOf(text));
        expect(indexIn(text, `${part}b`)).to.equal(text.indexOf(`${part}b`));
      }),
      { numRuns: 100 },
    );
  });

  it('takes no steps by the product of the lengths', () => {
    const half = 'a'.repeat(40_000);
    const begin = performance.now();
    expect(indexIn('a'.repeat(160_000), `${half}b${half}`)).to.equal(-1);
    // The search of the engine takes seconds.
    expect(performance.now() - begin).to.be.below(500);
  });
});
