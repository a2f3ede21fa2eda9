// The thread that verifies Ed25519 signatures: it sleeps until the ring has records, and tells after some of them, or when there are no more, that results are
// there; and once that it began. It keeps nothing but imported public keys.
import { parentPort, workerData } from 'node:worker_threads';
import { ed25519 } from '../../core/crypto/ed25519.js';
import { DONE, PUT, type Ring, recordOf, ringOver, slotOf } from './verify-ring.js';

/** Results that are told together at the most: one message costs the event loop as much as ten of them. */
const TOLD_TOGETHER = 16;

function serve(ring: Ring, tell: () => void): never {
  tell();
  let done = Atomics.load(ring.control, DONE);
  for (;;) {
    const put = Atomics.load(ring.control, PUT);
    if (put === done) {
      Atomics.wait(ring.control, PUT, put);
      continue;
    }
    const some = Math.min((put - done) >>> 0, TOLD_TOGETHER);
    for (let i = 0; i < some; i++) {
      const { publicKey, digest, signature } = recordOf(ring, done);
      ring.results[slotOf(done)] = ed25519.verifySync(publicKey, digest, signature) ? 1 : 0;
      done = (done + 1) | 0;
    }
    Atomics.store(ring.control, DONE, done);
    tell();
  }
}

serve(ringOver(workerData as SharedArrayBuffer), () => parentPort?.postMessage(0));
