// Rows that fail in a comparison: each is told, its pair is left out, and the exit code says where too few are left.
import { expect } from 'chai';
import type { Comparison } from '../../../tools/comparison/options.js';
import { exitOf, rowsOf } from '../../../tools/comparison/report.js';
import { FAILED_MAX, runTurns, type TurnsPorts } from '../../../tools/comparison/turns.js';

const COMPARISON: Comparison = {
  loads: ['plain'],
  nodes: [1],
  rounds: 5,
  pairs: 2,
  minutes: 60,
  delayMs: 0,
  concurrency: 4,
};
const [OURS, THEIRS] = ['/ours', '/theirs'];
const ROW = { cpuMicros: 200, perSecond: 1000 };

/** Turns in which a program fails in rows of these numbers, counted from 1 with those that warm it up. */
function turns(
  fails: Readonly<Record<string, readonly number[]>>,
  more: Partial<TurnsPorts> = {},
  comparison = COMPARISON,
) {
  const told: string[] = [];
  const removed: string[] = [];
  const order: string[] = [];
  const rows: Record<string, number> = { [OURS]: 0, [THEIRS]: 0 };
  const { signal } = new AbortController();
  const start: TurnsPorts['start'] = async ({ root }) => {
    const row = async () => {
      order.push(root);
      rows[root] = (rows[root] as number) + 1;
      if (fails[root]?.includes(rows[root])) throw new Error(`row ${rows[root]} sealed nothing`);
      return ROW;
    };
    return { row, remove: async () => void removed.push(root) };
  };
  const note = (sentence: string) => void told.push(sentence);
  const pairs = runTurns(comparison, { ours: OURS, theirs: THEIRS, note, signal, start, failedRestMs: 0, ...more });
  return { pairs, told, removed, order };
}

describe('test/tools/comparison/turns', () => {
  it('counts every start once where no row fails', async () => {
    const { pairs, removed } = turns({});
    const rows = rowsOf(COMPARISON, await pairs);
    expect([(await pairs).length, rows[0]?.cpu?.count, exitOf(rows)]).to.deep.equal([10, 5, 0]);
    expect(removed.sort()).to.deep.equal([...Array(5).fill(OURS), ...Array(5).fill(THEIRS)]);
  });

  it('lets each program begin as often, in a start and over starts', async () => {
    const begin = async (given: Partial<Comparison>) => {
      const { pairs, order } = turns({}, {}, { ...COMPARISON, ...given });
      await pairs;
      return order.filter((_, i) => i % 2 === 0 && Math.floor(i / 2) % (1 + (given.pairs ?? 2)) > 0);
    };
    expect(await begin({ rounds: 1 })).to.have.members([OURS, THEIRS]);
    expect(await begin({ rounds: 2, pairs: 1 })).to.have.members([OURS, THEIRS]);
  });

  it('ends whole rounds where the time is over, of all numbers of nodes', async () => {
    let ms = 0;
    const start: TurnsPorts['start'] = async () => ({
      row: async () => {
        ms += 30_000;
        return ROW;
      },
      remove: async () => undefined,
    });
    const { pairs } = turns({}, { start, nowMs: () => ms }, { ...COMPARISON, nodes: [1, 3], minutes: 1 });
    expect((await pairs).map(({ round, nodes }) => [round, nodes])).to.deep.equal([
      ...Array(2).fill([1, 1]),
      ...Array(2).fill([1, 3]),
    ]);
  });

  for (const [who, root] of [
    ['this program', OURS],
    ['the other', THEIRS],
  ] as const)
    it(`leaves out the start of a row that fails, tells it, and ends with 3 (${who})`, async () => {
      const { pairs, told } = turns({ [root]: [3] });
      const rows = rowsOf(COMPARISON, await pairs);
      expect(told).to.include(
        `A pair is left out, and its start with it, for a row of ${who} failed: row 3 sealed nothing`,
      );
      expect([rows[0]?.cpu?.count, rows[0]?.verdict, exitOf(rows)]).to.deep.equal([4, 'unsure', 3]);
    });

  it('ends by the row that is one too many, and leaves no node behind', async () => {
    const all = Array.from({ length: FAILED_MAX + 1 }, (_, i) => i + 1);
    const { pairs, told, removed } = turns({ [OURS]: all });
    expect(await pairs.catch((error: Error) => error.message)).to.equal(`row ${FAILED_MAX + 1} sealed nothing`);
    expect(told.filter((sentence) => sentence.startsWith('A pair is left out'))).to.have.length(FAILED_MAX);
    expect(removed.sort()).to.deep.equal([OURS, OURS, THEIRS, THEIRS]);
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
