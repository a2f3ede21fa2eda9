// A thread that says that it began, and dies of the first signature that it is given.
import { parentPort, workerData } from 'node:worker_threads';
import { PUT, ringOver } from '../../../node/threads/verify-ring.js';

parentPort?.postMessage(0);
Atomics.wait(ringOver(workerData as SharedArrayBuffer).control, PUT, 0);
throw new Error('no memory');
