// A server of others with the schema and the catalogue of the examples, and a catalogue that was taken.
import { EXAMPLE } from '../../../api/examples/values.js';
import { schemaExamples } from '../../../api/groups/workflow/schemas/examples.js';
import { externalSchemaExamples } from '../../../api/groups/workflow/schemas/external/examples.js';
import { utf8 } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import type { OutgoingCall } from '../../../core/outgoing/ports.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

const [ENTRY] = externalSchemaExamples.searchExternalSchemas.output.items;
export const SCHEMA_URL = externalSchemaExamples.importSchema.input.body.url;
export const CATALOGUE_URL = externalSchemaExamples.getSchemaCatalogue.output.source;
export const CATALOGUE = { schemas: [{ ...ENTRY, fileMatch: ['meter.json'] }] };

export interface SchemaServer {
  /** Texts by URL: a host that has none is unreachable, and one with an empty text has no such document. */
  readonly served: Map<string, string>;
  readonly calls: OutgoingCall[];
}

/** What else the world calls goes on. */
export function serveSchemas({ deps }: Pick<World, 'deps'>): SchemaServer {
  const before = deps.outgoing;
  const calls: OutgoingCall[] = [];
  const served = new Map([
    [SCHEMA_URL, JSON.stringify(schemaExamples.createSchema.output.schema)],
    [CATALOGUE_URL, JSON.stringify(CATALOGUE)],
  ]);
  const request: typeof before.request = async (call) => {
    if (!call.purpose.startsWith('schema')) return before.request(call);
    calls.push(call);
    const text = served.get(call.url);
    if (text === undefined) return fail(issue('OUTGOING_FAILED', '', 'The host has the address 10.0.0.7.'));
    const status = text === '' ? 404 : 200;
    return { status, headers: {}, body: utf8(text), url: call.url, address: '93.184.216.34' };
  };
  Object.assign(deps, { outgoing: { request } });
  return { served, calls };
}

export const seedCatalogue = ({ deps }: Pick<World, 'deps'>, organisationId: string = EXAMPLE.organisationId) =>
  deps.commit([
    deps.schemaCatalogues.put(organisationId, {
      ...{ entries: ENTRY ? [ENTRY] : [], leftOut: 0, url: CATALOGUE_URL, takenAtMs: Date.parse(EXAMPLE.time) },
    }),
  ]);

const withServer: Prepare = async (world) => {
  await seedExample(world.deps);
  serveSchemas(world);
  return { as: 'administrator' };
};
const withCatalogue: Prepare = async (world) => {
  await seedExample(world.deps);
  await seedCatalogue(world);
  return { as: 'administrator' };
};

export const prepareExternalSchemas: Readonly<Record<string, Prepare>> = {
  searchExternalSchemas: withCatalogue,
  importSchema: withServer,
  getSchemaCatalogue: withCatalogue,
  setSchemaCatalogue: withServer,
  deleteSchemaCatalogue: withCatalogue,
};
