// Pieces of work by turns of who asked for them: in order of each, a few between two looks at what comes in, and a
// stranger's in the first round.
import { expect } from 'chai';
import { PIECES, WorkTurns } from '../../../../api/requests/work-turns.js';

describe('api/requests/work-turns', () => {
  const immediate = () => new Promise((done) => setImmediate(done));

  it('does a few pieces at a time, and lets a stranger in between', async () => {
    const turns = new WorkTurns();
    const done: string[] = [];
    const all = Array.from({ length: 3 * PIECES }, (_, i) => turns.run('a', () => void done.push(`a${i}`)));
    await Promise.resolve();
    expect(done.length).to.equal(PIECES);
    const stranger = turns.run('b', () => {
      done.push('b');
      return 'of the stranger';
    });
    await immediate();
    expect(done.indexOf('b')).to.be.within(PIECES, PIECES + 1);
    expect(await stranger).to.equal('of the stranger');
    await Promise.all(all);
    expect(done.filter((one) => one !== 'b')).to.deep.equal(Array.from({ length: 3 * PIECES }, (_, i) => `a${i}`));
    expect(await turns.run('a', async () => 'again')).to.equal('again');
  });

  it('lets a stranger in between the pieces of a request that brings one at a time', async () => {
    const turns = new WorkTurns();
    let done = 0;
    const all = (async () => {
      for (let i = 0; i < 100; i++)
        await turns.run('a', () => {
          done += 1;
        });
    })();
    await immediate();
    expect(done).to.be.within(1, PIECES);
    await all;
    expect(done).to.equal(100);
  });

  it('gives a piece that throws to who asked for it, and goes on', async () => {
    const turns = new WorkTurns();
    const bad = turns.run('a', () => {
      throw new Error('broken');
    });
    const good = turns.run('a', () => 'good');
    expect(await bad.catch(({ message }: Error) => message)).to.equal('broken');
    expect(await good).to.equal('good');
  });
});
