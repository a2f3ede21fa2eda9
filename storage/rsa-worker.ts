// The thread that derives one RSA key and ends. It must never log: all it handles is secret.
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { deriveKeyPair } from '../core/crypto/hd.js';
import type { RsaTask } from './rsa-deriver.js';

giveWay();
const { algorithm, seed, path } = workerData as RsaTask;
const pair = deriveKeyPair(algorithm, seed, path);
seed.fill(0);
parentPort?.postMessage(pair);
pair.privateKey.fill(0);

/** A key takes seconds of a processor: where there are few, the event loop goes first. Only on Linux does a thread have a priority of its own. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Whoever started the node gave it a lower one already.
  }
}
