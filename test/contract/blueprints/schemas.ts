// The schema that the examples of the schemas group name.
import { EXAMPLE } from '../../../api/examples/values.js';
import { schemaExamples } from '../../../api/groups/workflow/schemas/examples.js';
import type { KeptSchema } from '../../../storage/tables/workflow/schema-library.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';

const { params } = schemaExamples.getSchema.input;
const { schema, title, description } = schemaExamples.createSchema.output;

export const EXAMPLE_SCHEMA = {
  ...{ organisationId: EXAMPLE.organisationId, schemaId: params.schemaId, title, description, sectors: ['supply'] },
  ...{ provider: EXAMPLE.subdomain, status: 'active', version: 1, isPublished: false, schema },
  ...{ createdBy: EXAMPLE.administratorId, createdAtMs: 0, updatedAtMs: 0 },
} as KeptSchema;

const withExampleSchema: Prepare = async ({ deps }) => {
  await seedExample(deps);
  await deps.commit(deps.schemaLibrary.put(EXAMPLE_SCHEMA));
  return { as: 'administrator' };
};

export const prepareSchemas: Readonly<Record<string, Prepare>> = {
  listSchemas: withExampleSchema,
  getSchema: withExampleSchema,
  updateSchema: withExampleSchema,
  deleteSchema: withExampleSchema,
  deprecateSchema: withExampleSchema,
  activateSchema: withExampleSchema,
  publishSchema: withExampleSchema,
};
