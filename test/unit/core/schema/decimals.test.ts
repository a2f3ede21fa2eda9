// `format: decimal` and the keywords beside it.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { checkPayload, checkSchemas } from '../../../../core/blueprint/schemas/payload-check.js';
import { schemaErrors } from '../../../../core/blueprint/schemas/schema-check.js';
import { checkBlueprint } from '../../../../core/design/check/check.js';
import { judge, malformedReason } from '../../../../core/schema/judge.js';
import { isMultiple } from '../../../../core/schema/numbers.js';

const PRICE = { type: 'string', format: 'decimal', 'x-scale': 2, 'x-minimum': '0.00', 'x-maximum': '1000' };

const messages = (schema: JsonObject, value: Json) => schemaErrors([schema], value).map(({ message }) => message);

function draft(schema: Json): JsonObject {
  return {
    language: 2,
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

  it('refuses what is no scale and no bound, at its place', () => {
    const wrong: readonly (readonly [JsonObject, RegExp])[] = [
      [{ format: 'decimal', 'x-scale': 19 }, /#\/x-scale is not a whole number of 0 to 18/],
      [{ format: 'decimal', 'x-scale': -1 }, /whole number/],
      [{ format: 'decimal', 'x-scale': 1.5 }, /whole number/],
      [{ format: 'decimal', 'x-scale': '2' }, /whole number/],
      [{ 'x-scale': 2 }, /stands beside "format": "decimal" only/],
      [{ format: 'decimal', 'x-minimum': 0 }, /#\/x-minimum is not text/],
      [{ format: 'decimal', 'x-minimum': '-0' }, /not a decimal as a text/],
      [{ format: 'date', 'x-maximum': '1' }, /stands beside/],
    ];
    for (const [schema, reason] of wrong) {
      expect(malformedReason(schema), JSON.stringify(schema)).to.match(reason);
      const found = checkBlueprint(draft(schema)).find(({ code }) => code === 'BP_SCHEMA');
      expect(found).to.include({ severity: 'error', location: '/actions/0/dataSchemas/0' });
    }
    expect(malformedReason({ format: 'decimal', 'x-scale': 0 })).to.equal(undefined);
    expect(malformedReason({ format: 'decimal', 'x-scale': 18 })).to.equal(undefined);
  });

  it('takes steps for each keyword, and those of a format for its characters', () => {
    const steps = (value: Json) => judge({ schema: PRICE }, value, { steps: 1000 }).steps;
    expect(steps('19.99')).to.equal(1 + 5 + 8 + 2 + 3 * 16);
    expect(judge({ schema: PRICE }, '1'.repeat(4000), { steps: 900 }).endedAt).to.equal('');
  });

  it('judges a payload', () => {
    const found = (price: string) => {
      const definition = draft({ properties: { price: PRICE } }) as unknown as Definition;
      return checkPayload(definition, '1', { price }).found;
    };
    expect(found('x')).to.include({ code: 'VAL_SCHEMA_004', path: '/payload/price' });
    expect(found('19.99')).to.equal(undefined);
  });

  it('knows no currency where the definition says that it has none, by null', () => {
    const money = draft({ properties: { due: { format: 'money' } } });
    for (const currencies of [null, undefined]) {
      const definition = { ...money, ...(currencies === null && { currencies }) } as unknown as Definition;
      const { found } = checkPayload(definition, '1', { due: { amount: '1.00', currency: 'EUR' } });
      expect(found).to.include({ code: 'VAL_SCHEMA_004', path: '/payload/due/currency' });
    }
  });

  it('is refused at publication where the keyword is malformed', () => {
    const definition = draft({ properties: { price: { ...PRICE, 'x-scale': 99 } } }) as unknown as Definition;
    expect(checkSchemas(definition)[0]).to.include({ code: 'VAL_SCHEMA_005' });
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
