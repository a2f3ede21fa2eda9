// Rows that fail in a comparison: each is told, its pair is left out, and the exit code says where too few are left.
import { expect } from 'chai';
import { exitOf, rowsOf } from '../../../tools/comparison/report.js';
import { FAILED_MAX, runTurns, type TurnsPorts } from '../../../tools/comparison/turns.js';

const COMPARISON = {
  loads: ['plain'],
  nodes: [1],
  rounds: 1,
  pairs: 4,
  minutes: 60,
  delayMs: 0,
  concurrency: 4,
} as const;
const [OURS, THEIRS] = ['/ours', '/theirs'];
const ROW = { cpuMicros: 200, perSecond: 1000 };

/** Turns in which a program fails in rows of these numbers, counted from 1 with the row that warms it up. */
function turns(fails: Readonly<Record<string, readonly number[]>>, more: Partial<TurnsPorts> = {}) {
  const told: string[] = [];
  const removed: string[] = [];
  const { signal } = new AbortController();
  const start: TurnsPorts['start'] = async ({ root }) => {
    let rows = 0;
    const row = async () => {
      rows += 1;
      if (fails[root]?.includes(rows)) throw new Error(`row ${rows} sealed nothing`);
      return ROW;
    };
    return { row, remove: async () => void removed.push(root) };
  };
  const note = (sentence: string) => void told.push(sentence);
  const pairs = runTurns(COMPARISON, { ours: OURS, theirs: THEIRS, note, signal, start, failedRestMs: 0, ...more });
  return { pairs, told, removed };
}

describe('test/tools/comparison/turns', () => {
  it('counts every pair where no row fails', async () => {
    const { pairs, removed } = turns({});
    const rows = rowsOf(COMPARISON, await pairs);
    expect([rows[0]?.cpu?.count, exitOf(rows)]).to.deep.equal([4, 0]);
    expect(removed.sort()).to.deep.equal([OURS, THEIRS]);
  });

  for (const [who, root] of [
    ['this program', OURS],
    ['the other', THEIRS],
  ] as const)
    it(`leaves out the pair of a row that fails, tells it, and ends with 3 (${who})`, async () => {
      const { pairs, told } = turns({ [root]: [3] });
      const rows = rowsOf(COMPARISON, await pairs);
      expect(told).to.include(`A pair is left out, for a row of ${who} failed: row 3 sealed nothing`);
      expect([rows[0]?.cpu?.count, rows[0]?.verdict, exitOf(rows)]).to.deep.equal([3, 'too few pairs', 3]);
    });

  it('ends by the row that is one too many, and leaves no node behind', async () => {
    const all = Array.from({ length: FAILED_MAX + 1 }, (_, i) => i + 1);
    const { pairs, told, removed } = turns({ [OURS]: all });
    expect(await pairs.catch((error: Error) => error.message)).to.equal(`row ${FAILED_MAX + 1} sealed nothing`);
    expect(told.filter((sentence) => sentence.startsWith('A pair is left out'))).to.have.length(FAILED_MAX);
    expect(removed.sort()).to.deep.equal([OURS, THEIRS]);
  });

  it('ends the one that started where the other one does not', async () => {
    const removed: string[] = [];
    const start: TurnsPorts['start'] = async ({ root }) => {
      if (root === THEIRS) throw new Error('it does not start');
      return { row: async () => ROW, remove: async () => void removed.push(root) };
    };
    const { pairs } = turns({}, { start });
    expect(await pairs.catch((error: Error) => error.message)).to.equal('it does not start');
    expect(removed).to.deep.equal([OURS]);
  });
});
