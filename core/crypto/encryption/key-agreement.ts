// How two parties come to one secret: X25519 for Ed25519 keys, ECDH on P-256, a secret sent by RSA-OAEP, ML-KEM-768.
// Each row turns a public key and entropy into a secret and the bytes that carry it, and the private key turns those
// bytes back. It never makes a content key: key-wrap.ts does.
import {
  constants,
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto';
import { ed25519 as noble } from '@noble/curves/ed25519.js';
import { LRUCache } from 'lru-cache';
import { utf8 } from '../../base/bytes.js';
import { KEY_CACHE_MAX } from '../../base/limits/node/wallets.js';
import { cacheKey } from '../keys/cache-key.js';
import { expand } from '../keys/expand.js';
import { fromRaw, fromRawPublic, PrivateKeys, publicOf } from '../keys/key-objects.js';
import { nistP256 } from '../signing/nist-p256.js';
import { decapsulate, type EncapsulationPair, encapsulate, ML_KEM_CIPHERTEXT_BYTES } from './ml-kem.js';

export interface Keys {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

export interface Agreement<K extends Keys = Keys> {
  /** Exact bytes of what carries the secret. */
  readonly carrierBytes: number;
  /** `entropy` is 32 bytes or more, never used twice. The public key was checked before. */
  offer(publicKey: Uint8Array, entropy: Uint8Array): { readonly secret: Uint8Array; readonly carrier: Uint8Array };
  /**
   * The secret that the carrier holds. Throws, or gives undefined or another secret, where the carrier is not for these
   * keys.
   */
  accept(own: K, carrier: Uint8Array): Uint8Array | undefined;
}

const readX25519 = fromRaw('X25519');
const x25519Public = fromRawPublic('X25519');

/** X25519 (RFC 7748) with the Montgomery form of an Ed25519 key; the carrier is the ephemeral public key. */
export const x25519: Agreement = {
  carrierBytes: 32,
  offer(publicKey, entropy) {
    const scalar = ephemeralX25519(entropy);
    const own = readX25519(scalar);
    scalar.fill(0);
    const carrier = publicOf(own);
    return { secret: diffieHellman({ privateKey: own, publicKey: receiver(publicKey) }), carrier };
  },
  accept: ({ privateKey: seed }, carrier) =>
    diffieHellman({ privateKey: scalars.get(seed), publicKey: x25519Public(carrier) }),
};

/** The private key of `x25519` for an offer, before it is clamped. */
export function ephemeralX25519(entropy: Uint8Array): Uint8Array {
  return expand({ from: entropy, label: 'quorate:envelope:ephemeral' }, 32);
}

/**
 * The Ed25519 scalar (RFC 8032 section 5.1.5, step 1) is the X25519 secret that belongs to the converted public key.
 */
const scalars = new PrivateKeys(readX25519, (seed) => createHash('sha512').update(seed).digest().subarray(0, 32));

/** Ephemeral ECDH on P-256 (NIST SP 800-56A section 5.7.1.2); the carrier is the ephemeral public key, uncompressed. */
export const p256: Agreement = {
  carrierBytes: 65,
  offer(publicKey, entropy) {
    const own = createECDH('prime256v1');
    own.setPrivateKey(nistP256.generate(entropy));
    return { secret: own.computeSecret(publicKey), carrier: own.getPublicKey() };
  },
  accept({ privateKey }, carrier) {
    const own = createECDH('prime256v1');
    own.setPrivateKey(privateKey);
    return own.computeSecret(carrier);
  },
};

/**
 * A secret of its own under RSA-OAEP, for the hybrid of RSA and ML-KEM: its label keeps it apart from content keys that
 * are wrapped directly.
 */
export const rsaSecret: Agreement = {
  carrierBytes: 512,
  offer(publicKey, entropy) {
    const secret = expand({ from: entropy, label: 'quorate:envelope:rsa-secret' }, 32);
    return { secret, carrier: oaepEncrypt(publicKey, secret, RSA_SECRET_LABEL) };
  },
  accept: ({ privateKey }, carrier) => oaepDecrypt(privateKey, carrier, RSA_SECRET_LABEL),
};

/** ML-KEM-768 (FIPS 203); the carrier is its ciphertext. */
export const mlKem768: Agreement<EncapsulationPair> = {
  carrierBytes: ML_KEM_CIPHERTEXT_BYTES,
  offer(publicKey, entropy) {
    const { secret, ciphertext } = encapsulate(
      publicKey,
      expand({ from: entropy, label: 'quorate:envelope:ml-kem' }, 32),
    );
    return { secret, carrier: ciphertext };
  },
  accept: (own, carrier) => decapsulate(own, carrier),
};

const RSA_SECRET_LABEL = 'quorate:envelope:v1:rsa-secret';
const oaep = (label: string) => ({
  padding: constants.RSA_PKCS1_OAEP_PADDING,
  oaepHash: 'sha256',
  oaepLabel: utf8(label) as Buffer,
});

/** RSA-OAEP with SHA-256 (RFC 8017 section 7.1); the platform draws its seed. */
export function oaepEncrypt(publicKey: Uint8Array, secret: Uint8Array, label: string): Uint8Array {
  const key = createPublicKey({ key: publicKey as Buffer, format: 'der', type: 'spki' });
  return publicEncrypt({ key, ...oaep(label) }, secret);
}

/** Throws on a ciphertext that is not for this key and label. */
export function oaepDecrypt(privateKey: Uint8Array, ciphertext: Uint8Array, label: string): Uint8Array {
  const key = createPrivateKey({ key: privateKey as Buffer, format: 'der', type: 'pkcs8' });
  return privateDecrypt({ key, ...oaep(label) }, ciphertext);
}

/** Handles of Ed25519 keys in Montgomery form, kept because the conversion costs more than the agreement. */
const receivers = new LRUCache<string, KeyObject>({ max: KEY_CACHE_MAX });

function receiver(publicKey: Uint8Array): KeyObject {
  const name = cacheKey(publicKey);
  let key = receivers.get(name);
  if (key === undefined) {
    key = x25519Public(noble.utils.toMontgomery(publicKey));
    receivers.set(name, key);
  }
  return key;
}
