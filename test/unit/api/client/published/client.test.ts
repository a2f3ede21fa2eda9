// The client of other programs: operations by group, one refresh for all calls that wait for it, lists to their end.
import { expect } from 'chai';
import { CALLS } from '../../../../../api/client/calls.js';
import { QuorateClient, sessionRefresh } from '../../../../../api/client/published/client.js';

type Answer = (request: {
  readonly url: string;
  readonly token: string | undefined;
  readonly body: string;
}) => Response;

function node(answer: Answer) {
  const asked: string[] = [];
  const go = (async (url: string, init: RequestInit) => {
    const { authorization } = init.headers as Readonly<Record<string, string>>;
    asked.push(`${url.replace('http://node', '')} ${authorization ?? '-'}`);
    await new Promise(setImmediate);
    return answer({ url, token: authorization?.slice('Bearer '.length), body: String(init.body ?? '') });
  }) as unknown as typeof fetch;
  return { asked, fetch: go };
}

const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
/** As much of an answer as tells that a node gave it. */
const ME = { userId: 'u', platformUserId: 'p' };
const over = () => json({ code: 'TOKEN_EXPIRED', detail: 'Over.' }, 401, { 'x-correlation-id': 'abc' });

describe('api/client/published', () => {
  it('calls operations by group, with status and headers where they are asked for', async () => {
    const { fetch, asked } = node(() =>
      json({ status: 'healthy', service: 'quorate' }, 200, { 'register-height': '4' }),
    );
    const client = new QuorateClient({ url: 'http://node/', fetch });
    expect((await client.health.getHealth()) as unknown).to.deep.equal({ status: 'healthy', service: 'quorate' });
    const { status, headers } = await client.health.getHealth.answered();
    expect([status, headers.get('register-height')]).to.deep.equal([200, '4']);
    expect(asked).to.deep.equal(['/api/health -', '/api/health -']);
    const known = node(() => new Response(null, { status: 304 }));
    const same = await new QuorateClient({ url: 'http://node', fetch: known.fetch }).health.getHealth.answered(
      {},
      { headers: { 'if-none-match': 'W/"x"' } },
    );
    expect([same.status, same.body]).to.deep.equal([304, undefined]);
    expect(() => new QuorateClient({ url: 'ftp://node' })).to.throw(TypeError);
    expect(() => new QuorateClient({ url: 'https://user:word@node' })).to.throw(TypeError);
  });

  it('gets one fresh token for all calls that wait for it, and asks for no other after that', async () => {
    const { fetch } = node(({ token }) => (token === 'new' ? json(ME) : over()));
    let refreshed = 0;
    const refresh = async () => {
      refreshed++;
      await new Promise(setImmediate);
      return 'new';
    };
    const client = new QuorateClient({ url: 'http://node', token: 'old', refresh, fetch });
    const found = await Promise.all([1, 2, 3].map(() => client.auth.getMe()));
    expect(found).to.have.length(3);
    expect(refreshed).to.equal(1);
    await client.auth.getMe();
    expect(refreshed).to.equal(1);
  });

  it('says why a fresh token did not help, and tries it once', async () => {
    const { fetch, asked } = node(over);
    const client = new QuorateClient({ url: 'http://node', token: 'old', refresh: async () => 'new', fetch });
    const error = await client.auth.getMe().catch((e: unknown) => e);
    expect(error).to.deep.include({ code: 'TOKEN_EXPIRED', status: 401 });
    expect((error as { details: { traceId: string } }).details.traceId).to.equal('abc');
    expect(asked).to.deep.equal(['/api/auth/me Bearer old', '/api/auth/me Bearer new']);
  });

  it('has its person prove who it is where a sign-in is not recent, and goes on with the token of that', async () => {
    const { fetch, asked } = node(({ token }) =>
      token === 'proven' ? json(ME) : json({ code: 'SIGN_IN_NOT_RECENT', detail: 'Prove it.' }, 401),
    );
    const answers = ['proven', undefined];
    const stepUp = async () => answers.shift();
    const refresh = async () => 'not asked for';
    const client = new QuorateClient({ url: 'http://node', token: 'old', refresh, stepUp, fetch });
    await client.auth.getMe();
    await client.auth.getMe();
    expect(asked).to.deep.equal(['old', 'proven', 'proven'].map((token) => `/api/auth/me Bearer ${token}`));
    const other = new QuorateClient({ url: 'http://node', token: 'old', refresh, stepUp, fetch });
    const error = await other.auth.getMe().catch((e: unknown) => e);
    expect(error).to.include({ code: 'SIGN_IN_NOT_RECENT' });
    expect(asked.at(-1)).to.equal('/api/auth/me Bearer old');
  });

  it('shows a wrong proof once', async () => {
    const { fetch, asked } = node(() => json({ code: 'LOGIN_FAILED', detail: 'Wrong.' }, 401));
    const client = new QuorateClient({ url: 'http://node', token: 'old', refresh: async () => 'new', fetch });
    const error = await client.stepUp.stepUp({ body: { password: 'x' } }).catch((e: unknown) => e);
    expect(error).to.include({ code: 'LOGIN_FAILED' });
    expect(asked).to.have.length(1);
  });

  it('sends a token to no operation that takes none', async () => {
    const { fetch, asked } = node(() => json({ status: 'healthy', service: 'quorate' }));
    await new QuorateClient({ url: 'http://node', token: 'secret', fetch }).health.getHealth();
    expect(asked).to.deep.equal(['/api/health -']);
  });

  it('sends its token where an operation that is open to all looks at it, and gets a fresh one where that is over', async () => {
    const { fetch, asked } = node(({ token }) => (token === 'old' ? over() : json([])));
    const client = new QuorateClient({ url: 'http://node', token: 'old', refresh: async () => 'new', fetch });
    expect((await client.replication.listSubscriptions()) as unknown).to.deep.equal([]);
    await new QuorateClient({ url: 'http://node', fetch }).replication.listSubscriptions();
    expect(asked.map((line) => line.replace('/api/registers/subscriptions ', ''))).to.deep.equal([
      ...['Bearer old', 'Bearer new'],
      '-',
    ]);
  });

  it('asks for no token where a call makes or ends a session, from which its tokens come', () => {
    for (const id of [
      'login',
      'refreshToken',
      'openConsoleSession',
      'endConsoleSession',
      'takeProgramSession',
    ] as const)
      expect(CALLS[id].isPublic, id).to.equal(true);
  });

  it('goes on with a session, and keeps each next token before it is used', async () => {
    const { fetch, asked } = node(({ url, body, token }) => {
      if (!url.endsWith('/token/refresh')) return token === 'a2' ? json(ME) : over();
      const { refreshToken } = JSON.parse(body) as { refreshToken: string };
      const n = Number(refreshToken.slice(1)) + 1;
      return json({ accessToken: `a${n}`, refreshToken: `r${n}` });
    });
    const kept: string[] = [];
    const keep = ({ refreshToken }: { refreshToken: string }) => void kept.push(refreshToken);
    const refresh = sessionRefresh({ url: 'http://node', refreshToken: 'r0', keep, fetch });
    const client = new QuorateClient({ url: 'http://node', refresh, fetch });
    await client.auth.getMe();
    expect(kept).to.deep.equal(['r1', 'r2']);
    expect(asked.at(-1)).to.equal('/api/auth/me Bearer a2');
  });

  it('reads a list to its end, by the cursor of the answer or of the Link header', async () => {
    const { fetch, asked } = node(({ url }) => {
      const cursor = new URL(url).searchParams.get('cursor');
      if (!url.includes('/dockets'))
        return json({ users: [{ n: cursor }], totalCount: 2, ...(cursor === null && { nextCursor: 'b+/c' }) });
      return json(
        [{ n: cursor }],
        200,
        cursor === null ? { link: '<http://evil/x?cursor=d%2Fe&a=1>; rel="next"' } : {},
      );
    });
    const client = new QuorateClient({ url: 'http://node', token: 't', fetch });
    const users: unknown[] = [];
    for await (const user of client.users.listUsers.all({ params: { organizationId: 'o' }, query: { page: 1 } }))
      users.push(user);
    expect(users).to.deep.equal([{ n: null }, { n: 'b+/c' }]);
    const dockets: unknown[] = [];
    for await (const docket of client.dockets.listDockets.all({ params: { registerId: 'r' } })) dockets.push(docket);
    expect(dockets).to.deep.equal([{ n: null }, { n: 'd/e' }]);
    expect(asked.every((one) => one.startsWith('/api/'))).to.equal(true);
    expect(asked[1]).to.include('cursor=b').and.not.include('page=');
  });

  it('ends a list that leads in a circle, and one that is none', async () => {
    const circle = node(() => json({ users: [], totalCount: 0, nextCursor: 'same' }));
    const none = node(() => json({ users: 'all', totalCount: 1 }));
    for (const { fetch, asked } of [circle, none]) {
      const client = new QuorateClient({ url: 'http://node', token: 't', fetch });
      const list = client.users.listUsers.all({ params: { organizationId: 'o' } });
      const error = await list.next().catch((e: unknown) => e);
      expect(error).to.include({ code: 'ANSWER_INVALID', status: 0 });
      expect(asked.length).to.be.at.most(2);
    }
  });

  it('takes dots for no name, as an address would be cut short', async () => {
    const { fetch, asked } = node(() => json({ id: 'r', name: 'R' }));
    const client = new QuorateClient({ url: 'http://node', token: 't', fetch });
    for (const registerId of ['..', '.']) {
      const error = await client.registers.deleteRegister({ params: { registerId } }).catch((e: unknown) => e);
      expect(error).to.be.instanceOf(TypeError);
    }
    expect(asked).to.deep.equal([]);
    await client.registers.getRegister({ params: { registerId: '../x?y#z' } });
    expect(asked).to.deep.equal(['/api/registers/..%2Fx%3Fy%23z Bearer t']);
  });
});
