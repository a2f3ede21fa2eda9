// A signature that is to be verified, as the parts of the core name it to the one that verifies: the event loop, a
// thread, or the platform. A type only.
import type { SignatureAlgorithm } from '../../model/transaction.js';

/** A signature over a 32-byte digest. */
export interface SignatureTask {
  readonly algorithm: SignatureAlgorithm;
  readonly publicKey: Uint8Array;
  readonly digest: Uint8Array;
  readonly signature: Uint8Array;
}
