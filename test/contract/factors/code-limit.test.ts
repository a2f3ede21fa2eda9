// Wrong one-time codes of somebody with the password, from however many addresses: so many a day, which the owner is
// told of and passes; and not of a caller without the password.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { Mail } from '../../../core/outgoing/ports.js';
import { WRONG_CODES_MAX, WRONG_CODES_MS } from '../../../core/tenant/factors/wrong-codes.js';
import { FactorStore } from '../../../storage/tables/accounts/factors.js';
import { mailsOf } from '../world/mails.js';
import { worldOfEach } from '../world/world-of.js';
import { BACKUP_CODE, codeNow, USER, withTotp } from './fixtures.js';

const MINUTE = 60_000;

describe('wrong one-time codes', () => {
  const world = worldOfEach();
  let mails: readonly Mail[];
  beforeEach(async () => {
    mails = mailsOf(world);
    await withTotp(world, 'switched on');
  });

  let addresses = 0;
  const freshAddress = () => `198.51.100.${++addresses % 250}`;
  async function post(url: string, payload: object, remoteAddress = freshAddress()) {
    const answer = await world.app.inject({ method: 'POST', url, payload, remoteAddress });
    return { status: answer.statusCode, json: answer.json(), headers: answer.headers };
  }
  const login = (more: object = {}, address?: string) =>
    post('/api/auth/login', { email: EXAMPLE.userEmail, password: EXAMPLE.password, ...more }, address);
  async function show(code: string, more: object = {}) {
    const { loginToken } = (await login()).json;
    return post('/api/auth/verify-2fa', { loginToken, code, ...more });
  }
  const wrong = () => (codeNow(world) === '000000' ? '000001' : '000000');
  const counted = () => world.deps.factors.of(USER).wrongCodes?.count ?? 0;

  /** As slowly as the delay of an account lets strangers guess. */
  async function guess(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      expect((await show(wrong())).json.code).to.equal('SECOND_FACTOR_FAILED');
      world.advance(3 * MINUTE);
    }
  }

  it('are judged no more after so many of a day, whatever address they come from, over a restart too', async () => {
    await guess(WRONG_CODES_MAX);
    const refused = await show(codeNow(world));
    expect([refused.status, refused.json.code]).to.deep.equal([429, 'SECOND_FACTOR_LIMIT']);
    expect(Number(refused.headers['retry-after'])).to.equal((WRONG_CODES_MS - WRONG_CODES_MAX * 3 * MINUTE) / 1000);
    const disk = new FactorStore(world.kv, { getSync: (key) => world.kv.getSync(key) });
    expect(disk.of(USER).wrongCodes?.count, 'on the disk').to.equal(WRONG_CODES_MAX);
    world.advance(WRONG_CODES_MS);
    expect((await show(codeNow(world))).status, 'on the next day').to.equal(200);
  });

  it('keep out no user with a backup code or a passkey, and the owner is told once', async () => {
    await guess(WRONG_CODES_MAX);
    await show(wrong());
    expect(mails.map(({ to, kind }) => [to, kind])).to.deep.equal([[EXAMPLE.userEmail, 'security']]);
    const told = (await world.deps.inboxes.marksOf(USER)).filter(({ category }) => category === 'Security');
    expect(told).to.have.length(1);
    const beside = (await login({ code: codeNow(world) })).json;
    expect(beside.availableMethods, 'a code beside the password is as none').to.deep.equal(['totp']);
    expect((await show(BACKUP_CODE, { isBackupCode: true })).status).to.equal(200);
    expect(counted(), 'and lifts nothing').to.equal(WRONG_CODES_MAX);
  });

  it('of somebody without the password count for nothing', async () => {
    for (let i = 0; i < 3; i++) await login({ password: 'not the password', code: wrong() });
    const address = freshAddress();
    for (let i = 0; i < 7; i++) await login({ password: 'not the password', code: wrong() }, address);
    await show('WRONGWRO', { isBackupCode: true });
    expect(counted()).to.equal(0);
    expect((await show(codeNow(world))).status).to.equal(200);
  });

  it('count beside the password too, also where failures have locked the address', async () => {
    const address = freshAddress();
    expect((await login({ code: wrong() }, address)).json.code).to.equal('LOGIN_FAILED');
    expect(counted()).to.equal(1);
    for (let i = 0; i < 4; i++) await login({ password: 'not the password' }, address);
    const locked = async (more: object) => {
      const { status, json } = await login(more, address);
      return [status, json.code];
    };
    const LOCKED = [429, 'LOGIN_LOCKED'];
    expect(await locked({ code: wrong() })).to.deep.equal(LOCKED);
    expect(counted(), 'of who has the password').to.equal(2);
    expect(await locked({ code: wrong(), password: 'not the password' })).to.deep.equal(LOCKED);
    expect(await locked({ code: codeNow(world), password: 'not the password' })).to.deep.equal(LOCKED);
    expect(counted()).to.equal(2);
    expect((await login({ code: codeNow(world) }, address)).status).to.equal(200);
  });
});
