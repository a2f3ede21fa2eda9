// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 section 8.2) on a ready digest, keys of 4096 bits with exponent 65537. It
// never hashes what it is given.
import { constants, createPublicKey, privateEncrypt, publicDecrypt } from 'node:crypto';
import { assert } from '../../base/assert.js';
import { concat, equalBytes, fromHex, toBase64Url } from '../../base/bytes.js';
import { RSA_KEY_CACHE_MAX } from '../../base/limits/node/wallets.js';
import { fromPkcs8, fromSpki, PrivateKeys, PublicKeys } from '../keys/key-objects.js';
import { RSA_EXPONENT, rsaPrivateKeyOf } from '../keys/rsa.js';
import { NO, type Scheme, YES } from './scheme.js';

/** DigestInfo of SHA-256 up to the digest (RFC 8017 section 9.2, note 1). */
const DIGEST_INFO = fromHex('3031300d060960864801650304020105000420');
/** SubjectPublicKeyInfo of a 4096-bit modulus with exponent 65537 is always this long in DER. */
const SPKI_BYTES = 550;
const padding = constants.RSA_PKCS1_PADDING;

const publicKeys = new PublicKeys(fromSpki(new Uint8Array(0)), RSA_KEY_CACHE_MAX);
const privateKeys = new PrivateKeys(fromPkcs8);

export const rsa4096: Scheme = {
  publicKeyLength: SPKI_BYTES,
  signatureLength: 512,
  sign(privateKey, digest) {
    assert(digest.length === 32, 'RSA signs a SHA-256 digest');
    return privateEncrypt({ key: privateKeys.get(privateKey), padding }, concat(DIGEST_INFO, digest));
  },
  verifySync: verify,
  verify: (publicKey, digest, signature) => (verify(publicKey, digest, signature) ? YES : NO),
  problem,
  generate: rsaPrivateKeyOf,
  publicKeyOf: (privateKey) =>
    Uint8Array.from(createPublicKey(privateKeys.get(privateKey)).export({ format: 'der', type: 'spki' })),
};

function verify(publicKey: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== SPKI_BYTES || signature.length !== 512 || digest.length !== 32) return false;
  const key = publicKeys.get(publicKey);
  if (key?.asymmetricKeyType !== 'rsa') return false;
  try {
    // The whole DigestInfo is compared, never parsed: nothing can hide in it.
    return equalBytes(publicDecrypt({ key, padding }, signature), concat(DIGEST_INFO, digest));
  } catch {
    return false;
  }
}

function problem(publicKey: Uint8Array): string | undefined {
  const wrong = 'An RSA-4096 public key is the DER SubjectPublicKeyInfo of a 4096-bit modulus with exponent 65537.';
  if (publicKey.length !== SPKI_BYTES) return wrong;
  const key = publicKeys.get(publicKey);
  if (key?.asymmetricKeyType !== 'rsa') return wrong;
  const { modulusLength, publicExponent } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== 4096 || publicExponent !== RSA_EXPONENT) return wrong;
  // A key, one spelling: an address is the hash of these bytes.
  if (!equalBytes(key.export({ format: 'der', type: 'spki' }), publicKey)) return wrong;
  return isOdd(key.export({ format: 'jwk' }).n) ? undefined : 'The RSA modulus is even.';
}

function isOdd(modulus: string | undefined): boolean {
  const bytes = Buffer.from(modulus ?? '', 'base64url');
  return toBase64Url(bytes) === modulus && (bytes[bytes.length - 1]! & 1) === 1;
}
