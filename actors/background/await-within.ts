// Waits for work, and no longer than a caller may be kept waiting. The work goes on all the same.
import type { Clock, Timer } from '../../core/base/ports.js';

interface Waited<T> {
  readonly work: Promise<T>;
  readonly ms: number;
  /** Said where the time is over. */
  readonly late: () => T;
}

/** The result of the work, or of `late` where it takes longer than `ms`. A failure of the work is passed on. */
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
