// The thread that runs one task of the engine after the other, for engine-worker.ts. It reads and writes nothing but
// its messages, and never logs: what it handles are drafts and data of people.
import { parentPort } from 'node:worker_threads';
import { isFailure } from '../../core/base/result.js';
import { type EngineWork, runWork } from '../../core/tasks/work.js';
import { lowerPriority } from '../../storage/engine/lower-priority.js';
import type { ThreadMessage } from './task-worker.js';

lowerPriority();

const say = (message: ThreadMessage): void => parentPort?.postMessage(message);

parentPort?.on('message', (task: EngineWork) => {
  try {
    const result = runWork(task, (at) => say({ at }));
    // Between threads an object loses its class: the issues go, and the worker makes the failure of them.
    say(isFailure(result) ? { issues: result.issues } : { result });
  } catch {
    say({ failed: true });
  }
});
// The first check compiles the form of a blueprint: no task of a caller pays for that.
runWork({ kind: 'check', blueprint: {} }, () => undefined);
say({ ready: true });
