// The functions that one row of the algorithm table must offer. A row decides how keys and signatures look and never
// which digest is signed.

export interface Scheme {
  /** Exact bytes of a public key. */
  readonly publicKeyLength: number;
  /** Exact bytes of a signature. */
  readonly signatureLength: number;
  /** Signs the message; throws InvariantError on a private key that this row did not make. */
  sign(privateKey: Uint8Array, message: Uint8Array): Uint8Array;
  /** False for anything but a good signature; never throws. */
  verifySync(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  /** `verifySync`, off the main thread where the platform can. Never rejects. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
  /** Why the key may not be registered, as one sentence; undefined for a good key. */
  problem(publicKey: Uint8Array): string | undefined;
  /** A private key from 32 bytes or more of entropy: the same bytes give the same key on every run. */
  generate(entropy: Uint8Array): Uint8Array;
  publicKeyOf(privateKey: Uint8Array): Uint8Array;
}

/** Shared answers, so that a refusal allocates nothing. */
export const NO: Promise<boolean> = Promise.resolve(false);
export const YES: Promise<boolean> = Promise.resolve(true);
