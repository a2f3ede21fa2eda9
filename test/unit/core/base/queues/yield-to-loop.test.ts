// Parts of long works take turns: no two of them in one turn of the event loop.
import { expect } from 'chai';
import { yieldToLoop } from '../../../../../core/base/queues/yield-to-loop.js';

/** A clock whose timers fire when it is told. */
function aClock() {
  const timers: (() => void)[] = [];
  const fire = async () => {
    for (const timer of timers.splice(0)) timer();
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  const setTimer = (work: () => void) => {
    timers.push(work);
    return { cancel: () => undefined };
  };
  return { fire, setTimer };
}

describe('yielding to the event loop', () => {
  it('between any two parts that wait, in the order in which they came', async () => {
    const clock = aClock();
    const done: number[] = [];
    for (const i of [1, 2, 3]) void yieldToLoop(clock).then(() => done.push(i));
    await clock.fire();
    expect(done).to.deep.equal([]);
    for (const all of [[1], [1, 2], [1, 2, 3]]) {
      await clock.fire();
      expect(done).to.deep.equal(all);
    }
  });

  it('of each node by its own clock', async () => {
    const [one, other] = [aClock(), aClock()];
    void yieldToLoop(one);
    let isDone = false;
    void yieldToLoop(other).then(() => {
      isDone = true;
    });
    await other.fire();
    await other.fire();
    expect(isDone).to.equal(true);
  });
});
