// The one end of all ways to sign in: sessions that say how they began, login tokens that open nothing, and how long
// a sign-in counts as recent.
import { expect } from 'chai';
import type { Caller } from '../../../api/auth/caller.js';
import { type AdmissionPorts, admissionOf, admit } from '../../../api/dispatch/admission.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { LoginSession } from '../../../api/sign-in/session.js';
import { completeSignIn, isChallenge } from '../../../api/sign-in/sign-in.js';
import { isFailure } from '../../../core/base/result.js';
import type { Factors } from '../../../core/tenant/factors/factors.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { PlatformUser } from '../../../core/tenant/user.js';
import { type Posted, postTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';

const MINUTE = 60_000;
const WITH_CODES: Factors = {
  totp: { secret: 'AAAA', verifiedAt: EXAMPLE.time, lastStep: 0, backupCodes: [] },
  passkeys: [],
};

describe('sign-in', () => {
  const world = worldOfEach();

  const post = (...sent: Posted) => postTo(world, ...sent);
  const user = (): PlatformUser => world.deps.tenants.userOfEmail(EXAMPLE.userEmail) ?? expect.fail('no user');
  const callerOf = async (token: string): Promise<Caller> => (await world.deps.tokens.verify(token)) as Caller;
  const withCodes = () => world.deps.commit([world.deps.factors.put(user().id, WITH_CODES)]);
  const login = () => post('/api/auth/login', { email: EXAMPLE.userEmail, password: EXAMPLE.password });

  async function session(...[method, place]: [Parameters<typeof completeSignIn>[2], object?]): Promise<LoginSession> {
    const signedIn = await completeSignIn(world.deps, user(), method, { address: '192.0.2.1', ...place });
    if (isFailure(signedIn) || isChallenge(signedIn)) return expect.fail('no session');
    return signedIn;
  }

  it('tells all missing members of a body at once, and says of an empty one that it is empty', async () => {
    const missing = await post('/api/auth/login', {});
    expect([missing.statusCode, missing.json().code]).to.deep.equal([400, 'BODY_INVALID']);
    expect(missing.json().errors.map(({ path }: { readonly path: string }) => path)).to.deep.equal([
      '/email',
      '/password',
    ]);
    const empty = await world.app.inject({ method: 'POST', url: '/api/auth/login' });
    expect([empty.statusCode, empty.json().detail.startsWith('The body is empty')]).to.deep.equal([400, true]);
  });

  it('says in every token of the session how it began and when, however often it is refreshed', async () => {
    const began = world.deps.clock.now();
    const first = await session('passkey');
    world.advance(30 * MINUTE);
    const refreshed = (await post('/api/auth/token/refresh', { refreshToken: first.refreshToken })).json();
    for (const token of [first.accessToken, refreshed.accessToken])
      expect(await callerOf(token)).to.include({ authMethod: 'passkey', signedInAtMs: began });
  });

  it('keeps a session on the consumer tier in every organisation and after a refresh', async () => {
    const first = await session('pwd', { tier: 'consumer' });
    const refreshed = (await post('/api/auth/token/refresh', { refreshToken: first.refreshToken })).json();
    const switched = await post(
      '/api/auth/switch-org',
      { organizationId: EXAMPLE.organisationId },
      refreshed.accessToken,
    );
    for (const token of [first.accessToken, refreshed.accessToken, switched.json().accessToken])
      expect(await callerOf(token)).to.deep.include({ tier: 'consumer', roles: [], authMethod: 'pwd' });
  });

  it('asks for the second factor after a password or a provider, and not after a passkey or a code', async () => {
    await withCodes();
    for (const method of ['pwd', 'oidc', 'social'] as const) {
      const asked = await completeSignIn(world.deps, user(), method, { address: '192.0.2.1' });
      expect(asked).to.deep.include({ availableMethods: ['totp'] });
    }
    for (const method of ['passkey', 'otp'] as const)
      expect((await callerOf((await session(method)).accessToken)).authMethod).to.equal(method);
  });

  it('gives a login token that is no token of a caller, and no password grant', async () => {
    await withCodes();
    const { requiresTwoFactor, loginToken, availableMethods, ...rest } = (await login()).json();
    expect([requiresTwoFactor, availableMethods, Object.keys(rest)]).to.deep.equal([true, ['totp'], ['message']]);
    const me = await world.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${loginToken}` } });
    expect(me.statusCode).to.equal(401);
    const grant = await world.app.inject({
      method: 'POST',
      url: '/api/service-auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        ...{ grant_type: 'password', username: EXAMPLE.userEmail, password: EXAMPLE.password },
      }).toString(),
    });
    expect([grant.statusCode, grant.json().error]).to.deep.equal([400, 'invalid_grant']);
    expect(grant.json()).to.not.have.any.keys('access_token', 'loginToken');
  });

  it('tells nothing of a second factor to a wrong password', async () => {
    await withCodes();
    const wrong = await post('/api/auth/login', { email: EXAMPLE.userEmail, password: 'not the password' });
    expect([wrong.statusCode, wrong.json().code]).to.deep.equal([401, 'LOGIN_FAILED']);
  });

  describe('a login token', () => {
    const issued = () =>
      world.deps.loginTokens.issue({
        ...{ platformUserId: user().id, organisationId: EXAMPLE.organisationId, membershipId: EXAMPLE.userId },
        ...{ address: '192.0.2.1', method: 'pwd' },
      });
    const isGood = (token: string): boolean => !isFailure(world.deps.loginTokens.attempt(token));

    it('serves five minutes', () => {
      const token = issued();
      world.advance(5 * MINUTE - 1);
      expect(isGood(token)).to.equal(true);
      world.advance(1);
      expect(isGood(token)).to.equal(false);
    });

    it('serves five tries and one use', () => {
      const [tried, used] = [issued(), issued()];
      expect([1, 2, 3, 4, 5, 6].map(() => isGood(tried))).to.deep.equal([true, true, true, true, true, false]);
      expect(isFailure(world.deps.loginTokens.use(used))).to.equal(false);
      expect([isFailure(world.deps.loginTokens.use(used)), isGood(used)]).to.deep.equal([true, false]);
    });

    it('ends with the sessions of its account, its membership and its organisation, after its try too', async () => {
      const nowMs = world.deps.clock.now();
      const subjects = [`user:${user().id}`, `sub:${EXAMPLE.userId}`, `org:${EXAMPLE.organisationId}`] as const;
      for (const subject of subjects) {
        const token = issued();
        const tried = issued();
        expect(isGood(tried)).to.equal(true);
        await world.deps.commit([world.deps.sessions.revoke(subject, nowMs, { expiresAtMs: nowMs + MINUTE })]);
        expect(isGood(token), subject).to.equal(false);
        expect(isFailure(world.deps.loginTokens.use(tried)), subject).to.equal(true);
        expect(isGood(issued()), 'one that is issued after it').to.equal(true);
      }
    });
  });

  it('counts as recent for ten minutes, by its own time and not by that of a refresh', async () => {
    const refusal = (caller: Caller): string | undefined => {
      const rules = { id: 'x', can: 'RequireUser', rate: 'none', takesRecentSignIn: true } as const;
      const admission = admissionOf(rules, { get: () => undefined } as never);
      let code: string | undefined;
      const call = { caller, headers: {}, denied: undefined, address: '192.0.2.1', url: '' };
      const { programs, config } = world.deps;
      const { publicUrl } = config;
      const turns: AdmissionPorts['turns'] = { wait: (_, go) => go() };
      const ports: AdmissionPorts = { ...world.deps, proofs: programs.proofs, publicUrl, turns };
      admit(
        admission,
        { call: call as never, ports },
        {
          begin: (refused) => {
            code = refused?.issues[0]?.code;
          },
          fail: (error) => expect.fail(error.message),
        },
      );
      return code;
    };
    const first = await session('pwd');
    const caller = await callerOf(first.accessToken);
    expect(refusal(caller)).to.equal(undefined);
    world.advance(10 * MINUTE + 1);
    const { accessToken } = (await post('/api/auth/token/refresh', { refreshToken: first.refreshToken })).json();
    const refreshed = await callerOf(accessToken);
    expect([caller, refreshed].map(refusal)).to.deep.equal(['SIGN_IN_NOT_RECENT', 'SIGN_IN_NOT_RECENT']);
    const { signedInAtMs: _, ...ofBefore } = await callerOf((await session('pwd')).accessToken);
    expect(refusal(ofBefore), 'a token of an earlier program').to.equal('SIGN_IN_NOT_RECENT');
    const service = await callerOf(await world.token('service'));
    expect(refusal({ ...service, tier: 'platform' })).to.equal('SIGN_IN_NOT_RECENT');
  });

  it('refuses an account without a usable membership, whatever it showed', async () => {
    const memberships = [{ organisationId: PLATFORM_ORGANISATION_ID, membershipId: EXAMPLE.userId }];
    const refused = await completeSignIn(world.deps, { ...user(), memberships }, 'passkey', { address: '192.0.2.1' });
    expect(isFailure(refused) && refused.issue.code).to.equal('USER_NOT_FOUND');
  });

  it('takes no password for an account without one', async () => {
    const { passwordHash: _, ...without } = user();
    await world.deps.commit(world.deps.tenants.putUser(without));
    for (const password of ['undefined', 'null', EXAMPLE.password])
      expect((await post('/api/auth/login', { email: EXAMPLE.userEmail, password })).json().code).to.equal(
        'LOGIN_FAILED',
      );
  });
});
