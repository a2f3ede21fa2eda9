// Bytes encrypted to one wallet's public key: a fresh content key encrypts, key-wrap.ts wraps that key. Nothing opens
// whose header, ciphertext or associated data was changed.
import { hkdfSync } from 'node:crypto';
import { assert } from '../../base/assert.js';
import { concat, u16 } from '../../base/bytes.js';
import { issue } from '../../base/issue.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { GCM_NONCE_BYTES, GCM_TAG_BYTES, gcmDecrypt, gcmEncrypt } from './aes-gcm.js';
import { CONTENT_KEY_BYTES, type OpeningKeys, type Recipient, unwrapKey, wrapKey } from './key-wrap.js';

const VERSION = 1;
const FIXED_HEADER_BYTES = 4;

/**
 * version 1 ‖ wrap (key-wrap.ts) ‖ u16 length ‖ wrapped content key ‖ nonce 12 ‖ AES-256-GCM ciphertext ‖ tag 16. The
 * header up to the nonce is associated data, with `aad` behind it. `entropy` is 32 bytes or more that are never used
 * twice. Issues: ALGORITHM_UNSUPPORTED for a wallet that only signs (ML-DSA-65 without an encapsulation key),
 * VAL_SIG_003 for a bad public key.
 */
export function encryptTo(
  recipient: Recipient,
  plaintext: Uint8Array,
  aad: Uint8Array,
  entropy: Uint8Array,
): Result<Uint8Array> {
  assert(entropy.length >= 32, 'encryption takes 32 bytes of entropy or more');
  const key = new Uint8Array(hkdfSync('sha256', entropy, '', 'quorate:envelope:content-key', CONTENT_KEY_BYTES));
  const nonce = new Uint8Array(hkdfSync('sha256', entropy, '', 'quorate:envelope:nonce', GCM_NONCE_BYTES));
  const wrapEntropy = new Uint8Array(hkdfSync('sha256', entropy, '', 'quorate:envelope:wrap', 32));
  const result = wrapKey(recipient, key, wrapEntropy);
  if (isFailure(result)) return result;
  const header = concat(Uint8Array.of(VERSION, result.wrap), u16(result.wrapped.length), result.wrapped);
  const ciphertext = gcmEncrypt({ key, nonce, aad: concat(header, aad) }, plaintext);
  key.fill(0);
  return concat(header, nonce, ciphertext);
}

/**
 * The plaintext of `encryptTo`; CIPHERTEXT_INVALID for another wallet, other associated data, changed or malformed
 * bytes. Never throws on them.
 */
export function openWith(keys: OpeningKeys, ciphertext: Uint8Array, aad: Uint8Array): Result<Uint8Array> {
  const invalid = issue('CIPHERTEXT_INVALID', '', 'The ciphertext does not open with this wallet and this context.');
  if (ciphertext.length < FIXED_HEADER_BYTES || ciphertext[0] !== VERSION) return fail(invalid);
  const headerLength = FIXED_HEADER_BYTES + (ciphertext[2]! << 8) + ciphertext[3]!;
  if (ciphertext.length < headerLength + GCM_NONCE_BYTES + GCM_TAG_BYTES) return fail(invalid);
  const header = ciphertext.subarray(0, headerLength);
  const key = unwrapKey(keys, ciphertext[1]!, header.subarray(FIXED_HEADER_BYTES));
  if (!key) return fail(invalid);
  const nonce = ciphertext.subarray(headerLength, headerLength + GCM_NONCE_BYTES);
  const plaintext = gcmDecrypt(
    { key, nonce, aad: concat(header, aad) },
    ciphertext.subarray(headerLength + GCM_NONCE_BYTES),
  );
  key.fill(0);
  return plaintext ?? fail(invalid);
}
