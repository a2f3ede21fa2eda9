// Secrets at rest: AES-256-GCM with the name of the record as associated data, so that a sealed value moved to another
// record does not open.
import { assert } from '../../base/assert.js';
import { concat, utf8 } from '../../base/bytes.js';
import { issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';
import { GCM_NONCE_BYTES, GCM_TAG_BYTES, gcmOpen, gcmSeal } from './aes-gcm.js';

const VERSION = 1;
const KEY_BYTES = 32;
const HEADER_BYTES = 1 + GCM_NONCE_BYTES;

/**
 * version 1 ‖ nonce 12 ‖ ciphertext ‖ tag 16. The nonce is fresh randomness for every call under one key (NIST SP
 * 800-38D section 8.2.2).
 */
export function sealSecret(key: Uint8Array, name: string, secret: Uint8Array, nonce: Uint8Array): Uint8Array {
  assert(
    key.length === KEY_BYTES && nonce.length === GCM_NONCE_BYTES,
    'a secret is sealed with a 32-byte key and a 12-byte nonce',
  );
  return concat(Uint8Array.of(VERSION), nonce, gcmSeal({ key, nonce, aad: utf8(name) }, secret));
}

/** The secret; CIPHERTEXT_INVALID for another key, another record name or changed bytes. */
export function openSecret(key: Uint8Array, name: string, sealed: Uint8Array): Result<Uint8Array> {
  assert(key.length === KEY_BYTES, 'a secret is opened with a 32-byte key');
  const invalid = issue('CIPHERTEXT_INVALID', '', 'The sealed secret does not open with this key under this name.');
  if (sealed.length < HEADER_BYTES + GCM_TAG_BYTES || sealed[0] !== VERSION) return fail(invalid);
  const nonce = sealed.subarray(1, HEADER_BYTES);
  return gcmOpen({ key, nonce, aad: utf8(name) }, sealed.subarray(HEADER_BYTES)) ?? fail(invalid);
}
