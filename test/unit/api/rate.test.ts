// The token bucket: burst, even refill, and a bounded number of callers; and the places of calls that are heavy.
import { expect } from 'chai';
import fc from 'fast-check';
import fastify from 'fastify';
import { withoutAlias } from '../../../api/aliases.js';
import { ANONYMOUS } from '../../../api/auth/caller.js';
import { Buckets, Limiters } from '../../../api/rate.js';
import { HEAVY_CALLERS, RATE_KEYS_MAX } from '../../../core/base/limits.js';

function ask(buckets: Buckets, key: string, max = 5, windowMs = 60_000): { allowed: boolean; ttl: number } {
  let answer = { allowed: false, ttl: 0 };
  buckets.incr(key, (_, { current, ttl }) => (answer = { allowed: current <= max, ttl }), windowMs, max);
  return answer;
}

describe('api/rate', () => {
  it('gives a burst of 5, then one every 12 seconds', () => {
    let now = 0;
    const buckets = new Buckets(() => now);
    for (let i = 0; i < 5; i++) expect(ask(buckets, 'a').allowed).to.equal(true);
    expect(ask(buckets, 'a')).to.deep.equal({ allowed: false, ttl: 12_000 });
    now = 11_999;
    expect(ask(buckets, 'a')).to.deep.equal({ allowed: false, ttl: 1 });
    now = 12_000;
    expect(ask(buckets, 'a').allowed).to.equal(true);
    expect(ask(buckets, 'a').allowed).to.equal(false);
    expect(ask(buckets, 'b').allowed).to.equal(true);
  });

  it('never lets more than burst plus refill pass, whatever the timing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 200 }), (gaps) => {
        let now = 0;
        const buckets = new Buckets(() => now);
        let allowed = 0;
        for (const gap of gaps) {
          now += gap;
          if (ask(buckets, 'a').allowed) allowed++;
        }
        expect(allowed).to.be.at.most(5 + Math.floor(now / 12_000));
      }),
    );
  });

  it('forgets the caller unseen longest beyond its bound', () => {
    const buckets = new Buckets(() => 0);
    for (let i = 0; i < 5; i++) ask(buckets, 'first');
    for (let i = 0; i < RATE_KEYS_MAX; i++) ask(buckets, `k${i}`);
    expect(ask(buckets, 'first').allowed).to.equal(true);
  });
});

describe('api/rate, of heavy calls at once', () => {
  const HEAVY = 2;
  /** A server whose only route answers once it is let go. */
  async function held() {
    const app = fastify();
    const waiting: (() => void)[] = [];
    app.decorateRequest('caller');
    app.addHook('onRequest', async (request) => {
      request.caller = { ...ANONYMOUS, subject: String(request.headers['x-subject']) };
    });
    const onRequest = new Limiters(app, { strict: 0, platformAuth: 0, auth: 0, api: 0, heavy: HEAVY }).get('heavy');
    app.get('/heavy', { onRequest: onRequest ?? [] }, async () => {
      await new Promise<void>((done) => waiting.push(done));
      return 'done';
    });
    await app.ready();
    const call = (subject: string) => app.inject({ url: '/heavy', headers: { 'x-subject': subject } });
    /** Calls that are held, once they are. */
    const hold = async (subjects: readonly string[]) => {
      const calls = subjects.map(async (subject) => (await call(subject)).statusCode);
      const all = waiting.length + subjects.length;
      while (waiting.length < all) await new Promise((done) => setImmediate(done));
      return calls;
    };
    return { app, call, hold, waiting };
  }

  it('counts each caller by itself, and gives a place back with the answer', async () => {
    const { app, call, hold, waiting } = await held();
    const first = await hold(Array<string>(HEAVY).fill('greedy'));
    const refused = await call('greedy');
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).to.deep.equal([
      429,
      'RATE_LIMITED',
      '1',
    ]);
    const other = await hold(['other']);
    for (const go of waiting.splice(0)) go();
    expect(await Promise.all([...first, ...other])).to.deep.equal([200, 200, 200]);
    const again = await hold(Array<string>(HEAVY).fill('greedy'));
    for (const go of waiting.splice(0)) go();
    expect(await Promise.all(again)).to.deep.equal([200, 200]);
    await app.close();
  });

  it('has a bound for all callers together', async () => {
    const { app, call, hold, waiting } = await held();
    const callers = Array.from({ length: HEAVY_CALLERS * HEAVY }, (_, i) => `caller ${i}`);
    const calls = await hold(callers);
    expect((await call('one more')).statusCode).to.equal(429);
    for (const go of waiting.splice(0)) go();
    expect(new Set(await Promise.all(calls))).to.deep.equal(new Set([200]));
    await app.close();
  });
});

describe('api/aliases', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['/api/blueprint/api/blueprints?page=2', '/api/blueprints?page=2'],
    ['/api/tenant/api/service-auth/token', '/api/service-auth/token'],
    ['/api/register/registers/x', '/api/registers/x'],
    ['/api/wallet/wallets', '/api/v1/wallets'],
    ['/api/wallet/api/v1/wallets', '/api/v1/wallets'],
    ['/api/wallet/v1/wallets', '/api/v1/wallets'],
    ['/api/validator/metrics/x', '/api/metrics/x'],
    ['/register/health', '/health'],
    ['/tenant/health?x=1', '/health?x=1'],
    ['/api/registers', '/api/registers'],
    ['/api/validators/x', '/api/validators/x'],
    ['/register/healthy', '/register/healthy'],
    ['/docs', '/docs'],
  ];
  for (const [from, to] of cases) it(`${from} is ${to}`, () => expect(withoutAlias(from)).to.equal(to));
});
