// The part of node:crypto that a check of evidence uses, in JavaScript, for platforms without one. The build of the
// client puts it in the place of node:crypto. It verifies and opens; it makes no key, no signature and no secret: those
// names are here, because modules import them, and throw.
import { ctr, gcm } from '@noble/ciphers/aes.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { Buffer } from './buffer.js';
import { type RsaKey, readRsa, rsaRaised } from './rsa.js';

type Bytes = Uint8Array;
const HASHES = { sha256, sha384, sha512 };
type HashName = keyof typeof HASHES;

const encoder = new TextEncoder();
const bytesIn = (data: Bytes | string): Bytes => (typeof data === 'string' ? encoder.encode(data) : data);

export const constants = { RSA_PKCS1_PADDING: 1, RSA_PKCS1_OAEP_PADDING: 4 };

export function hash(
  name: HashName,
  data: Bytes | string,
  encoding: 'hex' | 'binary' | 'base64url' | 'buffer' = 'hex',
): unknown {
  const digest = Buffer.from(HASHES[name](bytesIn(data)));
  return encoding === 'buffer' ? digest : digest.toString(encoding);
}

/** A piece at a time, as the rules use it. */
interface Digesting {
  update(data: Bytes | string): Digesting;
  digest(): Bytes;
}

export function createHash(name: HashName): Digesting {
  return digesting(HASHES[name].create());
}

export function createHmac(name: HashName, key: Bytes): Digesting {
  return digesting(hmac.create(HASHES[name], key));
}

function digesting(state: { update(data: Bytes): unknown; digest(): Bytes }): Digesting {
  const own: Digesting = {
    update(data) {
      state.update(bytesIn(data));
      return own;
    },
    digest: () => Buffer.from(state.digest()),
  };
  return own;
}

// ---- Keys.

interface PublicKey {
  readonly asymmetricKeyType: 'ed25519' | 'x25519' | 'ec' | 'rsa';
  readonly raw: Bytes;
  readonly rsa?: RsaKey;
  readonly points?: (typeof CURVES)[number]['points'];
  readonly asymmetricKeyDetails?: { readonly modulusLength: number; readonly publicExponent: bigint };
  export(as: { readonly format: 'der' | 'jwk' }): unknown;
}

interface Jwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
}

