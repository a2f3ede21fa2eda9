// A value by a schema: of each type and format one that satisfies it, and none where nothing was found.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { sampleOf } from '../../../../core/design/sample.js';

describe('core/design: a value that satisfies a schema', () => {
  const rows: readonly (readonly [schema: JsonObject | boolean, value: Json | undefined])[] = [
    [true, 'rehearsed'],
    [{ type: 'string' }, 'rehearsed'],
    [{ type: 'string', maxLength: 3 }, 'reh'],
    [{ type: 'string', minLength: 12 }, 'rehearsed...'],
    [{ type: 'string', format: 'date' }, '2026-01-05'],
    [{ type: 'string', format: 'decimal', 'x-scale': 2 }, '1.00'],
    [{ type: 'string', format: 'decimal', 'x-scale': 2, 'x-minimum': '5.00' }, '5.00'],
    [{ type: 'string', enum: ['a', 'b'] }, 'a'],
    [{ const: 7 }, 7],
    [{ type: 'string', pattern: '^L-[0-9]+$', examples: ['L-1'] }, 'L-1'],
    [{ type: 'integer', minimum: 18 }, 18],
    [{ type: ['boolean', 'null'] }, true],
    [{ type: 'array', minItems: 2, items: { type: 'integer' } }, [1, 1]],
    [{ type: 'object', required: ['a'], properties: { a: { type: 'boolean' }, b: {} } }, { a: true }],
    [{ type: 'string', pattern: '^L-[0-9]+$' }, 'L-0'],
    [{ type: 'string', pattern: '^L-[0-9]+$', minLength: 9 }, 'L-000000000'],
    [{ type: 'string', pattern: '^L-[0-9]$', minLength: 9 }, undefined],
  ];
  for (const [schema, value] of rows)
    it(`finds ${JSON.stringify(value)} for ${JSON.stringify(schema)}`, () => {
      expect(sampleOf(schema)).to.deep.equal(value);
    });
});
