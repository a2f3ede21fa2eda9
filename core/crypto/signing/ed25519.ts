// Ed25519 (RFC 8032) by OpenSSL: strict and cofactorless. The one Ed25519 verifier of the ledger: another one could
// disagree on odd signatures. Versions of OpenSSL do: a key or an R of small order is taken by 3.0 and refused by 3.5.
// It is refused here, before OpenSSL is asked (decision 0152).
import { hkdfSync, sign, verify } from 'node:crypto';
import { ed25519 as noble } from '@noble/curves/ed25519.js';
import { LRUCache } from 'lru-cache';
import { assert } from '../../base/assert.js';
import { toHex } from '../../base/bytes.js';
import { KEY_CACHE_MAX } from '../../base/limits/node/wallets.js';
import { cacheKey } from '../keys/cache-key.js';
import { fromRaw, fromRawPublic, PrivateKeys, PublicKeys, publicOf } from '../keys/key-objects.js';
import { NO, type Scheme } from './scheme.js';

const publicKeys = new PublicKeys(fromRawPublic('Ed25519'), KEY_CACHE_MAX);
const privateKeys = new PrivateKeys(fromRaw('Ed25519'));

/**
 * y coordinates (little-endian, sign bit cleared) of the eight points of small order, 0 and 1 also as p and p + 1: a
 * signature under such a key fits many messages.
 */
const SMALL_ORDER_Y = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);
/** Nearly every other point is told by its first byte alone. */
const SMALL_ORDER_FIRST = new Set([...SMALL_ORDER_Y].map((y) => Number.parseInt(y.slice(0, 2), 16)));

/** Checks are kept by key, because decoding a point in JavaScript costs more than a signature. '' is a good key. */
const problems = new LRUCache<string, string>({ max: KEY_CACHE_MAX });

/** Rows take any message: only the table above them insists on a digest. */
export const ed25519: Scheme = {
  publicKeyLength: 32,
  signatureLength: 64,
  sign(privateKey, message) {
    assert(privateKey.length === 32, 'an Ed25519 private key has 32 bytes');
    return sign(null, message, privateKeys.get(privateKey));
  },
  verifySync(publicKey, message, signature) {
    if (!isForm(publicKey, signature)) return false;
    const key = publicKeys.get(publicKey);
    return key !== undefined && verify(null, message, key, signature);
  },
  verify(publicKey, message, signature) {
    if (!isForm(publicKey, signature)) return NO;
    const key = publicKeys.get(publicKey);
    if (key === undefined) return NO;
    return new Promise((resolve) => verify(null, message, key, signature, (error, good) => resolve(!error && good)));
  },
  problem(publicKey) {
    if (publicKey.length !== 32) return 'An Ed25519 public key has 32 bytes.';
    const name = cacheKey(publicKey);
    let value = problems.get(name);
    if (value === undefined) {
      value = pointProblem(publicKey);
      problems.set(name, value);
    }
    return value === '' ? undefined : value;
  },
  generate: (entropy) => new Uint8Array(hkdfSync('sha256', entropy, '', 'quorate:generate:ED25519', 32)),
  publicKeyOf(privateKey) {
    assert(privateKey.length === 32, 'an Ed25519 private key has 32 bytes');
    return publicOf(privateKeys.get(privateKey));
  },
};

/** Of the right lengths, and neither the key nor R is of small order. */
function isForm(publicKey: Uint8Array, signature: Uint8Array): boolean {
  return publicKey.length === 32 && signature.length === 64 && !isSmallOrder(publicKey) && !isSmallOrder(signature);
}

/** The first 32 bytes spell a point of small order. */
function isSmallOrder(bytes: Uint8Array): boolean {
  return SMALL_ORDER_FIRST.has(bytes[0] as number) && SMALL_ORDER_Y.has(toHex(withoutSign(bytes.subarray(0, 32))));
}

/** '' for a good point. */
function pointProblem(publicKey: Uint8Array): string {
  if (isSmallOrder(publicKey)) return 'The Ed25519 public key is of small order.';
  try {
    // Strict decoding (RFC 8032 section 5.1.3): y below the field prime, and a point of the curve.
    noble.Point.fromBytes(publicKey, false);
    return '';
  } catch {
    return 'The Ed25519 public key is not the canonical form of a point of the curve.';
  }
}

function withoutSign(publicKey: Uint8Array): Uint8Array {
  const y = Uint8Array.from(publicKey);
  y[31] = y[31]! & 0x7f;
  return y;
}
