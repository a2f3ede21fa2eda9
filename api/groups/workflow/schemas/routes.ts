// The schema library: JSON Schemas that designers copy into blueprints. Some come with the program, some are of the
// organisation, and some were published on the node by others.
import Type, { type Static } from 'typebox';
import {
  SCHEMA_DESCRIPTION_MAX,
  SCHEMA_SECTORS_MAX,
  SCHEMA_TITLE_MAX,
  SCHEMAS_MAX,
  SCHEMAS_PUBLISHED_MAX,
} from '../../../../core/base/limits/node/designs.js';
import { route } from '../../../define.js';
import {
  CursorPageQuery,
  cursorPageOf,
  Hash,
  IfMatchHeader,
  namedObject,
  Timestamp,
} from '../../../schemas/base/common.js';
import { nameSchema } from '../../../schemas/base/names.js';

const SchemaId = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
  description: 'Words with hyphens for one that comes with the program, else a UUID.',
});
const Params = Type.Object({ schemaId: SchemaId });
const Sector = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: '^[a-z][a-z-]*$',
  description: 'A trade, as finance, government, health, supply or general.',
});
const Provider = Type.String({
  minLength: 1,
  maxLength: 253,
  description: 'quorate, the subdomain of an organisation, or the host that it was fetched from.',
});
const Status = Type.Enum(['active', 'deprecated'], {
  title: 'SchemaStatus',
  description: 'Whether it is offered to designers; a deprecated one stays readable.',
});
const Source = Type.Enum(['system', 'organisation', 'published'], {
  title: 'SchemaSource',
  description: 'Whether it comes with the program, is of the own organisation, or of another that published it.',
});
const Title = nameSchema(SCHEMA_TITLE_MAX, 'A name by which people find it.');
const Description = Type.String({ maxLength: SCHEMA_DESCRIPTION_MAX });
const Sectors = Type.Array(Sector, { maxItems: SCHEMA_SECTORS_MAX, uniqueItems: true });
const Document = Type.Record(Type.String(), Type.Unknown(), {
  description: 'JSON Schema of the part that blueprints take: draft 2020-12, or draft-07 where $schema says so.',
});

/** Words by which people find a schema; an absent one is taken from the schema itself. */
export const SchemaNaming = {
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  sectors: Type.Optional(Sectors),
};

const SchemaInput = namedObject('SchemaInput', { ...SchemaNaming, schema: Document });

const shown = {
  schemaId: SchemaId,
  title: Type.String(),
  description: Type.String(),
  sectors: Type.Array(Type.String()),
  provider: Type.String(),
  status: Status,
  version: Type.Integer({ description: 'Counts up each time it is replaced.' }),
  source: Source,
  isPublished: Type.Boolean({ description: 'Whether members of every organisation of the node find it.' }),
};
export const SchemaSummary = namedObject('SchemaSummary', shown);
export const SchemaView = namedObject('LibrarySchema', {
  ...shown,
  schema: Document,
  sha256: Type.String({ ...Hash, description: 'Of the canonical text of the schema.' }),
  url: Type.Optional(Type.String({ description: 'Where it was fetched, without a query.' })),
  createdAt: Type.Optional(Timestamp),
  updatedAt: Type.Optional(Timestamp),
});
export type SchemaBody = Static<typeof SchemaView>;

const Count = namedObject('NamedCount', { name: Type.String(), count: Type.Integer() });

const BASE = '/api/v1/schemas';
const ONE = `${BASE}/:schemaId` as const;
const DESIGNED = { can: 'CanManageBlueprints' } as const;
/** A schema of others is compiled in the engine's thread only. */
const CHECKED = ['SCHEMA_INVALID', 'BODY_TOO_LARGE', 'BLUEPRINT_TOO_COSTLY', 'ENGINE_BUSY'] as const;
const OWN = ['PATH_INVALID', 'SCHEMA_NOT_FOUND', 'FORBIDDEN'] as const;

