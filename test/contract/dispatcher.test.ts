// Operations of the table through the dispatcher alone: no server, no request, no reply. The rules and the bytes are
// those that HTTP gives.
import { expect } from 'chai';
import Type from 'typebox';
import { type Handlers, route } from '../../api/define.js';
import type { ApiDeps } from '../../api/deps/deps.js';
import { buildDispatcher } from '../../api/dispatch/build.js';
import type { Dispatcher } from '../../api/dispatch/dispatcher.js';
import { groups } from '../../api/groups/index.js';
import type { LocalRequest } from '../../api/requests/incoming.js';
import type { CallOutcome } from '../../api/requests/outcome.js';
import { BODY_LIMITS } from '../../core/base/limits/node/bodies.js';
import { isFailure } from '../../core/base/result.js';
import { Idempotency } from '../../storage/tables/accounts/idempotency.js';
import { operations, call as overHttp, type RequestParts } from './caller.js';
import { aWorld, NO_LIMITS, type World } from './world.js';

const routes = {
  make: route({
    method: 'POST',
    url: '/api/made/:kind',
    writes: 'node',
    can: 'RequireUser',
    summary: 'Make',
    rate: 'heavy',
    input: {
      params: Type.Object({ kind: Type.String({ maxLength: 3 }) }),
      query: Type.Object({ times: Type.Integer({ default: 2 }) }),
      body: Type.Object({ n: Type.Integer() }),
    },
    output: { 201: Type.Object({ n: Type.Integer() }) },
    errors: [],
  }),
  read: route({
    method: 'GET',
    url: '/api/made',
    can: 'public',
    summary: 'Read',
    output: Type.Object({ n: Type.Integer() }),
    errors: [],
  }),
};

let made = 0;
const handlers: Handlers<typeof routes, ApiDeps> = {
  make: async ({ body, query }) => {
    if (body.n === 13) throw new Error('a bug with a secret');
    made++;
    return { n: body.n * query.times, secret: 'stripped' };
  },
  read: () => ({ n: made }),
};
const table = { ...groups, made: { tag: 'Made', description: 'Made.', routes, handlers, examples: {} } };

