// Gifts of mounting to every operation: problem bodies, aliases, correlation, idempotency keys, rate limits,
// headers, documents.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import Type from 'typebox';
import { type ApiCall, type Handlers, rawRoute, refuse, reply, route } from '../../../api/define.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import { buildServers } from '../../../api/server/server.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import { Idempotency } from '../../../storage/tables/accounts/idempotency.js';
import { aWorld, NO_LIMITS, type World } from '../world/world.js';

const Body = Type.Object({ n: Type.Integer(), inner: Type.Optional(Type.Object({ text: Type.String() })) });
const View = Type.Object({ id: Type.String(), n: Type.Integer() });

const routes = {
  makeThing: route({
    method: 'POST',
    url: '/api/v1/things/:kind',
    writes: 'node',
    can: 'RequireUser',
    summary: 'Make',
    input: {
      params: Type.Object({ kind: Type.String({ maxLength: 10 }) }),
      query: Type.Object({ times: Type.Integer({ default: 2 }) }),
      body: Body,
    },
    output: { 201: View, 202: View },
    errors: [],
  }),
  makeSecret: route({
    method: 'POST',
    url: '/api/secrets',
    writes: 'node',
    can: 'RequireUser',
    summary: 'Make',
    output: { 201: View },
    errors: [],
    secretAnswer: true,
  }),
  readThing: route({
    method: 'GET',
    url: '/api/v1/things/:kind',
    can: 'public',
    knowsCaller: true,
    summary: 'Read',
    input: { params: Type.Object({ kind: Type.String() }) },
    output: View,
    errors: [],
  }),
  readRaw: rawRoute({
    method: 'POST',
    url: '/api/raw',
    writes: 'nothing',
    can: 'public',
    summary: 'Raw',
    answers: { status: 200, type: 'text/plain', description: 'x' },
    errors: [],
  }),
};

let made = 0;
/** Opened by a test to let n = 16 finish. */
let openGate: () => void = () => undefined;
const calls: ApiCall<ApiDeps>[] = [];
const handlers: Handlers<typeof routes, ApiDeps> = {
  async makeThing({ body, query }, call) {
    calls.push(call);
    if (body.n === 13) return fail([issue('VAL_HASH_001', '/n', 'first'), issue('VAL_HASH_002', '/inner', 'second')]);
    if (body.n === 14)
      return refuse(issue('GOVERNANCE_ROSTER_NOT_SEALED', '', 'not yet'), { execDefHash: 'ff', code: 'NEVER' });
    if (body.n === 15) throw new Error('a bug with a secret');
    if (body.n === 16) await new Promise<void>((open) => (openGate = open));
    made++;
    const view = { id: `thing-${made}`, n: body.n * query.times, secret: 'stripped' };
    return body.n === 2 ? reply(202, view, { location: '/x' }) : view;
  },
  makeSecret: () => ({ id: `secret-${++made}`, n: 1 }),
  readThing: ({ params }) =>
    params.kind === 'none' ? fail(issue('WALLET_NOT_FOUND', '/kind', 'no')) : { id: params.kind, n: 1 },
  readRaw: (_, call, request) => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: `${request.body.length} ${call.traceId}`,
  }),
};

const groups = { things: { tag: 'Things', description: 'Things.', routes, handlers, examples: {} } };

