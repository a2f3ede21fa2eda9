// Proofs of knowing one exponent: images of several bases under it (Chaum and Pedersen, CRYPTO '92, section 3.2; of one
// base Schnorr's), not interactive by the hash of the whole statement. Over edwards25519 and P-256, in their groups of
// prime order. It knows no ledger: what a proof is for is in its context.
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { assert } from '../../base/assert.js';
import { equalBytes, fromHex, toHex } from '../../base/bytes.js';
import { hash } from '../../base/hash.js';
import { expand } from '../keys/expand.js';

/** 32 bytes each: the hash of the statement, and the answer, with its most significant byte first. */
export interface ExponentProof {
  readonly challenge: Uint8Array;
  readonly answer: Uint8Array;
}

/** `image` is `base` times the exponent, both as bytes; the base of the group where `base` is absent. */
export interface Pair {
  readonly base?: Uint8Array;
  readonly image: Uint8Array;
}

export interface ExponentStatement {
  /** A text that no other statement shares: where and what for it is. */
  readonly context: string;
  /** 1 or 2. */
  readonly pairs: readonly Pair[];
}

interface Point {
  add(other: Point): Point;
  negate(): Point;
  multiply(scalar: bigint): Point;
  multiplyUnsafe(scalar: bigint): Point;
  is0(): boolean;
  isTorsionFree(): boolean;
}

/** A group of prime order. */
export interface ExponentGroup {
  readonly order: bigint;
  readonly pointBytes: number;
  readonly base: Point;
  /** Throws on what is not a point of the curve in its one spelling. */
  read(bytes: Uint8Array): Point;
  write(point: Point): Uint8Array;
}

const Edwards = ed25519.Point;
const Nist = p256.Point;

/** Points as RFC 8032 has them, 32 bytes. */
export const EDWARDS25519: ExponentGroup = {
  order: Edwards.Fn.ORDER,
  pointBytes: 32,
  base: Edwards.BASE as unknown as Point,
  read: (bytes) => Edwards.fromBytes(bytes, false) as unknown as Point,
  write: (point) => (point as unknown as InstanceType<typeof Edwards>).toBytes(),
};

/** Points uncompressed (SEC 1 section 2.3.3), 65 bytes. */
export const NIST_P256: ExponentGroup = {
  order: Nist.Fn.ORDER,
  pointBytes: 65,
  base: Nist.BASE as unknown as Point,
  read: (bytes) => Nist.fromBytes(bytes) as unknown as Point,
  write: (point) => (point as unknown as InstanceType<typeof Nist>).toBytes(false),
};

/** A point of the group that is not its neutral element; undefined for anything else. */
export function pointOf(group: ExponentGroup, bytes: Uint8Array): Point | undefined {
  if (bytes.length !== group.pointBytes) return undefined;
  try {
    const point = group.read(bytes);
    return point.is0() || !point.isTorsionFree() ? undefined : point;
  } catch {
    // Off the curve, or not in its one spelling.
    return undefined;
  }
}

/** The image of a point under an exponent; in constant time, as far as the arithmetic of the package is. */
export function imageOf(group: ExponentGroup, exponent: bigint, base?: Uint8Array): Uint8Array {
  const point = base === undefined ? group.base : pointOf(group, base);
  assert(point, 'the base is a point of the group');
  return group.write(point.multiply(exponent));
}

/**
 * `exponent` is from 1 to below the order, and each image the one under it. The nonce follows from both, so that no
 * source of randomness can give the exponent away.
 */
export function proveExponent(group: ExponentGroup, exponent: bigint, statement: ExponentStatement): ExponentProof {
  const { order } = group;
  const stated = hash('delivery-proof', ...partsOf(group, statement));
  const from = bytesOf(exponent);
  const wide = expand({ from, salt: stated, label: 'quorate:delivery-proof:nonce' }, NONCE_BYTES);
  const nonce = (bigOf(wide) % (order - 1n)) + 1n;
  from.fill(0);
  wide.fill(0);
  const commitments = statement.pairs.map(({ base }) => imageOf(group, nonce, base));
  const challenge = hash('delivery-proof', ...partsOf(group, statement), ...commitments);
  const answer = (nonce + (bigOf(challenge) % order) * exponent) % order;
  return { challenge, answer: bytesOf(answer) };
}

/** As many bits more than an order has that the bias of its remainder is negligible (FIPS 186-5 A.2.1). */
const NONCE_BYTES = 48;

/** False for a false statement, for points outside the group, and for a proof of another context. Never throws. */
export function verifyExponent(group: ExponentGroup, statement: ExponentStatement, proof: ExponentProof): boolean {
  const { challenge, answer } = proof;
  if (challenge.length !== 32 || answer.length !== 32 || bigOf(answer) >= group.order) return false;
  const c = bigOf(challenge) % group.order;
  const commitments: Uint8Array[] = [];
  for (const { base, image } of statement.pairs) {
    const of = base === undefined ? group.base : pointOf(group, base);
    const to = pointOf(group, image);
    if (!of || !to) return false;
    // Public values alone: variable time is fine.
    const commitment = of.multiplyUnsafe(bigOf(answer)).add(to.multiplyUnsafe(c).negate());
    if (commitment.is0()) return false;
    commitments.push(group.write(commitment));
  }
  return equalBytes(hash('delivery-proof', ...partsOf(group, statement), ...commitments), challenge);
}

/** Points have one length in a group, so that no two statements share the parts. */
function partsOf(group: ExponentGroup, { context, pairs }: ExponentStatement): readonly (Uint8Array | string)[] {
  const points = pairs.flatMap(({ base, image }) => [base ?? group.write(group.base), image]);
  return [context, ...points];
}

export function bigOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes) || '0'}`);
}

/** 32 bytes, the most significant first. */
export function bytesOf(value: bigint): Uint8Array {
  return fromHex(value.toString(16).padStart(64, '0'));
}
