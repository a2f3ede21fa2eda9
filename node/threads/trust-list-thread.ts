// The thread that reads one trust list after the other, for trust-list-worker.ts. It reads and writes nothing but its
// messages.
import { parentPort } from 'node:worker_threads';
import { isFailure } from '../../core/base/result.js';
import type { ReadTrustList, TrustListTask } from '../../core/trust/lists/snapshot.js';
import { lowerPriority } from '../../storage/engine/lower-priority.js';
import { readTrustList } from '../trust-lists/read-list.js';
import type { ThreadMessage } from './task-worker.js';

lowerPriority();

const say = (message: ThreadMessage<ReadTrustList>): void => parentPort?.postMessage(message);

parentPort?.on('message', (task: TrustListTask) => {
  readTrustList(task).then(
    // Between threads an object loses its class: the issues go, and the worker makes the failure of them.
    (result) => say(isFailure(result) ? { issues: result.issues } : { result }),
    () => say({ failed: true }),
  );
});
say({ ready: true });