/** Curves with SubjectPublicKeyInfo of an uncompressed point up to the point (RFC 5480). */
const CURVES = [
  { points: p256, spki: Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex') },
  { points: p384, spki: Buffer.from('3076301006072a8648ce3d020106052b81040022036200', 'hex') },
  { points: p521, spki: Buffer.from('30819b301006072a8648ce3d020106052b8104002303818600', 'hex') },
] as const;

/** A JWK of Edwards or Montgomery form, or SubjectPublicKeyInfo of one of the curves or RSA. Throws on other bytes. */
export function createPublicKey({ key, format }: { readonly key: unknown; readonly format: string }): PublicKey {
  if (format === 'jwk') {
    const { crv, x } = key as Jwk;
    const raw = Buffer.from(x, 'base64url');
    if (raw.length !== 32) throw new Error('invalid key');
    return {
      asymmetricKeyType: crv === 'Ed25519' ? 'ed25519' : 'x25519',
      raw,
      export: () => ({ kty: 'OKP', crv, x }),
    };
  }
  const der = key as Bytes;
  const curve = CURVES.find(({ spki }) => Buffer.compare(der.subarray(0, spki.length), spki) === 0);
  if (curve) {
    const raw = Uint8Array.from(der.subarray(curve.spki.length));
    curve.points.Point.fromBytes(raw);
    return { asymmetricKeyType: 'ec', raw, points: curve.points, export: throwUnsupported };
  }
  const rsa = readRsa(der);
  return {
    asymmetricKeyType: 'rsa',
    raw: der,
    rsa,
    asymmetricKeyDetails: { modulusLength: rsa.modulus.toString(2).length, publicExponent: rsa.exponent },
    export: ({ format: as }) =>
      as === 'der' ? rsa.der : { kty: 'RSA', n: Buffer.from(rsa.modulusBytes).toString('base64url') },
  };
}

/** ECDSA of a message by its hash, signatures as r ‖ s; without a hash Ed25519 of a message. */
export function verify(
  ...[digest, message, key, signature]: readonly [
    HashName | null,
    Bytes,
    PublicKey | { readonly key: PublicKey },
    Bytes,
  ]
): boolean {
  const { raw, points } = 'key' in key ? key.key : key;
  if (digest === null) return verifyEdwards(message, raw, signature);
  if (!points) throw new Error('not a key of these curves');
  return points.verify(signature, HASHES[digest](message), raw, { prehash: false, lowS: false });
}

/**
 * Ed25519 as OpenSSL verifies it, which is the one verifier of the ledger: strict in S, without a cofactor, and R is
 * compared as bytes. The public key may be spelt as OpenSSL reads it; registering one asks for more. Points of small
 * order are refused before it is asked (core/crypto/signing/ed25519.ts).
 */
function verifyEdwards(message: Bytes, raw: Bytes, signature: Bytes): boolean {
  if (signature.length !== 64) return false;
  const { Point } = ed25519;
  const order = Point.Fn.ORDER;
  const first = signature.slice(0, 32);
  const s = littleEndian(signature.slice(32));
  if (s >= order) return false;
  try {
    const key = Point.fromBytes(Uint8Array.from(raw), true);
    const k = littleEndian(sha512(Buffer.concat([first, raw, message]))) % order;
    const point = Point.BASE.multiplyUnsafe(s).add(key.negate().multiplyUnsafe(k));
    return Buffer.compare(point.toBytes(), first) === 0;
  } catch {
    return false;
  }
}

function littleEndian(bytes: Bytes): bigint {
  return BigInt(`0x${Buffer.from(Uint8Array.from(bytes).reverse()).toString('hex')}`);
}

/** Multiplies points of P-256, with public values only. */
export function createECDH(): {
  setPrivateKey(scalar: Bytes): void;
  getPublicKey(): Bytes;
  computeSecret(point: Bytes): Bytes;
} {
  let scalar = 0n;
  return {
    setPrivateKey(bytes) {
      scalar = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
    },
    getPublicKey: () => Buffer.from(p256.Point.BASE.multiplyUnsafe(scalar).toBytes(false)),
    computeSecret: (point) =>
      Buffer.from(p256.Point.fromBytes(Uint8Array.from(point)).multiplyUnsafe(scalar).toBytes(false).slice(1, 33)),
  };
}

/**
 * RSA with the public key, PKCS #1 v1.5 (RFC 8017 section 9.2): the bytes behind the padding. Throws on other bytes.
 */
export function publicDecrypt({ key }: { readonly key: PublicKey }, signature: Bytes): Bytes {
  if (!key.rsa) throw new Error('not an RSA key');
  const block = rsaRaised(key.rsa, signature);
  const end = block.indexOf(0, 2);
  // Eight bytes of 0xff at the least.
  if (block[0] !== 0 || block[1] !== 1 || end < 10 || block.slice(2, end).some((byte) => byte !== 0xff))
    throw new Error('invalid padding');
  return Buffer.from(block.slice(end + 1));
}

// ---- Ciphers.

interface Opening {
  setAAD(aad: Bytes): Opening;
  setAuthTag(tag: Bytes): Opening;
  update(sealed: Bytes): Bytes;
  final(): void;
}

/** AES-256-GCM: the tag is checked with the text, and `final` throws where it was wrong, as Node does. */
export function createDecipheriv(_: 'aes-256-gcm', key: Bytes, nonce: Bytes): Opening {
  let [aad, tag, isGood]: [Bytes, Bytes, boolean] = [new Uint8Array(0), new Uint8Array(0), false];
  const own: Opening = {
    setAAD(bytes) {
      aad = bytes;
      return own;
    },
    setAuthTag(bytes) {
      tag = bytes;
      return own;
    },
    update(sealed) {
      try {
        const text = gcm(Uint8Array.from(key), nonce, aad).decrypt(Buffer.concat([sealed, tag]));
        isGood = true;
        return Buffer.from(text);
      } catch {
        return Buffer.alloc(sealed.length);
      }
    },
    final() {
      if (!isGood) throw new Error('unable to authenticate data');
    },
  };
  return own;
}

/** The key stream of AES-256-CTR; it seals nothing. */
export function createCipheriv(name: string, key: Bytes, nonce: Bytes): { update(data: Bytes): Bytes } {
  if (name !== 'aes-256-ctr') return throwUnsupported();
  return { update: (data) => Buffer.from(ctr(Uint8Array.from(key), Uint8Array.from(nonce)).encrypt(data)) };
}

// ---- Names that modules import for other work than checking.

function throwUnsupported(): never {
  throw new Error('This platform verifies; it makes no keys, signatures or secrets.');
}

/** False from the probe of core/crypto/keys/key-objects.ts, which then takes another way that nothing here uses. */
export const createPrivateKey = throwUnsupported;
export const sign = throwUnsupported;
export const privateEncrypt = throwUnsupported;
export const privateDecrypt = throwUnsupported;
export const publicEncrypt = throwUnsupported;
export const diffieHellman = throwUnsupported;
export const hkdfSync = throwUnsupported;
export const checkPrimeSync = throwUnsupported;
