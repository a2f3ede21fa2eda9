// A good call of each operation of the group.
import type { Examples } from '../../../../define.js';
import { EXAMPLE } from '../../../../examples/values.js';
import { schemaExamples } from '../examples.js';
import type { externalSchemaRoutes } from './routes.js';

const url = 'https://schemas.example/meter-reading.json';
const entry = { name: 'Meter reading', description: 'The figure of a meter on a day.', url };
const source = 'https://schemas.example/catalog.json';
const catalogue = { source, isOfPlatform: false, entryCount: 1, leftOut: 0, takenAt: EXAMPLE.time };

export const externalSchemaExamples: Examples<typeof externalSchemaRoutes> = {
  searchExternalSchemas: {
    input: { query: { page: 1, pageSize: 20, search: 'meter' } },
    output: { items: [entry], totalCount: 1, page: 1, pageSize: 20 },
  },
  importSchema: {
    input: { body: { url, sectors: ['supply'] } },
    output: { ...schemaExamples.createSchema.output, provider: 'schemas.example', url },
  },
  getSchemaCatalogue: { input: {}, output: catalogue },
  setSchemaCatalogue: { input: { body: { url: source } }, output: catalogue },
  deleteSchemaCatalogue: { input: {}, output: undefined },
};
