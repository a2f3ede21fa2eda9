// A user that an administrator makes with a first password: at once where no account has the address, an invitation
// where one has it.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { Mail } from '../../../core/outgoing/ports.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { withRegistration } from '../factors/fixtures.js';
import { sendTo } from '../world/caller.js';
import { mailsOf } from '../world/mails.js';
import { ADMIN } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';

const ORGANISATION = `/api/organizations/${EXAMPLE.organisationId}`;
const USERS = `${ORGANISATION}/users`;
const EMAIL = 'dora@acme.example';
const FIRST = 'nine paper boats drift';
const OWN = 'four copper kettles sing';

describe('a user with a first password', () => {
  const world = worldOfEach();
  let admin: string;
  let mails: readonly Mail[];
  beforeEach(async () => {
    admin = await world.token('administrator');
    mails = mailsOf(world);
  });

  const post = (url: string, body: object, token?: string) => sendTo(world, 'POST', url, { token, body });
  const get = (url: string, token: string) => sendTo(world, 'GET', url, { token });
  const asked = (more: object = {}) => ({
    email: EMAIL,
    displayName: 'Dora',
    roles: ['Designer'],
    password: FIRST,
    ...more,
  });
  const add = (more: object = {}, token = admin) => post(USERS, asked(more), token);
  const login = async (password: string, email = EMAIL): Promise<string | undefined> =>
    (await post('/api/auth/login', { email, password })).json.accessToken;
  const account = (email = EMAIL) => world.deps.tenants.userOfEmail(email);

  it('is a member at once, with an address that nobody proved', async () => {
    const made = await add({ email: 'Dora@ACME.example' });
    expect(made.status, made.text).to.equal(201);
    expect(made.json).to.deep.include({
      ...{
        made: 'user',
        email: EMAIL,
        emailVerified: false,
        displayName: 'Dora',
        roles: ['Designer'],
        status: 'Active',
      },
    });
    expect(made.json).to.not.have.any.keys('code', 'password', 'passwordHash');
    expect((await get(`${USERS}/${made.json.id}`, admin)).json).to.deep.include({ id: made.json.id, email: EMAIL });
    expect(account()?.emailVerifiedAt).to.equal(undefined);
    const trail = (await get(`${ORGANISATION}/audit?eventType=UserAddedToOrganization`, admin)).json.items;
    expect(trail[0].details).to.deep.equal({ userId: made.json.id, email: EMAIL });
    expect(JSON.stringify(trail)).to.not.contain(FIRST);
  });

  it('changes the password first, and does nothing else before', async () => {
    await add();
    const first = await login(FIRST);
    for (const url of [USERS, '/api/registers', '/api/v1/wallets']) {
      const early = await get(url, first ?? '');
      expect([early.status, early.json.code], url).to.deep.equal([403, 'PASSWORD_CHANGE_REQUIRED']);
    }
    const change = { currentPassword: FIRST, newPassword: OWN };
    expect((await post('/api/auth/password/change', change, first)).status).to.equal(204);
    expect(await login(FIRST)).to.equal(undefined);
    const me = await get('/api/auth/me', (await login(OWN)) ?? '');
    expect(me.json).to.deep.include({
      organizationId: EXAMPLE.organisationId,
      roles: ['Designer'],
      emailVerified: false,
    });
  });

  it('is an invitation where the address has an account, which keeps its password', async () => {
    const before = account(ADMIN.email);
    const made = await add({ email: ADMIN.email });
    expect(made.status, made.text).to.equal(201);
    expect(made.json).to.deep.include({ made: 'invitation', status: 'Pending', email: ADMIN.email });
    expect(account(ADMIN.email)).to.deep.equal(before);
    expect(await login(FIRST, ADMIN.email)).to.equal(undefined);
    const accepted = await post('/api/invitations/accept', { code: made.json.code }, await world.token('systemAdmin'));
    expect(accepted.status, accepted.text).to.equal(200);
  });

  it('is made once of two requests at once, and takes the place of an invitation', async () => {
    const invited = await add({ password: undefined });
    expect(invited.json.made).to.equal('invitation');
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ status }) => status)).to.have.members([201, 409]);
    expect(account()?.memberships).to.have.length(1);
    const late = await post('/api/invitations/register', { code: invited.json.code, password: OWN });
    expect([late.status, late.json.code]).to.deep.equal([410, 'INVITATION_REVOKED']);
  });

  it('takes no account that was made while its password was hashed', async () => {
    const { passwords, tenants, commit } = world.deps;
    const hash = passwords.hash.bind(passwords);
    passwords.hash = async (...words) => {
      const user = {
        id: EXAMPLE.invitationId,
        email: EMAIL,
        displayName: 'Own',
        createdAt: EXAMPLE.time,
        memberships: [],
      };
      await commit(tenants.putUser(user));
      return hash(...words);
    };
    expect((await add()).json.made).to.equal('invitation');
    expect(account()).to.deep.include({ displayName: 'Own' }).and.not.have.property('passwordHash');
  });

  it('is made by administrators of the organisation, of what they may give', async () => {
    const foreign = USERS.replace(EXAMPLE.organisationId, PLATFORM_ORGANISATION_ID);
    const told = [
      await add({}, await world.token('user')),
      await post(foreign, asked(), admin),
      await add({ roles: ['SystemAdmin'] }),
      await add({ password: 'letmein12345' }),
      await add({ password: '' }),
      await add({ password: 7 }),
    ].map(({ status, json }) => [status, json.code, json.path ?? '']);
    expect(told).to.deep.equal([
      [403, 'FORBIDDEN', ''],
      [404, 'ORGANISATION_NOT_FOUND', '/organizationId'],
      [400, 'ROLE_INVALID', '/roles/0'],
      [400, 'PASSWORD_WEAK', '/password'],
      [400, 'BODY_INVALID', '/password'],
      [400, 'BODY_INVALID', '/password'],
    ]);
    await sendTo(world, 'PUT', `${ORGANISATION}/settings`, {
      token: admin,
      body: { allowedEmailDomains: ['b.example'] },
    });
    expect((await add()).json.code).to.equal('EMAIL_DOMAIN_REFUSED');
    expect(account()).to.equal(undefined);
  });

  it('loses the address to who proves it', async () => {
    await withRegistration(world);
    const made = await add();
    await post('/api/auth/register', { orgSubdomain: 'public', email: EMAIL, displayName: 'D', password: OWN });
    const token = /#([\w-]+)$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
    expect((await post('/api/auth/verify-email', { token, password: OWN })).status).to.equal(200);
    expect([await login(FIRST), typeof (await login(OWN))]).to.deep.equal([undefined, 'string']);
    expect((await get(`${USERS}/${made.json.id}`, admin)).json.email).to.equal('');
  });
});
