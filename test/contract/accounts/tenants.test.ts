// Organisations and their users end to end: who may create, see, suspend; and that no user reaches over the border of
// another organisation.
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PLATFORM_ORGANISATION_ID, PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { code, type Posted, postTo } from '../world/caller.js';
import type { World } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';

describe('organisations', () => {
  const world = worldOfEach();

  const post = (...sent: Posted) => postTo(world, ...sent);
  const get = (url: string, token: string) => world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  const login = (password: string = EXAMPLE.password, email: string = EXAMPLE.userEmail) =>
    post('/api/auth/login', { email, password });

  it('are created by a user, who can switch to them as their administrator', async () => {
    const { accessToken } = (await login()).json();
    const made = await post('/api/organizations', { name: 'Harbour Trust', subdomain: 'harbour' }, accessToken);
    expect(made.statusCode).to.equal(201);
    expect(code(await post('/api/organizations', { name: 'Again', subdomain: 'harbour' }, accessToken))).to.deep.equal([
      409,
      'SUBDOMAIN_TAKEN',
    ]);
    expect(code(await post('/api/organizations', { name: 'Bad', subdomain: 'Har bour' }, accessToken))).to.deep.equal([
      400,
      'SUBDOMAIN_INVALID',
    ]);
    const switched = (await post('/api/auth/switch-org', { organizationId: made.json().id }, accessToken)).json();
    expect((await get('/api/auth/me', switched.accessToken)).json()).to.deep.include({
      organizationId: made.json().id,
      roles: ['Administrator'],
    });
    expect((await get('/api/organizations', switched.accessToken)).json().totalCount).to.equal(1);
    expect((await get('/api/auth/me', accessToken)).statusCode).to.equal(200);
  });

  it('are founded by whom the operator invited, unless the node says otherwise', async () => {
    Object.assign(world.deps.config, { founding: 'platform' });
    const body = { name: 'Harbour Trust', subdomain: 'harbour' };
    for (const persona of ['user', 'administrator'] as const) {
      const refused = await post('/api/organizations', body, await world.token(persona));
      expect(code(refused)).to.deep.equal([403, 'FORBIDDEN']);
    }
    expect((await post('/api/organizations', body, await world.token('systemAdmin'))).statusCode).to.equal(201);
  });

  it('are invisible and closed to administrators of others', async () => {
    const admin = await world.token('administrator');
    expect(code(await get(`/api/organizations/${PUBLIC_ORGANISATION_ID}`, admin))).to.deep.equal([
      404,
      'ORGANISATION_NOT_FOUND',
    ]);
    const user = { email: 'x@y.example', displayName: 'X', roles: ['User'] };
    expect(code(await post(`/api/organizations/${PLATFORM_ORGANISATION_ID}/users`, user, admin))).to.deep.equal([
      404,
      'ORGANISATION_NOT_FOUND',
    ]);
  });

  it('end every session of theirs when suspended; platform ones cannot be', async () => {
    const root = await world.token('systemAdmin');
    const { accessToken, refreshToken } = (await login()).json();
    const put = (id: string, status: string) =>
      world.app.inject({
        method: 'PUT',
        url: `/api/platform/organizations/${id}/status`,
        payload: { status },
        headers: { authorization: `Bearer ${root}` },
      });
    expect(code(await put(PLATFORM_ORGANISATION_ID, 'Suspended'))).to.deep.equal([403, 'ORGANISATION_PROTECTED']);
    expect(code(await put(PUBLIC_ORGANISATION_ID, 'Suspended'))).to.deep.equal([403, 'ORGANISATION_PROTECTED']);
    expect((await put(EXAMPLE.organisationId, 'Suspended')).statusCode).to.equal(204);
    expect(code(await get('/api/auth/me', accessToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
    expect(code(await post('/api/auth/token/refresh', { refreshToken }))).to.deep.equal([401, 'TOKEN_REVOKED']);
    expect(code(await login())).to.deep.equal([403, 'ORGANISATION_SUSPENDED']);
    await put(EXAMPLE.organisationId, 'Active');
    expect((await login()).statusCode).to.equal(200);
  });

  it('are switched to by no member while they are suspended', async () => {
    const { accessToken } = (await login()).json();
    const organizationId = (
      await post('/api/organizations', { name: 'Harbour Trust', subdomain: 'harbour' }, accessToken)
    ).json().id;
    const root = await world.token('systemAdmin');
    const put = (status: string) =>
      world.app.inject({
        ...{ method: 'PUT', url: `/api/platform/organizations/${organizationId}/status`, payload: { status } },
        headers: { authorization: `Bearer ${root}` },
      });
    const switching = () => post('/api/auth/switch-org', { organizationId }, accessToken);
    await put('Suspended');
    expect(code(await switching())).to.deep.equal([403, 'ORGANISATION_SUSPENDED']);
    // The session goes on where it was.
    expect((await get('/api/auth/me', accessToken)).json().organizationId).to.equal(EXAMPLE.organisationId);
    await put('Active');
    // Its sessions there are over: coming back takes a proof.
    expect(code(await switching())).to.deep.equal([401, 'SIGN_IN_NOT_RECENT']);
    const again = (await login()).json().accessToken;
    expect((await post('/api/auth/switch-org', { organizationId }, again)).statusCode).to.equal(200);
  });

  it('page for the platform', async () => {
    const root = await world.token('systemAdmin');
    const page = (await get('/api/platform/organizations?page=2&pageSize=2', root)).json();
    expect([page.items.length, page.totalCount, page.page, page.pageSize]).to.deep.equal([1, 3, 2, 2]);
    expect((await get('/api/platform/organizations?status=Suspended', root)).json().totalCount).to.equal(0);
    expect((await get('/api/platform/organizations?pageSize=101', root)).json().path).to.equal('/pageSize');
  });

  it('lose a user at once when it is suspended', async () => {
    const admin = await world.token('administrator');
    const { accessToken } = (await login()).json();
    const base = `/api/organizations/${EXAMPLE.organisationId}/users/${EXAMPLE.userId}`;
    expect((await post(`${base}/suspend`, {}, admin)).statusCode).to.equal(204);
    expect(code(await get('/api/auth/me', accessToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
    expect(code(await login())).to.deep.equal([403, 'ACCOUNT_SUSPENDED']);
    expect((await post(`${base}/reactivate`, {}, admin)).statusCode).to.equal(204);
    expect((await login()).statusCode).to.equal(200);
  });

  it('keep a suspension and a new password that are answered while a session opens', async () => {
    const admin = await world.token('administrator');
    const { accessToken } = (await login()).json();
    // One failed attempt makes the opening of a session write the user, too.
    await login('not the password');
    const slow = slowTokens(world);
    const switching = post('/api/auth/switch-org', { organizationId: EXAMPLE.organisationId }, accessToken);
    await slow.asked;
    const next = 'four copper kettles sing';
    const change = { currentPassword: EXAMPLE.password, newPassword: next };
    expect((await post('/api/auth/password/change', change, accessToken)).statusCode).to.equal(204);
    const base = `/api/organizations/${EXAMPLE.organisationId}/users/${EXAMPLE.userId}`;
    expect((await post(`${base}/suspend`, {}, admin)).statusCode).to.equal(204);
    slow.answer();
    const switched = (await switching).json();
    expect(code(await get('/api/auth/me', switched.accessToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
    expect(code(await login(next))).to.deep.equal([403, 'ACCOUNT_SUSPENDED']);
    await post(`${base}/reactivate`, {}, admin);
    expect((await login()).statusCode).to.equal(401);
    expect((await login(next)).statusCode).to.equal(200);
  });

  it('change a password once of two requests at once', async () => {
    const { accessToken } = (await login()).json();
    const both = await Promise.all(
      ['four copper kettles sing', 'nine paper boats drift'].map((newPassword) =>
        post('/api/auth/password/change', { currentPassword: EXAMPLE.password, newPassword }, accessToken),
      ),
    );
    expect(both.map((r) => r.statusCode)).to.have.members([204, 401]);
  });
});

describe('an account that was closed', () => {
  const world = worldOfEach();

  const suspend = `/api/organizations/${EXAMPLE.organisationId}/users/${EXAMPLE.userId}/suspend`;
  const send = (method: 'GET' | 'POST', url: string, how: { token: string; body?: object | Readable }) =>
    world.app.inject({
      ...{ method, url, headers: { authorization: `Bearer ${how.token}`, 'content-type': 'application/json' } },
      ...(how.body && { payload: how.body }),
    });

  it('gives no session to a request whose body was still on its way', async () => {
    const { accessToken: token } = await world.session('user');
    const body = new Readable({ read: () => undefined });
    body.push('{"organizationId":');
    const slow = send('POST', '/api/auth/switch-org', { token, body });
    await new Promise(setImmediate);
    const change = { currentPassword: EXAMPLE.password, newPassword: 'four copper kettles sing' };
    expect((await send('POST', '/api/auth/password/change', { token, body: change })).statusCode).to.equal(204);
    body.push(`"${EXAMPLE.organisationId}"}`);
    body.push(null);
    const switched = await slow;
    expect([switched.statusCode, switched.json().code]).to.deep.equal([401, 'TOKEN_REVOKED']);
  });

  it('keeps no session that began in the millisecond of an earlier suspension', async () => {
    const admin = await world.token('administrator');
    await send('POST', suspend, { token: admin, body: {} });
    await send('POST', suspend.replace('suspend', 'reactivate'), { token: admin, body: {} });
    const { accessToken, refreshToken } = await world.session('user');
    expect((await send('GET', '/api/auth/me', { token: accessToken })).statusCode).to.equal(200);
    await send('POST', suspend, { token: admin, body: {} });
    await send('POST', suspend.replace('suspend', 'reactivate'), { token: admin, body: {} });
    expect((await send('GET', '/api/auth/me', { token: accessToken })).statusCode).to.equal(401);
    const refreshed = await send('POST', '/api/auth/token/refresh', { token: '', body: { refreshToken } });
    expect([refreshed.statusCode, refreshed.json().code]).to.deep.equal([401, 'TOKEN_REVOKED']);
  });

  it('lets a session that began after it go on, also where the clock was set back meanwhile', async () => {
    const { accessToken } = await world.session('user');
    world.setClock(-30_000);
    const change = { currentPassword: EXAMPLE.password, newPassword: 'four copper kettles sing' };
    const changed = await send('POST', '/api/auth/password/change', { token: accessToken, body: change });
    expect(changed.statusCode).to.equal(204);
    let { refreshToken } = await world.session('user');
    for (let i = 0; i < 3; i++) {
      const refreshed = await send('POST', '/api/auth/token/refresh', { token: '', body: { refreshToken } });
      expect(refreshed.statusCode, `refresh ${i}`).to.equal(200);
      ({ refreshToken } = refreshed.json());
    }
  });

  it('keeps no session that began before the clock was set back', async () => {
    world.advance(2 * 60_000);
    const { accessToken, refreshToken } = await world.session('user');
    world.advance(-2 * 60_000);
    const change = { currentPassword: EXAMPLE.password, newPassword: 'four copper kettles sing' };
    const changed = await send('POST', '/api/auth/password/change', { token: accessToken, body: change });
    expect(changed.statusCode).to.equal(204);
    expect((await send('GET', '/api/auth/me', { token: accessToken })).statusCode).to.equal(401);
    const refreshed = await send('POST', '/api/auth/token/refresh', { token: '', body: { refreshToken } });
    expect([refreshed.statusCode, refreshed.json().code]).to.deep.equal([401, 'TOKEN_REVOKED']);
  });
});

/** Makes the next access token wait: `asked` when it was asked for, `answer` lets it go. */
function slowTokens({ deps }: World): { asked: Promise<void>; answer: () => void } {
  const { tokens } = deps;
  const issueUser = tokens.issueUser.bind(tokens);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    tokens.issueUser = async (who) => {
      tokens.issueUser = issueUser;
      resolve();
      const issued = await issueUser(who);
      await answered;
      return issued;
    };
  });
  return { asked, answer };
}
