// An address is its owner's: a code that an inviter saw proves nothing of it. An account that was made with such a code
// gives the address to the person who reads its mail.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { Mail } from '../../../core/outgoing/ports.js';
import { withRegistration } from '../factors/fixtures.js';
import { sendTo } from '../world/caller.js';
import { mailsOf } from '../world/mails.js';
import { aWorld, type World } from '../world/world.js';

const ORGANISATION = `/api/organizations/${EXAMPLE.organisationId}`;
const EMAIL = 'victim@bank.example';
const SQUATTER = 'nine paper boats drift';
const OWNER = 'four copper kettles sing';

describe('the address of an account that was made with the code of an invitation', () => {
  let world: World;
  let admin: string;
  let mails: readonly Mail[];
  beforeEach(async () => {
    world = await aWorld();
    admin = await world.token('administrator');
    mails = mailsOf(world);
    await withRegistration(world);
  });
  afterEach(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.close();
  });

  const post = (url: string, body: object, token?: string) => sendTo(world, 'POST', url, { token, body });
  const get = (url: string, token: string) => sendTo(world, 'GET', url, { token });
  const secretIn = (mail: Mail | undefined): string => /#([\w-]+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
  const login = async (password: string) =>
    (await post('/api/auth/login', { email: EMAIL, password })).json.accessToken;
  const accept = (code: string, more: object = {}) => post('/api/invitations/register', { code, ...more });
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const account = () => world.deps.tenants.userOfEmail(EMAIL);

  /** An account that the administrator made alone, and its session. */
  async function squat(): Promise<string> {
    const invited = await post(`${ORGANISATION}/users`, { email: EMAIL, displayName: 'V', roles: ['Member'] }, admin);
    expect((await accept(invited.json.code, { password: SQUATTER })).status).to.equal(201);
    return login(SQUATTER);
  }

  /** As the administrator sees it in the list of members. */
  const isShownVerified = async (): Promise<boolean> => {
    const { json } = await get(`${ORGANISATION}/users`, admin);
    return json.users.find(({ email }: { email: string }) => email === EMAIL)?.emailVerified;
  };

  /** A mailed invitation of another organisation: its code. */
  async function mailed(): Promise<string> {
    const url = '/api/organizations/00000000-0000-0000-0000-000000000001/invitations';
    const sent = await post(url, { email: EMAIL, role: 'Member' }, await world.token('systemAdmin'));
    expect(sent.status, sent.text).to.equal(201);
    return secretIn(mails.at(-1));
  }

  it('is not proven by a code that the inviter saw, and opens nothing', async () => {
    const session = await squat();
    expect(account()?.emailVerifiedAt).to.equal(undefined);
    expect((await get('/api/auth/me', session)).json.emailVerified).to.equal(false);
    expect(await isShownVerified()).to.equal(false);
    expect(claimsOf(session), 'for services that read the token').to.deep.include({
      email: EMAIL,
      email_verified: false,
    });
    expect(claimsOf(admin)).to.not.have.property('email_verified');
    await post('/api/auth/password/forgot', { email: EMAIL });
    await post('/api/auth/pairing-resumption-email', {}, session);
    expect(mails).to.deep.equal([]);
  });

  it('is proven by the mail that the account asks for, with its password or session', async () => {
    for (const isSignedIn of [true, false]) {
      const session = await squat();
      const other = await post('/api/auth/resend-verification', { email: 'else@bank.example' }, session);
      expect([other.status, other.json.code, other.json.path]).to.deep.equal([400, 'BODY_INVALID', '/email']);
      expect((await post('/api/auth/resend-verification', { email: EMAIL }, session)).status).to.equal(200);
      const token = secretIn(mails.at(-1));
      const stranger = await post('/api/auth/verify-email', { token, password: OWNER });
      expect([stranger.status, stranger.json.code]).to.deep.equal([401, 'LOGIN_FAILED']);
      expect((await post('/api/auth/verify-email', { token })).json.code).to.equal('AUTH_REQUIRED');
      const body = isSignedIn ? { token } : { token, password: SQUATTER };
      expect((await post('/api/auth/verify-email', body, isSignedIn ? session : undefined)).status).to.equal(200);
      expect((await get('/api/auth/me', session)).json.emailVerified).to.equal(true);
      expect(await isShownVerified()).to.equal(true);
      const again = await post('/api/auth/resend-verification', { email: EMAIL }, session);
      expect([again.status, again.json.code]).to.deep.equal([409, 'EMAIL_VERIFIED']);
      await world.close();
      world = await aWorld();
      admin = await world.token('administrator');
      mails = mailsOf(world);
    }
  });

  it('goes to who registers and verifies it, and the account loses it and its sessions', async () => {
    const session = await squat();
    const squatted = account();
    await post('/api/auth/register', { orgSubdomain: 'public', email: EMAIL, displayName: 'V', password: OWNER });
    expect(mails.at(-1)?.text).to.contain('never verified this address');
    const verified = await post('/api/auth/verify-email', { token: secretIn(mails.at(-1)), password: OWNER });
    expect(verified.status, verified.text).to.equal(200);
    expect(account()?.id).to.not.equal(squatted?.id);
    expect(account()?.emailVerifiedAt).to.be.a('string');
    expect(world.deps.tenants.user(squatted?.id ?? '')?.email).to.equal('');
    expect((await get('/api/auth/me', session)).status).to.equal(401);
    expect([await login(SQUATTER), typeof (await login(OWNER))]).to.deep.equal([undefined, 'string']);
    const members = (await get(`${ORGANISATION}/users`, admin)).json.users;
    expect(members.map(({ email }: { email: string }) => email))
      .to.include('')
      .and.not.include(EMAIL);
    const trail = (await get(`${ORGANISATION}/audit?pageSize=100`, admin)).json.items;
    expect(trail.map(({ eventType }: { eventType: string }) => eventType)).to.include('EmailReleased');
  });

  it('has no failures of the account that lost it', async () => {
    await squat();
    const attempt = { email: EMAIL, address: '127.0.0.1', isAccount: true };
    for (let i = 0; i < 8; i++) world.deps.attempts.countFailure({ ...attempt, address: '192.0.2.1' });
    expect((await accept(await mailed(), { password: OWNER, takesAddress: true })).status).to.equal(201);
    expect(world.deps.attempts.lockSeconds({ ...attempt, address: '192.0.2.1' })).to.equal(0);
  });

  it('goes to who accepts a mailed invitation, when that person says that the account is not his', async () => {
    await squat();
    const squatted = account();
    const code = await mailed();
    const asked = await accept(code, { password: OWNER });
    expect([asked.status, asked.json.code, asked.json.path]).to.deep.equal([409, 'EMAIL_NOT_PROVEN', '/takesAddress']);
    expect(account()?.id).to.equal(squatted?.id);
    expect((await accept(code, { password: OWNER, takesAddress: true })).status).to.equal(201);
    expect([account()?.id === squatted?.id, typeof account()?.emailVerifiedAt]).to.deep.equal([false, 'string']);
    expect(world.deps.tenants.user(squatted?.id ?? '')?.email).to.equal('');
  });

  it('is proven by a mailed invitation that the account itself accepts', async () => {
    const session = await squat();
    const id = account()?.id;
    expect((await post('/api/invitations/accept', { code: await mailed() }, session)).status).to.equal(200);
    expect([account()?.id, typeof account()?.emailVerifiedAt]).to.deep.equal([id, 'string']);
    expect(account()?.memberships).to.have.length(2);
  });

  it('is not taken from an account by a code that an inviter saw, nor from an account that proved it', async () => {
    await squat();
    const url = '/api/organizations/00000000-0000-0000-0000-000000000001/users';
    const shown = await post(
      url,
      { email: EMAIL, displayName: 'V', roles: ['Member'] },
      await world.token('systemAdmin'),
    );
    const taken = await accept(shown.json.code, { password: OWNER, takesAddress: true });
    expect([taken.status, taken.json.code]).to.deep.equal([409, 'EMAIL_TAKEN']);
    await post('/api/invitations/accept', { code: await mailed() }, await login(SQUATTER));
    const before = account();
    const invited = await post(`${ORGANISATION}/invitations`, { email: EXAMPLE.userEmail, role: 'Member' }, admin);
    expect(invited.json.code, 'a member already').to.equal('EMAIL_TAKEN');
    await post('/api/auth/register', { orgSubdomain: 'public', email: EMAIL, displayName: 'V', password: OWNER });
    expect(mails.at(-1)?.subject).to.equal('You have an account already');
    expect(account()).to.deep.equal(before);
  });
});
