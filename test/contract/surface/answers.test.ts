// Answers on the wire: tags and 304, br and gzip, and what a deprecated operation says.
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import Type from 'typebox';
import { type Handlers, rawRoute, reply, route } from '../../../api/define.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import { versionTag } from '../../../api/requests/etags.js';
import { Compression } from '../../../api/server/answers/compression.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import { aWorld, type World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

const Thing = Type.Object({ text: Type.String(), seen: Type.Integer() });
const Named = Type.Object({ name: Type.String() });
const of = { can: 'public', errors: [], output: Thing } as const;
const text = { can: 'public', errors: [], answers: { status: 200, type: 'text/plain', description: 'x' } } as const;

const routes = {
  readThing: route({ ...of, method: 'GET', url: '/api/things/:name', summary: 'Read', input: { params: Named } }),
  readVersion: route({ ...of, method: 'GET', url: '/api/versions', summary: 'Read' }),
  readSecret: route({ ...of, method: 'GET', url: '/api/secret', summary: 'Read', secretAnswer: true }),
  makeThing: route({ ...of, method: 'POST', url: '/api/things', writes: 'node', summary: 'Make' }),
  readOld: route({
    ...of,
    method: 'GET',
    url: '/api/old/:name',
    summary: 'Read',
    input: { params: Named },
    deprecated: { since: '2026-11-01', sunset: '2027-05-01', successor: '/api/things/{name}' },
  }),
  readStream: rawRoute({ ...text, method: 'GET', url: '/api/stream', summary: 'Stream' }),
};

const LARGE = 'A register is replicated by each of its parties. '.repeat(400);
let seen = 0;
const texts: Readonly<Record<string, string>> = { small: 'x', large: LARGE };
const handlers: Handlers<typeof routes, ApiDeps> = {
  readThing: ({ params }) =>
    texts[params.name] === undefined
      ? fail(issue('WALLET_NOT_FOUND', '/name', 'no'))
      : { text: texts[params.name] as string, seen },
  readVersion: () => reply(200, { text: 'x', seen }, { etag: versionTag('x') }),
  readSecret: () => ({ text: LARGE, seen }),
  makeThing: () => ({ text: LARGE, seen }),
  readOld: ({ params }) =>
    params.name === 'none'
      ? fail(issue('WALLET_NOT_FOUND', '/name', 'no'))
      : reply(200, { text: 'x', seen }, { link: '</api/old?after=1>; rel="next"' }),
  readStream: () => ({
    status: 200,
    headers: { 'content-type': 'text/plain', vary: 'accept' },
    body: Readable.from([LARGE, LARGE]),
  }),
};

const groups = { things: { tag: 'Things', description: 'Things.', routes, handlers, examples: {} } };

