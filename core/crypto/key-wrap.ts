// Wraps a 32-byte content key for the holder of a wallet key: X25519 for Ed25519 wallets, ECDH on P-256, RSA-OAEP. It never wraps for a key that
// only signs (ML-DSA); a composite wallet receives with its classical half.
import {
  constants,
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto';
import { ed25519 as noble } from '@noble/curves/ed25519.js';
import { assert } from '../base/assert.js';
import { concat, fromHex, utf8 } from '../base/bytes.js';
import type { Issue } from '../base/issue.js';
import { issue } from '../base/issue.js';
import type { SignatureAlgorithm } from '../transaction/types.js';
import { GCM_NONCE_BYTES, gcmOpen, gcmSeal } from './aes-gcm.js';
import { type KeyPair, publicKeyProblem } from './algorithms.js';
import { ML_DSA_PUBLIC_BYTES, ML_DSA_SEED_BYTES } from './ml-dsa.js';
import { nistP256 } from './nist-p256.js';

export const CONTENT_KEY_BYTES = 32;
/** Names of the ways to wrap, as they stand in an envelope. A number is never reused. */
export const WRAP = { X25519: 1, P256: 2, RSA_OAEP: 3 } as const;
export type Wrap = (typeof WRAP)[keyof typeof WRAP];

export interface Recipient {
  readonly algorithm: SignatureAlgorithm;
  readonly publicKey: Uint8Array;
}

const WRAP_OF: Readonly<Record<SignatureAlgorithm, Wrap | undefined>> = {
  ED25519: WRAP.X25519,
  NISTP256: WRAP.P256,
  'RSA-4096': WRAP.RSA_OAEP,
  'ML-DSA-65': undefined,
  'ED25519+ML-DSA-65': WRAP.X25519,
  'NISTP256+ML-DSA-65': WRAP.P256,
  'RSA-4096+ML-DSA-65': WRAP.RSA_OAEP,
};

const X25519_SPKI = fromHex('302a300506032b656e032100');
const X25519_PKCS8 = fromHex('302e020100300506032b656e04220420');
const NO_DATA = new Uint8Array(0);
const oaep = {
  padding: constants.RSA_PKCS1_OAEP_PADDING,
  oaepHash: 'sha256',
  oaepLabel: utf8('quorate:envelope:v1') as Buffer,
} as const;

/**
 * The wrapped content key and how it was wrapped. Issues: ALGORITHM_UNSUPPORTED for a key that cannot receive, VAL_SIG_003 for a bad key.
 * `entropy` (32 bytes or more, never used twice) makes the ephemeral key; RSA-OAEP draws its own seed inside the platform.
 * ECDH wraps are ephemeral key ‖ AES-256-GCM of the content key under HKDF-SHA256 (RFC 5869) of the shared secret and both public keys.
 */
export function wrapKey(
  recipient: Recipient,
  contentKey: Uint8Array,
  entropy: Uint8Array,
): { readonly wrap: Wrap; readonly wrapped: Uint8Array } | Issue {
  assert(contentKey.length === CONTENT_KEY_BYTES && entropy.length >= 32, 'a content key and entropy have 32 bytes');
  const wrap = WRAP_OF[recipient.algorithm];
  if (wrap === undefined)
    return issue(
      'ALGORITHM_UNSUPPORTED',
      '',
      `A wallet of ${recipient.algorithm} signs only: nothing can be sealed to it.`,
    );
  const problem = publicKeyProblem(recipient.algorithm, recipient.publicKey);
  if (problem) return problem;
  const publicKey = classicalPublic(recipient.algorithm, recipient.publicKey);
  switch (wrap) {
    case WRAP.X25519:
      return { wrap, wrapped: wrapX25519(publicKey, contentKey, entropy) };
    case WRAP.P256:
      return { wrap, wrapped: wrapP256(publicKey, contentKey, entropy) };
    case WRAP.RSA_OAEP: {
      const key = createPublicKey({ key: publicKey as Buffer, format: 'der', type: 'spki' });
      return { wrap, wrapped: publicEncrypt({ key, ...oaep }, contentKey) };
    }
  }
}

/** The content key, or undefined where it was wrapped for another key, in another way, or was changed. */
export function unwrapKey(keyPair: KeyPair, wrap: number, wrapped: Uint8Array): Uint8Array | undefined {
  if (wrap !== WRAP_OF[keyPair.algorithm]) return undefined;
  const publicKey = classicalPublic(keyPair.algorithm, keyPair.publicKey);
  const privateKey = classicalPrivate(keyPair.algorithm, keyPair.privateKey);
  try {
    const key =
      wrap === WRAP.RSA_OAEP ? openRsa(privateKey, wrapped) : openEcdh(wrap, { publicKey, privateKey }, wrapped);
    return key?.length === CONTENT_KEY_BYTES ? key : undefined;
  } catch {
    // The platform throws on points off the curve, degenerate secrets and padding: all of them mean "not for this key".
    return undefined;
  }
}

function wrapX25519(publicKey: Uint8Array, contentKey: Uint8Array, entropy: Uint8Array): Uint8Array {
  const secret = new Uint8Array(hkdfSync('sha256', entropy, '', 'quorate:envelope:ephemeral', 32));
  const own = x25519Private(secret);
  const ephemeral = createPublicKey(own).export({ format: 'der', type: 'spki' }).subarray(X25519_SPKI.length);
  const montgomery = noble.utils.toMontgomery(publicKey);
  const shared = diffieHellman({ privateKey: own, publicKey: x25519Public(montgomery) });
  secret.fill(0);
  return concat(ephemeral, gcmSeal(keyOf({ wrap: WRAP.X25519, shared, ephemeral, publicKey }), contentKey));
}

function wrapP256(publicKey: Uint8Array, contentKey: Uint8Array, entropy: Uint8Array): Uint8Array {
  const own = createECDH('prime256v1');
  own.setPrivateKey(nistP256.generate(entropy));
  const ephemeral = own.getPublicKey();
  const shared = own.computeSecret(publicKey);
  return concat(ephemeral, gcmSeal(keyOf({ wrap: WRAP.P256, shared, ephemeral, publicKey }), contentKey));
}

function openEcdh(
  wrap: typeof WRAP.X25519 | typeof WRAP.P256,
  own: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array },
  wrapped: Uint8Array,
): Uint8Array | undefined {
  const length = wrap === WRAP.X25519 ? 32 : 65;
  const ephemeral = wrapped.subarray(0, length);
  if (ephemeral.length !== length) return undefined;
  const shared = wrap === WRAP.X25519 ? agreeX25519(own.privateKey, ephemeral) : agreeP256(own.privateKey, ephemeral);
  return gcmOpen(keyOf({ wrap, shared, ephemeral, publicKey: own.publicKey }), wrapped.subarray(length));
}

