// The branch of an action that is to be done again has the deadlines that it had: also what its party had won by a
// challenge, and no more than that, however often it is given again.
import { expect } from 'chai';
import { giveAgain, placeOf } from '../../../../../core/blueprint/state/again.js';
import type { Flow } from '../../../../../core/flow/runs.js';

/** `first` leads to 2 and 3; `run` did 2. */
function flow(more: object): Flow {
  return {
    first: { action: 1, after: [], atMs: 1000, ...more, next: [2, 3], took: [] },
    run: { action: 2, after: [], atMs: 2000, next: [4], took: [['first', 2]] },
  } as unknown as Flow;
}
const again = (of: Flow, more: object = {}): Flow =>
  giveAgain(of, {
    ...{ run: 'run', txId: 'back', atMs: 3000, laterMs: 0, notBeforeMs: undefined, extendedMs: 0, hasTimers: true },
    ...more,
  });
/** When the token at the action is due. */
const dueOf = (of: Flow, txId: string, action: number): number | undefined => {
  const { dueMs, laterMs } = of[txId] ?? {};
  return dueMs === undefined ? undefined : dueMs + (laterMs?.[action] ?? 0);
};

describe('an action that is given again', () => {
  it('is due when it was, and later by what is said', () => {
    for (const laterMs of [{}, { 2: 700 }, { 3: 900 }, { 2: 700, 3: 900 }]) {
      const of = flow({ dueMs: 5000, laterMs });
      const before = dueOf(of, 'first', 2) as number;
      expect(dueOf(again(of), 'back', 2)).to.equal(before);
      expect(dueOf(again(of, { laterMs: 50 }), 'back', 2)).to.equal(before + 50);
      expect(dueOf(again(of, { notBeforeMs: 6000 }), 'back', 2)).to.equal(6000);
      expect(dueOf(again(of, { notBeforeMs: 10 }), 'back', 2)).to.equal(before);
    }
  });

  it('keeps what its party won by a challenge for its timers, and nothing of another action', () => {
    const made = again(flow({ laterMs: { 2: 700, 3: 900 } })).back;
    expect(made?.laterMs).to.deep.equal({ 2: 700 });
    expect(Object.keys(made ?? {}), 'in canonical order').to.deep.equal([...Object.keys(made ?? {})].sort());
    expect(again(flow({ laterMs: { 3: 900 } })).back).to.not.have.property('laterMs');
  });

  it('keeps it however often it is given again', () => {
    let of = flow({ dueMs: 5000, laterMs: { 2: 700 } });
    for (let i = 0; i < 3; i++) {
      of = again(of, { txId: `back ${i}` });
      const from = `back ${i}`;
      expect(dueOf(of, from, 2)).to.equal(5700);
      of = { ...of, run: { action: 2, after: [], atMs: 4000 + i, next: [4], took: [[from, 2]] } } as unknown as Flow;
      expect(placeOf(of, 'run').moreMs).to.equal(700);
    }
  });
});
