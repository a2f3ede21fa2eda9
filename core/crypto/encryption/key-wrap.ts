// Wraps a 32-byte content key for the holder of a wallet key: X25519 for Ed25519 wallets, ECDH on P-256, RSA-OAEP, and
// ML-KEM-768 alone or beside these where the wallet told its encapsulation key. It never wraps for a key that only
// signs (ML-DSA without an encapsulation key).
import { assert } from '../../base/assert.js';
import { concat, utf8 } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';
import { expandFrom, extract } from '../keys/expand.js';
import { type KeyPair, publicKeyProblem } from '../signing/algorithms.js';
import { ML_DSA_PUBLIC_BYTES, ML_DSA_SEED_BYTES } from '../signing/ml-dsa.js';
import { GCM_NONCE_BYTES, GCM_TAG_BYTES, gcmDecrypt, gcmEncrypt } from './aes-gcm.js';
import {
  type Agreement,
  type Keys,
  mlKem768,
  oaepDecrypt,
  oaepEncrypt,
  p256,
  rsaSecret,
  x25519,
} from './key-agreement.js';
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
  /**
   * The wallet's ML-KEM-768 key, 1184 bytes: with it the wrap is hybrid, and a wallet of ML-DSA-65 can receive at all.
   */
  readonly encapsulationKey?: Uint8Array;
}

/** The keys by which a wallet opens envelopes: its key pair, and the one for receiving where it is at hand. */
export interface OpeningKeys extends KeyPair {
  readonly encapsulation?: EncapsulationPair;
}

/**
 * Agreements whose secrets together make the key of a wrap, in the order in which their carriers stand. RSA_OAEP
 * encrypts the content key itself.
 */
const AGREEMENTS: Readonly<
  Record<Wrap, { readonly classical?: Agreement; readonly kem?: Agreement<EncapsulationPair> }>
