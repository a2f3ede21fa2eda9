// Values judged by schemas in counted steps: the counts are a rule, so they are written down here, and a schema that
// would cost seconds ends in its steps. Verdicts are those of the official suite (test/vectors/json-schema.test.ts).
import { expect } from 'chai';
import type { Json } from '../../../../core/base/json.js';
import { SCHEMA_STEPS_MAX } from '../../../../core/base/limits/ledger/work.js';
import type { Schema } from '../../../../core/schema/cost.js';
import { judge, malformedReason } from '../../../../core/schema/judge.js';
import { isMultiple } from '../../../../core/schema/numbers.js';

const LETTER = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: {
    amount: { type: 'number', multipleOf: 0.01, minimum: 0 },
    currency: { enum: ['EUR', 'USD'] },
    goods: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 80 } },
  },
  additionalProperties: false,
};

const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`name${i}`, i]));
const steps = (schema: Schema, value: Json) => judge({ schema }, value, { steps: SCHEMA_STEPS_MAX }).steps;
const first = (schema: Schema, value: Json) => {
  const { failures } = judge({ schema }, value, { steps: SCHEMA_STEPS_MAX });
  return failures.map(({ path, schemaLocation }) => `${path} ${schemaLocation}`).join(', ');
};

describe('steps of a judgement', () => {
  it('are the same on every node, and written down', () => {
    const counted: readonly (readonly [Schema, Json, number])[] = [
      [true, 1, 1],
      [{}, 1, 1],
      [{ type: 'number' }, 1, 2],
      [{ title: 'an annotation counts as a keyword', type: 'number' }, 1, 3],
      [{ const: { a: [1, 2] } }, { a: [1, 2] }, 11],
      [{ enum: ['x', 'y'] }, 'y', 3],
      [{ maxLength: 100 }, 'x'.repeat(65), 5],
      [{ format: 'date' }, '2026-11-23', 13],
      [{ format: 'regex' }, 'a|(?i)[a-z\u00e0-\u00ff]', 201_614],
      [{ const: 'x'.repeat(1024) }, 'y'.repeat(1024), 5],
      [{ const: 'x'.repeat(1024) }, 'y'.repeat(1025), 3],
      [{ const: ['x'.repeat(1024)] }, ['x'.repeat(1024)], 7],
      [{ enum: ['x'.repeat(1024), 'y'.repeat(1024)] }, 'y'.repeat(1024), 7],
      [{ maxItems: 2, uniqueItems: true }, [{ ab: 'xxxxx' }, 1], 26],
      [{ anyOf: [{ additionalProperties: true }], unevaluatedProperties: false }, { a: 1, b: 2 }, 23],
      [{ pattern: '^a+$' }, 'aaa', 13],
      [{ multipleOf: 2 }, 4, 2],
      [{ multipleOf: 0.01 }, 19.99, 52],
      [{ items: { type: 'number' } }, [1, 2, 3], 11],
      [{ required: ['a', 'b'] }, { a: 1, b: 2 }, 4],
      [{ properties: { a: { type: 'number' }, b: true } }, { a: 1 }, 6],
      [{ additionalProperties: { type: 'number' } }, { a: 1, b: 2 }, 10],
      [{ minProperties: 1 }, named(1000), 2002],
      [{ minProperties: 1 }, named(1001), 6008],
      [{ anyOf: [{ type: 'number' }, { type: 'string' }] }, 'x', 6],
      [{ contains: { const: 1 } }, [3, 2, 1], 14],
      [LETTER, { amount: 19.99, currency: 'EUR', goods: ['tea'] }, 82],
    ];
    expect(counted.map(([schema, value]) => steps(schema, value))).to.deep.equal(counted.map(([, , count]) => count));
  });

  it('do not depend on the order of the schema', () => {
    const turned = (value: Json): Json =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, one]) => [key, turned(one as Json)]),
          );
    const value = { amount: -1.005, currency: 'GBP', more: 1 };
    const both = [LETTER, turned(LETTER) as Schema];
    expect(new Set(both.map((schema) => first(schema, value)))).to.deep.equal(
      new Set(['/more #/additionalProperties']),
    );
    expect(new Set(both.map((schema) => steps(schema, value))).size).to.equal(1);
  });

  it('end where a small schema and a small value would take seconds', () => {
    const bomb = { items: { anyOf: Array.from({ length: 4800 }, (_, i) => ({ const: i })) } };
    const found = judge(
      { schema: bomb },
      Array.from({ length: 4000 }, () => 4799),
      { steps: SCHEMA_STEPS_MAX },
    );
    expect(found).to.deep.equal({ failures: [], steps: SCHEMA_STEPS_MAX, endedAt: '/69' });
    const contains = { contains: { anyOf: Array.from({ length: 4800 }, (_, i) => ({ const: i })) } };
    expect(
      judge(
        { schema: contains },
        Array.from({ length: 4000 }, () => -1),
        { steps: SCHEMA_STEPS_MAX },
      ).endedAt,
    ).to.be.a('string');
  });

  it('end in branches as well, and leave nothing behind', () => {
    const schema = { not: { items: { pattern: '^(a|b){1,200}c$' } } };
    const value = Array.from({ length: 2000 }, () => 'ab'.repeat(200));
    expect(judge({ schema }, value, { steps: 10_000 }).endedAt).to.equal('/0');
    expect(first(schema, ['abc'])).to.equal(' #/not');
    expect(first({ items: schema }, [[1], ['abc']])).to.equal('/0 #/items/not');
  });
});

