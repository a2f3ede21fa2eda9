// The places of heavy calls: those of a caller, those of all callers, and that each comes back with its answer.
import { expect } from 'chai';
import Type from 'typebox';
import { ANONYMOUS } from '../../../api/auth/caller.js';
import { type Handlers, route } from '../../../api/define.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import { type Limit, Limiters } from '../../../api/requests/rate.js';
import { HEAVY_CALLERS } from '../../../core/base/limits/node/requests.js';
import { HEAVY_ORGANISATION } from '../../../core/base/limits/node/sharing.js';
import { aWorld, NO_LIMITS } from '../world/world.js';

describe('heavy calls at once', () => {
  const HEAVY = 2;
  /** Calls that are held until they are let go. */
  function held() {
    const limit = new Limiters({ ...NO_LIMITS, heavy: HEAVY }, () => 0).get('heavy') as Limit;
    const waiting: (() => void)[] = [];
    const call = (name: string) => {
      const [subject = '', organisationId = ''] = name.split(' of ');
      const caller = { ...ANONYMOUS, subject, organisationId };
      const onEnd = (run: () => void) => void waiting.push(run);
      return limit({ caller, address: '127.0.0.1', note: () => undefined, onEnd });
    };
    const hold = (subjects: readonly string[]) => subjects.map(call);
    return { call, hold, waiting };
  }
  const FREE = (count: number) => Array<undefined>(count).fill(undefined);

  it('counts each caller by itself, and gives a place back with the answer', () => {
    const { call, hold, waiting } = held();
    expect(hold(Array<string>(HEAVY).fill('greedy'))).to.deep.equal(FREE(HEAVY));
    const refused = call('greedy');
    expect([refused?.issues[0]?.code, refused?.headers?.['retry-after']]).to.deep.equal(['RATE_LIMITED', '1']);
    expect(call('other')).to.equal(undefined);
    for (const go of waiting.splice(0)) go();
    expect(hold(Array<string>(HEAVY).fill('greedy'))).to.deep.equal(FREE(HEAVY));
  });

  it('has a bound for the callers of one organisation, so that another finds a place', () => {
    const { call, hold } = held();
    const users = Array.from({ length: HEAVY_ORGANISATION * HEAVY }, (_, i) => `user ${i} of crowd`);
    expect(hold(users)).to.deep.equal(FREE(users.length));
    expect(call('one more of crowd')?.issues[0]?.code).to.equal('RATE_LIMITED');
    expect(call('stranger of another')).to.equal(undefined);
  });

  it('has a bound for all callers together', () => {
    const { call, hold } = held();
    const callers = Array.from({ length: HEAVY_CALLERS * HEAVY }, (_, i) => `caller ${i}`);
    expect(hold(callers)).to.deep.equal(FREE(callers.length));
    expect(call('one more')?.issues[0]?.code).to.equal('RATE_LIMITED');
  });

  it('gives the place of a request back when its connection ends', async () => {
    const routes = {
      work: route({
        method: 'GET',
        url: '/api/work',
        can: 'public',
        summary: 'Work',
        rate: 'heavy',
        output: Type.Object({}),
        errors: [],
      }),
    };
    const waiting: ((value: object) => void)[] = [];
    const handlers: Handlers<typeof routes, ApiDeps> = { work: () => new Promise((done) => waiting.push(done)) };
    const groups = { work: { tag: 'Work', description: 'Work.', routes, handlers, examples: {} } };
    const world = await aWorld({ groups, rates: { ...NO_LIMITS, heavy: HEAVY } });
    const get = () => world.app.inject({ url: '/api/work' });
    const begun = async (count: number) => {
      const calls = Array.from({ length: count }, get).map(async (answer) => (await answer).statusCode);
      while (waiting.length < count) await new Promise((done) => setImmediate(done));
      return calls;
    };
    for (let round = 0; round < 2; round++) {
      const first = await begun(HEAVY);
      expect((await get()).headers['retry-after'], `round ${round}`).to.equal('1');
      for (const go of waiting.splice(0)) go({});
      expect(await Promise.all(first)).to.deep.equal(Array<number>(HEAVY).fill(200));
    }
    await world.close();
  });
});
