// Lets everything else of the node have its turn between two parts of a long work.
import type { Clock } from '../../../core/base/ports.js';

export function othersGoOn(clock: Pick<Clock, 'setTimer'>): Promise<void> {
  return new Promise<void>((resolve) => {
    clock.setTimer(resolve, 0);
  });
}