> = {
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

/** Exact bytes of the two parts of a wrap if the number is a way to wrap for the algorithm, else undefined. */
export function wrapBytes(
  algorithm: SignatureAlgorithm,
  wrap: number,
): { readonly carrier: number; readonly wrappedKey: number } | undefined {
  if (!WRAPS_OF[algorithm].some((known) => known === wrap)) return undefined;
  if (wrap === WRAP.RSA_OAEP) return { carrier: 0, wrappedKey: OAEP_BYTES };
  const { classical, kem } = AGREEMENTS[wrap as Wrap];
  const carrier = (classical?.carrierBytes ?? 0) + (kem?.carrierBytes ?? 0);
  return { carrier, wrappedKey: CONTENT_KEY_BYTES + GCM_TAG_BYTES };
}

/**
 * Why nothing can be encrypted to a recipient: ALGORITHM_UNSUPPORTED for a key that cannot receive, VAL_SIG_003 for a
 * bad key.
 */
export function recipientProblem({ algorithm, publicKey, encapsulationKey }: Recipient): Issue | undefined {
  const problem = publicKeyProblem(algorithm, publicKey);
  if (problem) return problem;
  if (encapsulationKey) return encapsulationKeyProblem(encapsulationKey);
  return wrapOf(algorithm, false) === undefined ? signsOnly(algorithm) : undefined;
}

/**
 * The secret that both sides hold of an agreement. It serves any number of content keys, each in a context of its own;
 * its keeper wipes it in the end.
 */
export interface Agreed {
  readonly wrap: Wrap;
  /**
   * Pseudorandom key (HKDF) of all secrets; of RSA-OAEP, which encrypts each content key by itself, its key instead.
   */
  readonly secret: Uint8Array;
}

/** An agreement as its maker has it. */
export interface Offered extends Agreed {
  /**
   * Carries the secrets to the recipient: the carrier of the classical agreement ‖ the ML-KEM ciphertext; empty for
   * RSA-OAEP.
   */
  readonly carrier: Uint8Array;
}

/**
 * Agrees on secrets with a recipient: the costly half of a wrap, as a context of HPKE (RFC 9180 section 5) is for many
 * messages. `entropy` (32 bytes or more, never used twice) makes the ephemeral keys. Issues: those of
 * `recipientProblem`.
 */
export function agreeWith(recipient: Recipient, entropy: Uint8Array): Result<Offered> {
  assert(entropy.length >= 32, 'an agreement takes 32 bytes of entropy or more');
  const problem = recipientProblem(recipient);
  if (problem) return fail(problem);
  const { encapsulationKey } = recipient;
  const wrap = wrapOf(recipient.algorithm, encapsulationKey !== undefined);
  if (wrap === undefined) return fail(signsOnly(recipient.algorithm));
  const publicKey = classicalPublic(recipient.algorithm, recipient.publicKey);
  if (wrap === WRAP.RSA_OAEP) return { wrap, secret: Uint8Array.from(publicKey), carrier: NO_DATA };
  const { classical, kem } = AGREEMENTS[wrap];
  const shares: Share[] = [];
  if (classical) shares.push({ ...classical.offer(publicKey, entropy), publicKey });
  if (kem && encapsulationKey) shares.push({ ...kem.offer(encapsulationKey, entropy), publicKey: encapsulationKey });
  return { wrap, secret: secretOf(shares), carrier: concat(...shares.map(({ carrier }) => carrier)) };
}

/**
 * The recipient's side: what a carrier holds for these keys. Undefined where it is for other keys, of another way, or
 * malformed.
 */
export function acceptFrom(keys: OpeningKeys, wrap: number, carrier: Uint8Array): Agreed | undefined {
  if (carrier.length !== wrapBytes(keys.algorithm, wrap)?.carrier) return undefined;
  const own = {
    publicKey: classicalPublic(keys.algorithm, keys.publicKey),
    privateKey: classicalPrivate(keys.algorithm, keys.privateKey),
  };
  const known = wrap as Wrap;
  if (known === WRAP.RSA_OAEP) return { wrap: known, secret: Uint8Array.from(own.privateKey) };
  try {
    const shares = acceptedShares(known, { own, encapsulation: keys.encapsulation }, carrier);
    return shares && { wrap: known, secret: secretOf(shares) };
  } catch {
    // The platform throws on points off the curve, degenerate secrets and padding: all of them mean "not for this key".
    return undefined;
  }
}

/** The agreement of a carrier and a public key, by the secret of the two, which their holder has shown. */
export function agreementOf(
  wrap: typeof WRAP.X25519 | typeof WRAP.P256,
  {
    secret,
    carrier,
    publicKey,
  }: { readonly secret: Uint8Array; readonly carrier: Uint8Array; readonly publicKey: Uint8Array },
): Agreed {
  return { wrap, secret: secretOf([{ secret: Uint8Array.from(secret), carrier, publicKey }]) };
}

/** Ends an agreement. */
export function wipeAgreed({ secret }: Agreed): void {
  secret.fill(0);
}

/**
 * A content key under what was agreed: AES-256-GCM under HKDF-SHA256 (RFC 5869) of both secrets with every carrier and
 * public key as salt, so that who breaks one half has nothing; the info is `quorate:envelope:v1:{wrap}` and the
 * context. `context`: never the same for two content keys under one agreement; RSA-OAEP needs none, because the
 * platform draws its seed.
 */
export function wrapUnder({ wrap, secret }: Agreed, contentKey: Uint8Array, context: Uint8Array): Uint8Array {
  assert(contentKey.length === CONTENT_KEY_BYTES, 'a content key has 32 bytes');
  // Everybody knows the secret of an agreement that was wiped.
  assert(
    secret.some((byte) => byte !== 0),
    'nothing is wrapped under an agreement that has ended',
  );
  if (wrap === WRAP.RSA_OAEP) return oaepEncrypt(secret, contentKey, OAEP_LABEL);
  const parameters = keyOf(wrap, secret, context);
  const wrapped = gcmEncrypt(parameters, contentKey);
  parameters.key.fill(0);
  return wrapped;
}

/** The content key, or undefined where it was wrapped under another agreement, in another context, or was changed. */
export function unwrapUnder(
  { wrap, secret }: Agreed,
  wrappedKey: Uint8Array,
  context: Uint8Array,
): Uint8Array | undefined {
  try {
    const key =
      wrap === WRAP.RSA_OAEP
        ? oaepDecrypt(secret, wrappedKey, OAEP_LABEL)
        : openUnder({ wrap, secret }, wrappedKey, context);
    return key?.length === CONTENT_KEY_BYTES ? key : undefined;
  } catch {
    // The platform throws on padding that is not what it must be.
    return undefined;
  }
}

function openUnder({ wrap, secret }: Agreed, wrappedKey: Uint8Array, context: Uint8Array): Uint8Array | undefined {
  const parameters = keyOf(wrap, secret, context);
  const key = gcmDecrypt(parameters, wrappedKey);
  parameters.key.fill(0);
  return key;
}

/**
 * An agreement and one content key under it, alone: carrier ‖ wrapped key, with an empty context. Issues: those of
 * `recipientProblem`.
 */
export function wrapKey(
  recipient: Recipient,
  contentKey: Uint8Array,
  entropy: Uint8Array,
): Result<{ readonly wrap: Wrap; readonly wrapped: Uint8Array }> {
  const agreed = agreeWith(recipient, entropy);
  if (isFailure(agreed)) return agreed;
  const wrapped = concat(agreed.carrier, wrapUnder(agreed, contentKey, NO_DATA));
  wipeAgreed(agreed);
  return { wrap: agreed.wrap, wrapped };
}

/**
 * The content key of `wrapKey`, or undefined where it was wrapped for another key or in another way, or was changed.
 * Any number may be given.
 */
export function unwrapKey(keys: OpeningKeys, wrap: number, wrapped: Uint8Array): Uint8Array | undefined {
  const bytes = wrapBytes(keys.algorithm, wrap);
  if (!bytes || wrapped.length !== bytes.carrier + bytes.wrappedKey) return undefined;
  const agreed = acceptFrom(keys, wrap, wrapped.subarray(0, bytes.carrier));
  const key = agreed && unwrapUnder(agreed, wrapped.subarray(bytes.carrier), NO_DATA);
  if (agreed) wipeAgreed(agreed);
  return key;
}

interface Share {
  readonly secret: Uint8Array;
  readonly carrier: Uint8Array;
  readonly publicKey: Uint8Array;
}

function acceptedShares(
  wrap: Wrap,
  holder: { readonly own: Keys; readonly encapsulation: EncapsulationPair | undefined },
  carriers: Uint8Array,
): readonly Share[] | undefined {
  const { classical, kem } = AGREEMENTS[wrap];
  const shares: Share[] = [];
  let at = 0;
  for (const half of [halfOf(classical, holder.own), halfOf(kem, holder.encapsulation)]) {
    if (!half) continue;
    const share = half.share(carriers.subarray(at, at + half.carrierBytes));
    if (!share) return undefined;
    shares.push(share);
    at += half.carrierBytes;
  }
  return shares;
}

/** An agreement of a wrap, seen by the holder of its keys; undefined where the wrap does without it. */
function halfOf<K extends Keys>(agreement: Agreement<K> | undefined, keys: K | undefined) {
  return (
    agreement && {
      carrierBytes: agreement.carrierBytes,
      share(carrier: Uint8Array): Share | undefined {
        const secret = keys && agreement.accept(keys, carrier);
        return secret && { secret, carrier, publicKey: keys.publicKey };
      },
    }
  );
}

/** The first half of the derivation, which all wraps of an agreement share. Wipes the secrets of the shares. */
function secretOf(shares: readonly Share[]): Uint8Array {
  const from = concat(...shares.map(({ secret }) => secret));
  const secret = extract(from, concat(...shares.flatMap(({ carrier, publicKey }) => [carrier, publicKey])));
  for (const bytes of [from, ...shares.map((share) => share.secret)]) bytes.fill(0);
  return secret;
}

/**
 * Key and nonce of a wrap. No context is met twice under one agreement, so the nonce may come from the same derivation.
 */
function keyOf(wrap: Wrap, secret: Uint8Array, context: Uint8Array) {
  const bytes = expandFrom(secret, concat(utf8(`quorate:envelope:v1:${wrap}`), context), 32 + GCM_NONCE_BYTES);
  return { key: bytes.subarray(0, 32), nonce: bytes.subarray(32), aad: NO_DATA };
}

function signsOnly(algorithm: SignatureAlgorithm): Issue {
  return issue(
    'ALGORITHM_UNSUPPORTED',
    '',
    `A key of ${algorithm} signs only: nothing can be encrypted to it without an encapsulation key.`,
  );
}

export function classicalPublic(algorithm: SignatureAlgorithm, publicKey: Uint8Array): Uint8Array {
  return algorithm.includes('+') ? publicKey.subarray(0, publicKey.length - ML_DSA_PUBLIC_BYTES) : publicKey;
}

export function classicalPrivate(algorithm: SignatureAlgorithm, privateKey: Uint8Array): Uint8Array {
  return algorithm.includes('+') ? privateKey.subarray(0, privateKey.length - ML_DSA_SEED_BYTES) : privateKey;
}
