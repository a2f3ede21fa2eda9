// Wraps a 32-byte content key for the holder of a wallet key: X25519 for Ed25519 wallets, ECDH on P-256, RSA-OAEP, and ML-KEM-768 alone or beside
// these where the wallet told its encapsulation key. It never wraps for a key that only signs (ML-DSA without an encapsulation key).
import { assert } from '../base/assert.js';
import { concat } from '../base/bytes.js';
import type { Issue } from '../base/issue.js';
import { issue } from '../base/issue.js';
import type { SignatureAlgorithm } from '../transaction/types.js';
import { GCM_NONCE_BYTES, GCM_TAG_BYTES, gcmOpen, gcmSeal } from './aes-gcm.js';
import { type KeyPair, publicKeyProblem } from './algorithms.js';
import { expand } from './expand.js';
import { type Agreement, type Keys, mlKem768, oaepOpen, oaepSeal, p256, rsaSecret, x25519 } from './key-agreement.js';
import { ML_DSA_PUBLIC_BYTES, ML_DSA_SEED_BYTES } from './ml-dsa.js';
import { type EncapsulationPair, encapsulationKeyProblem } from './ml-kem.js';

export const CONTENT_KEY_BYTES = 32;
/** Numbers of the ways to wrap, as they stand in an envelope. A number is never reused. */
export const WRAP = {
  X25519: 1,
  P256: 2,
  RSA_OAEP: 3,
  ML_KEM: 4,
  X25519_ML_KEM: 5,
  P256_ML_KEM: 6,
  RSA_OAEP_ML_KEM: 7,
} as const;
export type Wrap = (typeof WRAP)[keyof typeof WRAP];

export interface Recipient {
  readonly algorithm: SignatureAlgorithm;
  readonly publicKey: Uint8Array;
  /** The wallet's ML-KEM-768 key, 1184 bytes: with it the wrap is hybrid, and a wallet of ML-DSA-65 can receive at all. */
  readonly encapsulationKey?: Uint8Array;
}

/** What a wallet opens with: its key pair, and the one for receiving where it is at hand. */
export interface OpeningKeys extends KeyPair {
  readonly encapsulation?: EncapsulationPair;
}

/** Agreements whose secrets together make the key of a wrap, in the order in which their carriers stand. RSA_OAEP encrypts the content key itself. */
const AGREEMENTS: Readonly<Record<Wrap, { readonly classical?: Agreement; readonly kem?: Agreement }>> = {
  [WRAP.X25519]: { classical: x25519 },
  [WRAP.P256]: { classical: p256 },
  [WRAP.RSA_OAEP]: {},
  [WRAP.ML_KEM]: { kem: mlKem768 },
  [WRAP.X25519_ML_KEM]: { classical: x25519, kem: mlKem768 },
  [WRAP.P256_ML_KEM]: { classical: p256, kem: mlKem768 },
  [WRAP.RSA_OAEP_ML_KEM]: { classical: rsaSecret, kem: mlKem768 },
};

/** Without and with an encapsulation key. */
const WRAPS_OF: Readonly<Record<SignatureAlgorithm, readonly [Wrap | undefined, Wrap]>> = {
  ED25519: [WRAP.X25519, WRAP.X25519_ML_KEM],
  NISTP256: [WRAP.P256, WRAP.P256_ML_KEM],
  'RSA-4096': [WRAP.RSA_OAEP, WRAP.RSA_OAEP_ML_KEM],
  'ML-DSA-65': [undefined, WRAP.ML_KEM],
  'ED25519+ML-DSA-65': [WRAP.X25519, WRAP.X25519_ML_KEM],
  'NISTP256+ML-DSA-65': [WRAP.P256, WRAP.P256_ML_KEM],
  'RSA-4096+ML-DSA-65': [WRAP.RSA_OAEP, WRAP.RSA_OAEP_ML_KEM],
};

const OAEP_LABEL = 'quorate:envelope:v1';
const OAEP_BYTES = 512;
const NO_DATA = new Uint8Array(0);

/** How a content key is wrapped for a key of this algorithm; undefined for one that only signs. */
export function wrapOf(algorithm: SignatureAlgorithm, encapsulates: boolean): Wrap | undefined {
  return WRAPS_OF[algorithm][encapsulates ? 1 : 0];
}

/** Exact bytes of a wrapped key if the number is a way to wrap for the algorithm, else undefined. */
export function wrappedBytes(algorithm: SignatureAlgorithm, wrap: number): number | undefined {
  if (!isWrapFor(algorithm, wrap)) return undefined;
  if (wrap === WRAP.RSA_OAEP) return OAEP_BYTES;
  const { classical, kem } = AGREEMENTS[wrap];
  return (classical?.carrierBytes ?? 0) + (kem?.carrierBytes ?? 0) + CONTENT_KEY_BYTES + GCM_TAG_BYTES;
}

/** Why nothing can be sealed to a recipient: ALGORITHM_UNSUPPORTED for a key that cannot receive, VAL_SIG_003 for a bad key. */
export function recipientProblem({ algorithm, publicKey, encapsulationKey }: Recipient): Issue | undefined {
  const problem = publicKeyProblem(algorithm, publicKey);
  if (problem) return problem;
  if (encapsulationKey) return encapsulationKeyProblem(encapsulationKey);
  return wrapOf(algorithm, false) === undefined ? signsOnly(algorithm) : undefined;
}

