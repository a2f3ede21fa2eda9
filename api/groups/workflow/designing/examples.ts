// A good call of each operation of the group.
import { editSchema } from '../../../../core/edits/edit.js';
import { EDIT_ROWS } from '../../../../core/edits/table.js';
import type { Examples } from '../../../define.js';
import { DRAFT_ID } from '../../../examples/ledger.js';
import type { designingRoutes } from './routes.js';

const params = { id: DRAFT_ID };
const edit = { edit: 'set_title', title: 'Order of goods' };
const part = EDIT_ROWS.find(({ name }) => name === edit.edit);
const sample = { ordered: '2026-11-30', pieces: 3 };
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { ordered: { type: 'string', format: 'date' }, pieces: { type: 'integer' } },
  required: ['ordered', 'pieces'],
  additionalProperties: false,
};

export const designingExamples: Examples<typeof designingRoutes> = {
  editBlueprint: {
    input: { params, body: { edits: [edit] }, headers: {} },
    output: {
      id: DRAFT_ID,
      version: 2,
      isValid: true,
      words: ['Changed the title.'],
      changes: [
        { path: 'title', change: 'changed', before: 'Purchase order', after: 'Order of goods', isBehaviour: false },
      ],
      made: [],
      solved: [],
      findings: [],
      scenarios: [],
    },
  },
  explainBlueprint: {
    input: { params: { part: edit.edit } },
    output: {
      part: edit.edit,
      kind: 'edit',
      says: part?.about ?? '',
      example: { edit: edit.edit, ...part?.example },
      ...(part && { schema: editSchema(part) }),
    },
  },
  executeRule: {
    input: { body: { rule: { '<=': [{ var: 'price' }, '1000.00'] }, data: { price: '950.00' } } },
    output: { value: true },
  },
  generateSchema: { input: { body: { sample, makeRequired: true } }, output: { schema } },
  validateSchema: { input: { body: { schema } }, output: { isValid: true, errors: [] } },
};
