// Key agreements of envelopes that are shown to others: that the maker of a carrier knows its secret, and that a shared
// secret is the one of a carrier and a public key. Of X25519 and P-256 (wraps 1 and 2): the point that is shared is
// shown with a proof of equal exponents (known-exponent.ts), and the private key is not. RSA and ML-KEM have no such.
import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { assert } from '../../base/assert.js';
import type { KeyPair } from '../signing/algorithms.js';
import { nistP256 } from '../signing/nist-p256.js';
import { ephemeralX25519 } from './key-agreement.js';
import { type Agreed, agreementOf, classicalPrivate, classicalPublic, WRAP } from './key-wrap.js';
import {
  bigOf,
  EDWARDS25519,
  type ExponentGroup,
  type ExponentProof,
  imageOf,
  NIST_P256,
  pointOf,
  proveExponent,
  verifyExponent,
} from './known-exponent.js';

/** Ways to wrap whose agreement can be shown. */
export type ShownWrap = typeof WRAP.X25519 | typeof WRAP.P256;

export function isShownWrap(wrap: number): wrap is ShownWrap {
  return wrap === WRAP.X25519 || wrap === WRAP.P256;
}

/** Bytes of a shared point. */
export function sharedBytes(wrap: ShownWrap): number {
  return CURVES[wrap].group.pointBytes;
}

/** A shared point and why it is the right one. */
export interface ShownAgreement extends ExponentProof {
  readonly shared: Uint8Array;
}

interface Curve {
  readonly group: ExponentGroup;
  /** The point of a carrier; undefined where it is not one of the group. */
  carrierPoint(carrier: Uint8Array): Uint8Array | undefined;
  /** The exponent that gives the point of the carrier that is made of this entropy. */
  ephemeral(entropy: Uint8Array): bigint;
  /** The exponent that gives the public key. */
  exponent(privateKey: Uint8Array): bigint;
  /** The secret that both sides compute. */
  secretOf(shared: Uint8Array): Uint8Array;
}

const CURVES: Readonly<Record<ShownWrap, Curve>> = {
  [WRAP.X25519]: {
    group: EDWARDS25519,
    carrierPoint,
    ephemeral(entropy) {
      const scalar = clampScalar(ephemeralX25519(entropy));
      // A carrier has no sign: its point is the one with the even x.
      const isOdd = ((imageOf(EDWARDS25519, scalar)[31] as number) & 0x80) !== 0;
      return isOdd ? EDWARDS25519.order - scalar : scalar;
    },
    exponent: (seed) => clampScalar(createHash('sha512').update(seed).digest().subarray(0, 32)),
    secretOf: (shared) => Uint8Array.from(ed25519.utils.toMontgomery(shared)),
  },
  [WRAP.P256]: {
    group: NIST_P256,
    carrierPoint: (carrier) => (pointOf(NIST_P256, carrier) ? carrier : undefined),
    ephemeral: (entropy) => bigOf(nistP256.generate(entropy)),
    exponent: bigOf,
    secretOf: (shared) => shared.slice(1, 33),
  },
};

/** RFC 7748 section 5, below the order of the group. */
function clampScalar(bytes: Uint8Array): bigint {
  const own = Uint8Array.from(bytes).reverse();
  own[31] = (own[31] as number) & 0xf8;
  own[0] = ((own[0] as number) & 0x7f) | 0x40;
  const scalar = bigOf(own) % EDWARDS25519.order;
  for (const item of [bytes, own]) item.fill(0);
  assert(scalar > 0n, 'a clamped scalar is not a multiple of the order');
  return scalar;
}

/**
 * y = (u - 1) / (u + 1), RFC 7748 section 4.1, with the even x. On the twist there is none; u below the prime, in 32
 * bytes, is its one spelling.
 */
function carrierPoint(carrier: Uint8Array): Uint8Array | undefined {
  if (carrier.length !== 32) return undefined;
  const { Fp } = ed25519.Point;
  const u = bigOf(Uint8Array.from(carrier).reverse());
  if (u >= Fp.ORDER || Fp.add(u, Fp.ONE) === Fp.ZERO) return undefined;
  const y = Fp.mul(Fp.sub(u, Fp.ONE), Fp.inv(Fp.add(u, Fp.ONE)));
  const point = Uint8Array.from(Fp.toBytes(y));
  return pointOf(EDWARDS25519, point) ? point : undefined;
}

/** For a carrier that an agreement was made with, of the entropy that it was made of. */
export function proveCarrier(
  wrap: ShownWrap,
  {
    carrier,
    entropy,
    context,
  }: { readonly carrier: Uint8Array; readonly entropy: Uint8Array; readonly context: string },
): ExponentProof {
  const { group, ephemeral } = CURVES[wrap];
  const image = CURVES[wrap].carrierPoint(carrier);
  assert(image, 'an honest carrier is a point of the group');
  return proveExponent(group, ephemeral(entropy), { context, pairs: [{ image }] });
}

/** True where the maker of the carrier knows its secret, and it is a point of the group of prime order. */
export function verifyCarrier(
  wrap: ShownWrap,
  { carrier, context }: { readonly carrier: Uint8Array; readonly context: string },
  proof: ExponentProof,
): boolean {
  const image = CURVES[wrap].carrierPoint(carrier);
  return image !== undefined && verifyExponent(CURVES[wrap].group, { context, pairs: [{ image }] }, proof);
}

/**
 * The secret that the holder of a key shares with the maker of a carrier; undefined for a carrier or a key outside the
 * group.
 */
export function showAgreement(
  wrap: ShownWrap,
  { keys, carrier, context }: { readonly keys: KeyPair; readonly carrier: Uint8Array; readonly context: string },
): ShownAgreement | undefined {
  const { group } = CURVES[wrap];
  const base = CURVES[wrap].carrierPoint(carrier);
  const publicKey = classicalPublic(keys.algorithm, keys.publicKey);
  if (!base || !pointOf(group, publicKey)) return undefined;
  const own = CURVES[wrap].exponent(classicalPrivate(keys.algorithm, keys.privateKey));
  const shared = imageOf(group, own, base);
  return { shared, ...proveExponent(group, own, { context, pairs: [{ image: publicKey }, { base, image: shared }] }) };
}

/** The secret that opens the wraps of an agreement; undefined where the proof does not show it. The caller wipes it. */
export function verifyAgreement(
  wrap: ShownWrap,
  of: { readonly key: Omit<KeyPair, 'privateKey'>; readonly carrier: Uint8Array; readonly context: string },
  { shared, ...proof }: ShownAgreement,
): Agreed | undefined {
  const { carrier, context } = of;
  const { group, secretOf } = CURVES[wrap];
  const base = CURVES[wrap].carrierPoint(carrier);
  const publicKey = classicalPublic(of.key.algorithm, of.key.publicKey);
  if (!base) return undefined;
  const pairs = [{ image: publicKey }, { base, image: shared }];
  if (!verifyExponent(group, { context, pairs }, proof)) return undefined;
  return agreementOf(wrap, { secret: secretOf(shared), carrier, publicKey });
}