/**
 * The wrapped content key and how it was wrapped. Issues: those of `recipientProblem`. `entropy` (32 bytes or more, never used twice) makes the
 * ephemeral keys; RSA-OAEP draws its own seed inside the platform. Layout: carrier of the classical agreement ‖ ML-KEM ciphertext ‖ AES-256-GCM of the
 * content key, under HKDF-SHA256 (RFC 5869) of both secrets with every carrier and public key as salt, so that who breaks one half has nothing.
 */
export function wrapKey(
  recipient: Recipient,
  contentKey: Uint8Array,
  entropy: Uint8Array,
): { readonly wrap: Wrap; readonly wrapped: Uint8Array } | Issue {
  assert(contentKey.length === CONTENT_KEY_BYTES && entropy.length >= 32, 'a content key and entropy have 32 bytes');
  const problem = recipientProblem(recipient);
  if (problem) return problem;
  const wrap = wrapOf(recipient.algorithm, recipient.encapsulationKey !== undefined);
  if (wrap === undefined) return signsOnly(recipient.algorithm);
  const publicKey = classicalPublic(recipient.algorithm, recipient.publicKey);
  if (wrap === WRAP.RSA_OAEP) return { wrap, wrapped: oaepSeal(publicKey, contentKey, OAEP_LABEL) };
  const { classical, kem } = AGREEMENTS[wrap];
  const shares: Share[] = [];
  if (classical) shares.push({ ...classical.offer(publicKey, entropy), publicKey });
  const encapsulationKey = recipient.encapsulationKey;
  if (kem && encapsulationKey) shares.push({ ...kem.offer(encapsulationKey, entropy), publicKey: encapsulationKey });
  const sealed = gcmSeal(keyOf(wrap, shares), contentKey);
  for (const { secret } of shares) secret.fill(0);
  return { wrap, wrapped: concat(...shares.map(({ carrier }) => carrier), sealed) };
}

/** The content key, or undefined where it was wrapped for another key, in another way, or was changed. */
export function unwrapKey(keys: OpeningKeys, wrap: number, wrapped: Uint8Array): Uint8Array | undefined {
  if (!isWrapFor(keys.algorithm, wrap) || wrapped.length !== wrappedBytes(keys.algorithm, wrap)) return undefined;
  const own = {
    publicKey: classicalPublic(keys.algorithm, keys.publicKey),
    privateKey: classicalPrivate(keys.algorithm, keys.privateKey),
  };
  try {
    const key =
      wrap === WRAP.RSA_OAEP
        ? oaepOpen(own.privateKey, wrapped, OAEP_LABEL)
        : openAgreed(wrap, { own, encapsulation: keys.encapsulation }, wrapped);
    return key?.length === CONTENT_KEY_BYTES ? key : undefined;
  } catch {
    // The platform throws on points off the curve, degenerate secrets and padding: all of them mean "not for this key".
    return undefined;
  }
}

interface Share {
  readonly secret: Uint8Array;
  readonly carrier: Uint8Array;
  readonly publicKey: Uint8Array;
}

function openAgreed(
  wrap: Wrap,
  holder: { readonly own: Keys; readonly encapsulation: EncapsulationPair | undefined },
  wrapped: Uint8Array,
): Uint8Array | undefined {
  const { classical, kem } = AGREEMENTS[wrap];
  const shares: Share[] = [];
  let at = 0;
  for (const [agreement, keys] of [
    [classical, holder.own],
    [kem, holder.encapsulation],
  ] as const) {
    if (!agreement) continue;
    const carrier = wrapped.subarray(at, at + agreement.carrierBytes);
    const secret = keys && agreement.accept(keys, carrier);
    if (!secret) return undefined;
    shares.push({ secret, carrier, publicKey: keys.publicKey });
    at += agreement.carrierBytes;
  }
  const opened = gcmOpen(keyOf(wrap, shares), wrapped.subarray(at));
  for (const { secret } of shares) secret.fill(0);
  return opened;
}

/** Key and nonce of the wrap. Every carrier is used once, so the nonce may come from the same derivation. */
function keyOf(wrap: Wrap, shares: readonly Share[]) {
  const from = concat(...shares.map(({ secret }) => secret));
  const salt = concat(...shares.flatMap(({ carrier, publicKey }) => [carrier, publicKey]));
  const bytes = expand({ from, salt, label: `quorate:envelope:v1:${wrap}` }, 32 + GCM_NONCE_BYTES);
  from.fill(0);
  return { key: bytes.subarray(0, 32), nonce: bytes.subarray(32), aad: NO_DATA };
}

function isWrapFor(algorithm: SignatureAlgorithm, wrap: number): wrap is Wrap {
  return WRAPS_OF[algorithm].some((known) => known === wrap);
}

function signsOnly(algorithm: SignatureAlgorithm): Issue {
  return issue(
    'ALGORITHM_UNSUPPORTED',
    '',
    `A key of ${algorithm} signs only: nothing can be sealed to it without an encapsulation key.`,
  );
}

function classicalPublic(algorithm: SignatureAlgorithm, publicKey: Uint8Array): Uint8Array {
  return algorithm.includes('+') ? publicKey.subarray(0, publicKey.length - ML_DSA_PUBLIC_BYTES) : publicKey;
}

function classicalPrivate(algorithm: SignatureAlgorithm, privateKey: Uint8Array): Uint8Array {
  return algorithm.includes('+') ? privateKey.subarray(0, privateKey.length - ML_DSA_SEED_BYTES) : privateKey;
}
