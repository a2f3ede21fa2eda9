// Hierarchical derivation of SLIP-0010 for Ed25519 and P-256, private keys only. It never derives for another curve.
import { createECDH, createHmac } from 'node:crypto';
import { assert } from '../../base/assert.js';
import { concat, fromHex, toHex, u32 } from '../../base/bytes.js';

/** The order of the P-256 group. */
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
export const HARDENED = 0x8000_0000;

export type Slip10Curve = 'ed25519' | 'nist256p1';

const CURVE_KEY: Readonly<Record<Slip10Curve, string>> = { ed25519: 'ed25519 seed', nist256p1: 'Nist256p1 seed' };

/** An extended private key: 32 bytes each. */
export interface Slip10Node {
  readonly privateKey: Uint8Array;
  readonly chainCode: Uint8Array;
}

/**
 * The node at `path`, indexes with HARDENED added where hardened, of a seed of 16 to 64 bytes. Ed25519 takes hardened
 * indexes only.
 */
export function slip10(curve: Slip10Curve, seed: Uint8Array, path: readonly number[]): Slip10Node {
  assert(seed.length >= 16 && seed.length <= 64, 'a seed has 16 to 64 bytes');
  return path.reduce((node, index) => child(curve, node, index), master(curve, seed));
}

function master(curve: Slip10Curve, seed: Uint8Array): Slip10Node {
  let node = halves(CURVE_KEY[curve], seed);
  while (curve === 'nist256p1' && !isScalar(bigOf(node.privateKey)))
    node = halves(CURVE_KEY[curve], concat(node.privateKey, node.chainCode));
  return node;
}

function child(curve: Slip10Curve, parent: Slip10Node, index: number): Slip10Node {
  assert(curve === 'nist256p1' || index >= HARDENED, 'Ed25519 derives hardened children only');
  const source =
    index >= HARDENED ? concat(Uint8Array.of(0), parent.privateKey) : compressedPublicKey(parent.privateKey);
  let node = halves(parent.chainCode, concat(source, u32(index)));
  if (curve === 'ed25519') return node;
  for (;;) {
    const tweak = bigOf(node.privateKey);
    const sum = (tweak + bigOf(parent.privateKey)) % N;
    if (tweak < N && sum !== 0n) return { privateKey: bytesOf(sum), chainCode: node.chainCode };
    node = halves(parent.chainCode, concat(Uint8Array.of(1), node.chainCode, u32(index)));
  }
}

/** HMAC-SHA512 cut in two. */
function halves(key: string | Uint8Array, data: Uint8Array): Slip10Node {
  const digest = createHmac('sha512', key).update(data).digest();
  return { privateKey: digest.subarray(0, 32), chainCode: digest.subarray(32) };
}

function compressedPublicKey(privateKey: Uint8Array): Uint8Array {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return curve.getPublicKey(null, 'compressed');
}

function isScalar(value: bigint): boolean {
  return value > 0n && value < N;
}

function bigOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`);
}

function bytesOf(value: bigint): Uint8Array {
  return fromHex(value.toString(16).padStart(64, '0'));
}
