// Native key handles, imported once per key: an import costs as much as a verification. Private handles live exactly as
// long as their bytes.
import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { assert } from '../../base/assert.js';
import { concat, equalBytes, fromBase64Url, fromHex, toBase64Url } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { cacheKey } from './cache-key.js';

/** SubjectPublicKeyInfo DER of a raw key, which `prefix` makes it. */
export function fromSpki(prefix: Uint8Array): (raw: Uint8Array) => KeyObject {
  return (raw) => createPublicKey({ key: concat(prefix, raw) as Buffer, format: 'der', type: 'spki' });
}

/** A raw public key of 32 bytes (RFC 8037): as a JWK, which the platform reads ten times faster than DER. */
export function fromRawPublic(crv: 'Ed25519' | 'X25519'): (raw: Uint8Array) => KeyObject {
  return (raw) => createPublicKey({ key: { kty: 'OKP', crv, x: toBase64Url(raw) }, format: 'jwk' });
}

/** Public keys of one encoding, each read once. */
export class PublicKeys {
  readonly #read: (raw: Uint8Array) => KeyObject;
  readonly #cache: LRUCache<string, KeyObject>;

  constructor(read: (raw: Uint8Array) => KeyObject, max: number) {
    this.#read = read;
    this.#cache = new LRUCache({ max });
  }

  /** The handle, or undefined where the bytes are not a key. */
  get(publicKey: Uint8Array): KeyObject | undefined {
    const name = cacheKey(publicKey);
    const known = this.#cache.get(name);
    if (known) return known;
    try {
      const key = this.#read(publicKey);
      this.#cache.set(name, key);
      return key;
    } catch {
      return undefined;
    }
  }
}

/** PKCS#8 DER as it is stored. */
export function fromPkcs8(der: Uint8Array): KeyObject {
  return createPrivateKey({ key: der as Buffer, format: 'der', type: 'pkcs8' });
}

/** PKCS#8 DER in front of a raw key of 32 bytes (RFC 8410, section 7). */
const PKCS8_PREFIX = {
  Ed25519: fromHex('302e020100300506032b657004220420'),
  X25519: fromHex('302e020100300506032b656e04220420'),
};

function fromRawJwk(crv: 'Ed25519' | 'X25519', raw: Uint8Array): KeyObject {
  return createPrivateKey({ key: { kty: 'OKP', crv, d: toBase64Url(raw), x: '' }, format: 'jwk' });
}

/**
 * Node 20 to 24 compute the public key by themselves and read of `x` only that it is a text; Node 26 wants the public
 * key itself.
 */
const READS_JWK = (['Ed25519', 'X25519'] as const).every((crv) => {
  try {
    return fromRawJwk(crv, new Uint8Array(32).fill(1)).type === 'private';
  } catch {
    return false;
  }
});

/**
 * A raw key of 32 bytes (RFC 8037). As a JWK where the platform reads one without its public key: Node 20 does that
 * eight times faster than DER (Node 26 reads both in the same time). Its text cannot be wiped, but is garbage at once,
 * as the handle is soon after it.
 */
export function fromRaw(crv: 'Ed25519' | 'X25519'): (raw: Uint8Array) => KeyObject {
  if (READS_JWK) return (raw) => fromRawJwk(crv, raw);
  return (raw) => {
    const der = concat(PKCS8_PREFIX[crv], raw);
    try {
      return fromPkcs8(der);
    } finally {
      der.fill(0);
    }
  };
}

/** The public key of a handle of `fromRaw`: 32 bytes. */
export function publicOf(key: KeyObject): Uint8Array {
  const publicKey = fromBase64Url(createPublicKey(key).export({ format: 'jwk' }).x ?? '');
  assert(publicKey?.length === 32, 'a public key of these curves has 32 bytes');
  return publicKey;
}

/**
 * Private keys of one encoding: `read` makes the handle of a raw key, `rawOf` the raw key of what is stored, in bytes
 * of its own. The handle is dropped with the array that holds the key.
 */
export class PrivateKeys {
  readonly #read: (raw: Uint8Array) => KeyObject;
  readonly #rawOf: (privateKey: Uint8Array) => Uint8Array;
  readonly #handles = new WeakMap<Uint8Array, { readonly key: KeyObject; readonly fingerprint: Uint8Array }>();

  constructor(
    read: (raw: Uint8Array) => KeyObject,
    rawOf: (privateKey: Uint8Array) => Uint8Array = (raw) => Uint8Array.from(raw),
  ) {
    this.#read = read;
    this.#rawOf = rawOf;
  }

  get(privateKey: Uint8Array): KeyObject {
    // The fingerprint notices an array that was wiped or filled again, so that a wiped key cannot sign.
    const fingerprint = sha256(privateKey);
    const known = this.#handles.get(privateKey);
    if (known && equalBytes(known.fingerprint, fingerprint)) return known.key;
    const raw = this.#rawOf(privateKey);
    let key: KeyObject | undefined;
    try {
      key = this.#read(raw);
    } catch {
      // The reason from the platform could describe the key: it is not passed on.
    }
    raw.fill(0);
    assert(key, 'a stored private key is readable');
    this.#handles.set(privateKey, { key, fingerprint });
    return key;
  }
}
