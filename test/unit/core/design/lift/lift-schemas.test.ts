// Schemas of language 1: a calculated number keeps its bounds as a decimal, or is asked about.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { lift } from '../../../../../core/design/lift/lift.js';
import { definitionOf, num, read } from '../../../../support/definitions/short-definitions.js';

/** A text whose total is one and a half of a number. */
function totalling(total: JsonObject, ...more: readonly JsonObject[]): JsonObject {
  const schema = { type: 'object', required: ['a'], properties: { a: num, total } };
  const calculations = { total: { '*': [read('a'), 1.5] } };
  const { language: _, ...rest } = definitionOf([{ dataSchemas: [schema, ...more], calculations }]);
  return rest;
}

const schemasOf = (text: JsonObject) => (lift(text).definition as unknown as Definition).actions[0]?.dataSchemas;
const errorsOf = (text: JsonObject) =>
  lift(text).findings.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));

describe('core/design/lift/lift-schemas', () => {
  it('makes a decimal of a calculated number in every schema that names it, with its bounds', () => {
    const text = totalling(
      { type: 'number', title: 'Total', minimum: -1.5 },
      { properties: { total: { maximum: 500 } } },
    );
    expect(errorsOf(text)).to.deep.equal([]);
    const decimal = { type: 'string', format: 'decimal' };
    expect(schemasOf(text)).to.deep.equal([
      {
        type: 'object',
        required: ['a'],
        properties: { a: num, total: { ...decimal, title: 'Total', 'x-minimum': '-1.5' } },
      },
      { properties: { total: { ...decimal, 'x-maximum': '500' } } },
    ]);
  });

  it('asks where a bound has no form for decimals, and changes nothing then', () => {
    const plain = { type: 'number' };
    for (const [total, ...more] of [
      [{ ...plain, exclusiveMaximum: 500 }],
      [{ ...plain, exclusiveMinimum: 0 }],
      [{ ...plain, multipleOf: 0.5 }],
      [{ ...plain, enum: [1.5, 3] }],
      [{ ...plain, const: 3 }],
      [{ ...plain, minimum: 1e-7 }],
      [plain, { properties: { total: { exclusiveMaximum: 500 } } }],
      [plain, { allOf: [{ properties: { total: { maximum: 500 } } }] }],
      [plain, { not: { properties: { total: { minimum: 500 } } } }],
      [plain, { properties: { b: { $ref: '#/properties/total' }, total: plain } }],
      [plain, { if: { properties: { total: { minimum: 500 } } }, else: { required: ['a'] } }],
    ] as readonly (readonly [JsonObject, ...JsonObject[]])[]) {
      const text = totalling(total, ...more);
      expect(errorsOf(text), JSON.stringify(more)).to.deep.equal(['BP_TYPE']);
      expect(schemasOf(text)?.slice(1)).to.deep.equal(more);
      expect(lift(text).questions.map(({ location }) => location)).to.deep.equal(['/actions/0/calculations/total']);
    }
  });

  it('keeps a schema of all other members, which may bound what another names, calculates or refers to', () => {
    const part = { additionalProperties: { maximum: 500 } };
    const of = (...schemas: readonly JsonObject[]): JsonObject => {
      const { language: _, ...rest } = definitionOf([{ dataSchemas: [{ properties: { a: num } }, ...schemas] }]);
      return rest;
    };
    const shared = { properties: { b: { $ref: '#/$defs/part' } }, allOf: [{ $ref: '#/$defs/part' }], $defs: { part } };
    for (const text of [
      totalling({ type: 'number' }, part),
      of(part),
      of({ unevaluatedProperties: { maximum: 500 } }),
      of({ anyOf: [{ required: ['a'] }, part] }),
      of(shared),
    ])
      expect(errorsOf(text), JSON.stringify(text)).to.deep.equal(['BP_SCHEMA_OPEN']);
    for (const schema of [true, {}])
      expect(errorsOf(totalling({ type: 'number' }, { additionalProperties: schema }))).to.deep.equal([]);
  });

  it('tells which remarks bind, and asks about schemas that may not be published', () => {
    const remarks = { properties: { b: { type: 'string', format: 'decimal', 'x-minimum': '5' } } };
    const told = lift(totalling({ type: 'number' }, remarks)).changes;
    expect(
      told.filter(({ message }) => message.includes('were remarks')).map(({ location }) => location),
    ).to.deep.equal(['/actions/0/dataSchemas/1']);
    const open = { properties: { b: { $ref: '#/properties/b' } } };
    const { changes, questions } = lift(totalling({ type: 'number' }, open));
    expect([changes, questions.map(({ location }) => location)]).to.deep.equal([[], ['/actions/0/dataSchemas/1']]);
  });
});
