// A comparison of the program with itself: pairs of rows of real nodes. Says nothing about how fast they are.
import { expect } from 'chai';
import { CHECKOUT, commitOf } from '../tools/comparison/builds.js';
import { Side } from '../tools/comparison/sides.js';
import { runTurns } from '../tools/comparison/turns.js';

const QUIET = { note: () => undefined };

describe('bench --against', () => {
  const one = { loads: ['plain'], nodes: [1], rounds: 1, pairs: 1, minutes: 2, delayMs: 0, concurrency: 4 } as const;
  const same = { ours: CHECKOUT, theirs: CHECKOUT, transactionsMax: 20 };

  it('measures both programs by turns', async function () {
    this.timeout(120_000);
    const told: string[] = [];
    const { signal } = new AbortController();
    const pairs = await runTurns(one, { ...same, signal, note: (sentence) => void told.push(sentence) });
    expect(pairs.map(({ nodes, load }) => [nodes, load])).to.deep.equal([[1, 'plain']]);
    for (const { ours, theirs } of pairs)
      for (const figure of [ours.cpuMicros, ours.perSecond, theirs.cpuMicros, theirs.perSecond])
        expect(figure).to.be.greaterThan(0);
    expect(told).to.have.length(2);
  });

  it('begins nothing once it was interrupted, or its time is over', async () => {
    const interrupted = new AbortController();
    interrupted.abort();
    const ended = await runTurns(one, { ...QUIET, ...same, signal: interrupted.signal }).catch((error) => error);
    expect(ended).to.include({ name: 'AbortError' });
    const { signal } = new AbortController();
    expect(await runTurns({ ...one, minutes: 0 }, { ...QUIET, ...same, signal })).to.deep.equal([]);
  });

  it('refuses a commit that there is not, and one without what is asked of it', async () => {
    const { signal } = new AbortController();
    expect(await commitOf('no-such-branch', signal).catch((error) => error)).to.include({ exit: 2 });
    const failed = await Side.start({ root: '/nowhere', nodes: 1, delayMs: 0 }).catch((error) => error);
    expect(failed).to.have.property('message', 'The other commit has no setStage in cli/bench/stage.js');
  });
});
