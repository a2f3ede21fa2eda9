// ML-DSA-65 (FIPS 204) by noble: empty context, deterministic signing, the private key being the 32-byte seed. It never
// uses the prehash variant.
import { hkdfSync } from 'node:crypto';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { assert } from '../../base/assert.js';
import { NO, type Scheme, YES } from './scheme.js';

export const ML_DSA_PUBLIC_BYTES = 1952;
export const ML_DSA_SIGNATURE_BYTES = 3309;
export const ML_DSA_SEED_BYTES = 32;

export const mlDsa65: Scheme = {
  publicKeyLength: ML_DSA_PUBLIC_BYTES,
  signatureLength: ML_DSA_SIGNATURE_BYTES,
  sign(privateKey, message) {
    const { secretKey } = keys(privateKey);
    const signature = ml_dsa65.sign(message, secretKey, { extraEntropy: false });
    secretKey.fill(0);
    return signature;
  },
  verifySync: verify,
  verify: (publicKey, message, signature) => (verify(publicKey, message, signature) ? YES : NO),
  problem: (publicKey) =>
    publicKey.length === ML_DSA_PUBLIC_BYTES ? undefined : `An ML-DSA-65 public key has ${ML_DSA_PUBLIC_BYTES} bytes.`,
  generate: (entropy) =>
    new Uint8Array(hkdfSync('sha256', entropy, '', 'quorate:generate:ML-DSA-65', ML_DSA_SEED_BYTES)),
  publicKeyOf: (privateKey) => keys(privateKey).publicKey,
};

function verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== ML_DSA_PUBLIC_BYTES || signature.length !== ML_DSA_SIGNATURE_BYTES) return false;
  try {
    return ml_dsa65.verify(signature, message, publicKey);
  } catch {
    return false;
  }
}

function keys(seed: Uint8Array): { publicKey: Uint8Array; secretKey: Uint8Array } {
  assert(seed.length === ML_DSA_SEED_BYTES, 'an ML-DSA-65 private key is its 32-byte seed');
  return ml_dsa65.keygen(seed);
}
