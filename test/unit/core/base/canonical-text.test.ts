// The walk that tells the canonical text of a value from any other before it is parsed; held against the strict parser
// and the writer.
import { expect } from 'chai';
import fc from 'fast-check';
import { readCanonical, type TextBudget } from '../../../../core/base/canonical-text.js';
import { canonical, type Json, nestsWithin, parseJsonText } from '../../../../core/base/json.js';
import { valuesIn } from '../../../../core/base/json-budget.js';
import { JSON_DEPTH_MAX } from '../../../../core/base/limits/ledger/transactions.js';
import { isFailure } from '../../../../core/base/result.js';

const ANY: TextBudget = { depth: JSON_DEPTH_MAX };

/** The value of the strict parser, where its canonical text is the source. */
function strictly(source: string): Json | undefined {
  const parsed = parseJsonText(source);
  return isFailure(parsed) || canonical(parsed) !== source ? undefined : parsed;
}

function same(source: string): void {
  expect(readCanonical(source, ANY), source).to.deep.equal(strictly(source));
}

const nested = (levels: number, end = '') => '['.repeat(levels) + end + ']'.repeat(levels);

/** Names and texts that sort, or are written, in more ways than one. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', '9', '10', '__proto__', 'toJSON', 'a', 'aa', '\u0000', '\u001f', '\u007f', '"', '\\', '/', '\n'),
  fc.constantFrom('\ue000', '\u{1f602}', '\ufb33', '\u20ac', '\r', '\u0080', '\u2028', '\\ud800', 'a"b'),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e21, 1e-7, 2 ** 53, 2 ** 53 - 1, 5e-324, 0.1),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, false),
    number,
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
  ),
})).value;

/** Parts of JSON, some of which make another text of the same value. */
const part = fc.constantFrom(
  ...['"', '\\', ',', ':', '[', ']', '{', '}', ' ', '\n', '\t', '-', '+', '.', '0', '1', '9', 'e', 'E', 'a', 'b', '/'],
  ...['{}', '[]', '""', '"a":1,', '1.0', '-0', '1e3', '1E400', 'null', 'tru', '\\n', '\\u0061', '\\u000A', '\\u000b'],
  ...[
    '\\u001f',
    '\\u001F',
    '\\u0022',
    '\\/',
    '\\ud83d\\ude02',
    '\\ud800',
    '\\u007f',
    '\u0000',
    '\u00a0',
    '\ufeff',
    'é',
  ],
);
interface Change {
  readonly at: number;
  readonly left: number;
  readonly put: string;
}
const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.record({ at: fc.nat(), left: fc.nat({ max: 3 }), put: fc.oneof(part, fc.constant('')) }),
  { minLength: 1, maxLength: 3 },
);

function changed(source: string, all: readonly Change[]): string {
  return all.reduce((now, { at, left, put }) => {
    const place = at % (now.length + 1);
    return now.slice(0, place) + put + now.slice(place + left);
  }, source);
}

describe('core/base/canonical-text', () => {
  it('takes what the strict parser takes and writes so, and nothing else', () => {
    for (const source of [
      ...['{}', '[]', '1', '"a"', '{"a":1,"b":[1,2]}', '{"a":"\\n"}', '{"10":1,"9":2}', '{"é":"\\\\","😂":1}', 'null'],
      ...['', '{', ' {}', '{} ', '{"b":1,"a":2}', '{"9":1,"10":2}', '{"a":1,"a":1}', '{"a":1,"a":"\\n"}', '1.0', '-0'],
      ...['9007199254740991', '9007199254740992', '{"a":"\\n","b":9007199254740992}', '1e400', '"\\u0041"', '"\\/"'],
      ...[
        '"\\ud800"',
        '{"\\ud800":1}',
        '"\\\\ud800"',
        '{"__proto__":{"a":1}}',
        '{"a":[1,"\\n"],"a":1}',
        '1e21',
        '1e+21',
      ],
      ...['{"\\n":1,"\\t":2}', '{"\\t":1,"\\n":2}', '{"":1,"a":2}', '{"a":1,"":2}', '{"a":{"b":1},"aa":[{"c":"x"}]}'],
      ...['{"\ue000":1,"\u{1f602}":2}', '{"\u{1f602}":1,"\ue000":2}', '[1 ,2]', '["a\\"]"]', '["\\\\"]', '"\u007f"'],
      ...['"\\u001f"', '"\\u001F"', '"\\u000a"', '"\\u0008"', '"\\u0000"', '"\\u007f"', '"\u0000"', '"\\u', '"\\', '"'],
      ...[nested(JSON_DEPTH_MAX, '1'), nested(JSON_DEPTH_MAX + 1), nested(JSON_DEPTH_MAX + 1, '1')],
      ...[nested(JSON_DEPTH_MAX + 2), nested(JSON_DEPTH_MAX, '"\\n"'), nested(JSON_DEPTH_MAX + 1, '"\\n"')],
    ])
      same(source);
  });

  it('takes the canonical text of any value, and that text alone of all that are near it', () => {
    fc.assert(
      fc.property(json, (value) => {
        const source = canonical(value);
        same(source);
        same(JSON.stringify(value));
        same(JSON.stringify(value, null, 1));
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(json, changes, (value, all) => {
        const source = changed(canonical(value), all);
        // A text that was decoded from UTF-8 has none.
        if (source.isWellFormed()) same(source);
      }),
      { numRuns: 4000 },
    );
  });

  it('takes as many levels as it is told', () => {
    for (const depth of [1, 5, JSON_DEPTH_MAX])
      for (const end of ['1', '"\\n"', '', '[]', '[1]', '{}', '{"a":1}']) {
        const source = nested(depth, end);
        const found = readCanonical(source, { depth });
        expect(found !== undefined, source).to.equal(nestsWithin(JSON.parse(source), depth));
      }
    expect(readCanonical('{"a":{"b":[{}]}}', { depth: 3 })).to.deep.equal({ a: { b: [{}] } });
    expect(readCanonical('{"a":{"b":[{}]}}', { depth: 2 })).to.equal(undefined);
  });
});

describe('the budget of a canonical text', () => {
  it('is so many values, as they are counted', () => {
    for (const source of ['[1,2,3]', '{"a":1,"b":{"c":[]}}', '["[,{",1]', nested(10)]) {
      const values = valuesIn(source, 100);
      expect(readCanonical(source, { values, depth: 100 }), source).to.not.equal(undefined);
      expect(readCanonical(source, { values: values - 1, depth: 100 }), source).to.equal(undefined);
    }
  });

  it('is so many values in its outer levels, whatever is below', () => {
    const isTaken = (levels: number, values: number) =>
      readCanonical('[[1,2,3,4],[5]]', { values: 100, depth: 10, outer: { levels, values } }) !== undefined;
    // One list, and in it two with a comma between them: three values begin in the levels 0 and 1 beside the first.
    expect(isTaken(1, 4)).to.equal(true);
    expect(isTaken(1, 3)).to.equal(false);
    expect(isTaken(0, 1)).to.equal(true);
    expect(isTaken(0, 0)).to.equal(false);
    expect(isTaken(2, 6)).to.equal(false);
  });
});
