// How people come into an organisation: no one does without accepting, and an inviter does not learn who else has an
// account here.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { hashOf } from '../../../api/groups/people/invitations/joining.js';
import {
  INVITATION_ATTEMPTS_MAX,
  INVITATION_KEEP_MS,
  INVITATIONS_PENDING_MAX,
  MEMBERSHIPS_MAX,
} from '../../../core/base/limits/node/accounts.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { Membership } from '../../../core/tenant/user.js';
import { code, type Posted, postTo } from '../world/caller.js';
import { ADMIN } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';

const DAY = 24 * 60 * 60_000;
const USERS = `/api/organizations/${EXAMPLE.organisationId}/users`;
const INVITATIONS = `/api/organizations/${EXAMPLE.organisationId}/invitations`;
const PASSWORD = 'nine paper boats drift';

describe('invitations', () => {
  const world = worldOfEach();
  let admin: string;
  beforeEach(async () => {
    admin = await world.token('administrator');
  });

  const post = (...sent: Posted) => postTo(world, ...sent);
  const get = (url: string, token: string) => world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  const invite = (email: string, { roles = ['User'], url = USERS, token = admin } = {}) =>
    post(url, { email, displayName: 'Dora', roles }, token);
  const invited = async (email: string, how = {}): Promise<{ id: string; code: string; expiresAt: string }> => {
    const answer = await invite(email, how);
    expect(answer.statusCode, answer.body).to.equal(201);
    return answer.json();
  };
  const accept = (of: string, token: string) => post('/api/invitations/accept', { code: of }, token);
  const register = (of: string, password = PASSWORD) => post('/api/invitations/register', { code: of, password });
  const login = async (email: string, password = PASSWORD) =>
    (await post('/api/auth/login', { email, password })).json().accessToken as string;
  const statuses = async (): Promise<string[]> =>
    (await get(INVITATIONS, admin)).json().invitations.map(({ status }: { status: string }) => status);
  const members = async (): Promise<string[]> =>
    (await get(USERS, admin)).json().users.map(({ email }: { email: string }) => email);
  it('answer alike for addresses with an account and without, and add no member', async () => {
    const before = await members();
    const shapes = [];
    for (const email of [ADMIN.email, 'nobody@x.example']) {
      const answer = await invite(email);
      const { id, code: once, email: shown, ...rest } = answer.json();
      expect(id).to.match(/^[0-9a-f-]{36}$/);
      expect(once).to.match(/^inv_[\w-]{32}$/);
      expect(shown).to.equal(email);
      shapes.push([answer.statusCode, Object.keys(answer.headers).sort(), rest]);
    }
    expect(shapes[0]).to.deep.equal(shapes[1]);
    expect(await members()).to.deep.equal(before);
    expect(world.deps.tenants.userOfEmail(ADMIN.email)?.memberships).to.have.length(1);
    expect(world.deps.tenants.userOfEmail('nobody@x.example')).to.equal(undefined);
  });

  it('make a member of who accepts with the account of the address, under its own name', async () => {
    const { code: once } = await invited(ADMIN.email.toUpperCase(), { roles: ['Designer', 'Auditor'] });
    const root = await world.token('systemAdmin');
    const offer = await post('/api/invitations/read', { code: once });
    expect(offer.json()).to.deep.include({
      organizationName: EXAMPLE.organisationName,
      roles: ['Designer', 'Auditor'],
    });
    expect(offer.json().invitedBy).to.equal('Ada Administrator');
    const accepted = await accept(once, root);
    expect(accepted.statusCode, accepted.body).to.equal(200);
    const shown = { email: ADMIN.email, displayName: 'System administrator', status: 'Active' };
    expect(accepted.json()).to.deep.include({ ...shown, roles: ['Designer', 'Auditor'] });
    expect(await members()).to.include(ADMIN.email);
    expect(world.deps.tenants.organisation(EXAMPLE.organisationId)?.userCount).to.equal(3);
    const switched = await post('/api/auth/switch-org', { organizationId: EXAMPLE.organisationId }, root);
    expect((await get('/api/auth/me', switched.json().accessToken)).json().roles).to.deep.equal([
      'Designer',
      'Auditor',
    ]);
    expect(await statuses()).to.deep.equal(['Accepted']);
  });

  it('make an account for who has none, with a password that only its owner knows', async () => {
    const email = 'dora@x.example';
    const { code: once } = await invited(email);
    expect(code(await register(once, 'letmein12345'))).to.deep.equal([400, 'PASSWORD_WEAK']);
    const made = await register(once);
    expect(made.statusCode, made.body).to.equal(201);
    expect(made.json()).to.deep.include({ email, displayName: 'Dora', roles: ['User'], status: 'Active' });
    expect(made.body).to.not.match(/hash|password/i);
    expect((await get('/api/auth/me', await login(email))).json().organizationId).to.equal(EXAMPLE.organisationId);
    const named = { code: (await invited('eve@x.example')).code, password: PASSWORD, displayName: 'Eve Own' };
    expect((await post('/api/invitations/register', named)).json().displayName).to.equal('Eve Own');
  });

  it('are for administrators of the organisation', async () => {
    const { id } = await invited('dora@x.example');
    const user = await world.token('user');
    const revoke = `${INVITATIONS}/${id}/revoke`;
    const refused = [
      await invite('a@x.example', { token: user }),
      await get(INVITATIONS, user),
      await post(revoke, {}, user),
    ];
    for (const answer of refused) expect(code(answer)).to.deep.equal([403, 'FORBIDDEN']);
    const foreign = (url: string) => url.replace(EXAMPLE.organisationId, PLATFORM_ORGANISATION_ID);
    const missing = [
      await invite('a@x.example', { url: foreign(USERS) }),
      await get(foreign(INVITATIONS), admin),
      await post(foreign(revoke), {}, admin),
    ];
    for (const answer of missing) expect(code(answer)).to.deep.equal([404, 'ORGANISATION_NOT_FOUND']);
    expect(code(await invite('a@x.example', { roles: ['SystemAdmin'] }))).to.deep.equal([400, 'ROLE_INVALID']);
    expect(code(await post(revoke.replace(id, EXAMPLE.userId), {}, admin))).to.deep.equal([
      404,
      'INVITATION_NOT_FOUND',
    ]);
    expect(await statuses()).to.deep.equal(['Pending']);
  });

  it('cannot be accepted by another account, which gets few attempts', async () => {
    const { code: once } = await invited(ADMIN.email);
    const user = await world.token('user');
    for (let i = 0; i < INVITATION_ATTEMPTS_MAX; i++)
      expect(code(await accept(once, user))).to.deep.equal([403, 'INVITATION_NOT_YOURS']);
    expect(code(await accept(once, await world.token('systemAdmin')))).to.deep.equal([410, 'INVITATION_REVOKED']);
    expect(world.deps.tenants.userOfEmail(ADMIN.email)?.memberships).to.have.length(1);
  });

  it('do not give away the account of an address that has one', async () => {
    const { code: once } = await invited(ADMIN.email);
    for (let i = 0; i < INVITATION_ATTEMPTS_MAX; i++)
      expect(code(await register(once))).to.deep.equal([409, 'EMAIL_TAKEN']);
    expect(code(await register(once))).to.deep.equal([410, 'INVITATION_REVOKED']);
    expect(await login(ADMIN.email)).to.equal(undefined);
    expect(await login(ADMIN.email, ADMIN.password)).to.be.a('string');
  });

  it('say by a code why one cannot be answered', async () => {
    let token = await world.token('systemAdmin');
    const answers = async (of: string) => {
      const calls = [
        await accept(of, token),
        await register(of),
        await post('/api/invitations/read', { code: of }),
        await post('/api/invitations/decline', { code: of }),
      ];
      return calls.map(code);
    };
    const four = (status: number, text: string) => Array.from({ length: 4 }, () => [status, text]);
    for (const unknown of ['x', `inv_${'A'.repeat(32)}`])
      expect(await answers(unknown)).to.deep.equal(four(404, 'INVITATION_NOT_FOUND'));
    const used = await invited('used@x.example');
    await register(used.code);
    expect(await answers(used.code)).to.deep.equal(four(409, 'INVITATION_USED'));
    world.advance(1);
    const declined = await invited('declined@x.example');
    expect((await post('/api/invitations/decline', { code: declined.code })).statusCode).to.equal(204);
    expect(await answers(declined.code)).to.deep.equal(four(409, 'INVITATION_USED'));
    world.advance(1);
    const revoked = await invited('revoked@x.example');
    expect((await post(`${INVITATIONS}/${revoked.id}/revoke`, {}, admin)).statusCode).to.equal(204);
    expect(await answers(revoked.code)).to.deep.equal(four(410, 'INVITATION_REVOKED'));
    expect(code(await post(`${INVITATIONS}/${revoked.id}/revoke`, {}, admin))).to.deep.equal([
      410,
      'INVITATION_REVOKED',
    ]);
    world.advance(1);
    const late = await invited('late@x.example');
    expect(Date.parse(late.expiresAt) - world.deps.clock.now()).to.equal(7 * DAY);
    world.setClock(7 * DAY);
    [admin, token] = [await world.token('administrator'), await world.token('systemAdmin')];
    expect(await answers(late.code)).to.deep.equal(four(410, 'INVITATION_EXPIRED'));
    expect(await statuses()).to.deep.equal(['Expired', 'Revoked', 'Declined', 'Accepted']);
  });

  it('are replaced by a newer one to the same address', async () => {
    const first = await invited('dora@x.example');
    const second = await invited('Dora@X.example', { roles: ['Auditor'] });
    expect(code(await register(first.code))).to.deep.equal([410, 'INVITATION_REVOKED']);
    expect((await register(second.code)).json().roles).to.deep.equal(['Auditor']);
    expect(code(await invite('dora@x.example'))).to.deep.equal([409, 'EMAIL_TAKEN']);
  });

  it('work once of two acceptances at once', async () => {
    const { code: once } = await invited(ADMIN.email);
    const root = await world.token('systemAdmin');
    const accepted = await Promise.all([accept(once, root), accept(once, root)]);
    expect(accepted.map(({ statusCode }) => statusCode)).to.have.members([200, 409]);
    expect(world.deps.tenants.userOfEmail(ADMIN.email)?.memberships).to.have.length(2);
    const next = await invited('dora@x.example');
    const registered = await Promise.all([register(next.code), register(next.code, 'four copper kettles sing')]);
    expect(registered.map(({ statusCode }) => statusCode)).to.have.members([201, 409]);
    expect(world.deps.tenants.organisation(EXAMPLE.organisationId)?.userCount).to.equal(4);
  });

  it('give an address that two organisations invited to one of two accounts that are made at once', async () => {
    const own = await invited('dora@x.example');
    const url = USERS.replace(EXAMPLE.organisationId, PLATFORM_ORGANISATION_ID);
    const other = await invited('dora@x.example', { url, token: await world.token('systemAdmin') });
    const both = await Promise.all([register(own.code), register(other.code)]);
    expect(both.map(code)).to.deep.include.members([[409, 'EMAIL_TAKEN']]);
    expect(both.map(({ statusCode }) => statusCode)).to.have.members([201, 409]);
    expect(world.deps.tenants.userOfEmail('dora@x.example')?.memberships).to.have.length(1);
  });

  it('cannot be accepted by who is in too many organisations', async () => {
    const { code: once } = await invited(ADMIN.email);
    const user = world.deps.tenants.userOfEmail(ADMIN.email);
    if (!user) throw new Error('The administrator has an account.');
    const [own] = user.memberships;
    const memberships = new Array(MEMBERSHIPS_MAX).fill(own);
    await world.deps.commit(world.deps.tenants.putUser({ ...user, memberships }));
    expect(code(await accept(once, await world.token('systemAdmin')))).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('rest while the organisation is suspended', async () => {
    const { code: once } = await invited(ADMIN.email);
    const root = await world.token('systemAdmin');
    const put = (status: string) =>
      world.app.inject({
        method: 'PUT',
        url: `/api/platform/organizations/${EXAMPLE.organisationId}/status`,
        payload: { status },
        headers: { authorization: `Bearer ${root}` },
      });
    await put('Suspended');
    expect(code(await accept(once, root))).to.deep.equal([403, 'ORGANISATION_SUSPENDED']);
    expect(code(await register(once))).to.deep.equal([403, 'ORGANISATION_SUSPENDED']);
    await put('Active');
    expect((await accept(once, root)).statusCode).to.equal(200);
  });

  it('fall with their inviter, also while an account is being made', async () => {
    const first = await invited(ADMIN.email, { roles: ['Administrator'] });
    const second = await invited('dora@x.example', { roles: ['Administrator'] });
    const root = await world.token('systemAdmin');
    const { passwords, tenants } = world.deps;
    // The last administrator could not be suspended.
    const uma = tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId) as Membership;
    await world.deps.commit(tenants.putMembership({ ...uma, roles: ['Administrator'] }));
    const hash = passwords.hash.bind(passwords);
    passwords.hash = async (password) => {
      await post(`${USERS}/${EXAMPLE.administratorId}/suspend`, {}, root);
      return hash(password);
    };
    expect(code(await register(second.code))).to.deep.equal([410, 'INVITATION_REVOKED']);
    expect(world.deps.tenants.userOfEmail('dora@x.example')).to.equal(undefined);
    expect(code(await accept(first.code, root))).to.deep.equal([410, 'INVITATION_REVOKED']);
    expect(code(await post('/api/invitations/read', { code: first.code }))).to.deep.equal([410, 'INVITATION_REVOKED']);
  });

  it('bring no suspended member back', async () => {
    const { code: once } = await invited('dora@x.example');
    const { id } = (await register(once)).json();
    expect((await post(`${USERS}/${id}/suspend`, {}, admin)).statusCode).to.equal(204);
    expect(code(await register(once))).to.deep.equal([409, 'INVITATION_USED']);
    expect(code(await invite('dora@x.example'))).to.deep.equal([409, 'EMAIL_TAKEN']);
    expect(world.deps.tenants.membership(EXAMPLE.organisationId, id)?.status).to.equal('Suspended');
  });

  it('that wait for an answer have a bound, and are listed by page, newest first', async () => {
    const all = [];
    for (let i = 0; i < INVITATIONS_PENDING_MAX; i++) {
      world.advance(1);
      all.push(await invited(`n${i}@x.example`));
    }
    for (const email of [ADMIN.email, 'nobody@x.example'])
      expect(code(await invite(email))).to.deep.equal([409, 'INVITATIONS_FULL']);
    const page = (await get(`${INVITATIONS}?page=2&pageSize=3`, admin)).json();
    expect([page.totalCount, page.invitations.map(({ email }: { email: string }) => email)]).to.deep.equal([
      INVITATIONS_PENDING_MAX,
      ['n96@x.example', 'n95@x.example', 'n94@x.example'],
    ]);
    await post(`${INVITATIONS}/${all[0]?.id}/revoke`, {}, admin);
    expect((await invite('nobody@x.example')).statusCode).to.equal(201);
  });

  it('show their code once, and keep its hash only', async () => {
    const { code: once } = await invited('dora@x.example');
    expect((await get(INVITATIONS, admin)).body)
      .to.not.include(once)
      .and.not.match(/hash/i);
    const rows: Uint8Array[] = [];
    for await (const row of world.kv.range({ gte: Uint8Array.of(0), lt: Uint8Array.of(255) })) rows.push(...row);
    expect([hashOf(once), once].map((text) => rows.some((bytes) => Buffer.from(bytes).includes(text)))).to.deep.equal([
      true,
      false,
    ]);
  });

  it('are in the audit trail', async () => {
    const { id, code: once } = await invited('dora@x.example');
    await accept(once, await world.token('user'));
    await register(once);
    await post('/api/invitations/decline', { code: (await invited('b@x.example')).code });
    await post(`${INVITATIONS}/${(await invited('c@x.example')).id}/revoke`, {}, admin);
    const url = `/api/organizations/${EXAMPLE.organisationId}/audit?pageSize=100`;
    const { items } = (await get(url, admin)).json();
    const rows = items.filter(({ details }: { details: { invitationId?: string } }) => details.invitationId === id);
    const of = (type: string) => rows.find(({ eventType }: { eventType: string }) => eventType === type);
    expect(of('InvitationSent')).to.include({ identityId: EXAMPLE.administratorId, success: true });
    expect(of('InvitationRefused')).to.include({ identityId: EXAMPLE.userId, success: false });
    const member = (await get(USERS, admin))
      .json()
      .users.find(({ email }: { email: string }) => email === 'dora@x.example');
    expect(of('InvitationAccepted').identityId).to.equal(member.id);
    expect(of('UserAddedToOrganization').identityId).to.equal(member.id);
    const names = items.map(({ eventType }: { eventType: string }) => eventType);
    expect(names).to.include.members(['InvitationDeclined', 'InvitationRevoked']);
  });

  it('are forgotten a while after they expired', async () => {
    const old = await invited('old@x.example');
    const { invitations } = world.deps;
    const sweep = () =>
      invitations.sweep(world.deps.clock.now(), { commit: world.deps.commit, opsOfExpired: () => [] });
    world.setClock(7 * DAY + INVITATION_KEEP_MS - 1);
    admin = await world.token('administrator');
    const fresh = await invited('fresh@x.example');
    await sweep();
    expect(await statuses()).to.deep.equal(['Pending', 'Expired']);
    world.setClock(1);
    await sweep();
    expect(await statuses()).to.deep.equal(['Pending']);
    expect(code(await register(old.code))).to.deep.equal([404, 'INVITATION_NOT_FOUND']);
    expect((await register(fresh.code)).statusCode).to.equal(201);
  });
});