describe('operations below HTTP', () => {
  let world: World;
  let dispatcher: Dispatcher;
  let token: string;
  const headers = (more: Record<string, string> = {}) => ({ authorization: `Bearer ${token}`, ...more });

  before(async () => {
    world = await aWorld();
    token = await world.token('user');
    const { random } = world.deps;
    const idempotency = new Idempotency({ kv: world.kv, queued: world.kv, random, key: new Uint8Array(32) });
    ({ dispatcher } = buildDispatcher(world.deps, table, {
      idempotency,
      rates: { ...NO_LIMITS, strict: 2, auth: 2, heavy: 1 },
    }));
  });
  after(() => world.close());

  const call = (id: string, request: Partial<LocalRequest> = {}) =>
    dispatcher.dispatch(id, { traceId: 'trace', address: '192.0.2.7', url: '/api/made/abc', ...request });
  const make = (body: unknown, more: Partial<LocalRequest> = {}) =>
    call('make', {
      ...{ params: { kind: 'abc' }, headers: headers() },
      rawBody: Buffer.from(JSON.stringify(body)),
      ...more,
    });
  const told = ({ status, body }: CallOutcome) => [
    status,
    JSON.parse(String(body)).code,
    JSON.parse(String(body)).path,
  ];

  it('give the bytes that HTTP gives', async () => {
    for (const url of ['/api/v1/wallets', '/api/organizations']) {
      const over = await world.app.inject({ url, headers: headers({ 'x-correlation-id': 'trace' }) });
      const id = url.endsWith('wallets') ? 'listWallets' : 'listOrganizations';
      const below = await call(id, { url, headers: headers() });
      expect([below.status, below.body, below.headers['content-type']]).to.deep.equal([
        over.statusCode,
        over.body,
        over.headers['content-type'],
      ]);
    }
  });

  it('fill in defaults, strip what is not declared, and leave the parts of the caller as they are', async () => {
    const query = {};
    const { status, body } = await make({ n: 3 }, { query });
    expect([status, body]).to.deep.equal([201, '{"n":6}']);
    expect(query).to.deep.equal({});
  });

  it('are refused without a right, with a bad part, and by a name that is none', async () => {
    expect(told(await make({ n: 1 }, { headers: {} }))).to.deep.equal([401, 'AUTH_REQUIRED', '']);
    const bad = await make({ n: 1 }, { headers: { authorization: 'Bearer a.b.c' } });
    expect(told(bad)).to.deep.equal([401, 'TOKEN_INVALID', '']);
    expect(bad.headers['www-authenticate']).to.equal('Bearer error="invalid_token"');
    const service = { authorization: `Bearer ${await world.token('service')}` };
    expect(told(await make({ n: 1 }, { headers: service }))).to.deep.equal([403, 'FORBIDDEN', '']);
    expect(told(await make({ n: '1' }))).to.deep.equal([400, 'BODY_INVALID', '/n']);
    expect(told(await make({ n: 1, m: 1 }))).to.deep.equal([400, 'BODY_INVALID', '/m']);
    expect(told(await make({ n: 1 }, { params: { kind: 'long' } }))).to.deep.equal([400, 'PATH_INVALID', '/kind']);
    expect(told(await make({ n: 1 }, { query: { no: 1 } }))).to.deep.equal([400, 'QUERY_INVALID', '/no']);
    expect(told(await call('toString'))).to.deep.equal([404, 'ROUTE_NOT_FOUND', '']);
  });

  it('keep the limits of bodies and queries, by the codes of HTTP', async () => {
    const many = Array.from({ length: 400_000 }, () => 1);
    const long = 'x'.repeat(BODY_LIMITS.small.bytes);
    const cases: readonly (readonly [string, RequestParts, string])[] = [
      ['createBlueprint', { body: { title: 'x', many } }, 'BODY_TOO_COMPLEX'],
      ['putDefaultWallet', { body: many.slice(0, BODY_LIMITS.small.values) }, 'BODY_TOO_COMPLEX'],
      ['putDefaultWallet', { body: { walletAddress: long } }, 'BODY_TOO_LARGE'],
      ['listWallets', { query: { name: long } }, 'QUERY_INVALID'],
    ];
    for (const [id, parts, code] of cases) {
      const { definition } = operations().find((one) => one.id === id)!;
      expect((await overHttp(world, definition, parts, { token })).json.code, `${id} over HTTP`).to.equal(code);
      const url =
        parts.query === undefined ? definition.url : `${definition.url}?${new URLSearchParams(parts.query as never)}`;
      const rawBody = Buffer.from(parts.body === undefined ? '' : JSON.stringify(parts.body));
      expect(told(await call(id, { url, rawBody, headers: headers() }))[1], `${id} below`).to.equal(code);
    }
  });

  it('know a caller whom the transport knows, until its token ends', async () => {
    const { accessToken } = await world.session('user');
    const caller = await world.deps.tokens.verify(accessToken);
    if (isFailure(caller)) throw new Error(caller.issue.message);
    expect((await make({ n: 1 }, { caller, headers: {} })).status).to.equal(201);
    await world.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(told(await make({ n: 1 }, { caller, headers: {} }))).to.deep.equal([401, 'TOKEN_REVOKED', '']);
  });

  it('run once under an Idempotency-Key', async () => {
    const key = { headers: headers({ 'idempotency-key': 'k1' }) };
    const [first, count] = [await make({ n: 4 }, key), made];
    const again = await make({ n: 4 }, key);
    expect([again.status, again.body, again.headers['idempotency-replayed']]).to.deep.equal([201, first.body, 'true']);
    expect(made).to.equal(count);
    expect(told(await make({ n: 5 }, key))).to.deep.equal([409, 'IDEMPOTENCY_KEY_REUSED', '/idempotency-key']);
  });

  it('hide what was thrown, and give the place of a call back', async () => {
    const before = world.errors.length;
    const broken = await make({ n: 13 });
    expect([told(broken)[1], String(broken.body).includes('secret')]).to.deep.equal(['INTERNAL', false]);
    expect(world.errors.slice(before)).to.have.length(1);
    (world.errors as object[]).length = before;
    const [held, refused] = await Promise.all([make({ n: 1 }), make({ n: 1 })]);
    expect([held.status, refused.status, refused.headers['retry-after']]).to.deep.equal([201, 429, '1']);
    expect((await make({ n: 1 })).status).to.equal(201);
  });

  it('are counted, with what is left in the answer', async () => {
    const login = (address: string) =>
      call('login', {
        address,
        url: '/api/auth/login',
        rawBody: Buffer.from(JSON.stringify({ email: 'nobody@example.org', password: 'wrong words' })),
      });
    const answers = [await login('192.0.2.8'), await login('192.0.2.8'), await login('192.0.2.8')];
    expect(answers.map(({ status }) => status)).to.deep.equal([401, 401, 429]);
    expect(answers.map(({ headers: { 'ratelimit-remaining': left } }) => left)).to.deep.equal([1, 0, 0]);
    expect(answers[2]?.headers['retry-after']).to.equal('30');
    expect((await login('192.0.2.9')).status).to.equal(401);
  });
});
