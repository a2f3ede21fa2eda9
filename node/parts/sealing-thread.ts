// The thread that encrypts large actions: envelopes from plain data and public keys. It knows no private key, keeps nothing and writes nothing.
import { parentPort } from 'node:worker_threads';
import { sealEnvelope } from '../../core/disclosure/seal.js';
import type { SealedMessage, SealingMessage } from './sealing-worker.js';

const say = (message: SealedMessage): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ id, sealing }: SealingMessage) => {
  try {
    say({ id, result: sealEnvelope(sealing) });
  } catch {
    say({ id, failed: true });
  }
});
