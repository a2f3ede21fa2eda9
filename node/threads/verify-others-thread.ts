// The thread that verifies signatures of all algorithms but Ed25519, one after the other. It keeps nothing but imported
// public keys.
import { parentPort } from 'node:worker_threads';
import { verifySync } from '../../core/crypto/signing/algorithms.js';
import { lowerPriority } from '../../storage/engine/lower-priority.js';
import type { NumberedTask } from './verify-others.js';

lowerPriority();

parentPort?.on('message', ({ id, task }: NumberedTask) => {
  const { algorithm, publicKey, digest, signature } = task;
  parentPort?.postMessage({ id, good: verifySync(algorithm, publicKey, digest, signature) });
});
