// AES-256-GCM (NIST SP 800-38D) with 12-byte nonces and 16-byte tags. It never makes a nonce: the caller guarantees
// a fresh one for each key.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { concat } from '../../base/bytes.js';

export const GCM_NONCE_BYTES = 12;
export const GCM_TAG_BYTES = 16;

export interface GcmParameters {
  readonly key: Uint8Array;
  readonly nonce: Uint8Array;
  readonly aad: Uint8Array;
}

/** ciphertext ‖ tag of AES-256-GCM (NIST SP 800-38D). */
export function gcmEncrypt({ key, nonce, aad }: GcmParameters, plaintext: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: GCM_TAG_BYTES }).setAAD(aad);
  const ciphertext = cipher.update(plaintext);
  // It holds nothing back: counter mode has no blocks to fill.
  cipher.final();
  return concat(ciphertext, cipher.getAuthTag());
}

/** The plaintext, or undefined where anything was changed. Nothing is given out before the tag was checked. */
export function gcmDecrypt({ key, nonce, aad }: GcmParameters, ciphertext: Uint8Array): Uint8Array | undefined {
  if (ciphertext.length < GCM_TAG_BYTES) return undefined;
  const at = ciphertext.length - GCM_TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: GCM_TAG_BYTES })
    .setAAD(aad)
    .setAuthTag(ciphertext.subarray(at));
  const plaintext = decipher.update(ciphertext.subarray(0, at));
  try {
    // It checks the tag, and has nothing to add.
    decipher.final();
    return plaintext;
  } catch {
    return undefined;
  }
}