function agreeX25519(seed: Uint8Array, ephemeral: Uint8Array): Uint8Array {
  // The Ed25519 scalar (RFC 8032 section 5.1.5, step 1) is the X25519 secret that belongs to the converted public key.
  const secret = createHash('sha512').update(seed).digest().subarray(0, 32);
  const shared = diffieHellman({ privateKey: x25519Private(secret), publicKey: x25519Public(ephemeral) });
  secret.fill(0);
  return shared;
}

function agreeP256(scalar: Uint8Array, ephemeral: Uint8Array): Uint8Array {
  const own = createECDH('prime256v1');
  own.setPrivateKey(scalar);
  return own.computeSecret(ephemeral);
}

function openRsa(privateKey: Uint8Array, wrapped: Uint8Array): Uint8Array {
  const key = createPrivateKey({ key: privateKey as Buffer, format: 'der', type: 'pkcs8' });
  return privateDecrypt({ key, ...oaep }, wrapped);
}

/** Key and nonce of the wrap. Every ephemeral key is used once, so the nonce may come from the same derivation. */
function keyOf(agreed: {
  readonly wrap: Wrap;
  readonly shared: Uint8Array;
  readonly ephemeral: Uint8Array;
  readonly publicKey: Uint8Array;
}) {
  const salt = concat(agreed.ephemeral, agreed.publicKey);
  const info = `quorate:envelope:v1:${agreed.wrap}`;
  const bytes = new Uint8Array(hkdfSync('sha256', agreed.shared, salt, info, 32 + GCM_NONCE_BYTES));
  return { key: bytes.subarray(0, 32), nonce: bytes.subarray(32), aad: NO_DATA };
}

function x25519Private(secret: Uint8Array) {
  return createPrivateKey({ key: concat(X25519_PKCS8, secret) as Buffer, format: 'der', type: 'pkcs8' });
}

function x25519Public(raw: Uint8Array) {
  return createPublicKey({ key: concat(X25519_SPKI, raw) as Buffer, format: 'der', type: 'spki' });
}

function classicalPublic(algorithm: SignatureAlgorithm, publicKey: Uint8Array): Uint8Array {
  return algorithm.includes('+') ? publicKey.subarray(0, publicKey.length - ML_DSA_PUBLIC_BYTES) : publicKey;
}

function classicalPrivate(algorithm: SignatureAlgorithm, privateKey: Uint8Array): Uint8Array {
  return algorithm.includes('+') ? privateKey.subarray(0, privateKey.length - ML_DSA_SEED_BYTES) : privateKey;
}
