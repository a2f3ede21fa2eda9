// Random schemas and values: our evaluator and ajv, another implementation, give one verdict. The official suite is in
// test/vectors.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { SCHEMA_STEPS_MAX } from '../../../../core/base/limits/ledger/work.js';
import { costOf } from '../../../../core/schema/cost.js';
import { judge, malformedReason } from '../../../../core/schema/judge.js';

// No names that objects inherit: ajv compares those wrongly, or throws.
const NAMES = ['a', 'b', 'ab', '1', '01'];
const name = fc.constantFrom(...NAMES);
const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  null,
  true,
  false,
  0,
  1,
  2,
  -3,
  1.5,
  12,
  '',
  'a',
  'ab',
  '\u{1f600}',
  'zzz',
);

/** An object with own members only, whatever their names. */
const objectOf = (entries: readonly (readonly [string, Json])[]): JsonObject =>
  JSON.parse(
    `{${[...new Map(entries)].map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one)}`).join(',')}}`,
  );
const members = (one: fc.Arbitrary<Json>) => fc.array(fc.tuple(name, one), { maxLength: 3 }).map(objectOf);

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    members(tie('value')),
  ),
})).value;

const small = fc.nat({ max: 3 });
const schema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => {
  const part = tie('schema');
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  const names = fc.uniqueArray(name, { maxLength: 2 });
  const types = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'integer', 'string');
  const keyword: fc.Arbitrary<readonly [string, Json]> = fc.oneof(
    fc.tuple(fc.constant('type'), fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 }))),
    fc.tuple(fc.constant('const'), value),
    fc.tuple(fc.constant('enum'), fc.array(value, { minLength: 1, maxLength: 3 })),
    fc.tuple(
      fc.constantFrom('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
      fc.integer({ min: -3, max: 3 }),
    ),
    fc.tuple(fc.constant('multipleOf'), fc.integer({ min: 1, max: 4 })),
    fc.tuple(
      fc.constantFrom('minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
      small,
    ),
    fc.tuple(fc.constant('pattern'), fc.constantFrom('^a', 'b$', '^.$', 'a|z', '[^a]')),
    fc.tuple(
      fc.constantFrom('items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'),
      part,
    ),
    fc.tuple(fc.constantFrom('unevaluatedItems', 'unevaluatedProperties'), part),
    fc.tuple(fc.constantFrom('minContains', 'maxContains'), small),
    fc.tuple(fc.constantFrom('prefixItems', 'allOf', 'anyOf', 'oneOf'), parts),
    fc.tuple(fc.constantFrom('properties', 'dependentSchemas'), members(part)),
    fc.tuple(
      fc.constant('patternProperties'),
      fc.array(fc.tuple(fc.constantFrom('^a', 'b', '[0-9]'), part), { maxLength: 2 }).map(objectOf),
    ),
    fc.tuple(fc.constant('required'), names),
    fc.tuple(fc.constant('dependentRequired'), members(names)),
    fc.tuple(fc.constant('$ref'), fc.constantFrom('#/$defs/one', '#/$defs/two')),
  );
  return {
    schema: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      fc.boolean(),
      fc.array(keyword, { maxLength: 4 }).map(objectOf),
    ),
  };
}).schema;

/** A whole schema with parts that references name; those refer to nothing themselves. */
const whole: fc.Arbitrary<JsonObject> = fc
  .tuple(schema, schema, schema, fc.boolean())
  .map(([root, one, two, isUnique]) => ({
    ...(typeof root === 'object' ? (root as JsonObject) : { allOf: [root] }),
    $defs: { one: withoutReferences(one), two: withoutReferences(two) },
    ...(isUnique && { maxItems: 4, uniqueItems: true }),
  }));

function withoutReferences(node: Json): Json {
  return JSON.parse(JSON.stringify(node).replaceAll('"$ref":', '"$comment":')) as Json;
}

describe('the evaluator beside ajv', () => {
  it('gives the same verdict on random schemas', () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false, logger: false });
    let valid = 0;
    let judged = 0;
    const property = fc.property(whole, fc.array(value, { minLength: 1, maxLength: 8 }), (made, values) => {
      if (typeof costOf(made) === 'string' || malformedReason(made) !== undefined) return;
      // ajv takes over what a branch of oneOf evaluated that does not hold.
      if (['"oneOf"', '"unevaluated'].every((word) => JSON.stringify(made).includes(word))) return;
      const check = ajv.compile(made);
      ajv.removeSchema(made);
      for (const one of values) {
        const { failures, endedAt } = judge({ schema: made }, one, { steps: SCHEMA_STEPS_MAX });
        expect(endedAt).to.equal(undefined);
        const isValid = failures.length === 0;
        expect(isValid, `${JSON.stringify(made)} ${JSON.stringify(one)}`).to.equal(check(one));
        // A caller that asks for all failures gets some exactly where there is one.
        const all = judge({ schema: made }, one, { steps: SCHEMA_STEPS_MAX, failures: 50 }).failures;
        expect(all.length === 0, JSON.stringify(made)).to.equal(isValid);
        judged++;
        if (isValid) valid++;
      }
    });
    fc.assert(property, {
      numRuns: Number(process.env.FUZZ_RUNS ?? 400),
      ...(process.env.FUZZ_SEED ? { seed: Number(process.env.FUZZ_SEED) } : { seed: 14 }),
    });
    // Both verdicts come up, often.
    expect(Math.min(valid, judged - valid)).to.be.above(judged / 10);
  });
});
