// The thread that derives one RSA key and ends. It must never log: all it handles is secret.
import { parentPort, workerData } from 'node:worker_threads';
import { deriveKeyPair } from '../../core/crypto/derivation/hd.js';
import { lowerPriority } from '../engine/lower-priority.js';
import type { RsaTask } from './rsa-deriver.js';

// A key takes seconds of a processor.
lowerPriority();
const { algorithm, seed, path } = workerData as RsaTask;
const pair = deriveKeyPair(algorithm, seed, path);
seed.fill(0);
parentPort?.postMessage(pair);
pair.privateKey.fill(0);
