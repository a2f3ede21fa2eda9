// Turns of requests: at once while there is time, in slices and by organisation where there is not, refused where there
// is no place; and a connection that rests.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { ANONYMOUS } from '../../../api/auth/caller.js';
import { RequestScheduler } from '../../../api/requests/request-scheduler.js';
import {
  OVERLOAD_RETRY_SECONDS_MAX,
  REQUEST_SLICE_MS,
  REQUESTS_WAITING,
} from '../../../core/base/limits/node/overload.js';

/** The ticks and promises of what was set going. */
const settled = () => new Promise((done) => setImmediate(done));

function aLoop() {
  let nowMs = 0;
  const soon: (() => void)[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const turns = new RequestScheduler({
    clock: {
      steady: () => nowMs,
      setTimer: (run, ms) => {
        timers.push({ run, ms });
        return { cancel: () => undefined };
      },
    },
    soon: (run) => void soon.push(run),
    random: () => 0,
  });
  const begun: string[] = [];
  const refused: { name: string; code: string | undefined; retryAfter: unknown }[] = [];
  const rests: number[] = [];
  /** A request whose work takes so long. */
  const ask = (name: string, organisationId = 'one', workMs = 0, isGone = false) => {
    const call = {
      caller: { ...ANONYMOUS, subject: name, organisationId },
      address: '127.0.0.1',
      isGone,
      rest: (seconds: number) => void rests.push(seconds),
    };
    turns.wait(call, (refusal) => {
      const [reason] = refusal?.issues ?? [];
      if (reason) refused.push({ name, code: reason.code, retryAfter: reason.retryAfterSeconds });
      else {
        begun.push(name);
        nowMs += workMs;
      }
    });
  };
  /** The loop has looked at all that came in. */
  const round = async () => {
    for (const run of soon.splice(0)) run();
    await settled();
  };
  return { turns, ask, begun, refused, rests, round, timers, soon, pass: (ms: number) => (nowMs += ms) };
}

describe('turns of requests', () => {
  it('begin at once while the loop has time', () => {
    const { ask, begun } = aLoop();
    for (const name of ['a', 'b', 'c']) ask(name, 'one', 1);
    expect(begun).to.deep.equal(['a', 'b', 'c']);
  });

  it('come in slices, between which the loop looks at what else came in', async () => {
    const { ask, begun, round } = aLoop();
    for (let n = 0; n < 7; n++) ask(`${n}`, 'one', REQUEST_SLICE_MS / 2);
    expect(begun).to.have.length(2);
    await round();
    expect(begun).to.have.length(4);
    await round();
    await round();
    expect(begun).to.deep.equal(['0', '1', '2', '3', '4', '5', '6']);
  });

  it('go round the organisations, whatever each brings', async () => {
    const { ask, begun, round, pass } = aLoop();
    ask('first');
    pass(REQUEST_SLICE_MS);
    for (let n = 0; n < 5; n++) ask(`crowd ${n}`, 'crowd', REQUEST_SLICE_MS);
    ask('stranger', 'other', REQUEST_SLICE_MS);
    await round();
    await round();
    expect(begun).to.deep.equal(['first', 'crowd 0', 'stranger']);
  });

  it('are refused where there is no place, with the time after which to come again', () => {
    const { turns, ask, begun, refused, rests, pass } = aLoop();
    ask('first');
    pass(REQUEST_SLICE_MS);
    for (let n = 0; n < REQUESTS_WAITING.key; n++) ask(`${n}`);
    expect(refused).to.deep.equal([]);
    expect(turns.isFullFor('organisation one')).to.equal(true);
    expect(turns.isFullFor('organisation two')).to.equal(false);
    ask('late');
    expect(refused).to.deep.equal([{ name: 'late', code: 'NODE_UNAVAILABLE', retryAfter: 1 }]);
    expect(rests).to.deep.equal([1]);
    expect(begun).to.deep.equal(['first']);
  });

  it('send a crowd away for longer than a few, and never without end', () => {
    const { turns } = aLoop();
    const seconds = Array.from({ length: 1000 }, () => turns.refusal().retryAfterSeconds);
    expect([seconds[0], seconds[999]]).to.deep.equal([1, OVERLOAD_RETRY_SECONDS_MAX]);
    expect(seconds).to.deep.equal([...seconds].sort((a, b) => a - b));
  });

  it('are not spent on who went away', async () => {
    const { ask, begun, round, pass } = aLoop();
    ask('first');
    pass(REQUEST_SLICE_MS);
    ask('gone', 'one', 0, true);
    ask('here');
    await round();
    expect(begun).to.deep.equal(['first', 'here']);
  });

  it('let answers go first, in slices too', async () => {
    const { turns, ask, begun, round, pass } = aLoop();
    ask('first');
    pass(REQUEST_SLICE_MS);
    ask('second');
    for (const name of ['answer 1', 'answer 2'])
      turns.answer(() => {
        begun.push(name);
        pass(REQUEST_SLICE_MS);
      });
    await round();
    expect(begun).to.deep.equal(['first', 'answer 1']);
    await round();
    await round();
    expect(begun).to.deep.equal(['first', 'answer 1', 'answer 2', 'second']);
  });

  describe('a connection that rests', () => {
    const resting = (headers: object) => {
      const loop = aLoop();
      const done: string[] = [];
      const socket = { destroyed: false, pause: () => done.push('pause'), resume: () => done.push('resume') };
      let finish: (() => void) | undefined;
      const response = { once: (_: string, run: () => void) => (finish = run) };
      loop.turns.rest({ socket, headers } as unknown as IncomingMessage, response as unknown as ServerResponse, 2);
      return { ...loop, done, finish: () => finish?.() };
    };

    it('is read again after the time that was told', async () => {
      const { done, finish, round, timers } = resting({});
      finish();
      await round();
      expect([done, timers.map(({ ms }) => ms)]).to.deep.equal([['pause'], [2000]]);
      timers[0]?.run();
      expect(done).to.deep.equal(['pause', 'resume']);
    });

    for (const header of ['x-forwarded-for', 'forwarded', 'via'])
      it(`is none of a proxy, which says ${header}: others come over it too`, async () => {
        const { done, finish, round } = resting({ [header]: 'somebody' });
        finish();
        await round();
        expect(done).to.deep.equal([]);
      });
  });
});
