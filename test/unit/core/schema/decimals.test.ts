// `format: decimal` and the keywords beside it: asserted in language 2, and unknown to language 1, whose sealed
// definitions they must not change.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { checkPayload, checkSchemas } from '../../../../core/blueprint/schemas/payload-check.js';
import { schemaCost, schemaErrors } from '../../../../core/blueprint/schemas/schema-check.js';
import { checkBlueprint, isPublishable } from '../../../../core/design/check/check.js';
import { judge, malformedReason } from '../../../../core/schema/judge.js';
import { isMultiple } from '../../../../core/schema/numbers.js';

const PRICE = { type: 'string', format: 'decimal', 'x-scale': 2, 'x-minimum': '0.00', 'x-maximum': '1000' };

const messages = (schema: JsonObject, value: Json, language: 1 | 2 = 2) =>
  schemaErrors([schema], value, { language }).map(({ message }) => message);

function draft(language: number, schema: Json): JsonObject {
  return {
    language,
    title: 'Order',
    description: 'An order.',
    participants: [{ id: 'buyer' }, { id: 'seller' }],
    actions: [{ id: 1, sender: 'buyer', isStartingAction: true, dataSchemas: [schema], routes: [] }],
  };
}

describe('schema: decimals', () => {
  it('takes the one spelling of an amount', () => {
    for (const value of ['0.00', '19.99', '1000.00']) expect(messages(PRICE, value), value).to.deep.equal([]);
    expect(messages(PRICE, '-0.01')).to.deep.equal(['must be at least 0.00']);
    expect(messages(PRICE, '1000.01')).to.deep.equal(['must be at most 1000']);
    expect(messages(PRICE, '19.9')).to.deep.equal(['must have exactly 2 digits after the point']);
    expect(messages(PRICE, '-0.00')).to.deep.equal([
      'must be a decimal such as "19.99", with at most 38 digits, 18 of them after the point',
    ]);
    expect(messages({ format: 'decimal' }, 7)).to.deep.equal([]);
  });

  it('means nothing in language 1, not even where it has no form', () => {
    for (const value of ['x', '-0.01', '19.9']) expect(messages(PRICE, value, 1)).to.deep.equal([]);
    expect(judge({ schema: PRICE }, 'x', { steps: 100 }).steps).to.equal(6);
    expect(malformedReason({ 'x-scale': 'two' })).to.equal(undefined);
    expect(isPublishable(checkBlueprint(draft(1, { properties: { a: { 'x-scale': 99 } } })))).to.equal(true);
  });

  it('is told apart by the language when one schema is held for both', () => {
    const schema = { ...PRICE };
    expect(judge({ schema }, 'x', { steps: 100 }).failures).to.have.length(0);
    expect(judge({ schema, language: 2 }, 'x', { steps: 100 }).failures).to.have.length(1);
    expect(judge({ schema }, 'x', { steps: 100 }).failures).to.have.length(0);
    const wrong = { 'x-scale': 2 };
    expect(schemaCost(wrong)).to.equal(2);
    expect(schemaCost(wrong, 2)).to.match(/stands beside/);
  });

  it('refuses what is no scale and no bound, at its place', () => {
    const wrong: readonly (readonly [JsonObject, RegExp])[] = [
      [{ format: 'decimal', 'x-scale': 19 }, /#\/x-scale is not a whole number of 0 to 18/],
      [{ format: 'decimal', 'x-scale': -1 }, /whole number/],
      [{ format: 'decimal', 'x-scale': 1.5 }, /whole number/],
      [{ format: 'decimal', 'x-scale': '2' }, /whole number/],
      [{ 'x-scale': 2 }, /stands beside "format": "decimal" only/],
      [{ format: 'decimal', 'x-minimum': 0 }, /#\/x-minimum is not text/],
      [{ format: 'decimal', 'x-minimum': '-0' }, /no decimal as a text/],
      [{ format: 'date', 'x-maximum': '1' }, /stands beside/],
    ];
    for (const [schema, reason] of wrong) {
      expect(malformedReason(schema, 2), JSON.stringify(schema)).to.match(reason);
      const found = checkBlueprint(draft(2, schema)).find(({ code }) => code === 'BP_SCHEMA');
      expect(found).to.include({ severity: 'error', location: '/actions/0/dataSchemas/0' });
    }
    expect(malformedReason({ format: 'decimal', 'x-scale': 0 }, 2)).to.equal(undefined);
    expect(malformedReason({ format: 'decimal', 'x-scale': 18 }, 2)).to.equal(undefined);
  });

  it('takes steps for each keyword, and those of a format for its characters', () => {
    const steps = (value: Json) => judge({ schema: PRICE, language: 2 }, value, { steps: 1000 }).steps;
    expect(steps('19.99')).to.equal(1 + 5 + 8 + 2 + 3 * 16);
    expect(judge({ schema: PRICE, language: 2 }, '1'.repeat(4000), { steps: 900 }).endedAt).to.equal('');
  });

  it('judges a payload in the language of its definition', () => {
    const found = (language: 1 | 2, price: string) => {
      const definition = draft(language, { properties: { price: PRICE } }) as unknown as Definition;
      return checkPayload(definition, '1', { price }).found;
    };
    expect(found(1, 'x')).to.equal(undefined);
    expect(found(2, 'x')).to.include({ code: 'VAL_SCHEMA_004', path: '/payload/price' });
    expect(found(2, '19.99')).to.equal(undefined);
  });

  it('knows no currency where the definition says that it has none, by null', () => {
    const money = draft(2, { properties: { due: { format: 'money' } } });
    for (const currencies of [null, undefined]) {
      const definition = { ...money, ...(currencies === null && { currencies }) } as unknown as Definition;
      const { found } = checkPayload(definition, '1', { due: { amount: '1.00', currency: 'EUR' } });
      expect(found).to.include({ code: 'VAL_SCHEMA_004', path: '/payload/due/currency' });
    }
  });

  it('is refused at publication where the keyword is malformed, in language 2', () => {
    const definition = (language: 1 | 2) =>
      draft(language, { properties: { price: { ...PRICE, 'x-scale': 99 } } }) as unknown as Definition;
    expect(checkSchemas(definition(1))).to.deep.equal([]);
    expect(checkSchemas(definition(2))[0]).to.include({ code: 'VAL_SCHEMA_005' });
  });
});

describe('schema: multipleOf', () => {
  it('is decided on shortest spellings', () => {
    for (const value of [19.99, 0.07, 1234.57, 1070468.14, -19.99, 1e20])
      expect(isMultiple(value, 0.01)).to.equal(true);
    for (const value of [0.075, 19.995, 1e-7]) expect(isMultiple(value, 0.01)).to.equal(false);
    expect(isMultiple(1e308, 5e-324)).to.equal(true);
  });
});
