// The token bucket: burst, even refill, and a bounded number of callers.
import { expect } from 'chai';
import fc from 'fast-check';
import { ANONYMOUS } from '../../../../api/auth/caller.js';
import { withoutAlias } from '../../../../api/requests/aliases.js';
import { Buckets, DEFAULT_RATES, Limiters } from '../../../../api/requests/rate.js';
import { ORGANISATION_TOOL_CALLS, RATE_KEYS_MAX } from '../../../../core/base/limits/node/requests.js';

function ask(buckets: Buckets, key: string, max = 5, windowMs = 60_000): { allowed: boolean; ttl: number } {
  const { current, ttl } = buckets.count(key, windowMs, max);
  return { allowed: current <= max, ttl };
}

describe('api/requests/rate', () => {
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

describe('api/requests/rate, calls of tools', () => {
  const call = (organisationId: string, subject: string) => ({
    ...{ caller: { ...ANONYMOUS, organisationId, subject }, address: '192.0.2.1' },
    ...{ note: () => undefined, onEnd: () => undefined },
  });

  it('are counted for all members of an organisation together, and come back with time', () => {
    let now = 0;
    const limit = new Limiters({ ...DEFAULT_RATES, api: 3 }, () => now).tools;
    const most = 3 * ORGANISATION_TOOL_CALLS;
    for (let i = 0; i < most; i++) expect(limit(call('one', `member ${i}`))).to.equal(undefined);
    const refused = limit(call('one', 'another member'));
    expect(refused?.issues[0]?.code).to.equal('RATE_LIMITED');
    expect(refused?.headers).to.deep.equal({ 'retry-after': '2' });
    expect(limit(call('two', 'member 1'))).to.equal(undefined);
    now += 60_000 / most;
    expect(limit(call('one', 'member 1'))).to.equal(undefined);
  });

  it('are not counted where the limit of requests is off', () => {
    const limit = new Limiters({ ...DEFAULT_RATES, api: 0 }, () => 0).tools;
    for (let i = 0; i < 100; i++) expect(limit(call('one', 'member'))).to.equal(undefined);
  });
});

describe('api/requests/aliases', () => {
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
