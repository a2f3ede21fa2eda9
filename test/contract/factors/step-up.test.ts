// A session that was left open: it gives no lasting power away before its person proves once more who it is, and then
// goes on as it was.
import { expect } from 'chai';
import type { Caller } from '../../../api/auth/caller.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { LoginSession } from '../../../api/sign-in/session.js';
import { completeSignIn } from '../../../api/sign-in/sign-in.js';
import { type Answer, type Method, sendTo } from '../world/caller.js';
import { ADMIN } from '../world/personas.js';
import { aWorld, type World } from '../world/world.js';
import { codeNow, enrolledPasskey, USER, withTotp } from './fixtures.js';
import type { Options } from './soft-authenticator.js';

const MINUTE = 60_000;
const ORG = `/api/organizations/${EXAMPLE.organisationId}`;
const IDP = { providerPreset: 'GenericOidc', issuerUrl: 'https://idp.example', clientId: 'q', clientSecret: 's' };

describe('a session of which the sign-in is long ago', () => {
  let world: World;
  beforeEach(async () => {
    world = await aWorld();
  });
  afterEach(() => world.close());

  const said = ({ status, json }: Answer) => [status, json?.code];
  const stepUp = (body: object, token: string) => sendTo(world, 'POST', '/api/auth/step-up', { token, body });
  const callerOf = async (token: string) => (await world.deps.tokens.verify(token)) as Caller;
  /** The session of the example user, eleven minutes after its sign-in. */
  const old = async () => {
    const session = await world.session('user');
    world.advance(11 * MINUTE);
    return session;
  };

  it('makes no service, provider, administrator, webhook, device, backup or grant, and is told which call helps', async () => {
    const [root, admin] = [await world.token('systemAdmin'), await world.token('administrator')];
    world.advance(11 * MINUTE);
    const asked: readonly [token: string, method: Method, url: string, body?: object][] = [
      [root, 'POST', '/api/service-principals', { serviceName: 'old', scopes: ['users:delegate'] }],
      [root, 'PUT', '/api/platform/settings', {}],
      [root, 'GET', '/api/admin/store/backup'],
      [admin, 'PUT', `${ORG}/idp`, IDP],
      [admin, 'POST', `${ORG}/users`, { email: 'x@a.example', displayName: 'o', roles: ['Administrator'] }],
      [admin, 'PUT', `${ORG}/users/${EXAMPLE.userId}/role`, { role: 'Administrator' }],
      [admin, 'POST', `${ORG}/webhooks`, { url: 'https://a.example/z', events: ['audit.recorded'] }],
      [admin, 'POST', '/api/auth/enrol-session'],
      [admin, 'POST', '/api/auth/enrol-session/short-code', {}],
      [admin, 'POST', `/api/v1/wallets/${EXAMPLE.walletAddress}/access`, { subject: 's', accessRight: 'Owner' }],
      [admin, 'POST', '/api/totp/setup'],
    ];
    for (const [token, method, url, body] of asked) {
      const answer = await sendTo(world, method, url, { token, body });
      expect(said(answer), url).to.deep.equal([401, 'SIGN_IN_NOT_RECENT']);
      expect(answer.json.detail, url).to.contain('POST /api/auth/step-up');
      expect(answer.headers['www-authenticate'], url).to.contain('max_age="600"');
    }
    const fresh = (await stepUp({ password: ADMIN.password }, root)).json.accessToken;
    const made = { serviceName: 'new', scopes: [] };
    expect((await sendTo(world, 'POST', '/api/service-principals', { token: fresh, body: made })).status).to.equal(201);
    expect(said(await sendTo(world, 'POST', '/api/service-principals', { token: root, body: made }))[1]).to.equal(
      'SIGN_IN_NOT_RECENT',
    );
  });

  it('signs and shows nothing where its organisation asks for a recent sign-in at that', async () => {
    const admin = await world.token('administrator');
    const set = (recentSignInFor: readonly string[], token: string) =>
      sendTo(world, 'PUT', `${ORG}/settings`, { token, body: { recentSignInFor } });
    const { accessToken: token } = await old();
    const act = (url: string) => sendTo(world, 'POST', url, { token, body: {} });
    const [signing, showing] = [`/api/v1/wallets/${EXAMPLE.walletAddress}/sign`, '/api/v1/presentations/x/accept'];
    const asked = async () => {
      const urls = [signing, '/api/actions', '/api/v1/transactions/batch', showing, '/api/v1/wallets/verify'];
      const answers = await Promise.all(urls.map(act));
      return answers.map(({ json }) => json.code === 'SIGN_IN_NOT_RECENT');
    };
    expect(await asked()).to.deep.equal([false, false, false, false, false]);
    const fresh = (await stepUp({ password: EXAMPLE.password }, admin)).json.accessToken as string;
    expect((await set(['signing'], fresh)).json.recentSignInFor).to.deep.equal(['signing']);
    expect(await asked()).to.deep.equal([true, true, true, false, false]);
    expect((await set(['showing'], fresh)).status).to.equal(200);
    expect(await asked()).to.deep.equal([false, false, false, true, false]);
    expect((await set(['all'], fresh)).status).to.equal(400);
    expect((await set(['signing', 'showing'], fresh)).status).to.equal(200);
    const other = await sendTo(world, 'POST', '/api/organizations', {
      token: (await world.session('user')).accessToken,
      body: { name: 'Harbour', subdomain: 'harbour' },
    });
    const to = { organizationId: other.json.id };
    const elsewhere = (await sendTo(world, 'POST', '/api/auth/switch-org', { token, body: to })).json.accessToken;
    const there = await sendTo(world, 'POST', signing, { token: elsewhere as string, body: {} });
    expect(there.json.code, 'in another organisation').to.equal('SIGN_IN_NOT_RECENT');
    const proven = (await stepUp({ password: EXAMPLE.password }, token)).json.accessToken as string;
    const after = await sendTo(world, 'POST', signing, { token: proven, body: {} });
    expect(after.json.code).to.not.equal('SIGN_IN_NOT_RECENT');
    expect((await set([], fresh)).json.recentSignInFor).to.deep.equal([]);
    expect(await asked()).to.deep.equal([false, false, false, false, false]);
  });

  it('goes on by the password: the same session, the same way, and a fresh time and pair', async () => {
    const { accessToken, refreshToken } = await old();
    const { status, json } = await stepUp({ password: EXAMPLE.password }, accessToken);
    expect(status).to.equal(200);
    const [before, after] = [await callerOf(accessToken), await callerOf(json.accessToken)];
    const { authMethod, sessionId } = before;
    expect(after).to.include({ authMethod, sessionId, signedInAtMs: world.deps.clock.now() });
    // The refresh token of before is spent: two have it, and the session ends.
    const refresh = (token: string) =>
      sendTo(world, 'POST', '/api/auth/token/refresh', { body: { refreshToken: token } });
    const next = await refresh(json.refreshToken);
    expect((await callerOf(next.json.accessToken)).signedInAtMs).to.equal(world.deps.clock.now());
    expect(said(await refresh(refreshToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
  });

  it('goes on by a one-time code, once, and by none where the account has none', async () => {
    const { accessToken } = await old();
    expect(said(await stepUp({ code: codeNow(world) }, accessToken))).to.deep.equal([409, 'TOTP_NOT_SET_UP']);
    await withTotp(world, 'switched on');
    expect(said(await stepUp({ code: '000000' }, accessToken))).to.deep.equal([401, 'SECOND_FACTOR_FAILED']);
    const both = await Promise.all([1, 2].map(() => stepUp({ code: codeNow(world) }, accessToken)));
    expect(both.map(({ status }) => status)).to.have.members([200, 401]);
  });

  it('goes on by a passkey that verifies its user, for the session that began it alone', async () => {
    const { accessToken } = await old();
    const begin = (token: string) => sendTo(world, 'POST', '/api/auth/step-up/options', { token });
    expect(said(await begin(accessToken))).to.deep.equal([404, 'PASSKEY_NOT_FOUND']);
    const passkey = await enrolledPasskey(world);
    const answer = async (token: string, flags = {}) => {
      const { transactionId, options } = (await begin(token)).json;
      return { transactionId, assertionResponse: passkey.assert(options as Options, flags) };
    };
    const foreign = await answer((await world.session('user')).accessToken);
    expect(said(await stepUp(foreign, accessToken))).to.deep.equal([401, 'PASSKEY_FAILED']);
    expect(said(await stepUp(await answer(accessToken, { isVerified: false }), accessToken))).to.deep.equal([
      401,
      'PASSKEY_FAILED',
    ]);
    const good = await answer(accessToken);
    expect((await stepUp(good, accessToken)).status).to.equal(200);
    expect(said(await stepUp(good, accessToken))).to.deep.equal([401, 'PASSKEY_FAILED']);
  });

  it('is no way to guess: wrong passwords lock as at a login, and one proof is shown, not two or none', async () => {
    const { accessToken } = await old();
    const answers: unknown[] = [];
    for (let i = 0; i < 6; i++) answers.push(said(await stepUp({ password: 'not the password' }, accessToken))[1]);
    expect(answers).to.deep.equal([...Array(4).fill('LOGIN_FAILED'), 'LOGIN_LOCKED', 'LOGIN_LOCKED']);
    expect(said(await stepUp({ password: EXAMPLE.password }, accessToken))).to.deep.equal([429, 'LOGIN_LOCKED']);
    for (const body of [{}, { password: EXAMPLE.password, code: '123456' }, { code: 1 }])
      expect((await stepUp(body, accessToken)).status, JSON.stringify(body)).to.equal(400);
    expect((await stepUp({ password: EXAMPLE.password }, await world.token('service'))).status).to.equal(403);
  });

  it('has its tries for itself: a stranger at its address takes none, and a thief has no more from many addresses', async () => {
    await world.close();
    world = await aWorld({ trustedProxies: ['127.0.0.1'] });
    const { accessToken } = await old();
    const send = (url: string, body: object, from: string, token?: string) =>
      sendTo(world, 'POST', url, { body, token, headers: { 'x-forwarded-for': from } });
    const wrong = { email: EXAMPLE.userEmail, password: 'not the password' };
    for (let i = 0; i < 6; i++) await send('/api/auth/login', wrong, '192.0.2.50');
    const right = { password: EXAMPLE.password };
    const { status, json } = await send('/api/auth/step-up', right, '192.0.2.50', accessToken);
    expect(status, 'the address is locked, and the session is not').to.equal(200);
    const change = { currentPassword: 'not the password', newPassword: 'seven copper kettles sing' };
    const guess = (i: number) =>
      i < 3
        ? send('/api/auth/step-up', { password: 'not the password' }, `198.51.100.${i}`, json.accessToken)
        : send('/api/auth/password/change', change, `198.51.100.${i}`, json.accessToken);
    const codes: unknown[] = [];
    for (let i = 0; i < 6; i++) codes.push((await guess(i)).json.code);
    expect(codes).to.deep.equal([...Array(4).fill('LOGIN_FAILED'), 'LOGIN_LOCKED', 'LOGIN_LOCKED']);
  });

  it('that is over, or ends while the proof is judged, goes on by none', async () => {
    const { accessToken } = await old();
    const { passwords, sessions, commit, clock } = world.deps;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (...asked) => {
      const matches = await verify(...asked);
      await commit([sessions.revoke(`user:${USER}`, clock.now())]);
      return matches;
    };
    expect(said(await stepUp({ password: EXAMPLE.password }, accessToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
    passwords.verify = verify;
    expect(said(await stepUp({ password: EXAMPLE.password }, accessToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
  });

  it('of an organisation’s provider stays bound to it', async () => {
    const { tenants, clock } = world.deps;
    const signedIn = await completeSignIn(world.deps, tenants.user(USER)!, 'oidc', { address: '192.0.2.1' });
    world.advance(11 * MINUTE);
    const { json } = await stepUp({ password: EXAMPLE.password }, (signedIn as LoginSession).accessToken);
    expect(await callerOf(json.accessToken)).to.include({ authMethod: 'oidc', signedInAtMs: clock.now() });
    const sessions = await sendTo(world, 'GET', '/api/auth/sessions', { token: json.accessToken });
    expect(said(sessions)).to.deep.equal([403, 'FORBIDDEN']);
  });
});
