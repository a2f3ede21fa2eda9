// The schema library end to end: what everybody finds, what an organisation keeps and publishes, and what is refused.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { schemaExamples } from '../../../api/groups/workflow/schemas/examples.js';
import { schemaRoutes } from '../../../api/groups/workflow/schemas/routes.js';
import { issue } from '../../../core/base/issue.js';
import {
  LIBRARY_SCHEMA_BYTES_MAX,
  SCHEMAS_MAX,
  SCHEMAS_PUBLISHED_MAX,
  SCHEMAS_PUBLISHED_NODE_MAX,
} from '../../../core/base/limits/node/designs.js';
import { fail } from '../../../core/base/result.js';
import { SYSTEM_SCHEMAS } from '../../../core/design/schemas/shipped.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { call } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { EXAMPLE_SCHEMA } from './schemas.js';

const { createSchema, getSchema, listSchemas, updateSchema, deleteSchema, publishSchema } = schemaRoutes;
const { deprecateSchema, activateSchema, listSystemSchemas, listSchemaSectors, listSchemaProviders } = schemaRoutes;
const SENT = schemaExamples.createSchema.input.body;
const { schemaId } = EXAMPLE_SCHEMA;
const params = { schemaId };

describe('the schema library', () => {
  const world = worldOfEach();
  const as = async (persona: Persona) => ({ token: await world.token(persona) });
  const add = async (change: object = {}, persona: Persona = 'user') =>
    call(world, createSchema, { body: { ...SENT, ...change } }, await as(persona));
  const found = async (query: Record<string, string | number>, persona: Persona = 'user') => {
    const { json } = await call(world, listSchemas, { query: { pageSize: 100, ...query } }, await as(persona));
    return json.items as readonly { schemaId: string; source: string; title: string }[];
  };
  const refusal = ({ status, json }: { status: number; json: { code?: string; path?: string } }) => [
    ...[status, json.code, json.path],
  ];
  const seed = (change: object = {}) =>
    world.deps.commit(world.deps.schemaLibrary.put({ ...EXAMPLE_SCHEMA, ...change }));
  const others = { organisationId: PLATFORM_ORGANISATION_ID, provider: 'platform' };

  it('has those of the program for everybody, read only', async () => {
    const all = await found({});
    expect(all.map((one) => one.schemaId).sort()).to.deep.equal(SYSTEM_SCHEMAS.map((one) => one.schemaId));
    const whole = await call(world, listSystemSchemas, {}, await as('service'));
    expect(whole.json.schemas.map((one: { schema: object }) => one.schema)).to.deep.equal(
      SYSTEM_SCHEMAS.map(({ schema }) => schema),
    );
    const one = await call(world, getSchema, { params: { schemaId: 'person' } }, await as('user'));
    expect(one.json).to.include({ schemaId: 'person', source: 'system', isPublished: true, provider: 'quorate' });
    for (const definition of [deleteSchema, deprecateSchema, activateSchema, publishSchema]) {
      const answer = await call(world, definition, { params: { schemaId: 'person' } }, await as('administrator'));
      expect(refusal(answer), definition.url).to.deep.equal([403, 'FORBIDDEN', '/schemaId']);
    }
    expect((await call(world, listSchemas, { query: {} }, await as('citizen'))).status).to.equal(403);
  });

  it('keeps one for its organisation, found by text, sector, provider, status and source', async () => {
    const made = await add();
    expect(made.status, made.text).to.equal(201);
    expect(made.json).to.deep.include({
      ...{ title: 'Meter reading', description: 'The figure of a meter on a day.', sectors: ['supply'], version: 1 },
      ...{ provider: EXAMPLE.subdomain, status: 'active', source: 'organisation', isPublished: false },
      ...{ schema: SENT.schema, createdAt: EXAMPLE.time },
    });
    const { schemaId: id } = made.json;
    expect((await found({}))[0]?.schemaId).to.equal(id);
    for (const query of [
      { search: 'METER' },
      { search: id },
      { sector: 'supply', source: 'organisation' },
      { provider: EXAMPLE.subdomain },
      { status: 'active', search: 'FIGURE' },
    ])
      expect(
        (await found(query)).map((one) => one.schemaId),
        JSON.stringify(query),
      ).to.deep.equal([id]);
    expect(await found({ status: 'deprecated' })).to.deep.equal([]);
    expect((await found({ sector: 'supply' })).map((one) => one.source)).to.deep.equal(['organisation', 'system']);
    const { sectors } = (await call(world, listSchemaSectors, {}, await as('user'))).json;
    expect(sectors).to.deep.include({ name: 'supply', count: 2 });
    const { providers } = (await call(world, listSchemaProviders, {}, await as('user'))).json;
    expect(providers).to.deep.equal([
      { name: EXAMPLE.subdomain, count: 1 },
      { name: 'quorate', count: SYSTEM_SCHEMAS.length },
    ]);
    expect((await found({ search: 'meter' }, 'systemAdmin')).length, 'of another organisation').to.equal(0);
  });

  it('replaces one at the version that was read, and counts up', async () => {
    await seed();
    const read = await call(world, getSchema, { params }, await as('user'));
    const headers = { 'if-match': String(read.headers.etag) };
    const body = { schema: { type: 'object', title: 'Other' } };
    const changed = await call(world, updateSchema, { params, body }, { ...(await as('user')), headers });
    expect(changed.json).to.deep.include({ title: 'Other', description: '', sectors: [], version: 2 });
    const late = await call(world, updateSchema, { params, body }, { ...(await as('user')), headers });
    expect(refusal(late)).to.deep.equal([412, 'RESOURCE_CHANGED', '']);
    expect((await call(world, deleteSchema, { params }, await as('user'))).status).to.equal(204);
    expect(refusal(await call(world, getSchema, { params }, await as('user')))).to.deep.equal([
      ...[404, 'SCHEMA_NOT_FOUND', '/schemaId'],
    ]);
    expect(refusal(await call(world, updateSchema, { params, body }, await as('user')))[0]).to.equal(404);
  });

  it('offers one no more, and again', async () => {
    await seed();
    const change = async (definition: typeof deprecateSchema | typeof activateSchema) =>
      (await call(world, definition, { params }, await as('user'))).json;
    expect(await change(deprecateSchema)).to.include({ status: 'deprecated', version: 1 });
    expect(await change(deprecateSchema)).to.include({ status: 'deprecated' });
    expect((await found({ status: 'deprecated' })).map((one) => one.schemaId)).to.deep.equal([schemaId]);
    expect(await change(activateSchema)).to.include({ status: 'active' });
  });

  it('shows to all what an administrator publishes, and lets them change nothing', async () => {
    await seed();
    expect(refusal(await call(world, publishSchema, { params }, await as('user')))[0]).to.equal(403);
    for (let i = 0; i < 2; i++) {
      const published = await call(world, publishSchema, { params }, await as('administrator'));
      expect(published.json, published.text).to.include({ isPublished: true, source: 'organisation' });
    }
    const theirs = await found({ search: 'meter' }, 'systemAdmin');
    expect(theirs.map((one) => [one.schemaId, one.source])).to.deep.equal([[schemaId, 'published']]);
    const read = await call(world, getSchema, { params }, await as('systemAdmin'));
    expect(read.json).to.deep.include({ source: 'published', schema: SENT.schema, provider: EXAMPLE.subdomain });
    const body = { schema: {}, title: 'Mine' };
    for (const answer of [
      await call(world, updateSchema, { params, body }, await as('systemAdmin')),
      await call(world, deleteSchema, { params }, await as('systemAdmin')),
    ])
      expect(refusal(answer)).to.deep.equal([403, 'FORBIDDEN', '/schemaId']);
    expect(
      (await found({ search: 'meter' })).map((one) => one.source),
      'once',
    ).to.deep.equal(['organisation']);
    await call(world, deleteSchema, { params }, await as('user'));
    expect(await found({ search: 'meter' }, 'systemAdmin')).to.deep.equal([]);
    const { rows } = await world.deps.audit.page([EXAMPLE.organisationId], {}, 50);
    const told = rows.filter(({ details }) => details.schemaId === schemaId).map(({ eventType }) => eventType);
    expect(told.sort()).to.deep.equal(['SchemaPublished', 'SchemaRemoved']);
  });

  it('refuses what no blueprint could have, and what is no body, and keeps nothing', async () => {
    expect(refusal(await add({ title: 'x', schema: { $ref: 'other.json' } }))).to.deep.equal([
      422,
      'SCHEMA_INVALID',
      '/schema',
    ]);
    expect(refusal(await add({ title: 'x', schema: { type: 'objekt' } }))).to.deep.equal([
      422,
      'SCHEMA_INVALID',
      '/schema',
    ]);
    expect(refusal(await add({ schema: true }))).to.deep.equal([400, 'BODY_INVALID', '/schema']);
    expect(refusal(await add({ schema: {} }))).to.deep.equal([400, 'BODY_INVALID', '/title']);
    expect(refusal(await add({ title: 'pay\u202edrocer' }))).to.deep.equal([400, 'BODY_INVALID', '/title']);
    expect(refusal(await add({ sectors: ['Supply'] }))).to.deep.equal([400, 'BODY_INVALID', '/sectors/0']);
    const large = { title: 'x', const: 'x'.repeat(LIBRARY_SCHEMA_BYTES_MAX) };
    expect(refusal(await add({ schema: large }))).to.deep.equal([413, 'BODY_TOO_LARGE', '/schema']);
    expect(refusal(await add({}, 'citizen'))[0]).to.equal(403);
    expect(world.deps.schemaLibrary.list(EXAMPLE.organisationId)).to.deep.equal([]);
    const strange = await call(world, getSchema, { params: { schemaId: 'A b' } }, await as('user'));
    expect(refusal(strange)).to.deep.equal([400, 'PATH_INVALID', '/schemaId']);
  });

  it('has schemas compiled by the engine, and by nothing else', async () => {
    await seed();
    const engine = world.deps.engine as { run: (task: { kind: string }) => Promise<unknown> };
    const kinds: string[] = [];
    engine.run = async ({ kind }) => {
      kinds.push(kind);
      return fail(issue('ENGINE_BUSY', '', 'The engine is busy.'));
    };
    expect((await add()).json.code).to.equal('ENGINE_BUSY');
    const changed = await call(world, updateSchema, { params, body: { ...SENT } }, await as('user'));
    expect(changed.json.code).to.equal('ENGINE_BUSY');
    expect(kinds).to.deep.equal(['check-schema', 'check-schema']);
  });

  it('keeps and publishes as many as there is room for', async () => {
    const id = (n: number) => `${String(n).padStart(8, '0')}${schemaId.slice(8)}`;
    const fill = async (from: number, to: number, change: object) => {
      for (let n = from; n < to; n++) await seed({ schemaId: id(n), ...change });
    };
    await seed();
    await fill(1, SCHEMAS_MAX, {});
    expect(refusal(await add())).to.deep.equal([409, 'SCHEMAS_FULL', '']);
    const publish = async () => refusal(await call(world, publishSchema, { params }, await as('administrator')));
    await fill(1, SCHEMAS_PUBLISHED_MAX + 1, { isPublished: true });
    expect(await publish()).to.deep.equal([409, 'SCHEMAS_FULL', '']);
    await fill(1, 2, { isPublished: false });
    await world.deps.commit(world.deps.schemaLibrary.remove({ ...EXAMPLE_SCHEMA, schemaId: id(1), isPublished: true }));
    await fill(1000, 1000 + SCHEMAS_PUBLISHED_NODE_MAX - SCHEMAS_PUBLISHED_MAX + 1, { ...others, isPublished: true });
    expect(await publish()).to.deep.equal([409, 'SCHEMAS_FULL', '']);
  });
});
