// The marks of a batch tell where it came and where it did not: what ran is found, and what did not run is named. In a
// process of its own: V8 counts blocks only of functions that were compiled after it began to count.
import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { type Mark, watchMarks } from '../sim/marks.js';

const REACHED: Mark = { name: 'a seal', file: 'core/consensus/handlers/on-decided', text: 'export function conclude(' };
/** No reducer of an honest cluster halts. */
const MISSED: Mark = {
  name: 'a halt',
  file: 'core/consensus/handlers/on-decided',
  text: "set(d, { halted: 'DIVERGED'",
};

const PROGRAM = `
const { MARKS, watchMarks } = await import(${JSON.stringify(new URL('../sim/marks.js', import.meta.url).href)});
const watch = watchMarks([${JSON.stringify(REACHED)}, ${JSON.stringify(MISSED)}, ...MARKS]);
const { simulate } = await import(${JSON.stringify(new URL('../sim/simulate.js', import.meta.url).href)});
for (const seed of [1, 2]) {
  await simulate(seed);
  watch.count();
}
process.stdout.write(JSON.stringify(Object.fromEntries(watch.reached())));
process.exit(0);
`;

describe('marks of the simulator', () => {
  it('count the seeds of a batch that reached each', () => {
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { encoding: 'utf8' });
    expect(ran.status, ran.stderr).to.equal(0);
    expect(JSON.parse(ran.stdout)).to.include({ 'a halt': 0, 'a seal': 2 });
  });

  it('refuse a place that is no longer there', () => {
    const watch = () => watchMarks([{ ...REACHED, text: 'nothing of the kind' }]);
    expect(watch).to.throw('not in core/consensus/handlers/on-decided exactly once');
  });
});
