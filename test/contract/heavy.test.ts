// The places of heavy calls: those of a caller, those of all callers, and that each comes back with its answer.
import { expect } from 'chai';
import fastify from 'fastify';
import { ANONYMOUS } from '../../api/auth/caller.js';
import { Limiters } from '../../api/requests/rate.js';
import { HEAVY_CALLERS } from '../../core/base/limits/node/requests.js';
import { HEAVY_ORGANISATION } from '../../core/base/limits/node/sharing.js';
import { NO_LIMITS } from './world.js';

describe('heavy calls at once', () => {
  const HEAVY = 2;
  /** A server whose only route answers once it is let go. */
  async function held() {
    const app = fastify();
    const waiting: (() => void)[] = [];
    app.decorateRequest('caller');
    app.addHook('onRequest', async (request) => {
      const [subject = '', organisationId = ''] = String(request.headers['x-subject']).split(' of ');
      request.caller = { ...ANONYMOUS, subject, organisationId };
    });
    const onRequest = new Limiters(app, { ...NO_LIMITS, heavy: HEAVY }, () => 0).get('heavy');
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

  it('has a bound for the callers of one organisation, so that another finds a place', async () => {
    const { app, call, hold, waiting } = await held();
    const users = Array.from({ length: HEAVY_ORGANISATION * HEAVY }, (_, i) => `user ${i} of crowd`);
    const calls = await hold(users);
    expect((await call('one more of crowd')).statusCode).to.equal(429);
    const stranger = await hold(['stranger of another']);
    for (const go of waiting.splice(0)) go();
    expect(new Set(await Promise.all([...calls, ...stranger]))).to.deep.equal(new Set([200]));
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
