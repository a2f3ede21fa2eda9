// The marks of a batch tell where it came and where it did not: what ran is found, and what did not run is named.
import { expect } from 'chai';
import { MARKS, type Mark, watchMarks } from './marks.js';
import { simulate } from './simulate.js';

const REACHED: Mark = { name: 'a seal', file: 'core/consensus/on-decided', text: 'export function conclude(' };
/** No reducer of an honest cluster halts. */
const MISSED: Mark = { name: 'a halt', file: 'core/consensus/on-decided', text: "set(d, { halted: 'DIVERGED'" };

describe('marks of the simulator', () => {
  it('name what a batch never reached, and only that', async () => {
    const missed = watchMarks([REACHED, MISSED, ...MARKS]);
    await simulate(1);
    expect(missed()).to.include('a halt').and.not.include('a seal');
  });

  it('refuse a place that is no longer there', () => {
    const missed = watchMarks([{ ...REACHED, text: 'nothing of the kind' }]);
    expect(missed).to.throw('not in core/consensus/on-decided exactly once');
  });
});
