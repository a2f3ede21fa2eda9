// The OpenAPI document: equal to the snapshot, and as its definitions are. After a wanted change of the surface
// write the snapshot anew with `UPDATE_SNAPSHOT=1 npx mocha --no-config --node-option import=tsx
// test/contract/document/openapi.test.ts` and read its diff.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { TIERS } from '../../../api/auth/caller.js';
import { looksAtTokens, tiersOf } from '../../../api/auth/policy.js';
import { type AnyGroup, isAnsweredAt, type ListenerName } from '../../../api/define.js';
import { groups } from '../../../api/groups/index.js';
import { openApiDocument } from '../../../api/server/openapi.js';
import { findMisplacedTags } from '../../../api/server/openapi-order.js';
import { operations } from '../world/caller.js';
import { checkOf } from '../world/document-check.js';

interface Answer {
  readonly content?: object;
}

const SNAPSHOT = join(process.cwd(), 'test/contract/document/openapi.snapshot.json');
const CONFIG = { installation: 'test', version: '0.1.0', publicUrl: 'https://ledger.example' };
const documentOf = (listener: ListenerName) =>
  openApiDocument(CONFIG, groups as Readonly<Record<string, AnyGroup>>, listener);

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly name?: string }[];
  readonly responses: Readonly<Record<string, object>>;
  readonly 'x-client-certificate'?: { readonly required: boolean };
}

/** The operations of a document, by their name. */
function operationsIn({ paths }: { readonly paths?: unknown }): ReadonlyMap<string, Operation> {
  const all = Object.values(paths as Record<string, Record<string, Operation>>).flatMap((path) => Object.values(path));
  return new Map(all.map((one) => [one.operationId, one]));
}

