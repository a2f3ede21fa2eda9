// The size that a regular expression expands to, from its text; and that schemas whose expressions would take seconds
// to compile are refused unread.
import { expect } from 'chai';
import { schemaCost } from '../../../../../core/blueprint/schemas/schema-check.js';
import { patternCost } from '../../../../../core/schema/pattern-cost.js';

describe('the cost of a pattern', () => {
  const cases: readonly (readonly [pattern: string, low: number, high: number])[] = [
    ['^[a-z]+$', 2, 6],
    ['[a-z]{1,300}', 300, 302],
    ['^([a-z]{1,100}){1,10}$', 1000, 1020],
    ['((a{10}){10}){10}', 1000, 1300],
    ['(a|b){5}c{0}', 15, 25],
    ['x{7,}', 7, 8],
    ['\\p{L}{1,100}', 1700, 1702],
    ['[\\p{L}\\]{9}]{2}', 30, 40],
    ['\\{300}', 5, 6],
    ['a{b}', 3, 6],
  ];
  for (const [pattern, low, high] of cases)
    it(`is between ${low} and ${high} for ${pattern}`, () => {
      expect(patternCost(pattern)).to.be.within(low, high);
    });

  it('is found in linear time, whatever the text', () => {
    for (const text of [
      '('.repeat(100_000),
      '[',
      '{1,1000}'.repeat(10_000),
      'a{999999999}{999999999}',
      ')'.repeat(9),
      '\\',
    ])
      expect(patternCost(text)).to.be.a('number').and.be.above(0);
  });

  it('counts in every schema that says pattern or patternProperties', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`f${n}`, { type: 'string', pattern: `^[a-z]{1,${n + 1}}$` }]),
    );
    expect(schemaCost({ properties: wide }), 'seconds to compile').to.be.a('string');
    expect(schemaCost({ patternProperties: { '^(a{1,1000}){1,1000}$': true } })).to.be.a('string');
    expect(schemaCost({ properties: { code: { type: 'string', pattern: '^[A-Z]{2}[0-9]{6}$' } } })).to.be.a('number');
  });
});