describe('a judgement', () => {
  it('finds the first failure, or all of them up to a number', () => {
    const value = { amount: 'x', goods: ['a', 'b', 'c', 4] };
    expect(first(LETTER, value)).to.equal('/currency #/required');
    const all = judge({ schema: LETTER }, value, { steps: 1000, failures: 50 });
    expect(all.failures.map(({ path, keyword }) => `${path} ${keyword}`)).to.deep.equal([
      '/currency required',
      '/amount type',
      '/goods maxItems',
      '/goods/3 type',
    ]);
    expect(judge({ schema: LETTER }, value, { steps: 1000, failures: 2 }).failures).to.have.length(2);
  });

  it('tells failures of branches only where no branch holds', () => {
    const schema = { anyOf: [{ type: 'number' }, { required: ['a'] }] };
    const told = (value: Json) =>
      judge({ schema }, value, { steps: 1000, failures: 50 }).failures.map(({ keyword }) => keyword);
    expect(told({ a: 1 })).to.deep.equal([]);
    expect(told({})).to.deep.equal(['type', 'required', 'anyOf']);
  });

  it('takes decimals as they are written', () => {
    const multiples: readonly (readonly [number, number, boolean])[] = [
      [19.99, 0.01, true],
      [0.3, 0.1, true],
      [0.35, 0.1, false],
      [1e308, 1e-308, true],
      [1e308, 0.123456789, false],
      [5e-324, 5e-324, true],
      [-7.5, 2.5, true],
      [0, 0.7, true],
      [9007199254740992, 2, true],
      [1.1, 1, false],
    ];
    expect(multiples.map(([value, of]) => isMultiple(value, of))).to.deep.equal(multiples.map(([, , is]) => is));
  });

  it('counts characters and not units', () => {
    const fits = (schema: Schema, text: string) => first(schema, text) === '';
    for (const [text, count] of [
      ['', 0],
      ['abc', 3],
      ['\u{1f600}', 1],
      ['a\u{1f600}', 2],
      ['\ud83d', 1],
      ['\ude00\ud83d', 2],
      ['\u{1f600}\u{1f601}\u{1f602}', 3],
    ] as const)
      for (let limit = 0; limit <= 7; limit++) {
        expect(fits({ maxLength: limit }, text)).to.equal(count <= limit);
        expect(fits({ minLength: limit }, text)).to.equal(count >= limit);
      }
  });

  it('looks at own members only', () => {
    expect(first({ required: ['constructor'] }, {})).to.equal('/constructor #/required');
    expect(first({ properties: { toString: false } }, {})).to.equal('');
    const proto = JSON.parse('{"properties":{"__proto__":{"type":"number"}}}') as Schema;
    expect(first(proto, JSON.parse('{"__proto__":"x"}') as Json)).to.contain('/__proto__');
  });
});

describe('a schema that is none', () => {
  it('is refused with the place and the reason, wherever it stands', () => {
    const refused: readonly (readonly [Schema, string])[] = [
      [{ type: 'text' }, '#/type'],
      [{ properties: { a: { minLength: -1 } } }, '#/properties/a/minLength'],
      [{ $defs: { never: { required: ['a', 'a'] } } }, '#/$defs/never/required'],
      [{ items: 5 } as never, '#/items'],
      [{ anyOf: [] }, '#/anyOf'],
      [{ multipleOf: 0 }, '#/multipleOf'],
      [{ pattern: '(?=a)' }, '#/pattern'],
      [{ $ref: '#/nowhere' }, '#/nowhere'],
      [Object.fromEntries([['then', { maximum: 'x' }]]), '#/then/maximum'],
      [{ dependentRequired: { a: 'b' } }, '#/dependentRequired/a'],
      [{ items: [{}] }, '#/items'],
    ];
    for (const [schema, place] of refused) expect(malformedReason(schema), JSON.stringify(schema)).to.contain(place);
    expect(malformedReason({ format: 'unknown', 'x-own': [], examples: 1 })).to.equal(undefined);
  });
});
