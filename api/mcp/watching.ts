// Tells a client in words of the node what a tool does while it takes long. For one that has cancelled no further
// operation begins. An operation that has begun runs to its end, so no half of one stays behind.
import { issue } from '../../core/base/issue.js';
import { PROGRESS_MS } from '../../core/base/limits/node/requests.js';
import type { Clock, Timer } from '../../core/base/ports.js';
import { fail } from '../../core/base/result.js';
import type { OperationId } from '../client/published/operation-calls.js';
import type { CallWatch, RowOperations } from './operations.js';

interface WatchPorts {
  readonly clock: Pick<Clock, 'setTimer' | 'steady'>;
  /** The act of an operation in a line. */
  summaryOf(id: OperationId): string;
}

export function watchCalls(
  operations: RowOperations<OperationId>,
  { signal, tell }: CallWatch,
  { clock, summaryOf }: WatchPorts,
): RowOperations<OperationId> {
  const tellWhileRunning = (id: OperationId): (() => void) => {
    if (tell === undefined) return () => undefined;
    const startedMs = clock.steady();
    let timer: Timer;
    const tellAgain = (): void => {
      tell(`${summaryOf(id)}: ${Math.round((clock.steady() - startedMs) / 1000)} s.`);
      timer = clock.setTimer(tellAgain, PROGRESS_MS);
    };
    tell(`${summaryOf(id)}.`);
    timer = clock.setTimer(tellAgain, PROGRESS_MS);
    return () => timer.cancel();
  };
  return {
    call: async (id, ...args) => {
      if (signal.aborted) return fail(CANCELLED);
      const end = tellWhileRunning(id);
      try {
        return await operations.call(id, ...args);
      } finally {
        end();
      }
    },
  };
}

const CANCELLED = issue('CALL_CANCELLED', '', 'The client cancelled the call: nothing further was begun.');
