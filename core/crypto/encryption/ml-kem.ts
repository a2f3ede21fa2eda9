// ML-KEM-768 (FIPS 203) by noble: a wallet's key for receiving, which no quantum computer opens. The private key is the
// 64-byte seed d ‖ z. It draws nothing by itself: the 32 bytes of an encapsulation are an argument.
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { assert } from '../../base/assert.js';
import { type Issue, issue } from '../../base/issue.js';

const ML_KEM_PUBLIC_BYTES = 1184;
export const ML_KEM_SEED_BYTES = 64;
export const ML_KEM_CIPHERTEXT_BYTES = 1088;

const Q = 3329;
/** Coefficients of 12 bits, two in three bytes; the last 32 bytes of a key are the seed of its matrix. */
const COEFFICIENT_BYTES = ML_KEM_PUBLIC_BYTES - 32;

export interface EncapsulationPair {
  /** 1184 bytes. */
  readonly publicKey: Uint8Array;
  /** The seed: 64 bytes. */
  readonly privateKey: Uint8Array;
  /** The expanded key that FIPS 203 makes of the seed: secret as well. */
  readonly expanded: Uint8Array;
}

/** The pair of a 64-byte seed (FIPS 203 section 7.1, ML-KEM.KeyGen_internal). */
export function encapsulationPair(seed: Uint8Array): EncapsulationPair {
  assert(seed.length === ML_KEM_SEED_BYTES, 'an ML-KEM-768 private key is its 64-byte seed');
  const { publicKey, secretKey } = ml_kem768.keygen(seed);
  return { publicKey, privateKey: seed, expanded: secretKey };
}

/**
 * Why a key may not be used: VAL_SIG_003 for a wrong length or a coefficient that is not reduced (FIPS 203 section 7.2,
 * modulus check).
 */
export function encapsulationKeyProblem(publicKey: Uint8Array): Issue | undefined {
  if (publicKey.length !== ML_KEM_PUBLIC_BYTES)
    return issue('VAL_SIG_003', '', `An ML-KEM-768 encapsulation key has ${ML_KEM_PUBLIC_BYTES} bytes.`);
  for (let i = 0; i < COEFFICIENT_BYTES; i += 3) {
    const [a, b, c] = [publicKey[i] as number, publicKey[i + 1] as number, publicKey[i + 2] as number];
    if ((a | ((b & 0x0f) << 8)) >= Q || ((b >> 4) | (c << 4)) >= Q)
      return issue('VAL_SIG_003', '', 'The ML-KEM-768 encapsulation key has a coefficient that is not reduced.');
  }
  return undefined;
}

/**
 * A shared secret of 32 bytes and the 1088 bytes that carry it. `entropy` is 32 bytes, never used twice; the key has no
 * problem.
 */
export function encapsulate(
  publicKey: Uint8Array,
  entropy: Uint8Array,
): { readonly secret: Uint8Array; readonly ciphertext: Uint8Array } {
  assert(entropy.length === 32, 'an encapsulation takes 32 bytes of entropy');
  const { cipherText, sharedSecret } = ml_kem768.encapsulate(publicKey, entropy);
  return { secret: sharedSecret, ciphertext: cipherText };
}

/**
 * The shared secret, or undefined for a wrong length. A changed ciphertext gives another secret (implicit rejection,
 * FIPS 203 section 6.3).
 */
export function decapsulate(pair: EncapsulationPair, ciphertext: Uint8Array): Uint8Array | undefined {
  if (ciphertext.length !== ML_KEM_CIPHERTEXT_BYTES) return undefined;
  return ml_kem768.decapsulate(ciphertext, pair.expanded);
}

/** Wipes the secrets of a pair. */
export function wipePair({ privateKey, expanded }: EncapsulationPair): void {
  privateKey.fill(0);
  expanded.fill(0);
}
