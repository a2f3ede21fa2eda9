// Requests through proxies: which address they count for, and what is told once in the log and in the health. This
// holds however many come through a proxy that no setting names.
import { expect } from 'chai';
import type { ServerOptions } from '../../../api/server/server.js';
import { ForwardedRequests } from '../../../node/observe/forwarding.js';
import { aWorld } from '../world/world.js';

describe('requests through a proxy that is not named', () => {
  const told = async (headers: readonly Record<string, string>[], trustedProxies: readonly string[] = []) => {
    const warnings: unknown[] = [];
    const forwarding = new ForwardedRequests({ warn: (fields) => void warnings.push(fields) });
    let calls = 0;
    const onUntrustedProxy: ServerOptions['onUntrustedProxy'] = (peer) => {
      calls++;
      forwarding.onUntrustedProxy(peer);
    };
    const world = await aWorld({ trustedProxies, onUntrustedProxy });
    for (const one of headers)
      expect((await world.app.inject({ url: '/alive', headers: one })).statusCode).to.equal(200);
    await world.close();
    return { calls, warnings, health: forwarding.check() };
  };

  for (const [name, value] of [
    ['x-forwarded-for', '192.0.2.7'],
    ['forwarded', 'for=192.0.2.7'],
  ] as const)
    it(`are told once by ${name}, and the health stays what it was`, async () => {
      const { calls, warnings, health } = await told([{}, { [name]: value }, { [name]: value }, { [name]: value }]);
      expect([calls, warnings]).to.deep.equal([1, [{ setting: 'http.trustedProxies', peer: '127.0.0.1' }]]);
      expect(health.status).to.equal('healthy');
      expect(health.reason).to.include('http.trustedProxies');
    });

  it('are none where no header says so', async () => {
    const { calls, warnings, health } = await told([{}, { via: '1.1 somebody' }]);
    expect([calls, warnings, health]).to.deep.equal([0, [], { status: 'healthy' }]);
  });

  it('are none where the proxy is named', async () => {
    const { calls } = await told([{ 'x-forwarded-for': '192.0.2.7' }], ['127.0.0.1']);
    expect(calls).to.equal(0);
  });

  it('are told where another proxy is named', async () => {
    const { calls } = await told([{ 'x-forwarded-for': '192.0.2.7' }], ['10.9.9.9']);
    expect(calls).to.equal(1);
  });
});

describe('logins through a proxy that is named', () => {
  /** Wrong passwords of one account, with what the proxy says of each client. */
  const statuses = async (clients: readonly string[]) => {
    const world = await aWorld({ trustedProxies: ['127.0.0.1'] });
    const payload = { email: 'x@x.example', password: 'a-wrong-password-1' };
    const found: number[] = [];
    for (const client of clients) {
      const headers = { 'x-forwarded-for': client };
      found.push((await world.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })).statusCode);
    }
    await world.close();
    return found;
  };
  const locked = [401, 401, 401, 401, 429, 429, 429];
  const numbers = [1, 2, 3, 4, 5, 6, 7];

  for (const [name, of] of [
    ['a port', (at: number) => `203.0.113.7:400${at}`],
    ['brackets and a port', (at: number) => `[2001:db8::7]:400${at}`],
    ['no address', (at: number) => `client-${at}`],
    ['addresses of its own before that of the proxy', (at: number) => `198.51.100.${at}, 203.0.113.7`],
  ] as const)
    it(`are locked by the fifth failure although the header has ${name}`, async () => {
      expect(await statuses(numbers.map(of))).to.deep.equal(locked);
    });

  it('of other clients are not', async () => {
    expect(await statuses(numbers.map((at) => `203.0.113.${at}:4000`))).to.deep.equal(numbers.map(() => 401));
  });
});