describe('an answer on the wire', () => {
  const world = worldOfAll({ groups });
  beforeEach(() => {
    seen = 0;
  });

  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    world.app.inject({ method, url, headers });

  it('has a tag, and is not sent to a client that has it', async () => {
    const first = await get('/api/things/small');
    const etag = String(first.headers.etag);
    expect(etag).to.match(/^W\/"[\w-]{20}"$/);
    expect(first.headers['cache-control']).to.equal('private, no-cache');
    for (const named of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const again = await get('/api/things/small', { 'if-none-match': named });
      expect([again.statusCode, again.body, again.headers.etag], named).to.deep.equal([304, '', etag]);
      expect(again.headers).to.not.have.property('content-type');
    }
    seen = 1;
    const changed = await get('/api/things/small', { 'if-none-match': etag });
    expect([changed.statusCode, changed.json().seen]).to.deep.equal([200, 1]);
    expect(changed.headers.etag).to.not.equal(etag);
  });

  it('has the version of what it shows in its tag, and the rest of it behind', async () => {
    const first = String((await get('/api/versions')).headers.etag);
    seen = 1;
    const second = await get('/api/versions', { 'if-none-match': first });
    expect(second.statusCode).to.equal(200);
    const version = versionTag('x').slice(0, -1);
    expect([first, String(second.headers.etag)].map((tag) => tag.startsWith(`${version}.`))).to.deep.equal([
      true,
      true,
    ]);
    expect((await get('/api/versions', { 'if-none-match': String(second.headers.etag) })).statusCode).to.equal(304);
  });

  it('has no tag where it is a refusal, a secret, a stream or no read', async () => {
    const answers = [
      await get('/api/things/none', { 'if-none-match': '*' }),
      await get('/api/secret', { 'if-none-match': '*' }),
      await get('/api/stream', { 'if-none-match': '*' }),
      await get('/api/things', { 'if-none-match': '*' }, 'POST'),
    ];
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.etag])).to.deep.equal([
      [404, undefined],
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ]);
  });

  it('is compressed where it is large and the client takes it', async () => {
    const plain = await get('/api/things/large');
    expect(plain.headers).to.include({ vary: 'accept-encoding' }).and.not.have.property('content-encoding');
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1, br;q=0.5', 'gzip'],
      ['gzip', 'gzip'],
      ['*', 'br'],
      ['br;q=0, gzip;q=0', undefined],
      ['identity', undefined],
      ['deflate, zstd', undefined],
      ['gzip;q=nonsense,,;', undefined],
      [`gzip, ${'x'.repeat(3000)}`, undefined],
    ] as const) {
      const answer = await get('/api/things/large', { 'accept-encoding': accepted });
      expect([answer.statusCode, answer.headers['content-encoding']], accepted).to.deep.equal([200, encoding]);
      const bytes = answer.rawPayload;
      const body = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
      expect(String(body)).to.equal(plain.body);
      expect(answer.headers['content-length']).to.equal(String(bytes.length));
      expect(answer.headers.etag).to.equal(plain.headers.etag);
    }
  });

  it('is not compressed where it is small, a secret, no read, or asked for by HEAD', async () => {
    const accept = { 'accept-encoding': 'br' };
    const answers = [
      await get('/api/things/small', accept),
      await get('/api/secret', accept),
      await get('/api/things', accept, 'POST'),
      await get('/api/things/large', accept, 'HEAD'),
    ];
    for (const { headers } of answers) expect(headers).to.not.have.property('content-encoding');
  });

  it('is compressed as it streams', async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { headers, body } = await overHttp(world, '/api/stream');
    expect(headers).to.include({ 'content-encoding': 'br', vary: 'accept-encoding, accept' });
    expect(String(brotliDecompressSync(body))).to.equal(LARGE + LARGE);
  });

  it('goes out as it is where many are being compressed', () => {
    const compression = new Compression(1);
    const outcome = { status: 200, headers: { 'content-type': 'application/json' }, body: LARGE };
    const given: (string | number | undefined)[] = [];
    const ask = () =>
      new Promise<void>((resolve) =>
        compression.compress(outcome, 'gzip', ({ headers }) => {
          given.push(headers['content-encoding']);
          resolve();
        }),
      );
    const first = ask();
    return ask()
      .then(() => first)
      .then(ask)
      .then(() => expect(given).to.deep.equal([undefined, 'gzip', 'gzip']));
  });

  it('says when a deprecated operation ends, and which one takes its place', async () => {
    const told = { deprecation: '@1793491200', sunset: 'Sat, 01 May 2027 00:00:00 GMT' };
    const link = '</api/things/{name}>; rel="successor-version"';
    const read = await get('/api/old/a');
    expect(read.headers).to.include({ ...told, link: `</api/old?after=1>; rel="next", ${link}` });
    expect((await get('/api/old/none')).headers).to.include({ ...told, link });
    const document = (await get('/.well-known/openapi.json')).json();
    expect(document.paths['/api/old/{name}'].get).to.include({ deprecated: true });
  });

  it('of a deprecated operation needs half a year of notice', async () => {
    const deprecated = { ...routes.readOld.deprecated, sunset: '2027-04-30' };
    const early = { ...groups.things, routes: { ...routes, readOld: { ...routes.readOld, deprecated } } };
    let message = '';
    try {
      await (await aWorld({ groups: { things: early } })).close();
    } catch (error) {
      message = String(error);
    }
    expect(message).to.contain('expected a sunset 6 months after 2026-11-01 or later, found 2027-04-30');
  });
});

async function overHttp(world: World, path: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const { port } = world.app.server.address() as AddressInfo;
  const asked = request({ port, path, headers: { 'accept-encoding': 'br', connection: 'close' } }).end();
  const [response] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { headers: response.headers, body: Buffer.concat(chunks) };
}
