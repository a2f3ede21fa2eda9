// Secrets at rest: AES-256-GCM with the name of the record as associated data, so that an encrypted value does not open
// when it was moved to another record.
import { assert } from '../../base/assert.js';
import { concat, utf8 } from '../../base/bytes.js';
import { issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';
import { GCM_NONCE_BYTES, GCM_TAG_BYTES, gcmDecrypt, gcmEncrypt } from './aes-gcm.js';

const VERSION = 1;
const KEY_BYTES = 32;
const HEADER_BYTES = 1 + GCM_NONCE_BYTES;

/**
 * version 1 ‖ nonce 12 ‖ ciphertext ‖ tag 16. The nonce is fresh randomness for every call under one key (NIST SP
 * 800-38D section 8.2.2).
 */
export function encryptSecret(key: Uint8Array, name: string, secret: Uint8Array, nonce: Uint8Array): Uint8Array {
  assert(
    key.length === KEY_BYTES && nonce.length === GCM_NONCE_BYTES,
    'a secret is encrypted with a 32-byte key and a 12-byte nonce',
  );
  return concat(Uint8Array.of(VERSION), nonce, gcmEncrypt({ key, nonce, aad: utf8(name) }, secret));
}

/** The secret; CIPHERTEXT_INVALID for another key, another record name or changed bytes. */
export function decryptSecret(key: Uint8Array, name: string, ciphertext: Uint8Array): Result<Uint8Array> {
  assert(key.length === KEY_BYTES, 'a secret is opened with a 32-byte key');
  const invalid = issue('CIPHERTEXT_INVALID', '', 'The encrypted secret does not open with this key under this name.');
  if (ciphertext.length < HEADER_BYTES + GCM_TAG_BYTES || ciphertext[0] !== VERSION) return fail(invalid);
  const nonce = ciphertext.subarray(1, HEADER_BYTES);
  return gcmDecrypt({ key, nonce, aad: utf8(name) }, ciphertext.subarray(HEADER_BYTES)) ?? fail(invalid);
}
