// A good call of each operation of the group.
import { sha256Hex } from '../../../../core/base/hash.js';
import { canonical } from '../../../../core/base/json.js';
import { SYSTEM_SCHEMAS } from '../../../../core/design/schemas/shipped.js';
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { schemaRoutes } from './routes.js';
import { systemView } from './view.js';

const schemaId = '5c0b9a52-0d1b-4ad7-a001-6f1b1c8e4a55';
const params = { schemaId };
const schema = {
  title: 'Meter reading',
  description: 'The figure of a meter on a day.',
  type: 'object',
  properties: { reading: { type: 'integer', minimum: 0 }, readOn: { type: 'string', format: 'date' } },
  required: ['reading', 'readOn'],
} as const;
const sent = { sectors: ['supply'], schema };
const summary = {
  schemaId,
  title: schema.title,
  description: schema.description,
  sectors: ['supply'],
  provider: EXAMPLE.subdomain,
  status: 'active',
  version: 1,
  source: 'organisation',
  isPublished: false,
} as const;
const view = {
  ...{ ...summary, schema, sha256: sha256Hex(canonical(schema)) },
  ...{ createdAt: EXAMPLE.time, updatedAt: EXAMPLE.time },
};

export const schemaExamples: Examples<typeof schemaRoutes> = {
  listSchemas: {
    input: { query: { page: 1, pageSize: 20, sector: 'supply' } },
    output: { items: [summary], totalCount: 1, page: 1, pageSize: 20 },
  },
  listSystemSchemas: { input: {}, output: { schemas: SYSTEM_SCHEMAS.slice(0, 1).map(systemView) } },
  listSchemaSectors: { input: {}, output: { sectors: [{ name: 'supply', count: 1 }] } },
  listSchemaProviders: { input: {}, output: { providers: [{ name: EXAMPLE.subdomain, count: 1 }] } },
  createSchema: { input: { body: sent }, output: view },
  getSchema: { input: { params }, output: view },
  updateSchema: { input: { params, headers: {}, body: sent }, output: { ...view, version: 2 } },
  deleteSchema: { input: { params }, output: undefined },
  deprecateSchema: { input: { params }, output: { ...view, status: 'deprecated' } },
  activateSchema: { input: { params }, output: view },
  publishSchema: { input: { params }, output: { ...view, isPublished: true } },
};
