// Work that is owed: few at one time and fewer of one organisation, tried again later each time, and woken by what is
// found.
import { expect } from 'chai';
import { type Outcome, OwedWork } from '../../../../actors/credentials/owed-work.js';
import {
  OWED_AT_ONCE,
  OWED_AT_ONCE_OF_ORGANISATION,
  OWED_REST_MAX_MS,
  OWED_REST_MS,
  OWED_WAITING_MAX,
} from '../../../../core/base/limits/node/wallets.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

describe('actors/credentials/owed-work', () => {
  /** Names are of the organisation before their dot. */
  function owed(rows: readonly string[] = [], outcomes: Outcome[] = []) {
    const clock = new VirtualClock();
    const warnings: object[] = [];
    const under = new Map<string, () => void>();
    const ran: string[] = [];
    const work = new OwedWork({
      clock,
      log: { warn: (fields: object) => void warnings.push(fields), error: () => undefined } as never,
      list: async (limit) => rows.filter((name) => !ran.includes(name)).slice(0, limit),
      turnOf: (name) => (name === 'gone' ? undefined : name.split('.')[0]),
      run: (name) =>
        new Promise((resolve, reject) => {
          ran.push(name);
          under.set(name, () => {
            under.delete(name);
            const outcome = outcomes.shift() ?? 'done';
            if (outcome === ('fails' as Outcome)) reject(new Error('it fails'));
            else resolve(outcome);
          });
        }),
      undone: 'It was not done.',
    });
    const turns = async () => {
      for (let i = 0; i < 20; i++) await Promise.resolve();
    };
    const end = async (name: string) => {
      under.get(name)?.();
      await turns();
    };
    return { work, clock, under, ran, end, warnings, turns };
  }

  it('goes on at one time with a few, and of one organisation with fewer', async () => {
    const { work, under, end } = owed();
    for (let i = 0; i < 5; i++) work.wake(`a.${i}`);
    expect([...under.keys()]).to.deep.equal(['a.0', 'a.1'].slice(0, OWED_AT_ONCE_OF_ORGANISATION));
    for (const organisation of 'bcdefg') for (let i = 0; i < 2; i++) work.wake(`${organisation}.${i}`);
    expect(under.size).to.equal(OWED_AT_ONCE);
    await end('a.0');
    expect(under.size, 'the place goes to another').to.equal(OWED_AT_ONCE);
    expect(work.size).to.equal(16);
    while (under.size > 0) await end([...under.keys()][0] ?? '');
    expect(work.size).to.equal(0);
  });

  it('rests longer with each try that fails, up to a bound, and says what was not done', async () => {
    const { work, clock, ran, end, warnings, under } = owed([], ['again', 'fails' as Outcome, 'again']);
    work.wake('a.0');
    const rests: number[] = [];
    for (let tries = 0; tries < 3; tries++) {
      await end('a.0');
      const restMs = OWED_REST_MS * 2 ** tries;
      await clock.advance(restMs - 1);
      expect(under.size, 'before its time').to.equal(0);
      await clock.advance(1);
      rests.push(under.size);
    }
    expect(rests).to.deep.equal([1, 1, 1]);
    expect(ran).to.have.lengthOf(4);
    expect(warnings).to.have.lengthOf(1);
    await end('a.0');
    expect([work.size, work.behindMs]).to.deep.equal([0, 0]);
  });

  it('is woken by what is found, once where it is under way', async () => {
    const { work, ran, end, under } = owed([], ['waits', 'done']);
    work.wake('a.0');
    work.wake('a.0');
    work.wake('a.0');
    await end('a.0');
    expect(ran, 'what came meanwhile is looked at once more').to.deep.equal(['a.0', 'a.0']);
    await end('a.0');
    const other = owed([], ['waits']);
    other.work.wake('b.0');
    await other.end('b.0');
    await other.clock.advance(OWED_REST_MAX_MS - 1);
    expect([under.size, other.under.size], 'nothing was found').to.deep.equal([0, 0]);
    await other.clock.advance(1);
    expect(other.under.size).to.equal(1);
  });

  it('takes up what its rows say after a start, and the rest when half of that is done', async () => {
    const rows = Array.from({ length: OWED_WAITING_MAX + 3 }, (_, i) => `o${i}.0`);
    const { work, under, end, ran, turns } = owed(rows);
    await work.start();
    expect(work.size).to.equal(OWED_WAITING_MAX);
    work.wake('late.0');
    expect(work.size, 'its row is found later').to.equal(OWED_WAITING_MAX);
    while (under.size > 0) await end([...under.keys()][0] ?? '');
    await turns();
    expect(new Set(ran).size).to.equal(rows.length);
  });

  it('leaves what is not owed, and ends what is under way', async () => {
    const { work, under, end, ran } = owed();
    work.wake('gone');
    expect([work.size, ran.length]).to.deep.equal([0, 0]);
    work.wake('a.0');
    let isStopped = false;
    const stopped = work.stop().then(() => {
      isStopped = true;
    });
    await Promise.resolve();
    expect(isStopped).to.equal(false);
    work.wake('b.0');
    await end('a.0');
    await stopped;
    expect([ran, under.size]).to.deep.equal([['a.0'], 0]);
  });
});
