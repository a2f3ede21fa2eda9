// Hashes of passwords run two at a time: a flood of log-ins from many addresses keeps no right password from its
// turn.
import { expect } from 'chai';
import { Passwords } from '../../../api/auth/passwords.js';
import { ADMIN } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { until } from './crowd.js';

describe('log-ins among addresses', () => {
  const world = worldOfEach();
  /** The running hashes, two at most: the test lets them go on. */
  const running: (() => void)[] = [];
  /** Log-ins that came for a hash, and the passwords whose turn it was. */
  let asked = 0;
  const started: string[] = [];
  beforeEach(() => {
    const work = (_phc: string, password: string) => {
      started.push(password);
      return new Promise<boolean>((done) => running.push(() => done(password === ADMIN.password)));
    };
    const passwords = new Passwords({ memoryKib: 64, verify: work });
    const verify = passwords.verify.bind(passwords);
    passwords.verify = (...given) => {
      asked++;
      return verify(...given);
    };
    (world.deps as { passwords: Passwords }).passwords = passwords;
  });

  const settled = () => new Promise((done) => setImmediate(done));
  const login = (remoteAddress: string, password: string, more: { email?: string; deviceToken?: string } = {}) => {
    const payload = { email: ADMIN.email, password, ...more };
    return world.app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload });
  };
  /** That of the last right password. */
  let deviceToken = '';

  /**
   * Log-ins from so many addresses, some to the account and some to names that are no account, until the queue has all
   * it takes.
   */
  async function flood(addresses: number, each: number) {
    const refused: string[] = [];
    const calls = Array.from({ length: addresses * each }, async (_, i) => {
      const email = i % 2 === 0 ? ADMIN.email : `nobody-${i}@quorate.example`;
      const answer = await login(`10.1.0.${i % addresses}`, 'a wrong password of length', { email });
      if (answer.statusCode === 503) refused.push(`${answer.json().code} ${answer.headers['retry-after']}`);
    });
    return { refused, all: Promise.all(calls) };
  }

  /** The hashes that began from when the right password came for one until it was its turn. */
  async function turnsUntilRight(address: string, device: { deviceToken?: string } = {}): Promise<number> {
    const before = asked;
    const answer = login(address, ADMIN.password, device);
    await until(() => asked > before);
    await settled();
    const from = started.length - (started.at(-1) === ADMIN.password ? 1 : 0);
    const at = () => started.indexOf(ADMIN.password, from);
    await until(
      () => at() >= 0,
      () => running.shift()?.(),
    );
    const turns = at() - from;
    let status = 0;
    void answer.then((given) => {
      status = given.statusCode;
      deviceToken = given.json().deviceToken;
    });
    await until(
      () => status !== 0,
      () => running.shift()?.(),
    );
    expect(status).to.equal(200);
    return turns;
  }

  async function ended(all: Promise<unknown>): Promise<void> {
    let isOver = false;
    void all.then(() => {
      isOver = true;
    });
    await until(
      () => isOver,
      () => running.shift()?.(),
    );
  }

  it('serve the right password from a new address within one round of 120 addresses', async () => {
    const { refused, all } = await flood(120, 5);
    await until(() => refused.length >= 600 - 512 - 2);
    expect(refused[0]).to.match(/^NODE_UNAVAILABLE [1-9]$/);
    const turns = await turnsUntilRight('192.0.2.1');
    expect(turns).to.be.at.most(120 + 2 + 1);
    await ended(all);
  });

  it('serve at once the device of who was right before, wherever it is', async () => {
    await turnsUntilRight('192.0.2.1');
    const { refused, all } = await flood(120, 5);
    await until(() => refused.length >= 600 - 512 - 2);
    const turns = await turnsUntilRight('192.0.2.2', { deviceToken });
    expect(turns).to.be.at.most(4);
    await ended(all);
  });
});
