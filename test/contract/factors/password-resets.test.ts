// Passwords that are set anew by a mail: once, for an hour, alike for every address, and with nothing of the account
// weaker for it.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { Mail } from '../../../core/outgoing/ports.js';
import { code, type Posted, postTo } from '../world/caller.js';
import { mailsOf } from '../world/mails.js';
import { worldOfEach } from '../world/world-of.js';
import { USER, withTotp } from './fixtures.js';

const NEW = 'four copper kettles sing';
const MINUTE = 60_000;

describe('a password that is forgotten', () => {
  const world = worldOfEach();
  let mails: readonly Mail[];
  beforeEach(async () => {
    mails = mailsOf(world);
    await withTotp(world, 'none');
  });

  const post = (...sent: Posted) => postTo(world, ...sent);
  const forgot = (email: string) => post('/api/auth/password/forgot', { email });
  const tokenIn = (mail: Mail | undefined) => /\/reset-password#([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';
  const reset = (token: string, newPassword = NEW) => post('/api/auth/password/reset', { token, newPassword });
  const login = (password: string) => post('/api/auth/login', { email: EXAMPLE.userEmail, password });
  const forgotten = async () => {
    await forgot(EXAMPLE.userEmail);
    return tokenIn(mails.at(-1));
  };

  it('is set anew once, which ends all sessions and tells the owner', async () => {
    const { accessToken, refreshToken } = await world.session('user');
    const token = await forgotten();
    world.advance(1000);
    const answers = await Promise.all([reset(token), reset(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 410]);
    expect(code(await post('/api/auth/logout', {}, accessToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
    expect(code(await post('/api/auth/token/refresh', { refreshToken }))).to.deep.equal([401, 'TOKEN_REVOKED']);
    expect(code(await login(EXAMPLE.password))).to.deep.equal([401, 'LOGIN_FAILED']);
    expect((await login(NEW)).statusCode).to.equal(200);
    expect(mails.map(({ to, subject }) => [to, subject])).to.deep.equal([
      [EXAMPLE.userEmail, 'Set a new password'],
      [EXAMPLE.userEmail, 'Your password was set anew'],
    ]);
    expect(mails[1]?.text).to.not.contain('#');
    const { rows } = await world.deps.audit.page([EXAMPLE.organisationId], { eventType: 'PasswordReset' }, 10);
    expect(rows.map(({ identityId, success }) => [identityId, success])).to.deep.equal([[USER, true]]);
  });

  it('is answered alike for an address without an account, which gets no mail', async () => {
    const [known, unknown] = [await forgot(EXAMPLE.userEmail), await forgot('nobody@x.example')];
    expect([known.statusCode, known.json()]).to.deep.equal([unknown.statusCode, unknown.json()]);
    expect(known.statusCode).to.equal(202);
    expect(mails).to.have.length(1);
    expect(code(await forgot('no address'))).to.deep.equal([400, 'BODY_INVALID']);
  });

  it('gets three mails an hour', async () => {
    for (let i = 0; i < 5; i++) expect((await forgot(EXAMPLE.userEmail)).statusCode).to.equal(202);
    expect(mails).to.have.length(3);
    world.advance(60 * MINUTE);
    await forgot(EXAMPLE.userEmail);
    expect(mails).to.have.length(4);
  });

  it('keeps its second factor', async () => {
    await withTotp(world, 'switched on');
    expect((await reset(await forgotten())).statusCode).to.equal(200);
    expect((await login(NEW)).json()).to.deep.include({ requiresTwoFactor: true, availableMethods: ['totp'] });
  });

  it('lifts the lock of its failed logins', async () => {
    for (let i = 0; i < 5; i++) await login(`wrong ${i}`);
    expect(code(await login(EXAMPLE.password))).to.deep.equal([429, 'LOGIN_LOCKED']);
    await reset(await forgotten());
    expect((await login(NEW)).statusCode).to.equal(200);
  });

  it('keeps its token where the new password is too weak, for an hour, and until the password is another one', async () => {
    const token = await forgotten();
    expect(code(await reset(token, 'password1234'))).to.deep.equal([400, 'PASSWORD_WEAK']);
    world.advance(60 * MINUTE - 1);
    expect((await reset(token)).statusCode, 'within the hour').to.equal(200);
    const [first, second] = [await forgotten(), await forgotten()];
    expect(second, 'each mail has a token of its own').to.match(/./).and.not.equal(first);
    await reset(second, 'six brass trumpets echo');
    expect(code(await reset(first)), 'the password is another one').to.deep.equal([410, 'PASSWORD_RESET_INVALID']);
    world.advance(60 * MINUTE);
    const late = await forgotten();
    world.advance(60 * MINUTE);
    expect(code(await reset(late)), 'after the hour').to.deep.equal([410, 'PASSWORD_RESET_INVALID']);
    expect(code(await reset('never was'))).to.deep.equal([410, 'PASSWORD_RESET_INVALID']);
  });

  it('is not set for an address that was never verified', async () => {
    const { tenants } = world.deps;
    const user = tenants.user(USER);
    if (!user) throw new Error('no user');
    const { emailVerifiedAt: _, ...unverified } = user;
    await world.deps.commit(tenants.putUser(unverified));
    await forgot(EXAMPLE.userEmail);
    expect(mails).to.deep.equal([]);
  });
});
