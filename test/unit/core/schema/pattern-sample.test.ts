// A text for a regular expression: one that it takes, within the lengths that the schema states, or none.
import { expect } from 'chai';
import fc from 'fast-check';
import { linearPattern } from '../../../../core/schema/pattern.js';
import { patternSample } from '../../../../core/schema/pattern-sample.js';

const ANY = { min: 0, max: 1000 };

describe('core/schema/pattern-sample', () => {
  const rows: readonly (readonly [pattern: string, text: string])[] = [
    ['^BP-[0-9]{4}-[0-9]{4}$', 'BP-0000-0000'],
    ['^[0-9]{6,10}$', '000000'],
    ['^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$', 'AA00AAAAAAAAAAA'],
    ['^sha256:[0-9a-f]{4}$', 'sha256:0000'],
    ['^(a|b(c|d))+?e\\.\\d$', 'ae.0'],
    ['^(?:x|y)?[^x-z]*\\s\\w$', ' x'],
    ['^(?P<year>\\d{2})(?i)q$', '00q'],
    ['^\\p{L}\\P{L}.$', 'x0x'],
    ['', ''],
    ['unanchored+', 'unanchored'],
  ];
  for (const [pattern, text] of rows)
    it(`finds ${JSON.stringify(text)} for ${pattern}`, () => {
      expect(patternSample(pattern, ANY)).to.equal(text);
    });

  it('repeats what may be repeated until the text is long enough, and no further than it may be', () => {
    expect(patternSample('^[a-z][a-z0-9]*(-[a-z0-9]+)*$', { min: 4, max: 64 })).to.have.length.within(4, 64);
    expect(patternSample('^a{2,5}$', { min: 4, max: 4 })).to.equal('aaaa');
    expect(patternSample('^a{2,3}$', { min: 4, max: 9 })).to.equal(undefined);
    expect(patternSample('^a{9}$', { min: 0, max: 8 })).to.equal(undefined);
  });

  it('finds none for what is no expression, has look-around, is contradictory or is too large', () => {
    for (const pattern of ['(', '[a', '(?=a)a', '(a)\\1', '^a$b', '[^\\s\\S]', `${'('.repeat(40)}a${')'.repeat(40)}`])
      expect(patternSample(pattern, ANY), pattern).to.equal(undefined);
    expect(patternSample('^((((a{1000}){9}){9}){9})$', { min: 0, max: 1e9 })).to.equal(undefined);
  });

  it('gives nothing that the expression does not take', () => {
    const part = fc.constantFrom('a', '[0-9]', '\\d', '.', '(b|c)', '(?:d|)', '[^a]', '\\.', '^', '$', 'é');
    const times = fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{2,}', '+?');
    const pattern = fc.array(fc.tuple(part, times), { maxLength: 6 }).map((list) => list.flat().join(''));
    fc.assert(
      fc.property(pattern, (text) => {
        const sample = patternSample(text, ANY);
        return sample === undefined || linearPattern(text).test(sample);
      }),
      { numRuns: 200 },
    );
  });
});
