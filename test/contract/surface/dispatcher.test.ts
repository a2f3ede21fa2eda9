// Operations of the table through the dispatcher alone: no server, no request, no reply. The rules and the values are
// those that HTTP gives.
import { expect } from 'chai';
import Type from 'typebox';
import { type ApiCall, type Handlers, route } from '../../../api/define.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import { buildDispatcher } from '../../../api/dispatch/build.js';
import type { Dispatcher } from '../../../api/dispatch/dispatcher.js';
import type { LocalCaller } from '../../../api/dispatch/local-call.js';
import { groups } from '../../../api/groups/index.js';
import { utf8 } from '../../../core/base/bytes.js';
import { BODY_LIMITS } from '../../../core/base/limits/node/bodies.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { Idempotency } from '../../../storage/tables/accounts/idempotency.js';
import { operations, call as overHttp, type RequestParts } from '../world/caller.js';
import { NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

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
  look: route({
    ...{ method: 'GET', url: '/api/made', can: 'RequireUser', summary: 'Look', errors: [] },
    output: { 200: Type.Object({ n: Type.Integer() }) },
  }),
  guess: route({
    ...{ method: 'POST', url: '/api/made/guess', writes: 'nothing', can: 'RequireUser', summary: 'Guess', errors: [] },
    output: { 200: Type.Object({ n: Type.Integer() }) },
  }),
  greet: route({
    ...{ method: 'GET', url: '/api/greeted', can: 'public', summary: 'Greet', errors: [] },
    output: { 200: Type.Object({ subject: Type.String() }) },
  }),
  greetKnown: route({
    ...{ method: 'GET', url: '/api/greeted/known', can: 'public', knowsCaller: true, summary: 'Greet', errors: [] },
    output: { 200: Type.Object({ subject: Type.String() }) },
  }),
};

/** Operations that the rows of each kind are committed by. */
const ROWS = {
  audit: (deps: ApiDeps) =>
    deps.audit.record({ eventType: 'WalletSigned', organisationId: '', identityId: '', address: '', success: true }),
  other: () => ({ key: utf8('~~made'), value: utf8('made') }),
};
let committed: (keyof typeof ROWS)[] = [];
const committing = async (_: unknown, { deps }: { readonly deps: ApiDeps }) => {
  await deps.commit(committed.map((kind) => ROWS[kind](deps)));
  return { n: committed.length };
};

const greeting = (_: unknown, { caller: { subject } }: Pick<ApiCall<ApiDeps>, 'caller'>) => ({ subject });

let made = 0;
const handlers: Handlers<typeof routes, ApiDeps> = {
  make: async ({ body, query }) => {
    if (body.n === 13) throw new Error('a bug with a secret');
    made++;
    return { n: body.n * query.times, secret: 'stripped' };
  },
  look: committing,
  guess: committing,
  greet: greeting,
  greetKnown: greeting,
};
const table = { ...groups, made: { tag: 'Made', description: 'Made.', routes, handlers, examples: {} } };

/** Code and member of a failure. */
function told(result: Result<unknown>): readonly unknown[] {
  return isFailure(result) ? [result.issue.code, result.issue.path] : ['a value', result];
}

