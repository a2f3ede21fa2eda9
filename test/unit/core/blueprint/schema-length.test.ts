// Lengths of texts in schemas: what the shortcut by units answers is what counting answers, and ajv's own keywords say the same.
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { charactersOf, lengthKeywords } from '../../../../core/blueprint/schema-length.js';

const TEXTS = [
  '',
  'a',
  'ab',
  'abc',
  '\u{1f600}',
  'a\u{1f600}',
  '\u{1f600}\u{1f601}\u{1f602}',
  '\ud83d',
  '\ude00\ud83d',
  'é\ud83dx',
];

function engines(allErrors: boolean) {
  const [own, theirs] = [new Ajv({ strict: false, allErrors }), new Ajv({ strict: false, allErrors })];
  lengthKeywords(own);
  return { own, theirs };
}

describe('core/blueprint/schema-length', () => {
  it('counts code points, and a lone surrogate as one', () => {
    expect(TEXTS.map(charactersOf)).to.deep.equal([0, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
  });

  it('finds what ajv finds, with the same words, for every limit', () => {
    for (const allErrors of [false, true]) {
      const { own, theirs } = engines(allErrors);
      for (const text of TEXTS)
        for (let limit = 0; limit <= 7; limit++)
          for (const schema of [
            { maxLength: limit },
            { minLength: limit },
            { minLength: limit, maxLength: 1, pattern: 'z' },
          ]) {
            const [one, other] = [own.compile(schema), theirs.compile(schema)];
            expect([one(text), one.errors]).to.deep.equal([other(text), other.errors]);
          }
      expect(() => own.compile({ maxLength: 'two' })).to.throw();
      expect(own.compile({ maxLength: 1 })(12)).to.equal(true);
    }
  });
});
