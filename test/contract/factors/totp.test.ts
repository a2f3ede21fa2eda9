// One-time codes end to end: set up, asked for, shown; each code and each backup code once; and a lock that they pass.
import { execFileSync, spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { showCode } from '../../../api/sign-in/second-factor.js';
import { isFailure } from '../../../core/base/result.js';
import { code, type Posted, postTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { BACKUP_CODE, codeNow, SECRET, USER, withTotp } from './fixtures.js';

const MINUTE = 60_000;

describe('one-time codes', () => {
  const world = worldOfEach();

  const post = (...sent: Posted) => postTo(world, ...sent);
  const login = (more: object = {}) =>
    post('/api/auth/login', { email: EXAMPLE.userEmail, password: EXAMPLE.password, ...more });
  const loginToken = async (): Promise<string> => (await login()).json().loginToken;
  const show = async (shown: string, more: object = {}) =>
    post('/api/auth/verify-2fa', { loginToken: await loginToken(), code: shown, ...more });

  it('are set up, switched on by a first code, asked for, and switched off', async () => {
    const { accessToken } = (await login()).json();
    const setup = (await post('/api/totp/setup', {}, accessToken)).json();
    expect(setup.qrUri).to.contain(`secret=${setup.secret}`).and.contain('issuer=Quorate%20test');
    expect(new Set(setup.backupCodes).size).to.equal(10);
    for (const one of setup.backupCodes) expect(one).to.match(/^[A-Z2-7]{8}$/);
    expect((await login()).json(), 'nothing is asked for before').to.have.property('accessToken');
    const { TOTP } = await import('otpauth');
    const app = TOTP;
    const first = new app({ secret: setup.secret }).generate({ timestamp: world.deps.clock.now() });
    expect((await post('/api/totp/verify', { code: first }, accessToken)).statusCode).to.equal(200);
    expect(code(await post('/api/totp/setup', {}, accessToken))).to.deep.equal([409, 'TOTP_ENABLED']);
    expect(code(await show(first)), 'the code that switched it on').to.deep.equal([401, 'SECOND_FACTOR_FAILED']);
    world.advance(MINUTE);
    const second = new app({ secret: setup.secret }).generate({ timestamp: world.deps.clock.now() });
    const session = (await show(second)).json();
    const caller = await world.deps.tokens.verify(session.accessToken);
    expect(caller).to.include({ authMethod: 'otp', tier: 'platform' });
    const off = await world.app.inject({
      ...{ method: 'DELETE', url: '/api/totp', headers: { authorization: `Bearer ${session.accessToken}` } },
    });
    expect(off.statusCode).to.equal(200);
    expect((await login()).json()).to.have.property('accessToken');
  });

  it('keep the secret encrypted and the backup codes as keyed hashes', async () => {
    await withTotp(world, 'switched on');
    const stored = JSON.stringify(world.deps.factors.of(USER));
    expect(stored).to.not.contain(SECRET).and.to.not.contain(BACKUP_CODE);
    expect(world.deps.factorSecrets.hash('another user', BACKUP_CODE)).to.not.equal(
      world.deps.factorSecrets.hash(USER, BACKUP_CODE),
    );
    const { totp } = world.deps.factors.of(USER);
    expect(() => world.deps.factorSecrets.decrypt('another user', totp?.secret ?? '')).to.throw('does not open');
  });

  it('are each taken once, of two requests at once too', async () => {
    await withTotp(world, 'switched on');
    const now = codeNow(world);
    const [one, two] = [await loginToken(), await loginToken()];
    const both = await Promise.all(
      [one, two].map((token) => post('/api/auth/verify-2fa', { loginToken: token, code: now })),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 401]);
    expect(code(await show(now))).to.deep.equal([401, 'SECOND_FACTOR_FAILED']);
    expect(code(await show(codeNow(world, -1))), 'an earlier one').to.deep.equal([401, 'SECOND_FACTOR_FAILED']);
    expect((await show(codeNow(world, 1))).statusCode, 'the next one').to.equal(200);
  });

  it('open one session with one login token', async () => {
    await withTotp(world, 'switched on');
    const shown = { loginToken: await loginToken(), address: '127.0.0.1' };
    // In one turn: over HTTP the second would find the token used before it begins.
    const answers = await Promise.all([
      showCode(world.deps, { ...shown, code: codeNow(world), isBackupCode: false }),
      showCode(world.deps, { ...shown, code: BACKUP_CODE, isBackupCode: true }),
    ]);
    expect(answers.map((answer) => isFailure(answer) && answer.issue.code)).to.deep.equal([
      false,
      'LOGIN_TOKEN_INVALID',
    ]);
  });

  it('are stood in for by each backup code once, however it is typed', async () => {
    await withTotp(world, 'switched on');
    const typed = `${BACKUP_CODE.slice(0, 4)}-${BACKUP_CODE.slice(4)}`.toLowerCase();
    expect((await show(typed, { isBackupCode: true })).statusCode).to.equal(200);
    expect(code(await show(BACKUP_CODE, { isBackupCode: true }))).to.deep.equal([401, 'SECOND_FACTOR_FAILED']);
    const token = (await show(codeNow(world))).json().accessToken;
    const status = await world.app.inject({ url: '/api/totp/status', headers: { authorization: `Bearer ${token}` } });
    expect(status.json()).to.deep.equal({ isEnabled: true, verifiedAt: EXAMPLE.time, backupCodesLeft: 0 });
  });

  it('give a session of the consumer tier where that is asked for', async () => {
    await withTotp(world, 'switched on');
    const session = (await show(codeNow(world), { tier: 'consumer' })).json();
    expect(await world.deps.tokens.verify(session.accessToken)).to.deep.include({ tier: 'consumer', roles: [] });
  });

  it('let in only a user who has the right one while failed logins lock the address', async () => {
    await withTotp(world, 'switched on');
    for (let i = 0; i < 25; i++) world.deps.attempts.countFailure({ ...ATTEMPT });
    expect(code(await login())).to.deep.equal([429, 'LOGIN_LOCKED']);
    world.deps.attempts.forget(EXAMPLE.userEmail);
    for (let i = 0; i < 10; i++) world.deps.attempts.countFailure({ ...ATTEMPT });
    const wrong = codeNow(world) === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++)
      expect(code(await login({ code: wrong })), 'no longer by it').to.deep.equal([429, 'LOGIN_LOCKED']);
    expect(world.deps.attempts.lockSeconds(ATTEMPT)).to.equal(1800);
    expect(code(await login({ code: codeNow(world), password: 'not the password' }))).to.deep.equal([
      429,
      'LOGIN_LOCKED',
    ]);
    expect((await login({ code: codeNow(world) })).json()).to.have.property('accessToken');
    world.advance(MINUTE);
    expect((await login()).json(), 'the lock is lifted').to.have.property('loginToken');
  });

  it('that are wrong count like wrong passwords, and end a login token after five', async () => {
    await withTotp(world, 'switched on');
    const token = await loginToken();
    const wrong = codeNow(world) === '000000' ? '000001' : '000000';
    const answers: unknown[] = [];
    for (let i = 0; i < 6; i++)
      answers.push((await post('/api/auth/verify-2fa', { loginToken: token, code: wrong })).json().code);
    expect(answers.slice(0, 4)).to.deep.equal(Array(4).fill('SECOND_FACTOR_FAILED'));
    expect(answers.slice(4)).to.deep.equal(['LOGIN_LOCKED', 'LOGIN_TOKEN_INVALID']);
    expect(code(await login())).to.deep.equal([429, 'LOGIN_LOCKED']);
  });

  it('take a session that began of late to be changed', async () => {
    const { accessToken } = (await login()).json();
    world.advance(11 * MINUTE);
    const refused = await post('/api/totp/setup', {}, accessToken);
    expect(code(refused)).to.deep.equal([401, 'SIGN_IN_NOT_RECENT']);
    expect(refused.headers['www-authenticate']).to.equal(
      'Bearer error="insufficient_user_authentication", max_age="600", resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource"',
    );
  });

  it('are those of oathtool', async function () {
    if (spawnSync('oathtool', ['--version']).status !== 0) {
      console.log('      oathtool is not installed: nothing to compare with');
      this.skip();
    }
    await withTotp(world, 'switched on');
    const at = new Date(world.deps.clock.now()).toISOString();
    const args = ['--totp', '--base32', '--now', at.replace('T', ' ').replace(/\..*$/, ' UTC'), SECRET];
    const made = execFileSync('oathtool', args).toString().trim();
    expect((await show(made)).statusCode).to.equal(200);
  });
});

const ATTEMPT = { email: EXAMPLE.userEmail, address: '127.0.0.1', isAccount: true };
