// A proxy that no setting names: told once, in the log and in the health, however many requests come through it.
import { expect } from 'chai';
import type { ServerOptions } from '../../api/server/server.js';
import { ForwardedRequests } from '../../node/observe/forwarding.js';
import { aWorld } from './world.js';

describe('requests through a proxy that is not named', () => {
  const told = async (headers: readonly Record<string, string>[], trustedProxies: readonly string[] = []) => {
    const warnings: unknown[] = [];
    const forwarding = new ForwardedRequests({ warn: (fields) => void warnings.push(fields) });
    let calls = 0;
    const onUntrustedProxy: ServerOptions['onUntrustedProxy'] = () => {
      calls++;
      forwarding.untrusted();
    };
    const world = await aWorld({ trustedProxies, onUntrustedProxy });
    for (const one of headers)
      expect((await world.app.inject({ url: '/alive', headers: one })).statusCode).to.equal(200);
    await world.close();
    return { calls, warnings, health: forwarding.part.check() };
  };

  for (const [name, value] of [
    ['x-forwarded-for', '192.0.2.7'],
    ['forwarded', 'for=192.0.2.7'],
  ] as const)
    it(`are told once by ${name}, and the health stays what it was`, async () => {
      const { calls, warnings, health } = await told([{}, { [name]: value }, { [name]: value }, { [name]: value }]);
      expect([calls, warnings]).to.deep.equal([1, [{ setting: 'http.trustedProxies' }]]);
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
});
