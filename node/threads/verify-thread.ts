// The thread that verifies Ed25519 signatures and makes the roots of bodies: it sleeps until the ring has records, and
// tells after some of them, or when there are no more, that results are there; and once that it began. It keeps nothing
// but imported public keys.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { fromHex } from '../../core/base/bytes.js';
import { ed25519 } from '../../core/crypto/signing/ed25519.js';
import { type PackedBody, rootsOfPacked } from '../../core/register/body-roots.js';
import { lowerPriority } from '../../storage/engine/lower-priority.js';
import { BODY, DONE, PUT, type Ring, recordOf, ringOver, slotOf, writeRoots } from './verify-ring.js';

lowerPriority();

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
      if (ring.kinds[slotOf(done)] === BODY) makeRoots(ring, done);
      else {
        const { publicKey, digest, signature } = recordOf(ring, done);
        ring.results[slotOf(done)] = ed25519.verifySync(publicKey, digest, signature) ? 1 : 0;
      }
      done = (done + 1) | 0;
    }
    Atomics.store(ring.control, DONE, done);
    tell();
  }
}

/**
 * The body was sent before its record was put, so it is there. Without an answer the event loop makes the roots itself.
 */
function makeRoots(ring: Ring, n: number): void {
  const body = parentPort && (receiveMessageOnPort(parentPort)?.message as PackedBody | undefined);
  if (!body) return;
  try {
    const { txRoot, bodyRoot } = rootsOfPacked(body);
    writeRoots(ring, n, fromHex(txRoot + bodyRoot));
  } catch {
    // Not a body that could be packed: the result stays 'none'.
  }
}

serve(ringOver(workerData as SharedArrayBuffer), () => parentPort?.postMessage(0));
