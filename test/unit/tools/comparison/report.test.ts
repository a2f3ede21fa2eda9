// The report of a comparison about its starts, and how it ends.
import { expect } from 'chai';
import type { Comparison } from '../../../tools/comparison/options.js';
import { exitOf, markdownOf, rowsOf } from '../../../tools/comparison/report.js';
import type { Pair } from '../../../tools/comparison/turns.js';

const COMPARISON: Comparison = {
  loads: ['plain'],
  nodes: [1],
  rounds: 5,
  pairs: 1,
  minutes: 1,
  delayMs: 0,
  concurrency: 0,
};
const TOLD = { theirs: 'df57f29e', ours: 'abcdef01', load: [0.5, 2] as const, processors: 2, delayMs: 0 };

/** Starts of one node, one pair each, in which we take `cpu` times what they do. */
function pairsOf(...cpu: readonly number[]): readonly Pair[] {
  return cpu.map((ratio, i) => ({
    round: i + 1,
    nodes: 1,
    load: 'plain',
    ours: { cpuMicros: 200 * ratio, perSecond: 1500 },
    theirs: { cpuMicros: 200, perSecond: 1000 },
  }));
}

describe('test/tools/comparison/report', () => {
  it('takes the ratio of each start, and of their own load and number of nodes alone', () => {
    const [stranger] = pairsOf(9);
    const pairs = [
      ...pairsOf(1.05, 1.1, 1.15, 1.2, 1.3),
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

  it('counts the pairs of one start once, because they have its factor in common', () => {
    const starts = (...factors: readonly number[]) =>
      factors.flatMap((factor, i) =>
        [0.99, 1, 1, 1.01].flatMap((each) => pairsOf(factor * each)).map((pair) => ({ ...pair, round: i + 1 })),
      );
    const of = (...factors: readonly number[]) => rowsOf({ ...COMPARISON, pairs: 4 }, starts(...factors))[0];
    expect(of(1.2, 0.85, 1)).to.include({ verdict: 'unsure' });
    expect(of(1.2, 0.85, 1)?.cpu?.count).to.equal(3);
    expect(of(1.2, 1.1, 1.05)).to.include({ verdict: 'unsure' });
    expect(of(1.2, 0.85, 1, 1.15, 1.1)).to.include({ verdict: 'unsure' });
    expect(of(1.2, 1.1, 1.05, 1.15, 1.1)).to.include({ verdict: 'slower' });
  });

  it('leaves out a start of which a pair is missing', () => {
    const [first, ...others] = pairsOf(1, 1, 1, 1, 1, 1);
    const rows = rowsOf({ ...COMPARISON, pairs: 2 }, [first as Pair, ...others, ...others]);
    expect([rows[0]?.cpu?.count, rows[0]?.verdict]).to.deep.equal([5, 'as fast']);
  });

  for (const [name, code, cpu] of [
    ['as fast', 0, [1, 1.01, 0.98, 1.02, 1]],
    ['unsure', 0, [0.9, 0.9, 1.1, 1.2, 1.1]],
    ['slower', 1, [1.1, 1.1, 1.1, 1.1, 1.1]],
    ['of too few starts', 3, [1.1, 1.1, 1.1, 1.1]],
    ['without starts', 3, []],
  ] as const)
    it(`ends with ${code} where it is ${name}`, () => {
      expect(exitOf(rowsOf(COMPARISON, pairsOf(...cpu)))).to.equal(code);
    });

  it('ends with 1 where one row is slower and another one has too few starts', () => {
    const rows = rowsOf({ ...COMPARISON, nodes: [3, 1] }, pairsOf(1.1, 1.1, 1.1, 1.1, 1.1));
    expect(rows.map(({ verdict }) => verdict)).to.deep.equal(['unsure', 'slower']);
    expect(exitOf(rows)).to.equal(1);
  });

  it('is a table of Markdown, with the rule and the machine', () => {
    const text = markdownOf(rowsOf({ ...COMPARISON, nodes: [1, 3] }, pairsOf(1, 1, 1, 1.02, 1.03)), TOLD);
    expect(text.split('\n')).to.deep.equal([
      'abcdef01 (here) against df57f29e (then), by turns; 2 processors, load average 0.5 before, 2.0 after:',
      '',
      '| nodes | load | starts | CPU us/tx, then | CPU us/tx, here | CPU ratio: median (quartiles) [least, most] | a second, then | a second, here | throughput ratio: median [least, most] | verdict |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      '| 1 | plain | 5 | 200 | 200 | 1.000 (1.000 to 1.020) [1.000, 1.030] | 1000 | 1500 | 1.500 [1.500, 1.500] | as fast |',
      '| 3 | plain | 0 | 0 | 0 | - | 0 | 0 | - | unsure |',
      '',
      'Judged by starts, at least 5. Slower: their median is above 1.03, and more of them above 1.00 than chance gives in one of 20 cases. As fast: as many are at most 1.03. Unsure: neither.',
    ]);
  });

  it('says how far apart the nodes are', () => {
    expect(markdownOf([], { ...TOLD, delayMs: 20 })).to.contain('by turns, 20 ms between nodes each way; 2 processors');
  });
});
