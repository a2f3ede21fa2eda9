// ECDSA over P-256 (FIPS 186-5) on a 32-byte prehash, signatures as r ‖ s (IEEE P1363), any s. It never hashes what it
// is given.
import { createECDH, createPrivateKey, hkdfSync, sign as signNatively, verify } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { assert } from '../../base/assert.js';
import { concat, fromHex, toBase64Url, toHex } from '../../base/bytes.js';
import { KEY_CACHE_MAX } from '../../base/limits/node/wallets.js';
import { p256Jwk } from '../keys/jwk.js';
import { fromSpki, PublicKeys } from '../keys/key-objects.js';
import { NO, type Scheme, YES } from './scheme.js';

const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const UNCOMPRESSED = Uint8Array.of(4);
/** The name that the platform has for P-256. */
const CURVE = 'prime256v1';

const publicKeys = new PublicKeys(
  fromSpki(fromHex('3059301306072a8648ce3d020106082a8648ce3d030107034200')),
  KEY_CACHE_MAX,
);

export const nistP256: Scheme = {
  publicKeyLength: 65,
  signatureLength: 64,
  sign(privateKey, prehash) {
    assert(privateKey.length === 32, 'a P-256 private key has 32 bytes');
    // Deterministic nonces (RFC 6979): a bad random source cannot leak the key.
    return p256.sign(prehash, privateKey, { prehash: false, lowS: false, extraEntropy: false });
  },
  verifySync: verifyPrehash,
  verify: (publicKey, prehash, signature) => (verifyPrehash(publicKey, prehash, signature) ? YES : NO),
  problem(publicKey) {
    if (publicKey.length !== 65 || publicKey[0] !== 4) return 'A P-256 public key is 65 bytes, uncompressed.';
    return publicKeys.get(publicKey) ? undefined : 'The P-256 public key is not a point of the curve.';
  },
  generate(entropy) {
    // FIPS 186-5 A.2.1: 128 bits more than the order, so that the bias of the reduction is negligible.
    const wide = new Uint8Array(hkdfSync('sha256', entropy, '', 'quorate:generate:NISTP256', 48));
    return scalarBytes((bigOf(wide) % (N - 1n)) + 1n);
  },
  publicKeyOf(privateKey) {
    assert(privateKey.length === 32, 'a P-256 private key has 32 bytes');
    const scalar = bigOf(privateKey);
    assert(scalar > 0n && scalar < N, 'a P-256 private key is a scalar of the group');
    // By the platform: a twentieth of the time of the library, and constant in it.
    const curve = createECDH(CURVE);
    curve.setPrivateKey(privateKey);
    return Uint8Array.from(curve.getPublicKey());
  },
};

/**
 * ES256 of JOSE and COSE: ECDSA with SHA-256 over a whole message. It says of every signature what `verifySync` says of
 * the hash, in a quarter of the time, because the platform does all of it.
 */
export function verifyEs256(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 65 || publicKey[0] !== 4 || signature.length !== 64) return false;
  const key = publicKeys.get(publicKey);
  return key !== undefined && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

export interface P256Pair {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

/**
 * The signature that `verifyEs256` takes, by the platform: in a twentieth of the time of `sign`, but another one each
 * time, so nothing of the ledger is signed so. Its nonce is drawn from the message and the key beside chance (OpenSSL,
 * BN_generate_dsa_nonce): a bad random source cannot leak the key here either.
 */
export function signEs256({ publicKey, privateKey }: P256Pair, message: Uint8Array): Uint8Array {
  // As a JWK, which the platform reads twice as fast as DER. Its text cannot be wiped, but is garbage at once.
  const jwk = { ...p256Jwk(publicKey), d: toBase64Url(privateKey) };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return Uint8Array.from(signNatively('sha256', message, { key, dsaEncoding: 'ieee-p1363' }));
}

/**
 * Node offers no ECDSA verification of a ready digest, so the equation is rearranged into what it does offer. R =
 * (z/s)G + (r/s)Q is (r/s)·((z/r)G + Q): one native multiplication of G, one addition here, one native ECDH that gives
 * the x of R. Only public values are handled, so variable time is fine. The few inputs that the addition formula does
 * not cover take noble's path.
 */
function verifyPrehash(publicKey: Uint8Array, prehash: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 65 || publicKey[0] !== 4 || signature.length !== 64 || prehash.length !== 32) return false;
  if (!publicKeys.get(publicKey)) return false;
  const r = bigOf(signature.subarray(0, 32));
  const s = bigOf(signature.subarray(32));
  if (r === 0n || r >= N || s === 0n || s >= N) return false;
  const z = bigOf(prehash) % N;
  const inverse = invert((r * s) % N, N);
  const zOverR = (z * ((inverse * s) % N)) % N;
  const rOverS = (r * ((inverse * r) % N)) % N;
  const sum = zOverR === 0n ? publicKey : addToBase(zOverR, publicKey);
  if (!sum) return p256.verify(signature, prehash, publicKey, { prehash: false, lowS: false });
  const multiplier = createECDH(CURVE);
  multiplier.setPrivateKey(scalarBytes(rOverS));
  return bigOf(multiplier.computeSecret(sum)) % N === r;
}

/**
 * scalar·G + point, uncompressed; undefined where both summands have the same x (a doubling, or the point at infinity).
 */
function addToBase(scalar: bigint, point: Uint8Array): Uint8Array | undefined {
  const base = createECDH(CURVE);
  base.setPrivateKey(scalarBytes(scalar));
  const left = base.getPublicKey();
  const x1 = bigOf(left.subarray(1, 33));
  const y1 = bigOf(left.subarray(33));
  const x2 = bigOf(point.subarray(1, 33));
  const y2 = bigOf(point.subarray(33));
  if (x1 === x2) return undefined;
  const slope = ((y2 - y1) * invert(x2 - x1, P)) % P;
  const x = modulo(slope * slope - x1 - x2, P);
  const y = modulo(slope * (x1 - x) - y1, P);
  return concat(UNCOMPRESSED, scalarBytes(x), scalarBytes(y));
}

/** Inverse by the extended Euclidean algorithm; `modulus` is prime and does not divide `value`. */
function invert(value: bigint, modulus: bigint): bigint {
  let r0 = modulus;
  let r1 = modulo(value, modulus);
  let t0 = 0n;
  let t1 = 1n;
  while (r1 !== 0n) {
    const q = r0 / r1;
    [r0, r1] = [r1, r0 - q * r1];
    [t0, t1] = [t1, t0 - q * t1];
  }
  return modulo(t0, modulus);
}

function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

function bigOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`);
}

function scalarBytes(value: bigint): Uint8Array {
  return fromHex(value.toString(16).padStart(64, '0'));
}
