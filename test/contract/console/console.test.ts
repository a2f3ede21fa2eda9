// The console as HTTP: which answers a browser gets, by which policy, and how much it loads before the first page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { buildServer } from '../../../api/server/server.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { Idempotency } from '../../../storage/tables/accounts/idempotency.js';
import { aWorld, type World } from '../world/world.js';

const FOLDER = 'dist/console';
const HTML = { accept: 'text/html' };
/** Bytes, compressed: docs/decisions/0241. */
const FIRST_LOAD_MAX = 150 * 1024;
const ROUTE_MAX = 80 * 1024;

/** Without their compressed forms. */
const ASSETS = readdirSync(join(FOLDER, 'assets')).filter((name) => /\.(?:js|css|woff2)$/.test(name));
const gzipped = (name: string) => gzipSync(readFileSync(join(FOLDER, name))).length;
/** Modules and styles that a module loads at once. */
function closureOf(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(join(FOLDER, name), 'utf8');
  for (const [, next] of text.matchAll(/(?:from|^import|;import)\s*["'`]\.\/([\w-]+\.js)["'`]/g))
    closureOf(`assets/${next}`, found);
  return found;
}

function answersOf({ deps: { random } }: World): Idempotency {
  const kv = memoryKv();
  return new Idempotency({ kv, queued: kv, random, key: new Uint8Array(32) });
}

describe('the console over HTTP', () => {
  let world: World;
  before(async () => {
    world = await aWorld();
  });
  after(() => world.close());
  const get = (url: string, headers: Readonly<Record<string, string>> = HTML) =>
    world.app.inject({ method: 'GET', url, headers });

  it('has one document for each of its pages, which may load nothing of others', async () => {
    for (const url of [
      '/console',
      '/console/',
      '/console/verify',
      '/console/registers/any',
      '/console/registers/any/tx/any',
    ]) {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers['content-type']]).to.eql([200, 'text/html; charset=utf-8']);
      expect(body).to.include('<div id="app">');
      const policy = String(headers['content-security-policy']);
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ])
        expect(policy).to.include(part);
      expect(policy).not.to.match(/unsafe|https?:|\*/);
      expect(headers['cache-control']).to.equal('no-cache');
    }
  });

  it('answers 404 for any other page, with the document for people and a refusal for programs', async () => {
    for (const url of ['/console/registers/a/b', '/console/registers/', '/console/verify/more'])
      expect((await get(url)).statusCode, url).to.equal(404);
    const person = await get('/console/nowhere');
    expect([person.statusCode, person.headers['content-type']]).to.eql([404, 'text/html; charset=utf-8']);
    const program = await get('/console/nowhere', { accept: '*/*' });
    expect([program.statusCode, program.json().code]).to.eql([404, 'ROUTE_NOT_FOUND']);
    for (const url of [
      '/console/site.json',
      '/console/index.html',
      '/console/../package.json',
      '/console/assets/..%2f..%2fpackage.json',
    ])
      expect((await get(url, { accept: '*/*' })).statusCode, url).to.equal(404);
  });

  it('serves its files for good, each with its type and the policy of a worker', async () => {
    const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };
    for (const name of ASSETS) {
      const { statusCode, headers, rawPayload } = await get(`/console/assets/${name}`);
      expect(statusCode, name).to.equal(200);
      expect(headers['content-type']).to.include(types[name.slice(name.lastIndexOf('.') + 1)]);
      expect(headers['cache-control']).to.equal('public, max-age=31536000, immutable');
      expect(headers['content-security-policy']).to.include("default-src 'none'");
      expect(rawPayload.equals(readFileSync(join(FOLDER, 'assets', name))), name).to.equal(true);
    }
    const { headers } = await get('/console/verify.html');
    expect(headers['content-security-policy']).to.equal("frame-ancestors 'none'");
  });

  it('sends its files as the build compressed them, to a client that takes that', async () => {
    const name = ASSETS.find((each) => each.endsWith('.js')) as string;
    const plain = readFileSync(join(FOLDER, 'assets', name));
    const compressed = (ending: string) => readFileSync(join(FOLDER, 'assets', `${name}.${ending}`));
    for (const [accepted, encoding, bytes] of [
      ['gzip, deflate, br, zstd', 'br', compressed('br')],
      ['gzip, deflate', 'gzip', compressed('gz')],
      ['br;q=0.5, gzip', 'gzip', compressed('gz')],
      ['*', 'br', compressed('br')],
      ['br;q=0, gzip;q=0', undefined, plain],
      ['deflate', undefined, plain],
      ['', undefined, plain],
    ] as const)
      for (const method of ['GET', 'HEAD'] as const) {
        const headers = { 'accept-encoding': accepted };
        const answer = await world.app.inject({ method, url: `/console/assets/${name}`, headers });
        expect([answer.statusCode, answer.headers['content-encoding']], accepted).to.eql([200, encoding]);
        expect(answer.headers).to.include({ vary: 'accept-encoding', 'content-length': String(bytes.length) });
        expect(answer.rawPayload.equals(method === 'GET' ? bytes : Buffer.alloc(0)), accepted).to.equal(true);
      }
    expect([brotliDecompressSync(compressed('br')), gunzipSync(compressed('gz'))]).to.eql([plain, plain]);
  });

  it('knows a file again in whatever encoding a client has it', async () => {
    const url = `/console/assets/${ASSETS.find((name) => name.endsWith('.js'))}`;
    const { headers } = await get(url, { 'accept-encoding': 'br' });
    expect(headers.etag).to.match(/^W\//);
    const again = await get(url, { 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.rawPayload.length, again.headers.vary]).to.eql([304, 0, 'accept-encoding']);
    expect(again.headers).not.to.have.any.keys('content-encoding', 'content-length');
    const other = await get(url, { 'accept-encoding': 'gzip', 'if-none-match': 'W/"another"' });
    expect([other.statusCode, other.headers['content-encoding']]).to.eql([200, 'gzip']);
  });

  it('has no compressed form of a font, and no address for one of another file', async () => {
    const font = await get(`/console/assets/${ASSETS.find((name) => name.endsWith('.woff2'))}`, {
      'accept-encoding': 'br',
    });
    expect(font.headers).not.to.have.any.keys('content-encoding', 'vary');
    for (const ending of ['br', 'gz'])
      expect((await get(`/console/verify.html.${ending}`, { accept: '*/*' })).statusCode).to.equal(404);
  });

  it('loads at most 150 KiB before its first page, and 80 KiB for another', () => {
    const document = readFileSync(join(FOLDER, 'index.html'), 'utf8');
    const named = [...document.matchAll(/\/console\/(assets\/[\w-]+\.(?:js|css))/g)].map(([, name]) => name as string);
    const first = new Set(named.flatMap((name) => (name.endsWith('.js') ? [...closureOf(name)] : [name])));
    const words = ASSETS.filter((name) => /^(en|de)-/.test(name)).map((name) => gzipped(`assets/${name}`));
    const bytes = [...first].reduce((sum, name) => sum + gzipped(name), Math.max(...words));
    expect(bytes, [...first].join()).to.be.within(50 * 1024, FIRST_LOAD_MAX);
    for (const name of ASSETS.filter((each) => /-(?:route|page)-[\w-]+\.js$/.test(each))) {
      const more = [...closureOf(`assets/${name}`)].filter((each) => !first.has(each));
      expect(
        more.reduce((sum, each) => sum + gzipped(each), 0),
        name,
      ).to.be.at.most(ROUTE_MAX);
    }
  });

  it('is not served where pages are switched off', async () => {
    const app = await buildServer(world.deps, { idempotency: answersOf(world), pages: false });
    for (const url of ['/console', '/console/verify'])
      expect((await app.inject({ method: 'GET', url, headers: HTML })).statusCode).to.equal(404);
    expect((await app.inject({ method: 'GET', url: '/' })).json().links).not.to.have.property('console');
    await app.close();
  });
});
