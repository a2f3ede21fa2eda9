// The table of signature algorithms: what is signed is always a 32-byte digest (docs/hashes.md 5). It never throws on
// input from outside: a key, a digest or a signature that is not well formed does not verify.

import { assert } from '../../base/assert.js';
import { fromHex } from '../../base/bytes.js';
import type { Issue } from '../../base/issue.js';
import { issue } from '../../base/issue.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';
import { composite } from './composite.js';
import { ed25519 } from './ed25519.js';
import { mlDsa65 } from './ml-dsa.js';
import { nistP256 } from './nist-p256.js';
import { rsa4096 } from './rsa-signature.js';
import { NO, type Scheme } from './scheme.js';

/**
 * Public keys: ED25519 raw 32 bytes, NISTP256 SEC1 uncompressed 65, RSA-4096 SubjectPublicKeyInfo DER, ML-DSA-65 raw
 * 1952, composites classical ‖ ML-DSA. Private keys: seed 32, scalar 32, PKCS#8 DER, seed 32, and the two joined.
 */
export interface KeyPair {
  readonly algorithm: SignatureAlgorithm;
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

const DIGEST_BYTES = 32;

const SCHEMES: Readonly<Record<SignatureAlgorithm, Scheme>> = {
  ED25519: ed25519,
  NISTP256: nistP256,
  'RSA-4096': rsa4096,
  'ML-DSA-65': mlDsa65,
  'ED25519+ML-DSA-65': composite(ed25519),
  'NISTP256+ML-DSA-65': composite(nistP256),
  'RSA-4096+ML-DSA-65': composite(rsa4096),
};

export const SIGNATURE_ALGORITHMS = Object.keys(SCHEMES) as readonly SignatureAlgorithm[];

export function isSignatureAlgorithm(text: unknown): text is SignatureAlgorithm {
  return typeof text === 'string' && Object.hasOwn(SCHEMES, text);
}

/**
 * Signature of a 32-byte digest, deterministic for every algorithm. A malformed private key is an InvariantError: keys
 * come from our own store.
 */
export function sign(algorithm: SignatureAlgorithm, privateKey: Uint8Array, digest: Uint8Array): Uint8Array {
  assert(digest.length === DIGEST_BYTES, 'what is signed is a 32-byte digest');
  return SCHEMES[algorithm].sign(privateKey, digest);
}

/**
 * Signature of a message that is not a digest of this ledger, by an algorithm that takes messages (Ed25519, ML-DSA-65):
 * for formats of others, which formats.ts reads first. A message of 32 bytes could be a digest, and is an
 * InvariantError.
 */
export function signMessage(algorithm: SignatureAlgorithm, privateKey: Uint8Array, message: Uint8Array): Uint8Array {
  assert(message.length !== DIGEST_BYTES, 'a message is not a digest');
  assert(algorithm === 'ED25519' || algorithm === 'ML-DSA-65', 'the algorithm takes a message');
  return SCHEMES[algorithm].sign(privateKey, message);
}

/** True if the signature of the digest is good under the key. Garbage, an unknown algorithm included, is false. */
export function verifySync(
  algorithm: SignatureAlgorithm,
  publicKey: Uint8Array,
  digest: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (digest.length !== DIGEST_BYTES || !isSignatureAlgorithm(algorithm)) return false;
  return SCHEMES[algorithm].verifySync(publicKey, digest, signature);
}

/**
 * `verifySync` with Ed25519 on the platform's threads. Never rejects. Keys are imported once and kept in a bounded
 * cache.
 */
export function verify(
  algorithm: SignatureAlgorithm,
  publicKey: Uint8Array,
  digest: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (digest.length !== DIGEST_BYTES) return NO;
  if (algorithm === 'ED25519') return ed25519.verify(publicKey, digest, signature);
  return isSignatureAlgorithm(algorithm) ? SCHEMES[algorithm].verify(publicKey, digest, signature) : NO;
}

/**
 * Why a public key may not be registered or used: ALGORITHM_UNSUPPORTED for an algorithm that is not in the table;
 * VAL_SIG_003 for a wrong length, a point off the curve, an Ed25519 key of small order or not canonical; also for an
 * RSA key that is not 4096 bits with exponent 65537.
 */
export function publicKeyProblem(algorithm: string, publicKey: Uint8Array): Issue | undefined {
  if (!isSignatureAlgorithm(algorithm))
    return issue('ALGORITHM_UNSUPPORTED', '', `The algorithm is one of ${SIGNATURE_ALGORITHMS.join(', ')}.`);
  const scheme = SCHEMES[algorithm];
  if (publicKey.length !== scheme.publicKeyLength)
    return issue('VAL_SIG_003', '', `A public key of ${algorithm} has ${scheme.publicKeyLength} bytes.`);
  const problem = scheme.problem(publicKey);
  return problem === undefined ? undefined : issue('VAL_SIG_003', '', problem);
}

/**
 * Whether a seat's consensus key (64 hex digits) made the signature (128 hex digits) over the digest. Throws RangeError
 * on what is not hex.
 */
export function verifySeat(publicKey: string, digest: Uint8Array, signature: string): boolean {
  return verifySync('ED25519', fromHex(publicKey), digest, fromHex(signature));
}

/** A key pair from 32 bytes or more of entropy, the same for the same bytes. RSA takes seconds. */
export function generate(algorithm: SignatureAlgorithm, entropy: Uint8Array): KeyPair {
  assert(entropy.length >= 32, 'a key takes 32 bytes of entropy or more');
  return keyPairFromPrivate(algorithm, SCHEMES[algorithm].generate(entropy));
}

/** The pair of a private key that this table made. */
export function keyPairFromPrivate(algorithm: SignatureAlgorithm, privateKey: Uint8Array): KeyPair {
  return { algorithm, publicKey: SCHEMES[algorithm].publicKeyOf(privateKey), privateKey };
}
