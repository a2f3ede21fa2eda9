// Members of an action by the types of language 2: their schemas, and facts that do not go together.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { at, draft, edited, refusal } from './drafts.js';

const number = { type: 'string', format: 'decimal', 'x-scale': 2, 'x-minimum': '0' };

/** Facts of a member, and its schema; undefined where they do not go together. */
const FIELDS: readonly (readonly [JsonObject, JsonObject | undefined])[] = [
  [
    { type: 'text', min: 2, max: 500 },
    { type: 'string', minLength: 2, maxLength: 500 },
  ],
  [{ type: 'boolean' }, { type: 'boolean' }],
  [
    { type: 'integer', min: 1 },
    { type: 'integer', minimum: 1 },
  ],
  [
    { type: 'number', max: 0.5 },
    { type: 'number', maximum: 0.5 },
  ],
  [{ type: 'decimal', places: 2, min: '0' }, number],
  [{ type: 'money' }, { type: 'object', format: 'money' }],
  [
    { type: 'money', max: '9.5' },
    {
      type: 'object',
      format: 'money',
      properties: { amount: { type: 'string', format: 'decimal', 'x-maximum': '9.5' } },
    },
  ],
  [{ type: 'date' }, { type: 'string', format: 'date' }],
  [{ type: 'time' }, { type: 'string', format: 'date-time' }],
  [{ type: 'duration' }, { type: 'string', format: 'duration' }],
  [{ type: 'choice', values: ['a', 1] }, { enum: ['a', 1] }],
  [
    { type: 'list', of: 'integer', min: 1 },
    { type: 'array', items: { type: 'integer' }, maxItems: 100, minItems: 1 },
  ],
  [
    { type: 'boolean', label: 'Fast', help: 'By courier' },
    { type: 'boolean', title: 'Fast', 'x-help': 'By courier' },
  ],
  [{ schema: { type: 'integer' } }, { type: 'integer' }],
  [{ type: 'choice' }, undefined],
  [{ type: 'text', values: ['a'] }, undefined],
  [{ type: 'text', of: 'text' }, undefined],
  [{ type: 'list', of: 'list' }, undefined],
  [{ type: 'number', places: 2 }, undefined],
  [{ type: 'date', min: 1 }, undefined],
  [{ type: 'decimal', min: 1 }, undefined],
  [{ type: 'decimal', min: 'one' }, undefined],
  [{ type: 'integer', min: '1' }, undefined],
  [{ type: 'text', max: -1 }, undefined],
];

describe('core/edits/fields', () => {
  it('states members by types, and refuses facts that do not go together', () => {
    for (const [facts, schema] of FIELDS) {
      const edit = { edit: 'set_schema_field', action: 1, field: 'x', ...facts };
      const shown = JSON.stringify(facts);
      if (schema === undefined) expect(refusal(draft(), edit), shown).to.equal('EDIT_REFUSED ');
      else {
        const [stated] = at(edited(draft(), edit).draft, 'actions.1.dataSchemas') as readonly JsonObject[];
        expect(stated?.properties, shown).to.have.property('x').that.deep.equals(schema);
        expect(stated?.required, shown).to.include('x');
      }
    }
    const optional = edited(draft(), {
      edit: 'set_schema_field',
      action: 1,
      field: 'net',
      type: 'integer',
      required: false,
    });
    const [schema] = at(optional.draft, 'actions.1.dataSchemas') as readonly JsonObject[];
    expect(schema?.required).to.not.include('net');
  });
});