describe('the OpenAPI document', () => {
  const document = documentOf('public');
  const text = `${JSON.stringify(document, null, 2)}\n`;

  it('is the snapshot', () => {
    if (process.env.UPDATE_SNAPSHOT === '1') writeFileSync(SNAPSHOT, text);
    expect(JSON.parse(readFileSync(SNAPSHOT, 'utf8'))).to.deep.equal(JSON.parse(text));
  });

  it('has the groups in the order in which people need them, each in its place', () => {
    expect(findMisplacedTags(Object.values(groups))).to.deep.equal([]);
    const names = (document.tags as readonly { readonly name: string }[]).map(({ name }) => name);
    expect(names.slice(0, 4)).to.deep.equal(['Authentication', 'Wallets', 'Registers', 'Transactions']);
    expect(names.at(-1)).to.equal('Store');
  });

  it('names the address of the node in its examples, and no other one', () => {
    expect(text).to.contain('https://ledger.example/odata/$metadata');
    expect(text).to.not.match(/https?:\/\/(?:localhost|127\.0\.0\.1)[:/]/);
  });

  it('states the version and the extensions of the specification', () => {
    const info = document.info as Record<string, unknown>;
    expect([document.openapi, info.version]).to.deep.equal(['3.0.1', '2.0.0-dev']);
    expect(info['x-standards']).to.include.members(['OAuth 2.0', 'DID 1.0', 'JSON-LD 1.1', 'FIPS 203', 'FIPS 204']);
    // A reader of the document follows it: a path that answers 404 is not named.
    const server = info['x-mcp-server'] as { readonly url: string; readonly manifest: string; readonly tools: string };
    expect(document.paths).to.include.keys(server.manifest, server.tools);
    expect(server.url).to.equal('/mcp');
    expect(document.servers).to.deep.include({ url: '/', description: 'Relative to this document.' });
  });

  it('has one operationId per operation, and a success of each but those that answer 501', () => {
    const found = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(Object.values);
    expect(operationsIn(document).size).to.equal(found.length);
    for (const { operationId, responses } of operationsIn(document).values()) {
      const isAnswered = Object.keys(responses).some((status) => /^[23]/.test(status) && status !== '304');
      expect(isAnswered || '501' in responses, operationId).to.equal(true);
    }
  });

  it('says of each operation of each listener with which tokens it is called', () => {
    for (const listener of ['public', 'internal', 'workload'] as const) {
      const its = documentOf(listener);
      const { securitySchemes } = its.components as { readonly securitySchemes: Readonly<Record<string, object>> };
      const shown = operationsIn(its);
      const expected = operations().filter(({ definition }) => isAnsweredAt(definition, listener));
      expect([...shown.keys()], listener).to.have.members(expected.map(({ id }) => id));
      for (const { id, definition } of expected) {
        const { security, 'x-client-certificate': certificate } = shown.get(id) as Operation;
        const schemes = security.flatMap(Object.keys);
        for (const scheme of schemes) expect(securitySchemes, id).to.include.keys(scheme);
        // docs/tiers.md, to which the server is held (tiers.test.ts), is made of the same.
        const tiers = looksAtTokens(definition) ? tiersOf(definition) : [];
        expect(
          schemes.filter((scheme) => scheme !== 'client'),
          id,
        ).to.have.members([...tiers]);
        const isOpen = security.some((each) => Object.keys(each).length === 0);
        if (looksAtTokens(definition)) expect(isOpen, id).to.equal(definition.can === 'public');
        expect(certificate?.required, id).to.equal(listener === 'workload' ? true : undefined);
      }
      for (const scheme of Object.keys(securitySchemes)) expect([...TIERS, 'client']).to.include(scheme);
    }
  });

  it('names tiers, services, clients and certificates by their schemes', () => {
    const security = (id: string, listener: ListenerName = 'public') =>
      operationsIn(documentOf(listener)).get(id)?.security;
    expect(security('login')).to.deep.equal([]);
    expect(security('introspectToken')).to.deep.equal([{ service: [] }]);
    expect(security('createShortCode')).to.deep.include({ 'enrol-session': [] });
    const acting = ['consumer', 'platform', 'service', 'delegated'].map((tier) => ({ [tier]: [] }));
    expect(security('submitAction')).to.deep.equal(acting);
    expect(security('signAsSystem'), 'of another listener').to.equal(undefined);
    expect(security('signAsSystem', 'internal')).to.deep.equal([{ service: [] }]);
    // By the header, or by the fields of the form.
    expect(security('createServiceToken', 'internal')).to.deep.equal([{ client: [] }, {}]);
    const { parameters } = operationsIn(documentOf('internal')).get('createServiceToken') as Operation;
    expect(parameters.map(({ name }) => name)).to.not.include('authorization');
  });

  it('shows examples that have their schemas', () => {
    const faults: string[] = [];
    let shown = 0;
    for (const listener of ['public', 'internal', 'workload'] as const) {
      const check = checkOf(listener);
      for (const [path, methods] of Object.entries(check.document.paths))
        for (const [method, { requestBody, responses }] of Object.entries(methods))
          for (const { content = {} } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
            for (const [type, { schema, example }] of Object.entries(content)) {
              if (example === undefined) continue;
              shown += 1;
              const wrong = check.of(schema)(example);
              if (wrong !== undefined) faults.push(`${method} ${path} as ${type}: ${wrong}`);
            }
    }
    expect(faults).to.deep.equal([]);
    expect(shown).to.be.above(500);
  });

  it('shows an example of each body, and the codes of each refusal as data', () => {
    type Body = Readonly<Record<string, { readonly example?: unknown }>>;
    interface Shown {
      readonly operationId: string;
      readonly tags: readonly string[];
      readonly requestBody?: { readonly content: Body };
      readonly responses: Readonly<Record<string, { readonly 'x-codes'?: readonly string[]; readonly content?: Body }>>;
    }
    const tags = new Set((document.tags as readonly { name: string }[]).map(({ name }) => name));
    const all = Object.values(document.paths as Record<string, Record<string, Shown>>).flatMap(Object.values);
    const without: string[] = [];
    for (const { operationId, requestBody, responses, tags: own } of all as Shown[]) {
      expect(own.length > 0 && own.every((tag) => tags.has(tag)), operationId).to.equal(true);
      const shown = Object.entries(responses);
      const content = shown.find(([status]) => Number(status) < 300)?.[1].content ?? {};
      const [type, first] = Object.entries(content)[0] ?? [];
      if (type === 'application/json' && first?.example === undefined) without.push(`answer of ${operationId}`);
      const asked = requestBody?.content['application/json'];
      if (asked !== undefined && asked.example === undefined) without.push(`body of ${operationId}`);
      const refusals = shown.flatMap(([, { 'x-codes': codes = [] }]) => codes);
      expect(refusals, operationId).to.include('INTERNAL');
      expect(new Set(refusals).size, operationId).to.equal(refusals.length);
    }
    expect(without).to.deep.equal([]);
  });

  it('names the media types that answers have', () => {
    const mediaOf = (path: string, method: string, status: number) => {
      const { responses } = (document.paths as Record<string, Record<string, { responses: Record<number, Answer> }>>)[
        path
      ]![method]!;
      return Object.keys(responses[status]?.content ?? {});
    };
    const linked = ['application/json', 'application/ld+json'];
    expect(mediaOf('/api/blueprints', 'get', 200)).to.deep.equal(linked);
    const thing = [...linked, 'application/n-quads'];
    expect(mediaOf('/api/blueprints/{id}', 'get', 200)).to.deep.equal(thing);
    expect(mediaOf('/api/registers/{registerId}', 'get', 200)).to.deep.equal(thing);
    expect(mediaOf('/1.0/identifiers/{did}', 'get', 200)).to.include.members([
      'application/did-resolution',
      'application/did+ld+json',
    ]);
    const lists = ['application/json', 'text/csv', 'application/x-ndjson', 'application/ld+json'];
    expect(mediaOf('/api/registers/{registerId}/transactions', 'get', 200)).to.deep.equal(lists);
    // The form of OAuth, for each of its refusals.
    for (const status of [400, 429, 500, 503])
      expect(mediaOf('/api/service-auth/token', 'post', status)).to.deep.equal(['application/json']);
    expect(mediaOf('/api/v1/wallets/{address}/addresses', 'post', 501)).to.deep.equal(['application/problem+json']);
    // The type that the sender of the file named.
    expect(mediaOf('/api/v1/wallets/{address}/files/download', 'get', 200)).to.deep.equal(['*/*']);
  });
});
