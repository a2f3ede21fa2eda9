// Schemas of samples: each takes its sample, and may be published.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { schemaErrors } from '../../../../../core/blueprint/schemas/schema-check.js';
import { schemaOfSample } from '../../../../../core/design/schemas/from-sample.js';
import { checkLibrarySchema } from '../../../../../core/design/schemas/library.js';

const made = (sample: Json, required = false): JsonObject => {
  const { $schema: _, ...schema } = schemaOfSample(sample, { required });
  return schema;
};

describe('a schema of a sample', () => {
  it('has the types and formats of the sample', () => {
    expect(
      made({ day: '2026-11-30', at: '2026-11-30T10:00:00Z', price: '9.50', n: 3, part: 0.5, yes: true }),
    ).to.deep.equal({
      type: 'object',
      properties: {
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        price: { type: 'string', format: 'decimal' },
        n: { type: 'integer' },
        part: { type: 'number' },
        yes: { type: 'boolean' },
      },
      required: [],
      additionalProperties: false,
    });
    expect(made({ amount: '1', currency: 'EUR' })).to.deep.equal({ type: 'object', format: 'money' });
    expect(made('a'.repeat(300))).to.deep.equal({ type: 'string', maxLength: 600 });
  });

  it('asks for what all items have', () => {
    const { items } = made([{ a: 1, b: 2 }, { a: 1.5 }], true) as { readonly items: JsonObject };
    expect(items).to.deep.include({ required: ['a'] });
    expect(items.properties).to.deep.equal({ a: { type: 'number' }, b: { type: 'integer' } });
    expect(made([1, 'a'])).to.deep.equal({ type: 'array', maxItems: 100, items: {} });
  });

  it('takes the sample that it was made of, and may be published', () => {
    const samples = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
    fc.assert(
      fc.property(samples, fc.boolean(), (sample, required) => {
        const schema = schemaOfSample(sample, { required });
        expect(checkLibrarySchema(schema)).to.deep.equal([]);
        expect(schemaErrors([schema], sample)).to.deep.equal([]);
      }),
      { numRuns: 200 },
    );
  });
});
