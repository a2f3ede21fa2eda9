// Hashes of passwords run two at a time: a flood of log-ins from many addresses keeps nobody's right password from a turn.
import { expect } from 'chai';
import { Passwords } from '../../../api/auth/passwords.js';
import { ADMIN, aWorld, type World } from '../world.js';

describe('log-ins among addresses', () => {
  let world: World;
  /** What runs, two at most: the test lets it go on. */
  const running: (() => void)[] = [];
  beforeEach(async () => {
    world = await aWorld();
    const verify = (_phc: string, password: string) =>
      new Promise<boolean>((done) => running.push(() => done(password === ADMIN.password)));
    (world.deps as { passwords: Passwords }).passwords = new Passwords({ memoryKib: 64, verify });
  });
  afterEach(() => world.close());

  const settled = () => new Promise((done) => setImmediate(done));
  const turn = async () => {
    while (running.length === 0) await settled();
    running.shift()?.();
    // What it let go on has its turn to answer.
    for (let i = 0; i < 20; i++) await settled();
  };
  const login = (remoteAddress: string, password: string, email: string = ADMIN.email) =>
    world.app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload: { email, password } });

  /** Log-ins from so many addresses, some to the account and some to names that are no account, until the queue has all it takes. */
  async function flood(addresses: number, each: number) {
    const refused: string[] = [];
    const calls = Array.from({ length: addresses * each }, async (_, i) => {
      const email = i % 2 === 0 ? ADMIN.email : `nobody-${i}@quorate.example`;
      const answer = await login(`10.1.0.${i % addresses}`, 'a wrong password of length', email);
      if (answer.statusCode === 503) refused.push(`${answer.json().code} ${answer.headers['retry-after']}`);
    });
    return { refused, all: Promise.all(calls) };
  }

  async function turnsOf(answer: Promise<{ statusCode: number }>): Promise<number> {
    let done: { statusCode: number } | undefined;
    void answer.then((got) => {
      done = got;
    });
    for (let i = 0; i < 20; i++) await settled();
    let turns = 0;
    for (; done === undefined && turns < 1000; turns++) await turn();
    expect(done?.statusCode).to.equal(200);
    return turns;
  }

  async function ended(all: Promise<unknown>): Promise<void> {
    let isOver = false;
    void all.then(() => {
      isOver = true;
    });
    while (!isOver) {
      running.shift()?.();
      await settled();
    }
  }

  it('serve the right password from a new address within one round of 120 addresses', async () => {
    const { refused, all } = await flood(120, 5);
    while (refused.length < 600 - 512 - 2) await settled();
    expect(refused[0]).to.match(/^NODE_UNAVAILABLE [1-9]$/);
    const turns = await turnsOf(login('192.0.2.1', ADMIN.password));
    expect(turns).to.be.at.most(120 + 2 + 1);
    await ended(all);
  });

  it('serve at once who was right at the address before', async () => {
    await turnsOf(login('192.0.2.1', ADMIN.password));
    const { refused, all } = await flood(120, 5);
    while (refused.length < 600 - 512 - 2) await settled();
    const turns = await turnsOf(login('192.0.2.1', ADMIN.password));
    expect(turns).to.be.at.most(4);
    await ended(all);
  });
});
