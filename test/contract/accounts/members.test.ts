// Members of an organisation as its administrators change them: what ends their sessions, and that somebody stays who
// can administer it.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { isKeeper } from '../../../core/tenant/members/change.js';
import type { ProgramConsent } from '../../../core/tenant/programs/consent.js';
import { PLATFORM_ORGANISATION_ID, type Role } from '../../../core/tenant/roles.js';
import type { Membership } from '../../../core/tenant/user.js';
import { type Method, type Sent, sendTo } from '../world/caller.js';
import { seedExample } from '../world/personas.js';
import type { World } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';

const USERS = `/api/organizations/${EXAMPLE.organisationId}/users`;
const UMA = `${USERS}/${EXAMPLE.userId}`;
const ADA = `${USERS}/${EXAMPLE.administratorId}`;

describe('members of an organisation', () => {
  const world = worldOfEach();
  let admin: string;
  beforeEach(async () => {
    admin = await world.token('administrator');
  });

  const send = (method: Method, url: string, how: Sent = {}) => sendTo(world, method, url, { token: admin, ...how });
  const codeOf = async (sent: ReturnType<typeof send>) => {
    const { status, json } = await sent;
    return [status, json?.code];
  };
  const LAST = [409, 'LAST_ADMINISTRATOR'];
  const member = (id: string = EXAMPLE.userId, at: string = EXAMPLE.organisationId) =>
    world.deps.tenants.membership(at, id) as Membership;
  const given = (id: string, roles: readonly Role[]) =>
    world.deps.commit(world.deps.tenants.putMembership({ ...member(id), roles }));
  /** The calls that a session of Uma can still make: at the door, and with its refresh token. */
  const left = async ({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) => [
    await codeOf(send('GET', '/api/auth/me', { token: accessToken })),
    await codeOf(send('POST', '/api/auth/token/refresh', { token: '', body: { refreshToken } })),
  ];
  const GONE = [
    [401, 'TOKEN_REVOKED'],
    [401, 'TOKEN_REVOKED'],
  ];

  it('are shown with how they sign in, and with what they have in this organisation alone', async () => {
    const { deps } = world;
    const { accessToken } = await world.session('user');
    const consent: ProgramConsent = {
      ...{ id: 'AAAAAAAAAAAAAAAAAAAAAA', organisationId: EXAMPLE.organisationId, membershipId: EXAMPLE.userId },
      ...{ clientId: 'planner', name: 'Planner', scopes: ['ledger:read'], grantedAtMs: deps.clock.now() },
    };
    const elsewhere = { ...consent, id: 'BAAAAAAAAAAAAAAAAAAAAA', organisationId: PLATFORM_ORGANISATION_ID };
    const { platformUserId } = member();
    const [family] = await deps.sessions.ofUser(platformUserId, { nowMs: deps.clock.now(), limit: 1, readMax: 9 });
    const other = { ...family!, id: 'c2Vzc2lvbi1lbHNld2hlcm', organisationId: PLATFORM_ORGANISATION_ID };
    await deps.commit([
      deps.programs.consents.put(platformUserId, [consent, elsewhere]),
      ...[deps.sessions.putFamily(other), deps.sessions.putOwner(other)],
    ]);
    const read = await send('GET', `${UMA}/sign-in`);
    expect(read.status, JSON.stringify(read.json)).to.equal(200);
    const { sessions, programs, ...rest } = read.json;
    expect(rest).to.deep.equal({ secondFactors: [], isLocked: false });
    expect(sessions).to.have.length(1);
    expect(sessions[0]).to.include({ method: 'pwd', program: null, address: '127.0.0.1' });
    expect(programs.map(({ name }: { name: string }) => name)).to.deep.equal(['Planner']);
    expect(JSON.stringify(read.json)).to.not.include(family!.id);
    for (let i = 0; i < 6; i++)
      await send('POST', '/api/auth/login', { token: '', body: { email: EXAMPLE.userEmail, password: 'wrong' } });
    expect((await send('GET', `${UMA}/sign-in`)).json).to.include({ isLocked: true });
    expect(await codeOf(send('POST', `${UMA}/unlock`))).to.deep.equal([204, undefined]);
    expect((await send('GET', `${UMA}/sign-in`)).json).to.include({ isLocked: false });
    const listed = (await send('GET', USERS)).json.users as { readonly id: string; readonly secondFactors: unknown }[];
    expect(listed.find(({ id }) => id === EXAMPLE.userId)?.secondFactors).to.deep.equal([]);
    expect(await codeOf(send('GET', `${UMA}/sign-in`, { token: accessToken }))).to.deep.equal([403, 'FORBIDDEN']);
    const foreign = `/api/organizations/${PLATFORM_ORGANISATION_ID}/users/${EXAMPLE.userId}/sign-in`;
    expect(await codeOf(send('GET', foreign))).to.deep.equal([404, 'ORGANISATION_NOT_FOUND']);
    expect(await codeOf(send('GET', `${USERS}/${EXAMPLE.organisationId}/sign-in`))).to.deep.equal([
      ...[404, 'USER_NOT_FOUND'],
    ]);
  });

  it('lose their sessions when their roles change, and keep them under another name', async () => {
    const named = await world.session('user');
    const renamed = await send('PUT', UMA, { body: { displayName: 'Uma Unger' } });
    expect([renamed.status, renamed.json.displayName, renamed.json.roles]).to.deep.equal([200, 'Uma Unger', ['User']]);
    expect((await send('GET', '/api/auth/me', { token: named.accessToken })).status).to.equal(200);
    const changed = await send('PUT', UMA, { body: { roles: ['Designer', 'Auditor'] } });
    expect([changed.status, changed.json.roles]).to.deep.equal([200, ['Designer', 'Auditor']]);
    expect(await left(named)).to.deep.equal(GONE);
    const designer = await world.session('user');
    expect((await send('GET', '/api/auth/me', { token: designer.accessToken })).json.roles).to.deep.equal([
      'Designer',
      'Auditor',
    ]);
    expect((await send('PUT', `${UMA}/role`, { body: { role: 'Member' } })).json.roles).to.deep.equal(['Member']);
    expect(await left(designer)).to.deep.equal(GONE);
    expect((await send('GET', UMA)).json).to.deep.include({ roles: ['Member'], status: 'Active' });
  });

  it('are gone at once when they are removed, and their account stays', async () => {
    const session = await world.session('user');
    expect((await send('DELETE', UMA)).status).to.equal(204);
    expect(await left(session)).to.deep.equal(GONE);
    expect(await codeOf(send('GET', UMA))).to.deep.equal([404, 'USER_NOT_FOUND']);
    expect(await codeOf(send('DELETE', UMA))).to.deep.equal([404, 'USER_NOT_FOUND']);
    expect(world.deps.tenants.organisation(EXAMPLE.organisationId)?.userCount).to.equal(1);
    expect(world.deps.tenants.userOfEmail(EXAMPLE.userEmail)?.memberships).to.deep.equal([]);
    const trail = `/api/organizations/${EXAMPLE.organisationId}/audit?eventType=UserRemovedFromOrganization`;
    expect((await send('GET', trail)).json.items[0]).to.deep.include({
      eventType: 'UserRemovedFromOrganization',
      details: { userId: EXAMPLE.userId },
    });
  });

  it('keep their last administrator', async () => {
    await given(EXAMPLE.userId, ['Designer']);
    expect(await codeOf(send('DELETE', ADA))).to.deep.equal(LAST);
    expect(await codeOf(send('PUT', `${ADA}/role`, { body: { role: 'Designer' } }))).to.deep.equal(LAST);
    expect(await codeOf(send('PUT', ADA, { body: { roles: [] } }))).to.deep.equal(LAST);
    const root = await world.token('systemAdmin');
    for (const body of [{ status: 'Suspended' }, { roles: ['User'] }])
      expect(await codeOf(send('PUT', ADA, { token: root, body }))).to.deep.equal(LAST);
    expect(await codeOf(send('POST', `${ADA}/suspend`, { token: root }))).to.deep.equal(LAST);
    expect(await codeOf(send('POST', `${ADA}/suspend`))).to.deep.equal([403, 'FORBIDDEN']);
    await given(EXAMPLE.userId, ['Administrator']);
    expect((await send('POST', `${ADA}/suspend`, { token: root })).status).to.equal(204);
    expect(await codeOf(send('PUT', UMA, { token: root, body: { status: 'Suspended' } }))).to.deep.equal(LAST);
  });

  it('keep one administrator of two who are taken away at once', async () => {
    const token = await world.token('systemAdmin');
    slowed(world);
    const ways = [
      [() => send('DELETE', ADA, { token }), () => send('DELETE', UMA, { token })],
      [
        () => send('PUT', `${ADA}/role`, { token, body: { role: 'Member' } }),
        () => send('POST', `${UMA}/suspend`, { token }),
      ],
    ];
    for (const way of ways) {
      await seedExample(world.deps);
      await given(EXAMPLE.userId, ['Administrator']);
      const both = await Promise.all(way.map((sending) => sending()));
      expect(both.filter(({ status }) => status < 300)).to.have.length(1);
      expect(both.map(({ json }) => json?.code)).to.include('LAST_ADMINISTRATOR');
    }
  });

  it('change nothing any more once they were taken away, also where they had asked before', async () => {
    await given(EXAMPLE.userId, ['Administrator']);
    const uma = await world.token('user');
    const both = await Promise.all([send('DELETE', ADA, { token: uma }), send('DELETE', UMA)]);
    expect(both.filter(({ status }) => status === 204)).to.have.length(1);
    expect(both.map(({ json }) => json?.code)).to.include('TOKEN_REVOKED');
    expect([member(), member(EXAMPLE.administratorId)].filter((one) => one && isKeeper(one))).to.have.length(1);
  });

  it('of the platform keep their last SystemAdmin, whom no administrator changes', async () => {
    const root = await world.token('systemAdmin');
    const [first] = (await send('GET', `/api/organizations/${PLATFORM_ORGANISATION_ID}/users`, { token: root })).json
      .users;
    const at = `/api/organizations/${PLATFORM_ORGANISATION_ID}/users/${first.id}`;
    expect(await codeOf(send('PUT', `${at}/role`, { token: root, body: { role: 'Administrator' } }))).to.deep.equal(
      LAST,
    );
    expect(await codeOf(send('DELETE', at, { token: root }))).to.deep.equal(LAST);
    await world.deps.commit(
      world.deps.tenants.putMembership({
        ...member(),
        organisationId: PLATFORM_ORGANISATION_ID,
        roles: ['Administrator'],
      }),
    );
    const identity = {
      membership: member(EXAMPLE.userId, PLATFORM_ORGANISATION_ID),
      organisation: world.deps.tenants.organisation(PLATFORM_ORGANISATION_ID) as never,
      sessionId: 's',
      signIn: { method: 'pwd' as const, signedInAtMs: world.deps.clock.now() },
    };
    const { token } = await world.deps.tokens.issueUser(identity);
    for (const [method, url] of [
      ['DELETE', at],
      ['POST', `${at}/suspend`],
    ] as const)
      expect(await codeOf(send(method, url, { token }))).to.deep.equal([403, 'FORBIDDEN']);
    expect(await codeOf(send('PUT', `${at}/role`, { token, body: { role: 'SystemAdmin' } }))).to.deep.equal([
      400,
      'ROLE_INVALID',
    ]);
  });

  it('get only roles that there are, by an administrator of their own', async () => {
    const role = (name: string, token = admin, url = UMA) =>
      codeOf(send('PUT', `${url}/role`, { token, body: { role: name } }));
    expect(await role('Owner')).to.deep.equal([400, 'ROLE_INVALID']);
    expect(await role('SystemAdmin')).to.deep.equal([400, 'ROLE_INVALID']);
    expect(await codeOf(send('PUT', UMA, { body: { roles: ['Member', 'User'] } }))).to.deep.equal([
      400,
      'ROLE_INVALID',
    ]);
    expect(await role('Designer', await world.token('user'))).to.deep.equal([403, 'FORBIDDEN']);
    const elsewhere = UMA.replace(EXAMPLE.organisationId, PLATFORM_ORGANISATION_ID);
    for (const method of ['GET', 'DELETE'] as const)
      expect(await codeOf(send(method, elsewhere))).to.deep.equal([404, 'ORGANISATION_NOT_FOUND']);
    expect(await role('Designer', admin, elsewhere)).to.deep.equal([404, 'ORGANISATION_NOT_FOUND']);
    expect(member().roles).to.deep.equal(['User']);
  });
});

/** Lets time pass between the question whether there is another administrator and what follows from the answer. */
function slowed({ deps: { tenants } }: World): void {
  const hasMember = tenants.hasMember.bind(tenants);
  tenants.hasMember = async (...asked) => {
    const found = await hasMember(...asked);
    await new Promise((resolve) => setTimeout(resolve, 30));
    return found;
  };
}
