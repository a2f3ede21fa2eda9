// Lets everything else of the node have its turn between two parts of long works. Parts that wait at the same time are
// done one in a turn: together they would hold the event loop as long as one part of all of them.
import type { Clock } from '../ports.js';

type Timers = Pick<Clock, 'setTimer'>;

/** The last turn that somebody waits for. */
const turns = new WeakMap<Timers, Promise<void>>();

/** Resolves in a turn of its own, behind those that were asked for before. */
export function yieldToLoop(clock: Timers): Promise<void> {
  const before = turns.get(clock) ?? Promise.resolve();
  const turn = before.then(
    () =>
      new Promise<void>((resolve) => {
        clock.setTimer(resolve, 0);
      }),
  );
  turns.set(clock, turn);
  return turn;
}
