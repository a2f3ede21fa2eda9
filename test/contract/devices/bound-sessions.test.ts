// Sessions that began at the provider of an organisation, before what people keep beside their memberships: the
// operator of that provider can make one of a linked member.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { tenantHub } from '../../../api/hubs/tenant.hub.js';
import { openSession } from '../../../api/sign-in/session.js';
import { isFailure } from '../../../core/base/result.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { SignInMethod } from '../../../core/tenant/session.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { seedExample } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { aNotice, prepareDevices, USER } from './fixtures.js';

describe('a session of the provider of an organisation', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    await seedExample(world.deps);
    await prepareDevices.listDevices!(world);
    await world.deps.notices.commit([], [aNotice('elsewhere', { details: { organisationId: 'of another' } })]);
  });

  function sessionBy(method: SignInMethod, tier?: 'consumer') {
    const organisation = world.deps.tenants.organisation(EXAMPLE.organisationId)!;
    const membership = world.deps.tenants.membership(organisation.id, EXAMPLE.userId)!;
    const signIn = { method, signedInAtMs: world.deps.clock.now(), tier };
    return openSession(world.deps, { identity: { membership, organisation }, signIn, address: '' });
  }

  async function statuses(method: SignInMethod) {
    const headers = { authorization: `Bearer ${(await sessionBy(method)).accessToken}` };
    const calls = ['GET /api/me/inbox', 'GET /api/me/inbox/unread-count', 'POST /api/me/inbox/mark-all-read'];
    calls.push('GET /api/v1/me/devices', 'GET /api/v1/me/devices/has-any');
    calls.push(`DELETE /api/v1/me/devices/${EXAMPLE.deviceId}`);
    const told: number[] = [];
    for (const call of calls) {
      const [verb, url] = call.split(' ') as ['GET', string];
      told.push((await world.app.inject({ method: verb, url, headers })).statusCode);
    }
    return told;
  }

  it('reads and ends nothing of an account that is a member of another organisation too', async () => {
    await elsewhere();
    expect(await statuses('oidc')).to.deep.equal([403, 403, 403, 403, 403, 403]);
    expect(world.deps.devices.of(USER)[0]?.status).to.equal('Active');
    expect(await statuses('pwd')).to.deep.equal([200, 200, 200, 200, 200, 204]);
  });

  it('speaks for an account that has no other organisation', async () => {
    expect(await statuses('oidc')).to.deep.equal([200, 200, 200, 200, 200, 204]);
  });

  const elsewhere = async () => {
    const user = world.deps.tenants.user(USER)!;
    const other = { organisationId: PLATFORM_ORGANISATION_ID, membershipId: EXAMPLE.deviceId };
    await world.deps.commit(world.deps.tenants.putUser({ ...user, memberships: [...user.memberships, other] }));
  };

  const OF_THE_PERSON = [
    ...['GET /api/preferences', 'PUT /api/preferences {"theme":"Dark"}', 'GET /api/preferences/default-wallet'],
    ...['DELETE /api/preferences/default-wallet', 'GET /api/auth/identities', 'GET /api/passkey/credentials'],
    ...['GET /api/totp/status', 'POST /api/auth/enrol-session', 'POST /api/auth/enrol-session/short-code {}'],
  ];
  const SHOWN = '{"requestingParty":"A","disclosedClaims":[],"outcome":"Denied"}';
  const OF_THE_CITIZEN = [
    ...['GET', 'PUT {"label":"A permit"}', 'DELETE'].map((call) => ['pending-applications', call] as const),
    ...['GET', `POST ${SHOWN}`, 'DELETE'].map((call) => ['presentations/history', call] as const),
  ].map(([path, call]) => {
    const [verb, ...body] = call.split(' ');
    return [verb, `/api/v1/wallet/${path}`, ...body].join(' ');
  });

  it('finds and leaves what the person keeps beside its memberships as it is, unless it has one alone', async () => {
    const told = async (calls: readonly string[], method: SignInMethod, tier?: 'consumer') => {
      const headers = { authorization: `Bearer ${(await sessionBy(method, tier)).accessToken}` };
      const seen: number[] = [];
      for (const call of calls) {
        const [verb, url, ...rest] = call.split(' ') as ['GET', string];
        const payload = rest.length > 0 ? { payload: JSON.parse(rest.join(' ')) } : {};
        seen.push((await world.app.inject({ method: verb, url, headers, ...payload })).statusCode);
      }
      return seen;
    };
    const isGood = (status: number) => status < 300;
    for (const [calls, tier] of [[OF_THE_PERSON], [OF_THE_CITIZEN, 'consumer']] as const)
      expect((await told(calls, 'oidc', tier)).every(isGood), 'of one organisation').to.equal(true);
    await elsewhere();
    for (const [calls, tier] of [[OF_THE_PERSON], [OF_THE_CITIZEN, 'consumer']] as const) {
      expect(await told(calls, 'oidc', tier)).to.deep.equal(calls.map(() => 403));
      expect((await told(calls, 'pwd', tier)).every(isGood), 'by its own means').to.equal(true);
    }
  });

  it('hears nothing of the person at the hubs, and sees no other organisation of it', async () => {
    const hears = async (method: SignInMethod) => {
      const caller = await world.deps.tokens.verify((await sessionBy(method)).accessToken);
      if (isFailure(caller)) throw new Error(caller.issue.message);
      return !isFailure(tenantHub.topics.person!.admit(USER, { caller, deps: world.deps } as never));
    };
    const organizations = async (method: SignInMethod) => {
      const headers = { authorization: `Bearer ${(await sessionBy(method)).accessToken}` };
      const { json } = await world.app.inject({ url: '/api/auth/me/organizations', headers });
      return json().organizations.map((one: { organizationId: string }) => one.organizationId);
    };
    expect(await hears('oidc')).to.equal(true);
    await elsewhere();
    const administrator = world.deps.tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId)!;
    const other = { ...administrator, id: EXAMPLE.deviceId, organisationId: PLATFORM_ORGANISATION_ID };
    await world.deps.commit(world.deps.tenants.putMembership(other));
    expect([await hears('oidc'), await hears('pwd')]).to.deep.equal([false, true]);
    expect(await organizations('oidc')).to.deep.equal([EXAMPLE.organisationId]);
    expect(await organizations('pwd')).to.have.members([EXAMPLE.organisationId, PLATFORM_ORGANISATION_ID]);
  });

  it('changes no passkey, with which it would be a session of the whole account', async () => {
    const headers = { authorization: `Bearer ${(await sessionBy('oidc')).accessToken}` };
    const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
      (await world.app.inject({ method, url: `/api/passkey${url}`, headers, ...(payload && { payload }) })).statusCode;
    expect(await call('POST', '/register/options', { displayName: 'Key of another' })).to.equal(403);
    expect(await call('DELETE', '/credentials/AAAA')).to.equal(403);
  });

  it('uses and sees the wallets of its own organisation alone', async () => {
    const wallet = { ...(await seedExampleWallet(world.deps)), owner: { kind: 'person', id: USER } as const };
    const { address } = wallet;
    const headers = { authorization: `Bearer ${(await sessionBy('oidc')).accessToken}` };
    const uses = async (tenant: string) => {
      await world.deps.commit(world.deps.wallets.put({ ...wallet, tenant }));
      const payload = { transactionData: 'aGVsbG8=' };
      const sign = { method: 'POST', url: `/api/v1/wallets/${address}/sign`, payload, headers } as const;
      const read = { url: `/api/v1/wallets/${address}`, headers };
      return [(await world.app.inject(sign)).statusCode, (await world.app.inject(read)).statusCode];
    };
    expect(await uses(PLATFORM_ORGANISATION_ID)).to.deep.equal([403, 404]);
    expect(await uses(EXAMPLE.organisationId)).to.deep.equal([200, 200]);
  });
});
