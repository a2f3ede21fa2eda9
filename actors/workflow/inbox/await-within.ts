// Waits for work, and no longer than a caller may be kept waiting. The work goes on all the same.
import type { Clock, Timer } from '../../../core/base/ports.js';

interface Waited<T> {
  readonly work: Promise<T>;
  readonly ms: number;
  /** Said where the time is over. */
  readonly late: () => T;
}

export async function awaitWithin<T>(clock: Pick<Clock, 'setTimer'>, { work, ms, late }: Waited<T>): Promise<T> {
  let timer: Timer | undefined;
  const over = new Promise<T>((resolve) => {
    timer = clock.setTimer(() => resolve(late()), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    timer?.cancel();
  }
}
