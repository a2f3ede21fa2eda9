// Schemas of others end to end: a catalogue is taken and searched, a schema is imported, and no server is asked before
// a call asks for it.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { schemaExamples } from '../../../api/groups/workflow/schemas/examples.js';
import { externalSchemaRoutes } from '../../../api/groups/workflow/schemas/external/routes.js';
import { schemaRoutes } from '../../../api/groups/workflow/schemas/routes.js';
import {
  LIBRARY_SCHEMA_BYTES_MAX,
  LIBRARY_SCHEMA_FETCH_BYTES_MAX,
  SCHEMA_CATALOGUE_BYTES_MAX,
  SCHEMA_FETCH_VALUES_MAX,
} from '../../../core/base/limits/node/designs.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { OutgoingHttp } from '../../../node/outgoing/http.js';
import { call } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { SILENT } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';
import {
  CATALOGUE,
  CATALOGUE_URL,
  SCHEMA_URL,
  type SchemaServer,
  seedCatalogue,
  serveSchemas,
} from './external-schemas.js';

const { searchExternalSchemas, importSchema, getSchemaCatalogue, setSchemaCatalogue, deleteSchemaCatalogue } =
  externalSchemaRoutes;
const { schema } = schemaExamples.createSchema.output;

describe('schemas of others', () => {
  const world = worldOfEach();
  let server: SchemaServer;
  beforeEach(() => {
    server = serveSchemas(world);
  });
  const as = async (persona: Persona) => ({ token: await world.token(persona) });
  const bring = async (body: object, persona: Persona = 'user') =>
    call(world, importSchema, { body }, await as(persona));
  const take = async (body: object, persona: Persona = 'administrator') =>
    call(world, setSchemaCatalogue, { body }, await as(persona));
  const search = async (query: Record<string, string>, persona: Persona = 'user') =>
    call(world, searchExternalSchemas, { query }, await as(persona));
  const refusal = ({ status, json }: { status: number; json: { code?: string; path?: string } }) => [
    ...[status, json.code, json.path],
  ];
  const events = async () => {
    const { rows } = await world.deps.audit.page([EXAMPLE.organisationId], {}, 50);
    return rows.map(({ eventType }) => eventType).filter((type) => type.startsWith('Schema'));
  };

  it('are found in a catalogue that an administrator took, and no server is asked for a search', async () => {
    expect(refusal(await search({}))).to.deep.equal([404, 'SCHEMA_CATALOGUE_UNAVAILABLE', '']);
    expect(refusal(await take({}, 'user'))[0]).to.equal(403);
    expect(server.calls).to.deep.equal([]);
    const taken = await take({});
    expect(taken.json, taken.text).to.include({ source: CATALOGUE_URL, entryCount: 1, leftOut: 0 });
    expect(server.calls.map(({ url, purpose }) => [url, purpose])).to.deep.equal([[CATALOGUE_URL, 'schema-catalogue']]);
    const { fileMatch: _, ...entry } = CATALOGUE.schemas[0] ?? { fileMatch: [] };
    expect((await search({ search: 'METER' })).json).to.deep.include({ items: [entry], totalCount: 1 });
    expect((await search({ search: 'gas' })).json.items).to.deep.equal([]);
    expect((await search({}, 'citizen')).status).to.equal(403);
    expect(server.calls).to.have.length(1);
    expect(await events()).to.deep.equal(['SchemaCatalogueTaken']);
  });

  it('have the catalogue of the platform where the organisation has none', async () => {
    await seedCatalogue(world, PLATFORM_ORGANISATION_ID);
    const read = async () => (await call(world, getSchemaCatalogue, {}, await as('user'))).json;
    expect(await read()).to.include({ isOfPlatform: true, source: CATALOGUE_URL });
    const uploaded = await take({ catalogue: { schemas: [...CATALOGUE.schemas, {}] } });
    expect(uploaded.json, uploaded.text).to.include({ source: 'upload', isOfPlatform: false, leftOut: 1 });
    expect(await read()).to.include({ isOfPlatform: false });
    const forget = async () => call(world, deleteSchemaCatalogue, {}, await as('administrator'));
    expect((await forget()).status).to.equal(204);
    expect(await read()).to.include({ isOfPlatform: true });
    expect(refusal(await forget())).to.deep.equal([404, 'SCHEMA_CATALOGUE_UNAVAILABLE', '']);
    expect(server.calls).to.deep.equal([]);
  });

  it('are no catalogue where they have not its form, and leave the one that was taken', async () => {
    await seedCatalogue(world);
    server.served.set('https://x.example/', '{"schemas": [{"name": "a", "url": "ftp://a"}]}');
    expect(refusal(await take({ catalogue: {} }))).to.deep.equal([422, 'SCHEMA_CATALOGUE_INVALID', '']);
    expect(refusal(await take({ url: 'https://x.example/' }))).to.deep.equal([422, 'SCHEMA_CATALOGUE_INVALID', '']);
    expect(refusal(await take({ url: CATALOGUE_URL, catalogue: CATALOGUE }))).to.deep.equal([400, 'BODY_INVALID', '']);
    expect(refusal(await take({ url: 'https://none.example/' }))).to.deep.equal([502, 'OUTGOING_FAILED', '']);
    const large = { catalogue: { ...CATALOGUE, more: 'x'.repeat(SCHEMA_CATALOGUE_BYTES_MAX) } };
    expect(refusal(await take(large))).to.deep.equal([413, 'BODY_TOO_LARGE', '']);
    expect((await search({})).json.totalCount).to.equal(1);
  });

  it('come into the library from their URL, with the host as provider and without its query', async () => {
    server.served.set(`${SCHEMA_URL}?key=secret`, JSON.stringify(schema));
    const made = await bring({ url: `${SCHEMA_URL}?key=secret`, sectors: ['supply'] });
    expect(made.status, made.text).to.equal(201);
    expect(made.json).to.deep.include({
      ...{ title: 'Meter reading', provider: 'schemas.example', url: SCHEMA_URL, sectors: ['supply'], schema },
      ...{ source: 'organisation', status: 'active', isPublished: false },
    });
    const [{ purpose, bytesMax, redirectsMax, from }] = server.calls as [SchemaServer['calls'][number]];
    expect([purpose, bytesMax, redirectsMax]).to.deep.equal(['schema', LIBRARY_SCHEMA_FETCH_BYTES_MAX, 3]);
    expect(from).to.contain(EXAMPLE.organisationId);
    const { schemaId } = made.json;
    const read = await call(world, schemaRoutes.getSchema, { params: { schemaId } }, await as('user'));
    expect(read.json).to.deep.include({ schema, url: SCHEMA_URL });
    expect(await events()).to.deep.equal(['SchemaImported']);
    const body = { title: 'Mine', schema: { type: 'object' } };
    const replaced = await call(world, schemaRoutes.updateSchema, { params: { schemaId }, body }, await as('user'));
    expect(replaced.json, 'of the host no more')
      .to.include({ provider: EXAMPLE.subdomain })
      .and.not.have.property('url');
    server.served.set('https://x.example/plain.json', '{"type": "object"}');
    expect((await bring({ url: 'https://x.example/plain.json' })).json.title).to.equal('plain');
  });

  it('are refused where no blueprint could have them, and nothing is kept', async () => {
    const url = 'https://x.example/a.json';
    const answered = async (text: string) => {
      server.served.set(url, text);
      return refusal(await bring({ url }));
    };
    expect(await answered('{"$ref": "https://other.example/b.json"}')).to.deep.equal([
      422,
      'SCHEMA_INVALID',
      '/schema',
    ]);
    expect(await answered('[]')).to.deep.equal([422, 'SCHEMA_INVALID', '/url']);
    expect(await answered('<html>')).to.deep.equal([502, 'OUTGOING_ANSWER_REFUSED', '']);
    expect(await answered('{"a": 1, "a": 2}')).to.deep.equal([502, 'OUTGOING_ANSWER_REFUSED', '']);
    expect(await answered(`[${'1,'.repeat(SCHEMA_FETCH_VALUES_MAX)}1]`)).to.deep.equal([
      ...[502, 'OUTGOING_ANSWER_REFUSED', ''],
    ]);
    expect(await answered('')).to.deep.equal([502, 'OUTGOING_ANSWER_REFUSED', '']);
    const large = JSON.stringify({ const: 'x'.repeat(LIBRARY_SCHEMA_BYTES_MAX) });
    expect(await answered(large)).to.deep.equal([413, 'BODY_TOO_LARGE', '/schema']);
    expect(refusal(await bring({}))).to.deep.equal([400, 'BODY_INVALID', '/url']);
    expect(refusal(await bring({ url }, 'citizen'))[0]).to.equal(403);
    const unreachable = await bring({ url: 'https://none.example/' });
    expect(refusal(unreachable)).to.deep.equal([502, 'OUTGOING_FAILED', '']);
    expect(unreachable.text, 'the network of the operator').not.to.contain('10.0.0.7');
    expect(world.deps.schemaLibrary.list(EXAMPLE.organisationId)).to.deep.equal([]);
  });

  it('are fetched from no host of the own network', async () => {
    const outgoing = new OutgoingHttp({ allowedHosts: [], log: SILENT, steady: () => 0 });
    Object.assign(world.deps, { outgoing });
    for (const url of [
      'https://127.0.0.1/a.json',
      'https://[::1]/a.json',
      'http://x.example/a.json',
      'https://10.1.2.3/',
    ])
      expect(refusal(await bring({ url })).slice(0, 2), url).to.deep.equal([400, 'OUTGOING_REFUSED']);
    expect(refusal(await take({ url: 'https://169.254.169.254/latest' })).slice(0, 2)).to.deep.equal([
      ...[400, 'OUTGOING_REFUSED'],
    ]);
  });
});