describe('operations below HTTP', () => {
  const world = worldOfAll();
  let dispatcher: Dispatcher;
  let token: string;

  before(async () => {
    token = await world.token('user');
    const { random } = world.deps;
    const idempotency = new Idempotency({ kv: world.kv, queued: world.kv, random, key: new Uint8Array(32) });
    ({ dispatcher } = buildDispatcher(world.deps, table, {
      idempotency,
      rates: { ...NO_LIMITS, strict: 2, auth: 2, heavy: 1 },
    }));
  });

  const call = (id: string, input: RequestParts = {}, caller: Partial<LocalCaller> = {}): Promise<Result<unknown>> =>
    dispatcher.call(id as never, input as never, { traceId: 'trace', address: '192.0.2.7', token, ...caller });
  const make = (body: unknown, caller: Partial<LocalCaller> = {}, more: RequestParts = {}) =>
    call('make', { params: { kind: 'abc' }, body, ...more }, caller);

  it('give the values that HTTP gives', async () => {
    for (const [id, url] of [
      ['listWallets', '/api/v1/wallets'],
      ['listOrganizations', '/api/organizations'],
      ['getODataMetadata', '/odata/$metadata'],
    ] as const) {
      const over = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      const below = await call(id);
      if (over.statusCode === 200)
        expect(typeof below === 'string' ? below : JSON.stringify(below)).to.equal(over.body);
      else expect(told(below)[0]).to.equal(over.json().code);
    }
  });

  it('know who calls, of those that are open to all, where their row says so alone', async () => {
    const caller = await world.deps.tokens.verify(token);
    if (isFailure(caller)) throw new Error(caller.issue.message);
    const from = { traceId: 'trace', address: '192.0.2.7' };
    const greetedBy = (id: string, given: Partial<LocalCaller>): Promise<Result<unknown>> =>
      dispatcher.call(id as never, {} as never, { ...from, ...given });
    for (const given of [{ token }, { caller }]) {
      expect(await greetedBy('greet', given)).to.deep.equal({ subject: '' });
      expect(await greetedBy('greetKnown', given)).to.deep.equal({ subject: caller.subject });
    }
    expect(await greetedBy('greetKnown', {})).to.deep.equal({ subject: '' });
    expect(told(await call('greetKnown', {}, { token: 'stale' }))[0]).to.equal('TOKEN_INVALID');
  });

  it('fill in defaults, strip what is not declared, and leave the parts of the caller as they are', async () => {
    const query = {};
    expect(await make({ n: 3 }, {}, { query })).to.deep.equal({ n: 6 });
    expect(query).to.deep.equal({});
  });

  it('are refused without a right, with a bad part, and by a name that is none', async () => {
    expect(told(await make({ n: 1 }, { token: '' }))).to.deep.equal(['TOKEN_INVALID', '']);
    expect(told(await make({ n: 1 }, { token: 'a.b.c' }))).to.deep.equal(['TOKEN_INVALID', '']);
    expect(told(await dispatcher.call('getMe', {}, { traceId: 't', address: '' }))).to.deep.equal([
      'AUTH_REQUIRED',
      '',
    ]);
    expect(told(await make({ n: 1 }, { token: await world.token('service') }))).to.deep.equal(['FORBIDDEN', '']);
    expect(told(await make({ n: '1' }))).to.deep.equal(['BODY_INVALID', '/n']);
    expect(told(await make({ n: 1, m: 1 }))).to.deep.equal(['BODY_INVALID', '/m']);
    expect(told(await make({ n: 1 }, {}, { params: { kind: 'long' } }))).to.deep.equal(['PATH_INVALID', '/kind']);
    expect(told(await make({ n: 1 }, {}, { query: { no: 1 } }))).to.deep.equal(['QUERY_INVALID', '/no']);
    for (const id of ['toString', 'createServiceToken'])
      expect(told(await call(id)), id).to.deep.equal(['ROUTE_NOT_FOUND', '']);
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
      expect(told(await call(id, parts))[0], `${id} below`).to.equal(code);
    }
  });

  it('commit what they say: one that writes nothing leaves entries of the audit trail alone', async () => {
    const { length: before } = world.errors;
    for (const id of ['look', 'guess'])
      for (const [kinds, expected] of [
        [['audit'], { n: 1 }],
        [['other'], ['INTERNAL', '']],
        [
          ['audit', 'other'],
          ['INTERNAL', ''],
        ],
      ] as const) {
        committed = [...kinds];
        const result = await call(id);
        expect(isFailure(result) ? told(result) : result, `${id} ${kinds}`).to.deep.equal(expected);
        expect(world.kv.getSync(ROWS.other().key)).to.equal(undefined);
      }
    expect(world.errors.slice(before)).to.have.length(4);
    (world.errors as object[]).length = before;
  });

  it('charge a caller for the values of its bodies', async () => {
    const { random } = world.deps;
    const idempotency = new Idempotency({ kv: world.kv, queued: world.kv, random, key: new Uint8Array(32) });
    const limited = buildDispatcher(world.deps, groups, { idempotency, rates: { ...NO_LIMITS, api: 10 } }).dispatcher;
    const body = { payload: Array.from({ length: BODY_LIMITS.content.values - 10 }, () => 1) };
    const prepare = () =>
      limited.call('prepareTransaction', { body } as never, { traceId: 'trace', address: '192.0.2.7', token });
    expect(told(await prepare())[0]).to.equal('VAL_STRUCT_002');
    expect(told(await prepare())[0]).to.equal('RATE_LIMITED');
  });

  it('know a caller whom the transport knows, until its token ends', async () => {
    const { accessToken } = await world.session('user');
    const caller = await world.deps.tokens.verify(accessToken);
    if (isFailure(caller)) throw new Error(caller.issue.message);
    const known = (body: object) =>
      dispatcher.call('make' as never, { params: { kind: 'abc' }, body } as never, {
        ...{ caller, traceId: 'trace', address: '192.0.2.7' },
      });
    expect(await known({ n: 1 })).to.deep.equal({ n: 2 });
    expect(isFailure(await call('logout', {}, { token: accessToken }))).to.equal(false);
    expect(told(await known({ n: 1 }))).to.deep.equal(['TOKEN_REVOKED', '']);
  });

  it('run once under an Idempotency-Key', async () => {
    const key = { idempotencyKey: 'k1' };
    const [first, count] = [await make({ n: 4 }, key), made];
    expect(await make({ n: 4 }, key)).to.deep.equal(first);
    expect(made).to.equal(count);
    expect(told(await make({ n: 5 }, key))).to.deep.equal(['IDEMPOTENCY_KEY_REUSED', '/idempotency-key']);
    const elsewhere = await make({ n: 4 }, key, { query: { times: 3 } });
    expect(told(elsewhere)).to.deep.equal(['IDEMPOTENCY_KEY_REUSED', '/idempotency-key']);
  });

  it('hide what was thrown, and give the place of a call back', async () => {
    const before = world.errors.length;
    const broken = await make({ n: 13 });
    expect([told(broken)[0], JSON.stringify(broken).includes('secret')]).to.deep.equal(['INTERNAL', false]);
    expect(world.errors.slice(before)).to.have.length(1);
    (world.errors as object[]).length = before;
    const [held, refused] = await Promise.all([make({ n: 1 }), make({ n: 1 })]);
    expect(held).to.deep.equal({ n: 2 });
    expect(isFailure(refused) && [refused.issue.code, refused.issue.retryAfterSeconds]).to.deep.equal([
      'RATE_LIMITED',
      1,
    ]);
    expect(await make({ n: 1 })).to.deep.equal({ n: 2 });
  });

  it('are counted by the address that is stated', async () => {
    const login = async (address: string) => {
      const found = await call(
        'login',
        { body: { email: 'nobody@example.org', password: 'wrong words' } },
        { address },
      );
      return isFailure(found) && [found.issue.code, found.issue.retryAfterSeconds];
    };
    const answers = [await login('192.0.2.8'), await login('192.0.2.8'), await login('192.0.2.8')];
    expect(answers).to.deep.equal([
      ['LOGIN_FAILED', undefined],
      ['LOGIN_FAILED', undefined],
      ['RATE_LIMITED', 30],
    ]);
    expect(await login('192.0.2.9')).to.deep.equal(['LOGIN_FAILED', undefined]);
  });
});
