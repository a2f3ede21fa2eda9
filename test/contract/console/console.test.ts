// The console as HTTP: which answers a browser gets, by which policy, and how much it loads before the first page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
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
    for (const name of readdirSync(join(FOLDER, 'assets'))) {
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

  it('loads at most 150 KiB before its first page, and 80 KiB for another', () => {
    const document = readFileSync(join(FOLDER, 'index.html'), 'utf8');
    const named = [...document.matchAll(/\/console\/(assets\/[\w-]+\.(?:js|css))/g)].map(([, name]) => name as string);
    const first = new Set(named.flatMap((name) => (name.endsWith('.js') ? [...closureOf(name)] : [name])));
    const words = readdirSync(join(FOLDER, 'assets'))
      .filter((name) => /^(en|de)-/.test(name))
      .map((name) => gzipped(`assets/${name}`));
    const bytes = [...first].reduce((sum, name) => sum + gzipped(name), Math.max(...words));
    expect(bytes, [...first].join()).to.be.within(50 * 1024, FIRST_LOAD_MAX);
    for (const name of readdirSync(join(FOLDER, 'assets')).filter((each) => /-(?:route|page)-[\w-]+\.js$/.test(each))) {
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
