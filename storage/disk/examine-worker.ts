// The thread in which the files of a store are looked at: sums of a large store keep a processor busy for seconds.
import { parentPort, workerData } from 'node:worker_threads';
import { DiskError } from './coding.js';
import { type ExamineExtent, examineStore } from './examine.js';

const { dir, look } = workerData as { readonly dir: string; readonly look: ExamineExtent };
try {
  const examined = examineStore(dir, look, (progress) => parentPort?.postMessage({ progress }));
  parentPort?.postMessage({ examined });
} catch (error) {
  if (!(error instanceof DiskError)) throw error;
  parentPort?.postMessage({ damaged: error.message });
}
