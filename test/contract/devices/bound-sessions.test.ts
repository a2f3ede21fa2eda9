// Sessions that began at the provider of an organisation, before what people keep beside their memberships: the
// operator of that provider can make one of a linked member.
import { expect } from 'chai';
import { openSession } from '../../../api/auth/session.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { SignInMethod } from '../../../core/tenant/session.js';
import { seedExampleWallet } from '../wallets.js';
import { aWorld, seedExample, type World } from '../world.js';
import { aNotice, prepareDevices, USER } from './fixtures.js';

describe('a session of the provider of an organisation', () => {
  let world: World;
  beforeEach(async () => {
    world = await aWorld();
    await seedExample(world.deps);
    await prepareDevices.listDevices!(world);
    await world.deps.notices.commit([], [aNotice('elsewhere', { details: { organisationId: 'of another' } })]);
  });
  afterEach(() => world.close());

  function sessionBy(method: SignInMethod) {
    const organisation = world.deps.tenants.organisation(EXAMPLE.organisationId)!;
    const membership = world.deps.tenants.membership(organisation.id, EXAMPLE.userId)!;
    const signIn = { method, signedInAtMs: world.deps.clock.now() };
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
    const user = world.deps.tenants.user(USER)!;
    const other = { organisationId: PLATFORM_ORGANISATION_ID, membershipId: EXAMPLE.deviceId };
    await world.deps.commit(world.deps.tenants.putUser({ ...user, memberships: [...user.memberships, other] }));
    expect(await statuses('oidc')).to.deep.equal([403, 403, 403, 403, 403, 403]);
    expect(world.deps.devices.of(USER)[0]?.status).to.equal('Active');
    expect(await statuses('pwd')).to.deep.equal([200, 200, 200, 200, 200, 204]);
  });

  it('speaks for an account that has no other organisation', async () => {
    expect(await statuses('oidc')).to.deep.equal([200, 200, 200, 200, 200, 204]);
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
