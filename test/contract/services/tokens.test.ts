// Tokens of services: by secret and by certificate, for the service itself and for a user; introspection, and
// administrators that end tokens.
import { expect } from 'chai';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { type Principal, SCOPE_WORDS, SCOPES } from '../../../core/tenant/services/principal.js';
import { exampleOrders } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { ADMIN, seedExample, seedService, tokenOfService } from '../world/personas.js';
import { aWorld, NO_LIMITS, type World } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';
import { seedPrincipal, serviceToken } from './fixtures.js';

const TOKEN = '/api/internal/service-auth/token';
type At = 'public' | 'internal' | 'workload';

interface Called {
  readonly at?: At;
  readonly headers?: Readonly<Record<string, string>>;
}

describe('tokens of services', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    await seedPrincipal(world);
  });

  const form = (fields: Readonly<Record<string, string>>, { at = 'internal', headers = {} }: Called = {}) =>
    world.servers[at].inject({
      ...{ method: 'POST', url: TOKEN },
      payload: new URLSearchParams({ grant_type: 'client_credentials', ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const OWN = { client_id: EXAMPLE.clientId, client_secret: EXAMPLE.clientSecret };
  const told = ({ statusCode, json }: { statusCode: number; json: () => { error?: string } }) =>
    `${statusCode} ${json().error ?? ''}`.trim();
  const me = async (token: string) => (await get('/api/auth/me', token)).json();
  const get = (url: string, token: string) => world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  const delegated = (change: object = {}, at: At = 'internal') =>
    world.servers[at].inject({
      ...{ method: 'POST', url: `${TOKEN}/delegated` },
      payload: {
        ...{ clientId: EXAMPLE.clientId, clientSecret: EXAMPLE.clientSecret },
        ...{ delegatedUserId: EXAMPLE.userPlatformId, ...change },
      },
    });

  describe('by secret', () => {
    it('are given with the scopes that were asked for, for 8 hours', async () => {
      const answer = await form({ ...OWN, scope: 'dockets:write' });
      expect(answer.json()).to.include({ token_type: 'Bearer', expires_in: 28_800, scope: 'dockets:write' });
      expect(answer.json()).to.not.have.property('refresh_token');
      expect(answer.headers).to.include({ 'cache-control': 'no-store', pragma: 'no-cache' });
      const shown = await me(answer.json().access_token);
      expect(shown).to.deep.include({
        tokenType: 'service',
        tier: 'service',
        scopes: ['dockets:write'],
        organizationId: null,
      });
    });

    it('are given to HTTP Basic too, and to one way at a time', async () => {
      const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
      const good = basic(`${EXAMPLE.clientId}:${EXAMPLE.clientSecret}`);
      expect(told(await form({}, { headers: good }))).to.equal('200');
      expect(told(await form({ client_id: EXAMPLE.clientId }, { headers: good }))).to.equal('200');
      expect(told(await form(OWN, { headers: good }))).to.equal('400 invalid_request');
      expect(told(await form({ client_id: 'other' }, { headers: good }))).to.equal('400 invalid_request');
      expect(told(await form({}, { headers: basic('no colon') }))).to.equal('400 invalid_request');
      expect(told(await form({}, { headers: basic(`${EXAMPLE.clientId}:wrong`) }))).to.equal('401 invalid_client');
    });

    it('are refused in the words of RFC 6749, alike for a client that is not known, not active, or has another secret', async () => {
      const wrong = await form({ ...OWN, client_secret: 'wrong' });
      const unknown = await form({ ...OWN, client_id: 'nobody' });
      await seedPrincipal(world, { status: 'Suspended' });
      const suspended = await form(OWN);
      await seedPrincipal(world, { organisationId: EXAMPLE.userId });
      const orphaned = await form(OWN);
      for (const one of [wrong, unknown, suspended, orphaned]) {
        expect(told(one)).to.equal('401 invalid_client');
        expect(one.headers['www-authenticate']).to.equal('Basic realm="quorate"');
        expect(one.json()).to.deep.equal(wrong.json());
      }
    });

    it('are refused for what is no request for one', async () => {
      expect(told(await form({ ...OWN, grant_type: '' }))).to.equal('400 invalid_request');
      expect(told(await form({ ...OWN, grant_type: 'password' }))).to.equal('400 unsupported_grant_type');
      expect(told(await form({ client_secret: 'x' }))).to.equal('400 invalid_request');
      expect(told(await form({ ...OWN, client_secret: '' }))).to.equal('401 invalid_client');
      expect(told(await form({ ...OWN, scope: 'dockets:write admin' }))).to.equal('400 invalid_scope');
      expect(told(await form({ ...OWN, client_id: 'x'.repeat(129) }))).to.equal('400 invalid_request');
    });

    it('are given at no public listener, whatever alias is tried', async () => {
      for (const url of [TOKEN, `${TOKEN}/delegated`, `/api/tenant${TOKEN}`]) {
        const answer = await world.app.inject({ method: 'POST', url, payload: {} });
        expect(answer.statusCode, url).to.equal(404);
      }
      const answer = await world.app.inject({
        ...{ method: 'POST', url: '/api/service-auth/token' },
        payload: new URLSearchParams({ grant_type: 'client_credentials', ...OWN }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(told(answer)).to.equal('400 unsupported_grant_type');
    });

    it('are of the organisation of the service, and end with it', async () => {
      await seedPrincipal(world, { organisationId: EXAMPLE.organisationId });
      const token = (await form(OWN)).json().access_token;
      expect((await me(token)).organizationId).to.equal(EXAMPLE.organisationId);
      const operator = await world.token('systemAdmin');
      await world.app.inject({
        ...{ method: 'PUT', url: `/api/platform/organizations/${EXAMPLE.organisationId}/status` },
        ...{ payload: { status: 'Suspended' }, headers: { authorization: `Bearer ${operator}` } },
      });
      expect((await get('/api/auth/me', token)).json().code).to.equal('TOKEN_REVOKED');
      expect(told(await form(OWN))).to.equal('401 invalid_client');
    });
  });

  it('of a service of an organisation have no right on the node', async () => {
    const scopes = Object.values(SCOPES);
    const calls = async (organisationId?: string) => {
      const own = organisationId === undefined ? {} : { organisationId };
      const service = { clientId: EXAMPLE.clientId, serviceName: 'Inbox', scope: scopes, ...own };
      const token = await tokenOfService(world.deps, service);
      const headers = { authorization: `Bearer ${token}` };
      const ban = await world.app.inject({ method: 'POST', url: '/api/peers/nobody/ban', payload: {}, headers });
      const payload = {
        ...{ purpose: 'quorate:register-control', registerId: EXAMPLE.userId, transactionType: 'BlueprintPublish' },
        ...{ transactionId: 'ab'.repeat(32), payloadHash: 'cd'.repeat(32) },
      };
      const url = `/api/internal/wallets/${EXAMPLE.walletAddress}/sign`;
      const sign = await world.servers.internal.inject({ method: 'POST', url, payload, headers });
      return [ban.json().code, sign.json().code];
    };
    expect(await calls(EXAMPLE.organisationId)).to.deep.equal(['FORBIDDEN', 'FORBIDDEN']);
    for (const code of await calls()) expect(code).to.not.equal('FORBIDDEN');
  });

  describe('by certificate', () => {
    it('need no secret where it names the client, and are given to no other one', async () => {
      expect(told(await form({ client_id: EXAMPLE.clientId }, { at: 'workload' }))).to.equal('200');
      expect(told(await form(OWN, { at: 'workload' }))).to.equal('200');
      expect(told(await form({ ...OWN, client_secret: 'wrong' }, { at: 'workload' }))).to.equal('401 invalid_client');
      await world.deps.commit([
        world.deps.services.put({ ...world.deps.services.ofClient(EXAMPLE.clientId)!, id: 'x', clientId: 'other' }),
      ]);
      expect(told(await form({ client_id: 'other' }, { at: 'workload' }))).to.equal('401 invalid_client');
      expect(told(await form({ ...OWN, client_id: 'other' }, { at: 'workload' }))).to.equal('401 invalid_client');
      expect(told(await form({ client_id: EXAMPLE.clientId }))).to.equal('401 invalid_client');
    });

    it('are refused where the principal is missing or not active', async () => {
      for (const status of ['Suspended', 'Revoked'] as const) {
        await seedPrincipal(world, { status });
        expect(told(await form({ client_id: EXAMPLE.clientId }, { at: 'workload' })), status).to.equal(
          '401 invalid_client',
        );
      }
    });
  });

  describe('for a user', () => {
    it('are given to a service of an organisation for its own members alone, and end with that organisation', async () => {
      await seedExample(world.deps);
      await seedPrincipal(world, { organisationId: PLATFORM_ORGANISATION_ID });
      expect(told(await delegated())).to.equal('400 invalid_grant');
      const named = { delegatedOrganizationId: EXAMPLE.organisationId };
      expect(told(await delegated(named))).to.equal('400 invalid_grant');
      await seedPrincipal(world, { organisationId: EXAMPLE.organisationId });
      expect(told(await delegated())).to.equal('200');
      expect(told(await delegated(named))).to.equal('200');
    });

    it('act in workflows with the wallets of the user, as no other user, and without roles', async () => {
      await seedExample(world.deps);
      const answer = await delegated();
      expect(answer.json()).to.include({ token_type: 'Bearer', expires_in: 3600 });
      const caller = await world.deps.tokens.verify(answer.json().access_token);
      expect(caller).to.deep.include({
        ...{ tier: 'delegated', subject: EXAMPLE.clientId, actsFor: EXAMPLE.userId, roles: [] },
        ...{ platformUserId: EXAMPLE.userPlatformId, organisationId: EXAMPLE.organisationId },
      });
      expect((await get('/api/instances', answer.json().access_token)).statusCode).to.equal(200);
      for (const url of ['/api/auth/me', '/api/v1/wallets', '/api/organizations', '/api/registers'])
        expect((await get(url, answer.json().access_token)).statusCode, url).to.equal(403);
    });

    it('are given to a service that may act for users, and for a user that could act itself', async () => {
      const grants = async (change: object, principal: Partial<Principal> = {}) => {
        await seedPrincipal(world, principal);
        return told(await delegated(change));
      };
      expect(await grants({ delegatedOrganizationId: EXAMPLE.organisationId })).to.equal('200');
      expect(await grants({}, { scopes: ['dockets:write'] })).to.equal('400 unauthorized_client');
      expect(await grants({ clientSecret: 'wrong' })).to.equal('401 invalid_client');
      expect(await grants({ scope: 'more' })).to.equal('400 invalid_scope');
      expect(await grants({ delegatedUserId: EXAMPLE.userId })).to.equal('400 invalid_grant');
      expect(await grants({ delegatedOrganizationId: PLATFORM_ORGANISATION_ID })).to.equal('400 invalid_grant');
      const member = world.deps.tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId)!;
      await world.deps.commit(world.deps.tenants.putMembership({ ...member, status: 'Suspended' }));
      expect(await grants({})).to.equal('400 invalid_grant');
      await seedExample(world.deps);
      const user = world.deps.tenants.user(EXAMPLE.userPlatformId)!;
      await world.deps.commit(world.deps.tenants.putUser({ ...user, mustChangePassword: true }));
      expect(await grants({})).to.equal('400 invalid_grant');
    });

    for (const [way, body, persona] of [
      ['the user', { userId: EXAMPLE.userId }, 'administrator'],
      ['the organisation', { organizationId: EXAMPLE.organisationId }, 'administrator'],
      ['the platform user', { userId: EXAMPLE.userPlatformId }, 'systemAdmin'],
    ] as const)
      it(`end when the tokens of ${way} do`, async () => {
        const token = (await delegated()).json().access_token;
        const own = (await world.session('user')).accessToken;
        const service = await serviceToken(world);
        const answer = await world.app.inject({
          ...{
            method: 'POST',
            url: `/api/auth/token/revoke-${'userId' in body ? 'user' : 'organization'}`,
            payload: body,
          },
          headers: { authorization: `Bearer ${await world.token(persona)}` },
        });
        expect(answer.json().success).to.equal(true);
        for (const one of [token, own])
          expect((await get('/api/instances', one)).json().code).to.equal('TOKEN_REVOKED');
        expect((await get('/api/auth/me', service)).statusCode, 'the service itself goes on').to.equal(200);
      });

    it('end with those of the service', async () => {
      const token = (await delegated()).json().access_token;
      await world.app.inject({
        ...{ method: 'POST', url: `/api/service-principals/${EXAMPLE.servicePrincipalId}/suspend` },
        headers: { authorization: `Bearer ${await world.token('systemAdmin')}` },
      });
      expect((await get('/api/instances', token)).json().code).to.equal('TOKEN_REVOKED');
    });
  });

  describe('of others', () => {
    const introspect = async (token: string) => {
      const answer = await world.app.inject({
        ...{ method: 'POST', url: '/api/auth/token/introspect', payload: { token } },
        headers: { authorization: `Bearer ${await serviceToken(world)}` },
      });
      return answer.json();
    };

    it('are explained to a service', async () => {
      const { accessToken, refreshToken } = await world.session('user');
      const user = { active: true, sub: EXAMPLE.userId, orgId: EXAMPLE.organisationId, iss: 'urn:quorate:test' };
      const seconds = world.deps.clock.now() / 1000;
      expect(await introspect(accessToken)).to.deep.include({
        ...{ ...user, tokenType: 'user', tier: 'platform', aud: 'test:platform', roles: ['User'] },
        ...{ iat: seconds, exp: seconds + 3600 },
      });
      expect(await introspect(refreshToken)).to.include({ ...user, tokenType: 'refresh' });
      const acting = await introspect((await delegated()).json().access_token);
      expect(acting).to.include({
        tier: 'delegated',
        clientId: EXAMPLE.clientId,
        delegatedUserId: EXAMPLE.userId,
        aud: 'test:service',
      });
    });

    it('are not active and nothing else when they are no good, and a spent one ends nothing', async () => {
      const { accessToken, refreshToken } = await world.session('user');
      const refreshed = await world.app.inject({
        ...{ method: 'POST', url: '/api/auth/token/refresh', payload: { refreshToken } },
      });
      const inactive = { active: false };
      expect(await introspect(refreshToken)).to.deep.equal(inactive);
      expect((await introspect(refreshed.json().refreshToken)).active).to.equal(true);
      expect((await introspect(accessToken)).active).to.equal(true);
      for (const bad of ['x', 'a.b.c', `${accessToken}x`, refreshToken.replace('.', '..')])
        expect(await introspect(bad), bad).to.deep.equal(inactive);
      await world.app.inject({
        ...{ method: 'POST', url: '/api/auth/token/revoke-user', payload: { userId: EXAMPLE.userId } },
        headers: { authorization: `Bearer ${await world.token('administrator')}` },
      });
      expect(await introspect(accessToken)).to.deep.equal(inactive);
      expect(await introspect(refreshed.json().refreshToken)).to.deep.equal(inactive);
    });

    it('are ended by administrators of the own organisation only', async () => {
      const revoke = async (path: string, payload: object, persona: 'administrator' | 'systemAdmin') => {
        const answer = await world.app.inject({
          ...{ method: 'POST', url: `/api/auth/token/revoke-${path}`, payload },
          headers: { authorization: `Bearer ${await world.token(persona)}` },
        });
        return answer.json().code ?? answer.statusCode;
      };
      const root = world.deps.tenants.userOfEmail(ADMIN.email)!;
      const membership = root.memberships[0]!.membershipId;
      expect(await revoke('user', { userId: root.id }, 'administrator')).to.equal('USER_NOT_FOUND');
      expect(await revoke('user', { userId: membership }, 'administrator')).to.equal('USER_NOT_FOUND');
      expect(await revoke('user', { userId: EXAMPLE.userPlatformId }, 'administrator')).to.equal('USER_NOT_FOUND');
      const organizationId = PLATFORM_ORGANISATION_ID;
      expect(await revoke('organization', { organizationId }, 'administrator')).to.equal('ORGANISATION_NOT_FOUND');
      expect(await revoke('organization', { organizationId: EXAMPLE.organisationId }, 'systemAdmin')).to.equal(200);
    });
  });
});

describe('tokens of services without shared secrets', () => {
  it('are refused to a request with a secret, right or wrong, and given to a certificate', async () => {
    const world = await aWorld({ disableSharedSecrets: true });
    await seedPrincipal(world);
    const ask = async (at: 'internal' | 'workload', fields: Readonly<Record<string, string>>) => {
      const answer = await world.servers[at].inject({
        ...{ method: 'POST', url: TOKEN },
        payload: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: EXAMPLE.clientId,
          ...fields,
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      return `${answer.statusCode} ${answer.json().error_description ?? ''}`;
    };
    for (const client_secret of [EXAMPLE.clientSecret, 'wrong'])
      for (const at of ['internal', 'workload'] as const)
        expect(await ask(at, { client_secret })).to.match(/^401 Shared secrets are disabled/);
    expect(await ask('workload', {})).to.equal('200 ');
    await world.close();
  });
});

describe('users behind one service', () => {
  const actingFor = async (world: World, membershipId: string) => {
    const membership = world.deps.tenants.membership(EXAMPLE.organisationId, membershipId)!;
    const service = { clientId: EXAMPLE.clientId, serviceName: 'Inbox', scope: SCOPE_WORDS };
    await seedService(world.deps, service);
    return (await world.deps.tokens.issueDelegated(service, membership)).token;
  };

  it('have a rate each', async () => {
    const world = await aWorld({ rates: { ...NO_LIMITS, api: 3 } });
    const [uma, ada] = [await actingFor(world, EXAMPLE.userId), await actingFor(world, EXAMPLE.administratorId)];
    const asked = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await world.app.inject({ url: '/api/instances', headers })).statusCode;
    };
    for (let n = 0; n < 3; n++) expect(await asked(uma)).to.equal(200);
    expect(await asked(uma)).to.equal(429);
    expect(await asked(ada)).to.equal(200);
    expect(await asked(await serviceToken(world)), 'the service').to.equal(200);
    await world.close();
  });

  it('act with their own wallets, and get no answer of another under the same key', async () => {
    const world = await aWorld();
    await exampleOrders(world);
    await seedExampleWallet(world.deps);
    const submit = async (token: string) =>
      world.app.inject({
        ...{ method: 'POST', url: '/api/actions' },
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'one' },
        payload: {
          ...{ blueprintId: LEDGER.blueprintId, actionId: '0', senderWallet: EXAMPLE.walletAddress },
          ...{ registerAddress: LEDGER.registerId, payloadData: { amount: 3 } },
        },
      });
    const ada = await actingFor(world, EXAMPLE.administratorId);
    const first = await submit(ada);
    expect(first.statusCode, first.body).to.equal(200);
    const again = await submit(ada);
    expect([again.headers['idempotency-replayed'], again.body]).to.deep.equal(['true', first.body]);
    const other = await submit(await actingFor(world, EXAMPLE.userId));
    expect([other.statusCode, other.json().code]).to.deep.equal([403, 'WALLET_ACCESS_DENIED']);
    const own = await submit(await serviceToken(world));
    expect([own.statusCode, own.json().code], 'the service has none').to.deep.equal([403, 'WALLET_ACCESS_DENIED']);
    await world.close();
  });
});
