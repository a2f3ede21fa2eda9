// What a comparison says of its pairs, and how it ends.
import { expect } from 'chai';
import type { Comparison } from '../../../tools/comparison/options.js';
import { exitOf, markdownOf, rowsOf } from '../../../tools/comparison/report.js';
import type { Pair } from '../../../tools/comparison/turns.js';

const COMPARISON: Comparison = {
  loads: ['plain'],
  nodes: [1],
  rounds: 1,
  pairs: 4,
  minutes: 1,
  delayMs: 0,
  concurrency: 0,
};
const TOLD = { theirs: 'df57f29e', ours: 'abcdef01', load: [0.5, 2] as const, processors: 2, delayMs: 0 };

/** Pairs of one node in which we take `cpu` times what they do. */
function pairsOf(...cpu: readonly number[]): readonly Pair[] {
  return cpu.map((ratio) => ({
    nodes: 1,
    load: 'plain',
    ours: { cpuMicros: 200 * ratio, perSecond: 1500 },
    theirs: { cpuMicros: 200, perSecond: 1000 },
  }));
}

describe('test/tools/comparison/report', () => {
  it('takes the ratio of each pair, and of their own load and number of nodes alone', () => {
    const [stranger] = pairsOf(9);
    const pairs = [
      ...pairsOf(1, 1.1, 1.2, 1.3),
      { ...stranger, nodes: 3 } as Pair,
      { ...stranger, load: 'batched' } as Pair,
    ];
    const [row, ...more] = rowsOf(COMPARISON, pairs);
    expect(more).to.deep.equal([]);
    expect(row).to.include({ nodes: 1, load: 'plain', verdict: 'slower' });
    expect(row?.cpu?.median).to.be.closeTo(1.15, 1e-9);
    expect(row?.throughput?.median).to.equal(1.5);
    expect([row?.ours, row?.theirs]).to.deep.equal([
      { cpuMicros: 230, perSecond: 1500 },
      { cpuMicros: 200, perSecond: 1000 },
    ]);
  });

  for (const [name, code, cpu] of [
    ['as fast', 0, [1, 1.01, 0.98, 1.02]],
    ['unsure', 0, [0.9, 0.9, 1.1, 1.2]],
    ['slower', 1, [1.1, 1.1, 1.1, 1.1]],
    ['too few pairs', 3, [1.1, 1.1, 1.1]],
    ['without pairs', 3, []],
  ] as const)
    it(`ends with ${code} where it is ${name}`, () => {
      expect(exitOf(rowsOf({ ...COMPARISON, pairs: 4 }, pairsOf(...cpu)))).to.equal(code);
    });

  it('ends with 1 where one row is slower and another one has too few pairs', () => {
    const rows = rowsOf({ ...COMPARISON, nodes: [3, 1] }, pairsOf(1.1, 1.1, 1.1, 1.1));
    expect(rows.map(({ verdict }) => verdict)).to.deep.equal(['too few pairs', 'slower']);
    expect(exitOf(rows)).to.equal(1);
  });

  it('is a table of Markdown, with the rule and the machine', () => {
    const text = markdownOf(rowsOf({ ...COMPARISON, nodes: [1, 3] }, pairsOf(1, 1, 1, 1.08)), TOLD);
    expect(text.split('\n')).to.deep.equal([
      'abcdef01 (here) against df57f29e (then), by turns; 2 processors, load average 0.5 before, 2.0 after:',
      '',
      '| nodes | load | pairs | CPU us/tx, then | CPU us/tx, here | CPU ratio: median (quartiles) [least, most] | a second, then | a second, here | throughput ratio: median [least, most] | verdict |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      '| 1 | plain | 4 | 200 | 200 | 1.000 (1.000 to 1.020) [1.000, 1.080] | 1000 | 1500 | 1.500 [1.500, 1.500] | as fast |',
      '| 3 | plain | 0 | 0 | 0 | - | 0 | 0 | - | too few pairs |',
      '',
      'Slower: the median of at least 4 pairs is above 1.03, and the lower quartile above 1.00. Unsure: only the median is.',
    ]);
  });

  it('says how far apart the nodes are', () => {
    expect(markdownOf([], { ...TOLD, delayMs: 20 })).to.contain('by turns, 20 ms between nodes each way; 2 processors');
  });
});
