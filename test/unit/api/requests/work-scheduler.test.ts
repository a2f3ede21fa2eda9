// Pieces of work by turns of who asked for them: in order of each, a few between two looks at what comes in, and a
// stranger's in the first round.
import { expect } from 'chai';
import { PIECES, WorkScheduler } from '../../../../api/requests/work-scheduler.js';

describe('api/requests/work-scheduler', () => {
  const immediate = () => new Promise((done) => setImmediate(done));

  it('does a few pieces at a time, and lets a stranger in between', async () => {
    const scheduler = new WorkScheduler();
    const done: string[] = [];
    const all = Array.from({ length: 3 * PIECES }, (_, i) => scheduler.run('a', () => void done.push(`a${i}`)));
    await Promise.resolve();
    expect(done.length).to.equal(PIECES);
    const stranger = scheduler.run('b', () => {
      done.push('b');
      return 'of the stranger';
    });
    await immediate();
    expect(done.indexOf('b')).to.be.within(PIECES, PIECES + 1);
    expect(await stranger).to.equal('of the stranger');
    await Promise.all(all);
    expect(done.filter((one) => one !== 'b')).to.deep.equal(Array.from({ length: 3 * PIECES }, (_, i) => `a${i}`));
    expect(await scheduler.run('a', async () => 'again')).to.equal('again');
  });

  it('lets a stranger in between the pieces of a request that brings one at a time', async () => {
    const scheduler = new WorkScheduler();
    let done = 0;
    const all = (async () => {
      for (let i = 0; i < 100; i++)
        await scheduler.run('a', () => {
          done += 1;
        });
    })();
    await immediate();
    for (let round = 0; round < 5; round++) {
      const before = done;
      await immediate();
      expect(done - before).to.be.within(1, PIECES);
    }
    await all;
    expect(done).to.equal(100);
  });

  it('gives a piece that throws to who asked for it, and goes on', async () => {
    const scheduler = new WorkScheduler();
    const bad = scheduler.run('a', () => {
      throw new Error('broken');
    });
    const good = scheduler.run('a', () => 'good');
    expect(await bad.catch(({ message }: Error) => message)).to.equal('broken');
    expect(await good).to.equal('good');
  });
});
