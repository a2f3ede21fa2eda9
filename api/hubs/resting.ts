// A rest of a stream, which ends with it.
import type { Clock } from '../../core/base/ports.js';

/** Resolves after so long, or when the stream ends. */
export function waitFor(clock: Pick<Clock, 'setTimer'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      timer.cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = clock.setTimer(end, ms);
    signal.addEventListener('abort', end);
  });
}
