// A SystemAdmin before administrators who are none: whatever acts on the person is refused, and only a SystemAdmin may.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { Membership } from '../../../core/tenant/user.js';
import { type Method, type Sent, sendTo } from '../world/caller.js';
import { ADMIN } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';

const FORBIDDEN = [403, 'FORBIDDEN'];

describe('a SystemAdmin', () => {
  const world = worldOfEach();
  let root: string;
  /** Of an Administrator of the platform organisation. */
  let lower: string;
  let admin: Membership;
  beforeEach(async () => {
    root = await world.token('systemAdmin');
    await world.token('user');
    const { tenants, tokens, clock } = world.deps;
    const [row] = tenants.userOfEmail(ADMIN.email)!.memberships;
    admin = tenants.membership(PLATFORM_ORGANISATION_ID, row!.membershipId)!;
    const organisation = tenants.organisation(PLATFORM_ORGANISATION_ID)!;
    const user = tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId)!;
    const membership: Membership = { ...user, organisationId: organisation.id, roles: ['Administrator'] };
    await world.deps.commit(tenants.putMembership(membership));
    const signIn = { method: 'pwd' as const, signedInAtMs: clock.now() };
    lower = (await tokens.issueUser({ membership, organisation, sessionId: 's', signIn })).token;
  });

  async function answer(method: Method, url: string, how: Sent) {
    const { status, json } = await sendTo(world, method, url, how);
    return [status, json?.code];
  }

  it('stays slow to guess, however often its lock is lifted', async () => {
    const { attempts } = world.deps;
    const at = { email: EXAMPLE.userEmail, address: '198.51.100.9', isAccount: true };
    for (let i = 0; i < 60; i++) attempts.countFailure({ ...at, address: `198.51.100.${i}` });
    const member = world.deps.tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId)!;
    const url = `/api/organizations/${EXAMPLE.organisationId}/users/${member.id}/unlock`;
    expect((await answer('POST', url, { token: root }))[0]).to.equal(204);
    expect(attempts.lockSeconds(at)).to.equal(0);
    const waited: number[] = [];
    void attempts.turn(at).then((seconds) => waited.push(seconds));
    await new Promise((resolve) => setImmediate(resolve));
    expect(waited, 'it waits').to.deep.equal([]);
  });

  it('is told of by a trail that no one below shortens', async () => {
    const at = `/api/organizations/${PLATFORM_ORGANISATION_ID}`;
    const acts: readonly (readonly [Method, string, object])[] = [
      ['PUT', `${at}/audit/retention`, { retentionMonths: 1 }],
      ['PUT', `${at}/settings`, { auditRetentionMonths: 1 }],
    ];
    for (const [method, url, body] of acts) {
      expect(await answer(method, url, { token: lower, body }), url).to.deep.equal(FORBIDDEN);
      expect((await answer('GET', url, { token: lower }))[0]).to.equal(200);
    }
    expect((await answer('PUT', `${at}/audit/retention`, { token: root, body: { retentionMonths: 84 } }))[0]).to.equal(
      200,
    );
  });

  it('is neither unlocked, signed out, changed nor given keys by who is none', async () => {
    const at = `/api/organizations/${PLATFORM_ORGANISATION_ID}/users/${admin.id}`;
    const key = { userId: admin.id, departmentId: 'x', usage: 'Identity', custodyMode: 'SelfCustody' };
    const acts: readonly (readonly [Method, string, object?])[] = [
      ['POST', `${at}/unlock`],
      ['POST', `${at}/suspend`],
      ['POST', `${at}/reactivate`],
      ['PUT', at, { displayName: 'Another' }],
      ['PUT', `${at}/role`, { role: 'Designer' }],
      ['DELETE', at],
      ['POST', '/api/auth/token/revoke-user', { userId: admin.id }],
      ['POST', '/api/auth/token/revoke-organization', { organizationId: PLATFORM_ORGANISATION_ID }],
      ['POST', `/api/wallets/org/${PLATFORM_ORGANISATION_ID}/master-key`],
      ['POST', `/api/wallets/org/${PLATFORM_ORGANISATION_ID}/derive-key`, key],
    ];
    for (const [method, url, body] of acts)
      expect(await answer(method, url, { token: lower, body }), `${method} ${url}`).to.deep.equal(FORBIDDEN);
    expect((await answer('GET', '/api/auth/me', { token: root }))[0], 'still there').to.equal(200);
    expect((await answer('POST', `${at}/unlock`, { token: root }))[0]).to.equal(204);
    expect(
      (await answer('POST', '/api/auth/token/revoke-user', { token: root, body: { userId: admin.id } }))[0],
    ).to.equal(200);
  });

  it('is neither let in nor signed out by a provider that who is none configures', async () => {
    const at = `/api/organizations/${PLATFORM_ORGANISATION_ID}`;
    const { deps } = world;
    const issuerUrl = 'https://id.example';
    const named = { organisationId: PLATFORM_ORGANISATION_ID, preset: 'GenericOidc', displayName: 'Id' } as const;
    const common = { clientId: 'q', sealedSecret: '', scopes: ['openid'], isEnabled: true, vouchesForEmails: false };
    for (const slot of ['idp', 'github'] as const) {
      const provider = { ...named, ...common, slot, id: randomUUID(), issuerUrl, admitsNewcomers: false };
      await deps.commit([deps.identityProviders.put({ ...provider, createdAt: EXAMPLE.time, version: 1 })]);
    }
    const identity = { ...named, slot: 'idp', id: EXAMPLE.deviceId, issuer: issuerUrl, subject: 'root' } as const;
    const used = { email: undefined, createdAt: EXAMPLE.time, lastUsedAt: EXAMPLE.time };
    await deps.commit([...deps.identities.put(admin.platformUserId, [{ ...identity, ...used }])]);
    const stated = { issuerUrl, clientId: 'q', clientSecret: 's' };
    const acts: readonly (readonly [Method, string, object?])[] = [
      ['POST', `${at}/idp/toggle`, { enabled: false }],
      ['PUT', `${at}/idp`, { ...stated, providerPreset: 'GenericOidc' }],
      ['DELETE', `${at}/idp`],
      ['PUT', `${at}/social-providers/github`, stated],
      ['DELETE', `${at}/social-providers/github`],
    ];
    const stands = async () => (await answer('GET', '/api/auth/me', { token: root }))[0];
    for (const [method, url, body] of acts) {
      expect(await answer(method, url, { token: lower, body }), `${method} ${url}`).to.deep.equal(FORBIDDEN);
      expect(await stands(), url).to.equal(200);
    }
    expect((await answer('GET', `${at}/idp`, { token: lower }))[0]).to.equal(200);
    expect((await answer('POST', `${at}/idp/toggle`, { token: root, body: { enabled: false } }))[0]).to.equal(200);
    expect(await stands(), 'signed out by its own act').to.equal(401);
  });

  it('is not unlocked by the organisation that it joined first, whose administrator could guess its password', async () => {
    const { tenants } = world.deps;
    const user = tenants.userOfEmail(ADMIN.email)!;
    const first: Membership = {
      ...admin,
      id: EXAMPLE.deviceId,
      organisationId: EXAMPLE.organisationId,
      roles: ['User'],
    };
    const memberships = [{ organisationId: EXAMPLE.organisationId, membershipId: first.id }, ...user.memberships];
    await world.deps.commit([...tenants.putMembership(first), ...tenants.putUser({ ...user, memberships })]);
    const url = `/api/organizations/${EXAMPLE.organisationId}/users/${first.id}/unlock`;
    expect(await answer('POST', url, { token: await world.token('administrator') })).to.deep.equal(FORBIDDEN);
    expect((await answer('POST', url, { token: root }))[0]).to.equal(204);
  });
});