export const schemaRoutes = {
  listSchemas: route({
    method: 'GET',
    url: BASE,
    ...DESIGNED,
    summary: 'List and search the schemas that a designer may take',
    description:
      'The ones of the organisation first, then the ones that others published, then the ones of the program.',
    input: {
      query: Type.Object({
        ...CursorPageQuery.properties,
        search: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: 'Part of title, description or id.' }),
        ),
        sector: Type.Optional(Sector),
        provider: Type.Optional(Provider),
        status: Type.Optional(Status),
        source: Type.Optional(Source),
      }),
    },
    output: cursorPageOf('SchemaPage', SchemaSummary),
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  listSystemSchemas: route({
    method: 'GET',
    url: `${BASE}/system`,
    ...DESIGNED,
    summary: 'Read all schemas that come with the program',
    output: namedObject('SystemSchemas', { schemas: Type.Array(SchemaView) }),
    errors: [],
  }),
  listSchemaSectors: route({
    method: 'GET',
    url: `${BASE}/sectors`,
    ...DESIGNED,
    summary: 'List the sectors of the schemas that a designer may take',
    output: namedObject('SchemaSectors', { sectors: Type.Array(Count) }),
    errors: [],
  }),
  listSchemaProviders: route({
    method: 'GET',
    url: `${BASE}/providers`,
    ...DESIGNED,
    summary: 'List who gave the schemas that a designer may take',
    output: namedObject('SchemaProviders', { providers: Type.Array(Count) }),
    errors: [],
  }),
  createSchema: route({
    method: 'POST',
    url: BASE,
    writes: 'node',
    ...DESIGNED,
    summary: 'Keep a schema for the designers of the organisation',
    description: `Title and description are those of the schema where the body states none. An organisation keeps ${SCHEMAS_MAX} at most.`,
    bodySize: 'form',
    input: { body: SchemaInput },
    output: { 201: SchemaView },
    errors: ['BODY_INVALID', ...CHECKED, 'SCHEMAS_FULL', 'FORBIDDEN'],
  }),
  getSchema: route({
    method: 'GET',
    url: ONE,
    ...DESIGNED,
    summary: 'Read a schema',
    input: { params: Params },
    output: SchemaView,
    errors: ['PATH_INVALID', 'SCHEMA_NOT_FOUND'],
  }),
  updateSchema: route({
    method: 'PUT',
    url: ONE,
    writes: 'node',
    ...DESIGNED,
    summary: 'Replace a schema of the organisation',
    description: 'Its version counts up. Blueprints have copies, and stay as they are.',
    bodySize: 'form',
    input: { params: Params, headers: IfMatchHeader, body: SchemaInput },
    output: SchemaView,
    errors: ['BODY_INVALID', ...OWN, ...CHECKED, 'RESOURCE_CHANGED'],
  }),
  deleteSchema: route({
    method: 'DELETE',
    url: ONE,
    writes: 'node',
    ...DESIGNED,
    summary: 'Delete a schema of the organisation',
    description: 'Blueprints have copies, and stay as they are.',
    input: { params: Params },
    output: { 204: null },
    errors: OWN,
  }),
  deprecateSchema: route({
    method: 'POST',
    url: `${ONE}/deprecate`,
    writes: 'node',
    ...DESIGNED,
    summary: 'Offer a schema of the organisation no more',
    input: { params: Params },
    output: SchemaView,
    errors: OWN,
  }),
  activateSchema: route({
    method: 'POST',
    url: `${ONE}/activate`,
    writes: 'node',
    ...DESIGNED,
    summary: 'Offer a deprecated schema of the organisation again',
    input: { params: Params },
    output: SchemaView,
    errors: OWN,
  }),
  publishSchema: route({
    method: 'POST',
    url: `${ONE}/publish`,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Show a schema of the organisation to every organisation of the node',
    description: `For good, or until it is deleted. An organisation publishes ${SCHEMAS_PUBLISHED_MAX} at most.`,
    input: { params: Params },
    output: SchemaView,
    errors: [...OWN, 'SCHEMAS_FULL'],
  }),
};
