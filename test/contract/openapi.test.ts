// The OpenAPI document: equal to the snapshot, valid for redocly and spectral. After a wanted change of the surface
// write the snapshot anew with `UPDATE_SNAPSHOT=1 npx mocha --no-config --node-option import=tsx
// test/contract/openapi.test.ts` and read its diff.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { AnyGroup } from '../../api/define.js';
import { groups } from '../../api/groups/index.js';
import { openApiDocument } from '../../api/server/openapi.js';

interface Answer {
  readonly content?: object;
}

const SNAPSHOT = join(process.cwd(), 'test/contract/openapi.snapshot.json');
const run = promisify(execFile);

describe('the OpenAPI document', () => {
  const document = openApiDocument(
    { installation: 'test', version: '0.1.0', publicUrl: 'http://localhost:8080' },
    groups as Readonly<Record<string, AnyGroup>>,
  );
  const text = `${JSON.stringify(document, null, 2)}\n`;

  it('is the snapshot', () => {
    if (process.env.UPDATE_SNAPSHOT === '1') writeFileSync(SNAPSHOT, text);
    expect(JSON.parse(readFileSync(SNAPSHOT, 'utf8'))).to.deep.equal(JSON.parse(text));
  });

  it('states the version and the extensions of the specification', () => {
    const info = document.info as Record<string, unknown>;
    expect([document.openapi, info.version]).to.deep.equal(['3.0.1', '2.0.0-dev']);
    expect(info['x-standards']).to.include.members(['OAuth 2.0', 'DID 1.0', 'JSON-LD 1.1', 'FIPS 203', 'FIPS 204']);
    // A reader of the document follows it: a path that answers 404 is not named.
    const server = info['x-mcp-server'] as { readonly manifest: string; readonly tools: string } | undefined;
    for (const path of Object.values(server ?? {})) expect(document.paths).to.include.keys(path);
    expect(document.servers).to.deep.include({ url: '/', description: 'Relative to this document.' });
  });

  it('has one operationId per operation and a security statement on each', () => {
    const found = Object.values(
      document.paths as Record<string, Record<string, { operationId: string; security: unknown }>>,
    ).flatMap((path) => Object.values(path));
    expect(new Set(found.map((o) => o.operationId)).size).to.equal(found.length);
    for (const { operationId, security } of found) expect(security, operationId).to.be.an('array');
  });

  it('shows an example of each body, and the codes of each refusal as data', () => {
    type Body = Readonly<Record<string, { readonly example?: unknown }>>;
    interface Operation {
      readonly operationId: string;
      readonly tags: readonly string[];
      readonly requestBody?: { readonly content: Body };
      readonly responses: Readonly<Record<string, { readonly 'x-codes'?: readonly string[]; readonly content?: Body }>>;
    }
    const tags = new Set((document.tags as readonly { name: string }[]).map(({ name }) => name));
    const all = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(Object.values);
    const without: string[] = [];
    for (const { operationId, requestBody, responses, tags: own } of all as Operation[]) {
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

  for (const [tool, args] of [
    ['redocly', ['lint', '--format=json']],
    ['spectral', ['lint', '--fail-severity=warn', '--format=json']],
  ] as const) {
    it(`passes ${tool}`, async function () {
      this.timeout(180_000);
      const program = join(process.cwd(), 'node_modules/.bin', tool);
      if (!existsSync(program)) return this.skip();
      const folder = mkdtempSync(join(tmpdir(), 'quorate-openapi-'));
      try {
        const file = join(folder, 'openapi.json');
        writeFileSync(file, text);
        // An operation that the specification names and that answers 501 has no success to document.
        writeFileSync(
          join(folder, '.spectral.json'),
          '{"extends":["spectral:oas"],"rules":{"operation-success-response":"off"}}',
        );
        writeFileSync(join(folder, 'redocly.yaml'), 'extends:\n  - recommended\n');
        const env = {
          ...process.env,
          SCARF_ANALYTICS: 'false',
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        };
        const outcome = await run(program, [...args, file], { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 }).catch(
          (error: { stdout: string; stderr: string }) => error,
        );
        const failed = 'code' in outcome || outcome instanceof Error;
        expect(failed, summary(outcome)).to.equal(false);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});

function summary({ stdout, stderr }: { stdout: string; stderr: string }): string {
  return `${stdout}${stderr}`.slice(0, 3000);
}
