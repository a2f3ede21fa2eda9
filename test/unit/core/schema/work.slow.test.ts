// The work of a judgement between two steps is bounded too: small schemas and payloads that took seconds for a few
// hundred steps.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { SCHEMA_NODES_MAX } from '../../../../core/base/limits/ledger/definitions.js';
import { SCHEMA_STEPS_MAX } from '../../../../core/base/limits/ledger/work.js';
import { schemaCost } from '../../../../core/blueprint/schemas/schema-check.js';
import { costOf, type Schema } from '../../../../core/schema/cost.js';
import { judge } from '../../../../core/schema/judge.js';

const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
const object = (count: number, value: Json = 0): JsonObject =>
  Object.fromEntries(many(count, (i) => [`name${i}`, value]));

/** An object that counts how often its names are asked for. */
function counting(target: JsonObject): { readonly object: JsonObject; readonly asked: () => number } {
  let count = 0;
  const proxy = new Proxy(target, {
    ownKeys(of) {
      count++;
      return Reflect.ownKeys(of);
    },
  });
  return { object: proxy, asked: () => count };
}

describe('work between two steps', () => {
  it('makes the names of a large object once', () => {
    const schemas: readonly Schema[] = [
      { enum: many(50, (i) => ({ name0: i })) },
      { anyOf: [...many(50, () => ({ additionalProperties: false })), true] },
      { anyOf: [...many(50, () => ({ propertyNames: false })), true] },
      { anyOf: [...many(50, () => ({ patternProperties: { name: false } })), true] },
      { anyOf: [...many(50, () => ({ unevaluatedProperties: false })), true] },
      { allOf: many(50, () => ({ minProperties: 1 })) },
    ];
    for (const schema of schemas) {
      const { object: value, asked } = counting(object(100));
      judge({ schema }, value, { steps: SCHEMA_STEPS_MAX });
      expect(asked(), JSON.stringify(schema).slice(0, 60)).to.equal(1);
    }
    // Of a constant of the schema too, however many small objects are compared with it.
    const { object: constant, asked } = counting(object(100));
    const made = { items: { not: { const: constant } } };
    judge({ schema: made }, [], { steps: SCHEMA_STEPS_MAX });
    const before = asked();
    judge(
      { schema: made },
      many(50, () => ({})),
      { steps: SCHEMA_STEPS_MAX },
    );
    expect(asked() - before).to.equal(1);
  });

  it('takes a step for every member of an object, also where the first one ends it', () => {
    const schema = { anyOf: [...many(300, () => ({ additionalProperties: false })), true] };
    const { endedAt } = judge({ schema }, object(10_000), { steps: SCHEMA_STEPS_MAX });
    expect(endedAt).to.equal('');
  });

  it('takes steps for what branches hand on to unevaluatedProperties', () => {
    let schema: JsonObject = { additionalProperties: true };
    for (let i = 0; i < 100; i++) schema = { anyOf: [schema] };
    const { endedAt } = judge({ schema: { unevaluatedProperties: false, ...schema } }, object(20_000), {
      steps: SCHEMA_STEPS_MAX,
    });
    expect(endedAt).to.equal('');
  });

  it('takes the steps of a text that is to be a regular expression before it compiles it', () => {
    const found = judge({ schema: { format: 'regex' } }, '(?:a{1000})'.repeat(90), { steps: SCHEMA_STEPS_MAX });
    expect(found.endedAt).to.equal('');
  });

  it('takes the steps of items that are to differ before it makes their texts', () => {
    const schema = { maxItems: 2, uniqueItems: true };
    const value = [object(200_000), 1];
    expect(judge({ schema }, value, { steps: SCHEMA_STEPS_MAX }).endedAt).to.equal('');
    // A text with half a character has no canonical form: it would be an error of its own.
    expect(judge({ schema }, [`\ud800${'x'.repeat(4000)}`, 1], { steps: 100 }).endedAt).to.equal('');
  });

  it('makes no pointers for failures that are forgiven', () => {
    const long = 'x'.repeat(100_000);
    const schema = { properties: { [long]: { anyOf: [...many(3000, () => false), true] } } };
    const found = judge({ schema }, { [long]: 1 }, { steps: SCHEMA_STEPS_MAX, failures: 50 });
    expect(found).to.deep.equal({ failures: [], steps: 3006, endedAt: undefined });
  });

  it('copies no long name for the parts below it', () => {
    const schema = { properties: { ['x'.repeat(1_000_000)]: { properties: object(4000, { type: 'string' }) } } };
    const before = process.memoryUsage().heapUsed;
    judge({ schema }, null, { steps: 10 });
    expect(process.memoryUsage().heapUsed - before).to.be.below(200_000_000);
  });
});

describe('the work of compiling an expression', () => {
  const wide = `(?i)${'[B-\\x{10ffff}]'.repeat(20)}`;
  const classes = `[${many(100_000, (i) => String.fromCodePoint(0x4e00 + (i % 5000) * 2)).join('')}]`;

  it('counts what stands in a class', () => {
    for (const pattern of [wide, classes]) {
      expect(costOf({ pattern }), pattern.slice(0, 20)).to.be.a('string');
      expect(schemaCost({ patternProperties: { [pattern]: true } })).to.be.a('string');
    }
    const usual = ['(?i)[\\w\\-.]+', '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+$', '(?i)^[a-z][a-z0-9-]*$', '^[^\\s]{1,80}$'];
    for (const pattern of usual) expect(costOf({ pattern }), pattern).to.be.below(SCHEMA_NODES_MAX / 50);
  });
});

describe('the steps of an action', () => {
  it('are enough for five thousand rows of an ordinary order', () => {
    const row = {
      type: 'object',
      required: ['id', 'name', 'price', 'count', 'due'],
      additionalProperties: false,
      properties: {
        id: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{6}$' },
        name: { type: 'string', maxLength: 80 },
        price: { type: 'number', minimum: 0, multipleOf: 0.01 },
        count: { type: 'integer', minimum: 0 },
        due: { type: 'string', format: 'date' },
      },
    };
    const schema: Schema = { type: 'object', required: ['rows'], properties: { rows: { type: 'array', items: row } } };
    const rows = many(5000, (i) => ({
      ...{ count: i, due: '2026-11-23', id: `ABC-${100_000 + i}` },
      ...{ name: `A row of an ordinary order ${i}`, price: i + 0.25 },
    }));
    const { failures, steps, endedAt } = judge({ schema }, { rows }, { steps: SCHEMA_STEPS_MAX });
    expect([failures, endedAt]).to.deep.equal([[], undefined]);
    expect(steps).to.be.below(0.7 * SCHEMA_STEPS_MAX);
  });
});
