// Logins while strangers guess at an account from many addresses: a known device and a person with the right code come
// in, from an address that was never seen and after a restart; no one else comes in sooner.
import { expect } from 'chai';
import { Attempts } from '../../../api/auth/attempts.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { KNOWN_ACCOUNTS_MAX } from '../../../core/tenant/devices/known-device.js';
import { code } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { BACKUP_CODE, codeNow, withTotp } from './fixtures.js';

describe('logins while strangers guess', () => {
  const world = worldOfEach({ trustedProxies: ['127.0.0.1'] });
  beforeEach(async () => {
    await withTotp(world, 'none');
  });

  let places = 0;
  const send = (url: string, payload: object, { cookie, from }: { cookie?: string; from?: string } = {}) =>
    world.app.inject({
      ...{ method: 'POST', url, payload },
      headers: { 'x-forwarded-for': from ?? `172.20.${places++}.9`, ...(cookie !== undefined && { cookie }) },
    });
  const login = (more: object = {}, how: Parameters<typeof send>[2] = {}) =>
    send('/api/auth/login', { email: EXAMPLE.userEmail, password: EXAMPLE.password, ...more }, how);
  /** Thirty addresses guess, and go on: no place in the queue is free. */
  const besieged = () => {
    const { attempts } = world.deps;
    const at = (i: number) => ({ email: EXAMPLE.userEmail, address: `10.66.${i}.1`, isAccount: true });
    for (let i = 0; i < 200; i++) attempts.countFailure(at(i));
    attempts.turn = async (attempt) => (attempt.device === undefined ? 30 : 0);
  };
  const LOCKED = [429, 'LOGIN_LOCKED'];

  it('come in from a known device, by the cookie of a browser or by what a program keeps', async () => {
    const first = await login();
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).to.match(/^quorate-device=[^;]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
    const { deviceToken } = first.json();
    besieged();
    expect(code(await login())).to.deep.equal(LOCKED);
    const again = await login({}, { cookie: `a=b; ${cookie.split(';')[0]}` });
    expect(again.statusCode).to.equal(200);
    expect((await login({ deviceToken })).statusCode).to.equal(200);
    for (const foreign of ['x', `${'A'.repeat(22)}.zzzzzzzz.${'A'.repeat(43)}`])
      expect(code(await login({ deviceToken: foreign }))).to.deep.equal(LOCKED);
  });

  it('come in from a browser to which a neighbour of this host gave tokens of the same name', async () => {
    const { deviceToken } = (await login()).json();
    besieged();
    const junk = Array.from({ length: KNOWN_ACCOUNTS_MAX }, () => 'A').join('~');
    for (const cookie of [
      `quorate-device=${junk}; __Host-quorate-device=${deviceToken}`,
      `__Host-quorate-device=${deviceToken}; quorate-device=${junk}`,
    ])
      expect((await login({}, { cookie })).statusCode).to.equal(200);
    expect(
      code(await login({}, { cookie: `__Host-quorate-device=${junk}; quorate-device=${deviceToken}` })),
    ).to.deep.equal(LOCKED);
  });

  it('come in after a restart, which forgets all addresses', async () => {
    const { deviceToken } = (await login({}, { from: '192.0.2.10' })).json();
    Object.assign(world.deps, { attempts: new Attempts(world.deps.clock) });
    besieged();
    expect((await login({ deviceToken })).statusCode).to.equal(200);
    expect(code(await login({}, { from: '192.0.2.10' })), 'an address is none').to.deep.equal(LOCKED);
  });

  it('are counted for the device alone: it has five tries, whoever fails at its address', async () => {
    const { deviceToken } = (await login()).json();
    const from = '198.51.100.7';
    for (let i = 0; i < 5; i++) await login({ password: 'a-wrong-password-1' }, { from });
    expect(code(await login({}, { from }))).to.deep.equal(LOCKED);
    expect((await login({ deviceToken }, { from })).statusCode).to.equal(200);
    for (let i = 0; i < 5; i++) await login({ password: 'a-wrong-password-1', deviceToken });
    expect(code(await login({ deviceToken }))).to.deep.equal(LOCKED);
  });

  it('come in by the right code from anywhere, and by a wrong code no sooner', async () => {
    await withTotp(world, 'switched on');
    besieged();
    const right = codeNow(world);
    const wrong = right === '000000' ? '000001' : '000000';
    expect(code(await login({ code: wrong }))).to.deep.equal(LOCKED);
    expect(code(await login({ code: right, password: 'a-wrong-password-1' }))).to.deep.equal([401, 'LOGIN_FAILED']);
    expect((await login({ code: right })).statusCode, 'the try before used no code').to.equal(200);
  });

  it('come in by a code behind the password, of an app or kept for that day', async () => {
    await withTotp(world, 'switched on');
    const [one, two, three] = await Promise.all([login(), login(), login()].map(async (sent) => (await sent).json()));
    besieged();
    const show = (loginToken: string, shown: object) => send('/api/auth/verify-2fa', { loginToken, ...shown });
    const right = codeNow(world);
    const wrong = right === '000000' ? '000001' : '000000';
    expect(code(await show(three.loginToken, { code: wrong }))).to.deep.equal(LOCKED);
    const shown = await show(one.loginToken, { code: right });
    expect([shown.statusCode, typeof shown.json().deviceToken]).to.deep.equal([200, 'string']);
    expect((await show(two.loginToken, { code: BACKUP_CODE, isBackupCode: true })).statusCode).to.equal(200);
  });

  it('keep the devices of some accounts in one browser, newest first', async () => {
    let cookie = `quorate-device=${Array.from({ length: 9 }, (_, i) => `other${i}`).join('~')}`;
    for (let i = 0; i < 2; i++)
      cookie = String((await login({}, { cookie })).headers['set-cookie']).split(';')[0] ?? '';
    const kept = cookie.slice('quorate-device='.length).split('~');
    expect(kept).to.have.length(KNOWN_ACCOUNTS_MAX);
    expect(kept.slice(1)).to.deep.equal(['other0', 'other1', 'other2', 'other3']);
  });
});