describe('the server', () => {
  let world: World;
  let token: string;
  before(async () => {
    world = await aWorld({ groups });
    token = await world.token('user');
  });
  after(() => world.close());

  const post = (payload: unknown, headers: Record<string, string> = {}, url = '/api/v1/things/a') =>
    world.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });

  it('answers with the documented status and strips what is not documented', async () => {
    const created = await post({ n: 3 });
    expect([created.statusCode, created.json()]).to.deep.equal([201, { id: `thing-${made}`, n: 6 }]);
    const accepted = await post({ n: 2 });
    expect([accepted.statusCode, accepted.headers.location]).to.deep.equal([202, '/x']);
    expect(accepted.json()).to.not.have.property('secret');
  });

  it('coerces query and path but never a body', async () => {
    expect((await post({ n: 3 }, {}, '/api/v1/things/a?times=5')).json().n).to.equal(15);
    const text = await post({ n: '3' });
    expect([text.statusCode, text.json().code, text.json().path]).to.deep.equal([400, 'BODY_INVALID', '/n']);
    const inner = await post({ n: 1, inner: { text: 'x', more: 1 } });
    expect([inner.statusCode, inner.json().path]).to.deep.equal([400, '/inner/more']);
    const lacking = await post({});
    expect([lacking.statusCode, lacking.json().path]).to.deep.equal([400, '/n']);
    const path = await post({ n: 1 }, {}, '/api/v1/things/longer-than-ten');
    expect([path.statusCode, path.json().code, path.json().path]).to.deep.equal([400, 'PATH_INVALID', '/kind']);
  });

  it('gives the whole problem body for an Issue, a list and a Refusal', async () => {
    const list = await post({ n: 13 });
    expect(list.statusCode).to.equal(400);
    expect(list.headers['content-type']).to.equal('application/problem+json; charset=utf-8');
    expect(list.json()).to.deep.include({
      type: 'urn:quorate:problem:VAL_HASH_001',
      title: 'A hash of the transaction is wrong',
      status: 400,
      detail: 'first',
      instance: '/api/v1/things/a',
      code: 'VAL_HASH_001',
      error: 'first',
      path: '/n',
    });
    expect(list.json().errors).to.deep.equal([
      { code: 'VAL_HASH_001', path: '/n', message: 'first' },
      { code: 'VAL_HASH_002', path: '/inner', message: 'second' },
    ]);
    const refusal = await post({ n: 14 });
    expect([refusal.statusCode, refusal.headers['retry-after']]).to.deep.equal([503, '2']);
    expect(refusal.json()).to.include({ code: 'GOVERNANCE_ROSTER_NOT_SEALED', execDefHash: 'ff' });
  });

  it('hides what was thrown, and logs it', async () => {
    const before = world.errors.length;
    const broken = await post({ n: 15 });
    expect([broken.statusCode, broken.json().code]).to.deep.equal([500, 'INTERNAL']);
    expect(broken.body).to.not.contain('secret');
    expect(world.errors.slice(before)).to.have.length(1);
    (world.errors as object[]).length = before;
  });

  it('answers 404, 405 with Allow, 413, 415 and bad paths as problems', async () => {
    const get = async (method: 'GET' | 'DELETE' | 'PUT', url: string) => world.app.inject({ method, url });
    const none = await get('GET', '/api/nothing');
    expect([none.statusCode, none.json().code]).to.deep.equal([404, 'ROUTE_NOT_FOUND']);
    const method = await get('DELETE', '/api/v1/things/a?x=1');
    expect([method.statusCode, method.json().code, method.headers.allow]).to.deep.equal([
      405,
      'METHOD_NOT_ALLOWED',
      'POST, GET',
    ]);
    const bad = await get('GET', '/api/v1/things/%zz');
    expect([bad.statusCode, bad.json().code]).to.deep.equal([400, 'PATH_INVALID']);
    const long = await get('GET', `/api/v1/things/a?${'q'.repeat(2100)}`);
    expect([long.statusCode, long.json().code]).to.deep.equal([400, 'QUERY_INVALID']);
    const media = await post('n=1', { 'content-type': 'text/plain' });
    expect([media.statusCode, media.json().code]).to.deep.equal([415, 'MEDIA_TYPE_UNSUPPORTED']);
    const large = await post(`"${'x'.repeat(10 * 1024 * 1024)}"`);
    expect([large.statusCode, large.json().code]).to.deep.equal([413, 'BODY_TOO_LARGE']);
  });

  it('keeps the bytes of a JSON body for the handler, and all bytes for a raw one', async () => {
    const text = '{ "n" : 3 }';
    await post(text);
    expect(Buffer.from(calls.at(-1)!.rawBody).toString()).to.equal(text);
    const raw = await world.app.inject({
      method: 'POST',
      url: '/api/raw',
      payload: 'abc',
      headers: { 'content-type': 'application/json', 'x-correlation-id': 'mine-1' },
    });
    expect(raw.body).to.equal('3 mine-1');
  });

  it('takes over a correlation id or a trace id, and makes one otherwise', async () => {
    const get = async (headers: Record<string, string>) =>
      (await world.app.inject({ url: '/api/v1/things/a', headers })).headers['x-correlation-id'];
    expect(await get({ 'x-correlation-id': 'abc.1:2' })).to.equal('abc.1:2');
    expect(await get({ 'x-correlation-id': 'bad id\u00e9' })).to.match(/^[0-9a-f]{32}$/);
    const trace = '0af7651916cd43dd8448eb211c80319c';
    expect(await get({ traceparent: `00-${trace}-b7ad6b7169203331-01` })).to.equal(trace);
  });

  it('understands Prefer: wait and bounds it', async () => {
    await post({ n: 3 }, { prefer: 'respond-async, wait=7' });
    expect(calls.at(-1)!.waitMs).to.equal(7000);
    await post({ n: 3 }, { prefer: 'wait=99999' });
    expect(calls.at(-1)!.waitMs).to.equal(45_000);
    await post({ n: 3 });
    expect(calls.at(-1)!.waitMs).to.equal(0);
  });

  it('serves the gateway prefixes as aliases', async () => {
    for (const url of [
      '/api/wallet/api/v1/things/a',
      '/api/wallet/things/a',
      '/api/register/v1/things/a',
      '/api/tenant/api/v1/things/a',
      '/api/validator/v1/things/a',
    ])
      expect((await world.app.inject({ url })).statusCode, url).to.equal(200);
    const problem = await world.app.inject({ url: '/api/wallet/things/none?x' });
    expect(problem.json().instance).to.equal('/api/wallet/things/none');
  });

  it('sends security headers, and no CORS unless configured', async () => {
    const { headers } = await world.app.inject({
      url: '/api/v1/things/a',
      headers: { origin: 'https://evil.example' },
    });
    expect(headers['content-security-policy']).to.equal("default-src 'none'; frame-ancestors 'none'");
    expect(headers['x-content-type-options']).to.equal('nosniff');
    expect(headers).to.not.have.property('access-control-allow-origin');
    const open = await aWorld({ groups, corsOrigins: ['https://console.example'] });
    const allowed = await open.app.inject({ url: '/api/v1/things/a', headers: { origin: 'https://console.example' } });
    expect(allowed.headers['access-control-allow-origin']).to.equal('https://console.example');
    const foreign = await open.app.inject({ url: '/api/v1/things/a', headers: { origin: 'https://evil.example' } });
    expect(foreign.headers['access-control-allow-origin']).to.not.equal('https://evil.example');
    await open.close();
  });

  it('asks browsers for TLS where clients come by it, for this host alone', async () => {
    const shown = async (publicUrl: string) => {
      const deps = { ...world.deps, config: { ...world.deps.config, publicUrl } };
      const {
        kv,
        deps: { random },
      } = world;
      const idempotency = new Idempotency({ kv, queued: kv, random, key: new Uint8Array(32) });
      const servers = await buildServers(deps, { idempotency }, { public: {}, internal: {} });
      const answers = [servers.public, servers.internal].map((one) => one?.inject({ url: '/alive' }));
      return (await Promise.all(answers)).map((answer) => answer?.headers['strict-transport-security']);
    };
    expect(await shown('http://localhost:8080')).to.deep.equal([undefined, undefined]);
    // The other listener is not behind the proxy of the public one, and has no certificate here.
    expect(await shown('https://ledger.example')).to.deep.equal(['max-age=31536000', undefined]);
  });

  describe('Idempotency-Key', () => {
    it('gives the stored answer for the same request, 409 for another', async () => {
      const first = await post({ n: 2 }, { 'idempotency-key': 'k1' });
      const count = made;
      const again = await post({ n: 2 }, { 'idempotency-key': 'k1' });
      expect([
        again.statusCode,
        again.body,
        again.headers.location,
        again.headers['idempotency-replayed'],
      ]).to.deep.equal([202, first.body, '/x', 'true']);
      expect(made).to.equal(count);
      const other = await post({ n: 4 }, { 'idempotency-key': 'k1' });
      expect([other.statusCode, other.json().code]).to.deep.equal([409, 'IDEMPOTENCY_KEY_REUSED']);
      const empty = await post({ n: 4 }, { 'idempotency-key': '' });
      expect([empty.statusCode, empty.json().code], 'an empty key').to.deep.equal([400, 'HEADER_INVALID']);
      const bad = await post({ n: 4 }, { 'idempotency-key': 'x'.repeat(200) });
      expect([bad.statusCode, bad.json().code]).to.deep.equal([400, 'HEADER_INVALID']);
    });

    it('refuses the second of two at once', async () => {
      const first = post({ n: 16 }, { 'idempotency-key': 'k2' });
      const started = calls.length;
      while (calls.length === started) await new Promise((next) => setImmediate(next));
      const second = await post({ n: 16 }, { 'idempotency-key': 'k2' });
      expect([second.statusCode, second.json().code]).to.deep.equal([409, 'IDEMPOTENCY_IN_PROGRESS']);
      openGate();
      expect((await first).statusCode).to.equal(201);
    });

    it('keeps no refusal, and answers of one caller only for that caller', async () => {
      expect((await post({ n: 13 }, { 'idempotency-key': 'k3' })).statusCode).to.equal(400);
      expect((await post({ n: 3 }, { 'idempotency-key': 'k3' })).statusCode).to.equal(201);
      const admin = await world.token('administrator');
      const other = await post({ n: 3 }, { 'idempotency-key': 'k3', authorization: `Bearer ${admin}` });
      expect([other.statusCode, other.headers['idempotency-replayed']]).to.deep.equal([201, undefined]);
    });

    it('never shows a secret answer twice, and forgets after 24 hours', async () => {
      const options = {
        method: 'POST',
        url: '/api/secrets',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'k4' },
      } as const;
      const first = await world.app.inject(options);
      expect([first.statusCode, first.headers['cache-control']]).to.deep.equal([201, 'no-store']);
      const second = await world.app.inject(options);
      expect([second.statusCode, second.json().code]).to.deep.equal([409, 'IDEMPOTENCY_KEY_REUSED']);
      world.advance(24 * 3_600_000 + 1);
      token = await world.token('user');
      const later = await world.app.inject({
        ...options,
        headers: { ...options.headers, authorization: `Bearer ${token}` },
      });
      expect(later.statusCode).to.equal(201);
    });
  });

  it('limits by subject, refills evenly, and says when to come back', async () => {
    const limited = await aWorld({ groups, rates: { ...NO_LIMITS, api: 3 } });
    const [user, admin] = [await limited.token('user'), await limited.token('administrator')];
    const get = (bearer: string) =>
      limited.app.inject({ url: '/api/v1/things/a', headers: { authorization: `Bearer ${bearer}` } });
    for (let i = 0; i < 3; i++) expect((await get(user)).statusCode).to.equal(200);
    const refused = await get(user);
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).to.deep.equal([
      429,
      'RATE_LIMITED',
      '20',
    ]);
    expect((await get(admin)).statusCode).to.equal(200);
    limited.advance(20_000);
    expect((await get(user)).statusCode).to.equal(200);
    expect((await get(user)).statusCode).to.equal(429);
    await limited.close();
  });

  it('limits by time that passes, whatever the clock is set to', async () => {
    const limited = await aWorld({ groups, rates: { ...NO_LIMITS, api: 3 } });
    const get = async () => (await limited.app.inject({ url: '/api/v1/things/a' })).headers['retry-after'] ?? 'none';
    for (let i = 0; i < 3; i++) await get();
    limited.setClock(-3_600_000);
    expect(await get(), 'after the clock was set back').to.equal('20');
    limited.setClock(2 * 3_600_000);
    expect(await get(), 'after the clock was set ahead').to.equal('20');
    limited.advance(20_000);
    expect(await get()).to.equal('none');
    await limited.close();
  });

  it('counts bad tokens against their address', async () => {
    const limited = await aWorld({ groups, rates: { ...NO_LIMITS, api: 2 } });
    const get = () =>
      limited.app.inject({ method: 'POST', url: '/api/v1/things/a', headers: { authorization: 'Bearer a.b.c' } });
    const statuses = [await get(), await get(), await get()].map((r) => r.statusCode);
    expect(statuses).to.deep.equal([401, 401, 429]);
    await limited.close();
  });

  it('tells metrics the operation, the status and the seconds', async () => {
    const seen: [string, number][] = [];
    const measured = await aWorld({
      groups,
      onOperation: (id, status, seconds) => seconds >= 0 && seen.push([id, status]),
    });
    await measured.app.inject({ url: '/api/v1/things/a' });
    await measured.app.inject({ url: '/api/nothing' });
    await measured.close();
    expect(seen).to.deep.equal([
      ['readThing', 200],
      ['none', 404],
    ]);
  });

  it('answers what is under way when it is closed, and keeps no connection open after that', async () => {
    const world = await aWorld({ groups });
    const url = await world.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${await world.token('user')}`, 'content-type': 'application/json' };
    const agent = new Agent({ keepAlive: true });
    const started = calls.length;
    const status = new Promise<number | undefined>((resolve, reject) => {
      const asking = request(`${url}/api/v1/things/a`, { method: 'POST', headers, agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      });
      asking.once('error', reject).end('{"n":16}');
    });
    while (calls.length === started) await pause(5);
    const closed = world.app.close().then(() => 'closed');
    await pause(50);
    openGate();
    expect(await status).to.equal(201);
    expect(await Promise.race([closed, pause(3000, 'open')])).to.equal('closed');
    agent.destroy();
    await world.close();
  });
});
