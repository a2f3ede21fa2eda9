// Native key handles, imported once per key: an import costs as much as a verification. Private handles live exactly as long as their bytes.
import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { assert } from '../base/assert.js';
import { concat, equalBytes } from '../base/bytes.js';
import { sha256 } from '../base/hash.js';
import { BoundedCache, cacheKey } from './cache.js';

/** Public keys of one encoding: `prefix` makes SubjectPublicKeyInfo DER of a raw key. */
export class PublicKeys {
  readonly #prefix: Uint8Array;
  readonly #cache: BoundedCache<KeyObject>;

  constructor(prefix: Uint8Array, max: number) {
    this.#prefix = prefix;
    this.#cache = new BoundedCache(max);
  }

  /** The handle, or undefined where the bytes are no key. */
  get(publicKey: Uint8Array): KeyObject | undefined {
    const name = cacheKey(publicKey);
    const known = this.#cache.get(name);
    if (known) return known;
    try {
      const key = createPublicKey({ key: concat(this.#prefix, publicKey) as Buffer, format: 'der', type: 'spki' });
      this.#cache.set(name, key);
      return key;
    } catch {
      return undefined;
    }
  }
}

/**
 * Private keys of one encoding: `prefix` makes PKCS#8 DER of a raw key, `rawOf` the raw key of what is stored, in bytes of its own. The handle is
 * dropped with the array that holds the key.
 */
export class PrivateKeys {
  readonly #prefix: Uint8Array;
  readonly #rawOf: (privateKey: Uint8Array) => Uint8Array;
  readonly #handles = new WeakMap<Uint8Array, { readonly key: KeyObject; readonly fingerprint: Uint8Array }>();

  constructor(prefix: Uint8Array, rawOf: (privateKey: Uint8Array) => Uint8Array = (raw) => Uint8Array.from(raw)) {
    this.#prefix = prefix;
    this.#rawOf = rawOf;
  }

  get(privateKey: Uint8Array): KeyObject {
    // The fingerprint notices an array that was wiped or filled again, so that a wiped key cannot sign.
    const fingerprint = sha256(privateKey);
    const known = this.#handles.get(privateKey);
    if (known && equalBytes(known.fingerprint, fingerprint)) return known.key;
    const raw = this.#rawOf(privateKey);
    const der = concat(this.#prefix, raw) as Buffer;
    raw.fill(0);
    let key: KeyObject | undefined;
    try {
      key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    } catch {
      // The reason from the platform could describe the key: it is not passed on.
    }
    der.fill(0);
    assert(key, 'a stored private key is readable');
    this.#handles.set(privateKey, { key, fingerprint });
    return key;
  }
}
