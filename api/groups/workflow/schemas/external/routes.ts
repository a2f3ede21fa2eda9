// JSON Schemas of others: searched in a catalogue that an administrator took, and imported from where they are. The
// node calls a server only in the call that asks for it.
import Type from 'typebox';
import { SCHEMA_URL_MAX } from '../../../../../core/base/limits/node/designs.js';
import { route } from '../../../../define.js';
import { CursorPageQuery, cursorPageOf, namedObject, OpenObject, Timestamp } from '../../../../schemas/base/common.js';
import { SchemaNaming, SchemaView } from '../routes.js';

const StatedUrl = Type.String({ documented: { pattern: '^https?://' }, minLength: 1, maxLength: SCHEMA_URL_MAX });

export const ExternalSchema = namedObject('ExternalSchema', {
  name: Type.String(),
  description: Type.String(),
  url: Type.String(),
});

const CatalogueView = namedObject('SchemaCatalogue', {
  source: Type.String({ description: 'The URL of the catalogue, or upload.' }),
  isOfPlatform: Type.Boolean({ description: 'Whether the organisation has none, and this is that of the platform.' }),
  entryCount: Type.Integer(),
  leftOut: Type.Integer({ description: 'Entries without a name for people, or an HTTPS URL of their own.' }),
  takenAt: Timestamp,
});

const CatalogueInput = namedObject('SchemaCatalogueInput', {
  url: Type.Optional(
    Type.String({ ...StatedUrl, description: 'Where it is fetched now; absent: schemas.catalogueUrl of the node.' }),
  ),
  catalogue: Type.Optional({
    ...OpenObject,
    description: 'The document itself: {"schemas": [{name, description, url}]}.',
  }),
});

const BASE = '/api/v1/schemas/external';
const DESIGNED = { can: 'CanManageBlueprints' } as const;
const ADMINISTERED = { can: 'RequireAdministrator', rate: 'strict', bucket: 'schema-catalogues' } as const;
const FETCHED = ['OUTGOING_REFUSED', 'OUTGOING_FAILED', 'OUTGOING_ANSWER_REFUSED', 'OUTGOING_BUSY'] as const;

export const externalSchemaRoutes = {
  searchExternalSchemas: route({
    method: 'GET',
    url: `${BASE}/search`,
    ...DESIGNED,
    summary: 'Search the catalogue of schemas of others',
    description: 'The catalogue of the organisation, or else that of the platform. No server is asked.',
    input: {
      query: Type.Object({
        ...CursorPageQuery.properties,
        search: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: 'Part of name, description or URL.' }),
        ),
      }),
    },
    output: cursorPageOf('ExternalSchemaPage', ExternalSchema),
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'SCHEMA_CATALOGUE_UNAVAILABLE'],
  }),
  importSchema: route({
    method: 'POST',
    url: `${BASE}/import`,
    writes: 'node',
    ...DESIGNED,
    rate: 'strict',
    bucket: 'schema-imports',
    summary: 'Fetch a schema of others into the library of the organisation',
    description:
      'Its provider is the host that answered. Send the schema itself to POST /api/v1/schemas where the node reaches no such host.',
    input: {
      body: namedObject('SchemaImport', {
        url: Type.String({ ...StatedUrl, description: 'Where the schema is, by HTTPS.' }),
        ...SchemaNaming,
      }),
    },
    output: { 201: SchemaView },
    errors: [
      ...['BODY_INVALID', 'SCHEMA_INVALID', 'BODY_TOO_LARGE', 'BLUEPRINT_TOO_COSTLY', 'ENGINE_BUSY'],
      ...['SCHEMAS_FULL', 'FORBIDDEN'],
      ...FETCHED,
    ] as const,
  }),
  getSchemaCatalogue: route({
    method: 'GET',
    url: `${BASE}/catalogue`,
    ...DESIGNED,
    summary: 'Read which catalogue is searched',
    output: CatalogueView,
    errors: ['SCHEMA_CATALOGUE_UNAVAILABLE'],
  }),
  setSchemaCatalogue: route({
    method: 'PUT',
    url: `${BASE}/catalogue`,
    writes: 'node',
    ...ADMINISTERED,
    summary: 'Take a catalogue of schemas of others, as a document or from a URL',
    description:
      'A document of the form of SchemaStore. It takes the place of the one before; nothing is fetched again by itself.',
    bodySize: 'content',
    input: { body: CatalogueInput },
    output: CatalogueView,
    errors: ['BODY_INVALID', 'BODY_TOO_LARGE', 'SCHEMA_CATALOGUE_INVALID', 'FORBIDDEN', ...FETCHED],
  }),
  deleteSchemaCatalogue: route({
    method: 'DELETE',
    url: `${BASE}/catalogue`,
    writes: 'node',
    ...ADMINISTERED,
    summary: 'Forget the catalogue of the organisation',
    output: { 204: null },
    errors: ['SCHEMA_CATALOGUE_UNAVAILABLE'],
  }),
};
