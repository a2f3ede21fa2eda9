// Identity end to end: login and lockout, tokens and their forgeries, refresh families, revocation, organisations and
// their borders.
import { expect } from 'chai';
import { SignJWT, UnsecuredJWT } from 'jose';
import { bootstrapTenants, FIRST_ADMIN_EMAIL } from '../../../api/auth/bootstrap.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { SCOPE_WORDS } from '../../../core/tenant/services/principal.js';
import { Journal } from '../../../storage/engine/journal.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { AuditTrail } from '../../../storage/tables/accounts/audit-trail.js';
import { Sessions } from '../../../storage/tables/accounts/sessions.js';
import { Tenants } from '../../../storage/tables/accounts/tenants.js';
import { code, type Posted, postTo } from '../world/caller.js';
import { ADMIN } from '../world/personas.js';
import { SIGNING_KEY } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';

const MINUTE = 60_000;
const KEY = new TextEncoder().encode(SIGNING_KEY);

describe('identity', () => {
  const world = worldOfEach();

  const post = (...sent: Posted) => postTo(world, ...sent);
  const get = (url: string, token: string) => world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  const login = (password: string = EXAMPLE.password, email: string = EXAMPLE.userEmail) =>
    post('/api/auth/login', { email, password });
  const from = (remoteAddress: string, email: string, password: string) =>
    world.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password }, remoteAddress });
  const form = (fields: Record<string, string> | string, url = '/api/service-auth/token') =>
    world.app.inject({
      method: 'POST',
      url,
      payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  describe('login', () => {
    it('gives a pair that works, in camelCase, with the claims of the specification', async () => {
      const answer = await login();
      expect(answer.headers['cache-control']).to.equal('no-store');
      expect(answer.json()).to.include({ tokenType: 'Bearer', expiresIn: 3600 });
      const me = await get('/api/auth/me', answer.json().accessToken);
      expect(me.json()).to.deep.include({
        userId: EXAMPLE.userId,
        email: EXAMPLE.userEmail,
        organizationId: EXAMPLE.organisationId,
        roles: ['User'],
        tokenType: 'user',
        tier: 'platform',
      });
      const claims = JSON.parse(Buffer.from(answer.json().accessToken.split('.')[1], 'base64url').toString());
      expect(claims).to.include({
        iss: 'urn:quorate:test',
        aud: 'test:platform',
        sub: EXAMPLE.userId,
        org_id: EXAMPLE.organisationId,
        org_name: EXAMPLE.organisationName,
        token_type: 'user',
      });
      expect(claims.exp - claims.iat).to.equal(3600);
    });

    it('says the same for a wrong password and an unknown address, and ignores a stale token', async () => {
      const wrong = await login('wrong');
      const unknown = await login('wrong', 'nobody@northwind.example');
      expect(code(wrong)).to.deep.equal([401, 'LOGIN_FAILED']);
      expect(unknown.json().detail).to.equal(wrong.json().detail);
      expect(
        (await post('/api/auth/login', { email: EXAMPLE.userEmail, password: EXAMPLE.password }, 'stale')).statusCode,
      ).to.equal(200);
    });

    it('takes any spelling of the address', async () => {
      expect((await login(EXAMPLE.password, ' Uma@NORTHWIND.example'.trim())).statusCode).to.equal(200);
    });

    it('locks 5 minutes after 5 failures, even for the right password, and from this address only', async () => {
      for (let i = 0; i < 4; i++) expect(code(await login('wrong'))).to.deep.equal([401, 'LOGIN_FAILED']);
      const fifth = await login('wrong');
      expect([...code(fifth), fifth.headers['retry-after']]).to.deep.equal([429, 'LOGIN_LOCKED', '300']);
      expect(code(await login())).to.deep.equal([429, 'LOGIN_LOCKED']);
      expect((await from('192.0.2.9', EXAMPLE.userEmail, EXAMPLE.password)).statusCode).to.equal(200);
      expect(code(await login())).to.deep.equal([429, 'LOGIN_LOCKED']);
      world.advance(5 * MINUTE);
      expect((await login()).statusCode).to.equal(200);
    });

    it('answers and works alike for an account and for a name that is none', async () => {
      const asked: (string | undefined)[] = [];
      const { passwords } = world.deps;
      const verify = passwords.verify.bind(passwords);
      passwords.verify = (phc, password) => {
        asked.push(phc === undefined ? 'decoy' : 'hash');
        return verify(phc, password);
      };
      const course = async (email: string) => {
        const answers = [];
        for (let i = 0; i < 7; i++) {
          const answer = await from('192.0.2.1', email, 'wrong');
          const { detail } = answer.json();
          answers.push([...code(answer), detail, answer.headers['retry-after']]);
        }
        return answers;
      };
      const known = await course(EXAMPLE.userEmail);
      expect(await course('nobody@northwind.example')).to.deep.equal(known);
      expect(known[6]?.slice(0, 2)).to.deep.equal([429, 'LOGIN_LOCKED']);
      // Five hashes each, and none while locked.
      expect(asked).to.deep.equal([...Array(5).fill('hash'), ...Array(5).fill('decoy')]);
    });

    it('after 25 failures waits for an administrator', async () => {
      for (let i = 0; i < 25; i++) {
        expect((await login('wrong')).statusCode).to.be.oneOf([401, 429]);
        world.advance(24 * 60 * MINUTE);
      }
      expect(code(await login())).to.deep.equal([429, 'LOGIN_LOCKED']);
      const admin = await world.token('administrator');
      const unlock = await post(
        `/api/organizations/${EXAMPLE.organisationId}/users/${EXAMPLE.userId}/unlock`,
        {},
        admin,
      );
      expect(unlock.statusCode).to.equal(204);
      expect((await login()).statusCode).to.equal(200);
    });

    it('leaves durable audit rows', async () => {
      const kv = memoryKv();
      const journal = new Journal(kv, { onFatal: () => undefined });
      const trail = new AuditTrail(kv);
      await journal.commit([
        trail.put(['org', 5, 'a'], { eventType: 'Login', identityId: 'x', address: '', success: true, details: {} }),
      ]);
      expect((await trail.latest('org', 5)).map(([, row]) => row.eventType)).to.deep.equal(['Login']);
    });
  });

  describe('the token endpoint', () => {
    it('serves password and refresh_token in snake_case, under its alias too', async () => {
      const first = await form({ grant_type: 'password', username: EXAMPLE.userEmail, password: EXAMPLE.password });
      expect(first.json()).to.have.all.keys('access_token', 'token_type', 'expires_in', 'refresh_token');
      const second = await form(
        { grant_type: 'refresh_token', refresh_token: first.json().refresh_token },
        '/api/tenant/api/service-auth/token',
      );
      expect([second.statusCode, second.json().token_type, second.json().expires_in]).to.deep.equal([
        200,
        'Bearer',
        3600,
      ]);
      expect((await get('/api/auth/me', second.json().access_token)).statusCode).to.equal(200);
    });

    it('refuses in the shape of RFC 6749', async () => {
      const cases: [Record<string, string> | string, number, string][] = [
        [{ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' }, 400, 'unsupported_grant_type'],
        [{}, 400, 'invalid_request'],
        ['grant_type=password&grant_type=password', 400, 'invalid_request'],
        [{ grant_type: 'password', username: EXAMPLE.userEmail }, 400, 'invalid_request'],
        [{ grant_type: 'password', username: EXAMPLE.userEmail, password: 'wrong' }, 400, 'invalid_grant'],
        [{ grant_type: 'refresh_token', refresh_token: 'nonsense' }, 400, 'invalid_grant'],
      ];
      for (const [fields, status, error] of cases) {
        const answer = await form(fields);
        expect([answer.statusCode, answer.json().error], JSON.stringify(fields)).to.deep.equal([status, error]);
        expect(answer.json()).to.have.all.keys('error', 'error_description');
      }
    });
  });

  describe('an access token', () => {
    const claims = {
      sub: EXAMPLE.userId,
      jti: '0193b0a0-0000-7000-8000-000000000000',
      token_type: 'user',
      platform_user_id: EXAMPLE.userPlatformId,
      org_id: EXAMPLE.organisationId,
      roles: ['SystemAdmin'],
      iss: 'urn:quorate:test',
      aud: 'test:platform',
    };
    const now = Date.parse(EXAMPLE.time) / 1000;
    const sign = (overrides: object, key = KEY, alg = 'HS256') =>
      new SignJWT({ ...claims, iat: now, exp: now + 60, ...overrides })
        .setProtectedHeader({ alg, typ: 'JWT' })
        .sign(key);

    it('is refused when forged, of another installation, audience or algorithm', async () => {
      expect((await get('/api/auth/me', await sign({}))).statusCode).to.equal(200);
      const forged = [
        await sign({}, new TextEncoder().encode('another signing key of forty characters!')),
        await sign({ iss: 'urn:quorate:other' }),
        await sign({ aud: 'other:platform' }),
        await sign({ aud: ['test:platform', 'test:service'] }),
        await sign({ aud: 'test:service' }),
        await sign({ token_type: 'service' }),
        await sign({ token_type: 'root' }),
        await sign({ jti: undefined }),
        await sign({}, new TextEncoder().encode(SIGNING_KEY.padEnd(64, '.')), 'HS512'),
        new UnsecuredJWT({ ...claims, iat: now, exp: now + 60 }).encode(),
        'x',
        'a.b.c',
      ];
      for (const token of forged)
        expect(code(await get('/api/auth/me', token)), token).to.deep.equal([401, 'TOKEN_INVALID']);
    });

    it('has one spelling only', async () => {
      const token = await sign({});
      const [h, p, s] = token.split('.') as [string, string, string];
      const last = s.at(-1) as string;
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      // 32 bytes leave four unused bits in the last character: changing one decodes to the same signature.
      const twin = `${h}.${p}.${s.slice(0, -1)}${alphabet[alphabet.indexOf(last) ^ 1]}`;
      for (const other of [`${token}=`, `${h}.${p}.${s.slice(0, 10)} ${s.slice(10)}`, twin])
        expect((await get('/api/auth/me', other)).statusCode, other).to.equal(401);
    });

    it('expires with a skew of five minutes, remembered or not', async () => {
      const token = await sign({});
      expect((await get('/api/auth/me', token)).statusCode).to.equal(200);
      world.advance(60_000 + 299_000);
      expect((await get('/api/auth/me', token)).statusCode).to.equal(200);
      world.advance(2_000);
      expect(code(await get('/api/auth/me', token))).to.deep.equal([401, 'TOKEN_EXPIRED']);
      expect(code(await get('/api/auth/me', await sign({})))).to.deep.equal([401, 'TOKEN_EXPIRED']);
    });

    it('of a service says its scopes, and passes nothing for users', async () => {
      const token = await world.token('service');
      const me = await get('/api/auth/me', token);
      expect(me.json()).to.deep.include({
        tokenType: 'service',
        tier: 'service',
        scopes: SCOPE_WORDS,
      });
      expect((await get('/api/auth/me/organizations', token)).statusCode).to.equal(403);
    });
  });

  describe('a session', () => {
    it('rotates, and ends whole when a spent token comes back', async () => {
      const first = (await login()).json();
      const second = (await post('/api/auth/token/refresh', { refreshToken: first.refreshToken })).json();
      expect(second.refreshToken).to.not.equal(first.refreshToken);
      expect((await get('/api/auth/me', second.accessToken)).statusCode).to.equal(200);
      expect(code(await post('/api/auth/token/refresh', { refreshToken: first.refreshToken }))).to.deep.equal([
        401,
        'TOKEN_REVOKED',
      ]);
      expect(code(await post('/api/auth/token/refresh', { refreshToken: second.refreshToken }))).to.deep.equal([
        401,
        'TOKEN_REVOKED',
      ]);
      expect(code(await get('/api/auth/me', second.accessToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
    });

    it('gives one of two refreshes at once only', async () => {
      const { refreshToken } = (await login()).json();
      const both = await Promise.all([1, 2].map(() => post('/api/auth/token/refresh', { refreshToken })));
      expect(both.map((r) => r.statusCode)).to.have.members([200, 401]);
    });

    it('expires after 24 hours without a refresh', async () => {
      const { refreshToken } = (await login()).json();
      world.advance(24 * 60 * MINUTE);
      expect(code(await post('/api/auth/token/refresh', { refreshToken }))).to.deep.equal([401, 'TOKEN_EXPIRED']);
    });

    it('ends at logout, both tokens', async () => {
      const { accessToken, refreshToken } = (await login()).json();
      const other = (await login()).json();
      expect((await post('/api/auth/logout', {}, accessToken)).json().success).to.equal(true);
      expect(code(await get('/api/auth/me', accessToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
      expect(code(await post('/api/auth/token/refresh', { refreshToken }))).to.deep.equal([401, 'TOKEN_REVOKED']);
      expect((await get('/api/auth/me', other.accessToken)).statusCode).to.equal(200);
    });

    it('of somebody else cannot be revoked', async () => {
      const mine = (await login()).json();
      const admin = await world.session('administrator');
      for (const token of [admin.accessToken, admin.refreshToken])
        expect((await post('/api/auth/token/revoke', { token }, mine.accessToken)).statusCode).to.equal(200);
      expect((await get('/api/auth/me', admin.accessToken)).statusCode).to.equal(200);
      expect((await post('/api/auth/token/refresh', { refreshToken: admin.refreshToken })).statusCode).to.equal(200);
    });

    it('ends with a change of password, and a new login in the same millisecond works', async () => {
      const { accessToken, refreshToken } = (await login()).json();
      const next = 'four copper kettles sing';
      expect(
        code(await post('/api/auth/password/change', { currentPassword: 'wrong', newPassword: next }, accessToken)),
      ).to.deep.equal([401, 'LOGIN_FAILED']);
      for (const weak of ['short', 'password1234', 'aaaaaaaaaaaa'])
        expect(
          code(
            await post(
              '/api/auth/password/change',
              { currentPassword: EXAMPLE.password, newPassword: weak },
              accessToken,
            ),
          ),
          weak,
        ).to.deep.equal([400, 'PASSWORD_WEAK']);
      expect(
        (await post('/api/auth/password/change', { currentPassword: EXAMPLE.password, newPassword: next }, accessToken))
          .statusCode,
      ).to.equal(204);
      expect(code(await get('/api/auth/me', accessToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
      expect(code(await post('/api/auth/token/refresh', { refreshToken }))).to.deep.equal([401, 'TOKEN_REVOKED']);
      expect((await login()).statusCode).to.equal(401);
      expect((await get('/api/auth/me', (await login(next)).json().accessToken)).statusCode).to.equal(200);
    });
  });

  it('revocations outlive a restart and are swept when they have no use', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: () => undefined });
    const before = await Sessions.open(kv, journal);
    await journal.commit([
      before.revoke('jti:a', 1, { expiresAtMs: 100 }),
      before.revoke('user:u', 5, { expiresAtMs: 200 }),
    ]);
    const after = await Sessions.open(kv, journal);
    const token = {
      tokenId: 'x',
      sessionId: '',
      subject: 's',
      platformUserId: 'u',
      organisationId: 'o',
      issuedAtMs: 5,
    };
    expect(after.isRevoked({ ...token, tokenId: 'a', platformUserId: 'v' })).to.equal(true);
    expect(after.isRevoked(token)).to.equal(true);
    expect(after.isRevoked({ ...token, issuedAtMs: 6 })).to.equal(false);
    expect(after.notBeforeMs(token)).to.equal(6);
    await journal.commit(await after.sweep(150));
    expect((await Sessions.open(kv, journal)).isRevoked({ ...token, tokenId: 'a', issuedAtMs: 6 })).to.equal(false);
    expect((await Sessions.open(kv, journal)).isRevoked(token)).to.equal(true);
  });

  it('starts with two organisations and one SystemAdmin, once', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: () => undefined });
    const tenants = new Tenants(kv, journal);
    const { clock, random, passwords } = world.deps;
    const ports = {
      clock,
      random,
      passwords,
      tenants,
      commit: (ops: Parameters<Journal['commit']>[0]) => journal.commit(ops),
    };
    const first = await bootstrapTenants(ports);
    expect(first?.email).to.equal(FIRST_ADMIN_EMAIL);
    expect(first?.password).to.have.length(24);
    expect(await bootstrapTenants(ports)).to.equal(undefined);
    const user = tenants.userOfEmail(FIRST_ADMIN_EMAIL);
    expect([first?.isGenerated, user?.mustChangePassword]).to.deep.equal([true, true]);
    expect(user?.passwordHash).to.match(/^\$argon2id\$/);
    expect(JSON.stringify(user)).to.not.contain(first?.password);
    expect(tenants.organisation(PUBLIC_ORGANISATION_ID)?.orgType).to.equal('Public');
    expect((await login(ADMIN.password, ADMIN.email)).statusCode).to.equal(200);
  });
});
