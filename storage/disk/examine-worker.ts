// The thread in which the files of a store are looked at: sums of a large store keep a processor busy for seconds.
import { parentPort, workerData } from 'node:worker_threads';
import { DiskError } from './coding.js';
import { examineStore } from './examine.js';

const { dir, bytesMax } = workerData as { readonly dir: string; readonly bytesMax: number };
try {
  const examined = examineStore(dir, { bytesMax, onProgress: (bytes) => parentPort?.postMessage({ bytes }) });
  parentPort?.postMessage({ examined });
} catch (error) {
  if (!(error instanceof DiskError)) throw error;
  parentPort?.postMessage({ damaged: error.message });
}
