// People who come alone: with a password and a verified address, or with a passkey; nothing tells whether an address
// has an account.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { Mail } from '../../../core/outgoing/ports.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { code, type Posted, postTo } from '../world/caller.js';
import { mailsOf } from '../world/mails.js';
import { worldOfEach } from '../world/world-of.js';
import { withRegistration } from './fixtures.js';
import { SoftPasskey } from './soft-authenticator.js';

const HOUR = 60 * 60_000;
const CARA = {
  ...{ orgSubdomain: 'public', email: 'Cara@Citizens.example', displayName: 'Cara evil.example <b>' },
  password: 'nine amber lanterns drift',
};

describe('registration', () => {
  const world = worldOfEach();
  let mails: readonly Mail[];
  beforeEach(async () => {
    mails = mailsOf(world);
    await withRegistration(world);
  });

  const post = (...sent: Posted) => postTo(world, ...sent);
  const register = (more: object = {}) => post('/api/auth/register', { ...CARA, ...more });
  const tokenIn = (mail: Mail | undefined): string => /^[\w-]{43}$/m.exec(mail?.text ?? '')?.[0] ?? '';
  const verify = (token: string, password?: string, session?: string) =>
    post('/api/auth/verify-email', { token, password: password ?? CARA.password }, session);
  const login = () => post('/api/auth/login', { email: CARA.email, password: CARA.password });

  it('makes the account when the mail was answered, once', async () => {
    expect((await register()).statusCode).to.equal(201);
    expect(code(await login()), 'not before').to.deep.equal([401, 'LOGIN_FAILED']);
    expect(mails.map(({ to, kind }) => [to, kind])).to.deep.equal([['cara@citizens.example', 'verify-email']]);
    expect(mails[0]?.text).to.contain('"Cara evil.example b"').and.not.contain('<');
    const token = tokenIn(mails[0]);
    const answers = await Promise.all([verify(token), verify(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 410]);
    const caller = await world.deps.tokens.verify((await login()).json().accessToken);
    expect(caller).to.deep.include({ tier: 'consumer', roles: [], email: 'cara@citizens.example' });
    expect(world.deps.tenants.organisation(PUBLIC_ORGANISATION_ID)?.userCount).to.equal(1);
  });

  it('answers alike for an address that has an account, whose owner is told and nothing changed', async () => {
    const before = world.deps.tenants.userOfEmail(EXAMPLE.userEmail);
    const [known, free] = [await register({ email: EXAMPLE.userEmail }), await register()];
    expect([known.statusCode, Object.keys(known.json())]).to.deep.equal([free.statusCode, Object.keys(free.json())]);
    expect(known.json().message).to.equal(free.json().message);
    expect(mails.map((mail) => tokenIn(mail) === '')).to.deep.equal([true, false]);
    expect(world.deps.tenants.userOfEmail(EXAMPLE.userEmail)).to.deep.equal(before);
  });

  it('gives the address to who verified it first', async () => {
    await register();
    await register({ password: 'four copper kettles sing' });
    expect((await verify(tokenIn(mails[1]), 'four copper kettles sing')).statusCode).to.equal(200);
    expect(code(await verify(tokenIn(mails[0])))).to.deep.equal([409, 'EMAIL_TAKEN']);
    expect(code(await login()), 'the password of the other').to.deep.equal([401, 'LOGIN_FAILED']);
  });

  it('takes the password of the registration from who opens the mail: a stranger who began gets no account', async () => {
    await register({ password: 'four copper kettles sing' });
    const token = tokenIn(mails[0]);
    expect(code(await verify(token))).to.deep.equal([401, 'LOGIN_FAILED']);
    const bare = await post('/api/auth/verify-email', { token });
    expect([...code(bare), bare.json().path], 'which is asked for').to.deep.equal([400, 'BODY_INVALID', '/password']);
    expect(world.deps.tenants.userOfEmail('cara@citizens.example')).to.equal(undefined);
    await register();
    expect((await verify(tokenIn(mails[1]))).statusCode, 'with the password of the owner').to.equal(200);
    expect((await login()).statusCode).to.equal(200);
    const another = { email: 'carl@citizens.example' };
    await register(another);
    const guessed = tokenIn(mails[2]);
    for (let i = 0; i < 5; i++) await verify(guessed, `guess ${i}`);
    expect(code(await verify(guessed)), 'after five tries').to.deep.equal([410, 'VERIFICATION_INVALID']);
  });

  it('sends three mails an hour to one address, and answers the same beyond', async () => {
    for (let i = 0; i < 5; i++) expect((await register()).statusCode).to.equal(201);
    expect(mails).to.have.length(3);
    world.advance(HOUR);
    await register();
    expect(mails).to.have.length(4);
  });

  it('leaves mails to the owner where somebody else asks for his, and fills no mailbox', async () => {
    const from = (remoteAddress: string) =>
      world.app.inject({ method: 'POST', url: '/api/auth/register', payload: CARA, remoteAddress });
    for (let i = 0; i < 9; i++) await from('198.51.100.1');
    expect(mails).to.have.length(3);
    await from('203.0.113.7');
    expect(mails, 'from elsewhere').to.have.length(4);
    for (let i = 0; i < 40; i++) await from(`192.0.2.${i}`);
    expect(mails, 'of all networks').to.have.length(12);
  });

  it('forgets an address after a day', async () => {
    await register();
    world.advance(24 * HOUR);
    expect(code(await verify(tokenIn(mails[0])))).to.deep.equal([410, 'VERIFICATION_INVALID']);
  });

  it('takes no user where the organisation does not, any more too, nor a weak password', async () => {
    for (const orgSubdomain of [EXAMPLE.subdomain, 'system-admin', 'nowhere'])
      expect(code(await register({ orgSubdomain })), orgSubdomain).to.deep.equal([403, 'SELF_REGISTRATION_OFF']);
    expect(code(await register({ password: 'too short' }))).to.deep.equal([400, 'PASSWORD_WEAK']);
    await register();
    await withRegistration(world, { selfRegistrationEnabled: false });
    expect(code(await register())).to.deep.equal([403, 'SELF_REGISTRATION_OFF']);
    expect(code(await verify(tokenIn(mails[0])))).to.deep.equal([403, 'SELF_REGISTRATION_OFF']);
    await withRegistration(world, { allowedEmailDomains: ['other.example'] });
    expect(code(await register())).to.deep.equal([403, 'EMAIL_DOMAIN_REFUSED']);
  });

  describe('with a passkey', () => {
    async function signUp(said: object = {}) {
      const begun = (await post('/api/auth/public/passkey/register/options', { displayName: 'Cara' })).json();
      const passkey = new SoftPasskey();
      const attestationResponse = passkey.attest(begun.options, said);
      const body = { transactionId: begun.transactionId, attestationResponse };
      return { passkey, answer: await post('/api/auth/public/passkey/register/verify', body) };
    }

    it('opens an account of the public organisation, and later sign-ins', async () => {
      const { passkey, answer } = await signUp();
      expect(answer.json().isNewUser).to.equal(true);
      const caller = await world.deps.tokens.verify(answer.json().accessToken);
      expect(caller).to.deep.include({ tier: 'consumer', authMethod: 'passkey', email: '' });
      const { transactionId, options } = (await post('/api/auth/passkey/assertion/options', {})).json();
      const assertionResponse = passkey.assert(options);
      const again = await post('/api/auth/passkey/assertion/verify', { transactionId, assertionResponse });
      expect(again.json().isNewUser).to.equal(false);
    });

    it('takes one that verified its user, where people may come alone', async () => {
      expect(code((await signUp({ isVerified: false })).answer)).to.deep.equal([401, 'PASSKEY_FAILED']);
      await withRegistration(world, { selfRegistrationEnabled: false });
      const begun = await post('/api/auth/public/passkey/register/options', { displayName: 'Cara' });
      expect(code(begun)).to.deep.equal([403, 'SELF_REGISTRATION_OFF']);
    });

    it('gets an address when that is verified, three mails an hour, and never that of another account', async () => {
      const { accessToken } = (await signUp()).answer.json();
      const resend = (email: string) => post('/api/auth/resend-verification', { email }, accessToken);
      expect((await resend(EXAMPLE.userEmail)).statusCode).to.equal(200);
      expect(tokenIn(mails[0])).to.equal('');
      for (let i = 0; i < 3; i++) expect((await resend(CARA.email)).statusCode).to.equal(200);
      expect(code(await resend(CARA.email))).to.deep.equal([429, 'VERIFICATION_LIMIT']);
      const stranger = await world.token('user');
      for (const session of [undefined, stranger])
        expect(code(await verify(tokenIn(mails[1]), '', session)), 'by another one').to.deep.equal([
          401,
          'AUTH_REQUIRED',
        ]);
      expect((await verify(tokenIn(mails[1]), '', accessToken)).statusCode).to.equal(200);
      expect(code(await verify(tokenIn(mails[2]), '', accessToken))).to.deep.equal([409, 'EMAIL_TAKEN']);
      expect(world.deps.tenants.userOfEmail('cara@citizens.example')?.emailVerifiedAt).to.equal(EXAMPLE.time);
      expect(code(await resend('more@citizens.example'))).to.deep.equal([409, 'EMAIL_VERIFIED']);
    });
  });
});
