// Encodings, hashes, trees and signatures as docs/hashes.md says them (sections 2 to 8), for the verifier beside it. It
// imports nothing of the product.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

export type Value = null | boolean | number | string | readonly Value[] | Members;
export interface Members {
  readonly [name: string]: Value;
}

export class Refused extends Error {}

/** Section 7: names and bytes. */
export const HEADER = [
  ['v', 2],
  ['registerId', 16],
  ['height', 8],
  ['prevHash', 32],
  ['timestampMs', 8],
  ['proposer', 32],
  ['rosterHash', 32],
  ['nextRosterHash', 32],
  ['txRoot', 32],
  ['bodyRoot', 32],
  ['txCount', 4],
  ['bytes', 4],
  ['stateHash', 32],
  ['historyRoot', 32],
  ['annexRoot', 32],
  ['rules', 2],
] as const;
export interface Header {
  readonly [name: string]: number | string;
  readonly height: number;
  readonly timestampMs: number;
  readonly txCount: number;
}

// Sections 2 to 5 and 7 to 8.

export function canonical(value: Value): string {
  if (typeof value === 'string') {
    need(value.isWellFormed(), 'lone surrogate');
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    need(Number.isFinite(value), 'number');
    return String(value === 0 ? 0 : value);
  }
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = value as Members;
  // Array.prototype.sort compares UTF-16 code units.
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${canonical(name)}:${canonical(members[name]!)}`).join(',')}}`;
}

export function tagged(kind: string, ...parts: readonly (Buffer | string)[]): string {
  const bytes = parts.flatMap((one) => [Buffer.of(0x1f), typeof one === 'string' ? Buffer.from(one, 'utf8') : one]);
  return sha256(join(Buffer.from(`quorate:${kind}:v1`, 'utf8'), ...bytes));
}

interface Place {
  readonly index: number;
  readonly size: number;
  readonly path: readonly string[];
}

export function isInTree(leaf: Buffer, { root, ...place }: Place & { readonly root: Value }): boolean {
  return rootOver(leaf, place) === root;
}

/** Section 4: the root to which a path leads; undefined for one that leads to none. */
export function rootOver(leaf: Buffer, { index, size, path }: Place): string | undefined {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined;
  let fn = BigInt(index);
  let sn = BigInt(size) - 1n;
  let r = sha256(join(Buffer.of(0), leaf));
  for (const p of path) {
    if (sn === 0n) return undefined;
    if (fn % 2n === 1n || fn === sn) {
      r = sha256(join(Buffer.of(1), bytesOf(p), bytesOf(r)));
      while (fn % 2n === 0n && fn !== 0n) {
        fn >>= 1n;
        sn >>= 1n;
      }
    } else r = sha256(join(Buffer.of(1), bytesOf(r), bytesOf(p)));
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n ? r : undefined;
}

export function docketHash(header: Header): string {
  const fields = HEADER.map(([name, bytes]) =>
    bytes === 32 || bytes === 16
      ? bytesOf(String(header[name]).replaceAll('-', ''))
      : number(Number(header[name]), bytes),
  );
  return tagged('docket', join(...fields));
}

export function rosterHash(roster: Members): string {
  const counted = (text: Value | undefined): Buffer => {
    const bytes = Buffer.from(String(text), 'utf8');
    return join(number(bytes.length, 2), bytes);
  };
  const seats = list(roster.validators);
  const each = seats.map((seat) =>
    join(bytesOf(seat.validatorId), bytesOf(seat.consensusKey), counted(seat.orgId), counted(seat.peerId)),
  );
  return tagged('roster', join(number(seats.length, 2), ...each, ...('mode' in roster ? [counted(roster.mode)] : [])));
}

/** Section 5. `text` is what the digest is the SHA-256 of, so that ECDSA and RSA are the ordinary ones. */
export function isSigned({ algorithm, publicKey }: Members, text: string, signature: string): boolean {
  const [key, value] = [base64(String(publicKey)), base64(signature)];
  const data = Buffer.from(text, 'utf8');
  if (algorithm === 'ED25519') return isEd25519({ key, signature: value }, bytesOf(sha256(text)));
  if (algorithm === 'NISTP256') {
    need(key.length === 65 && key[0] === 4, 'key');
    const spki = join(bytesOf('3059301306072a8648ce3d020106082a8648ce3d030107034200'), key);
    return verify('sha256', data, { key: der(spki), dsaEncoding: 'ieee-p1363' }, value);
  }
  if (algorithm === 'RSA-4096') return key.length === 550 && verify('sha256', data, der(key), value);
  throw new Refused(`algorithm ${algorithm}: node:crypto of this age does not verify it`);
}

/** Section 5: neither the key nor R is one of the eight points of small order, in any spelling. */
export function isEd25519({ key, signature }: { readonly key: Buffer; readonly signature: Buffer }, digest: Buffer) {
  need(key.length === 32, 'key');
  if (isOfSmallOrder(key) || isOfSmallOrder(signature.subarray(0, 32))) return false;
  return verify(null, digest, der(join(bytesOf('302a300506032b6570032100'), key)), signature);
}

const PRIME = 2n ** 255n - 19n;

/**
 * By the curve -x^2 + y^2 = 1 + d x^2 y^2 of RFC 8032 section 5.1: y is 0, 1 or -1 at the points of order 4, 1 and 2. A
 * point of order 8 doubles to y = 0, so x^2 = -y^2 there. With d = -121665/121666 the curve says 121666 (2 y^2 - 1) =
 * 121665 y^4.
 */
export function isOfSmallOrder(point: Buffer): boolean {
  const low = Buffer.from(point).reverse();
  low[0] = (low[0] ?? 0) & 0x7f;
  const y = BigInt(`0x${low.toString('hex')}`) % PRIME;
  const square = (y * y) % PRIME;
  if (y === 0n || square === 1n) return true;
  return (121666n * (2n * square - 1n) - 121665n * square * square) % PRIME === 0n;
}

export function der(key: Buffer): KeyObject {
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

/** Algorithms of section 5, with the first byte of an address. */
export const NETWORK: Readonly<Record<string, number>> = {
  ED25519: 0,
  NISTP256: 1,
  'RSA-4096': 2,
  'ML-DSA-65': 0x10,
  'ED25519+ML-DSA-65': 0x20,
  'NISTP256+ML-DSA-65': 0x21,
  'RSA-4096+ML-DSA-65': 0x22,
};
const CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

export function addressOf({ algorithm, publicKey }: Members): string {
  const network = NETWORK[String(algorithm)];
  need(network !== undefined, 'algorithm');
  const data = join(number(network, 1), bytesOf(tagged('address', base64(String(publicKey)))));
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const words = (bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, '0'), 2));
  const human = [3, 3, 0, ...[...'qr'].map((c) => c.charCodeAt(0) & 31)];
  const sum = polymod([...human, ...words, 0, 0, 0, 0, 0, 0]) ^ 0x2bc830a3;
  const check = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return `qr1${[...words, ...check].map((word) => CHARACTERS[word]).join('')}`;
}

/** BIP 350. */
export function polymod(words: readonly number[]): number {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    for (let i = 0; i < 5; i++) if ((top >>> i) & 1) sum ^= generator[i]!;
  }
  return sum;
}

export function need(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Refused(what);
}

export function object(value: Value | undefined): Members {
  need(typeof value === 'object' && value !== null && !Array.isArray(value), 'an object');
  return value as Members;
}

export function part(of: Members, name: string): Members {
  return object(of[name]);
}

export function list(value: Value | undefined): readonly Members[] {
  need(Array.isArray(value), 'a list');
  return (value as readonly Value[]).map(object);
}

export function headerOf(of: Members): Header {
  return part(of, 'header') as unknown as Header;
}

export function exactly(value: Members, names: readonly string[]): void {
  const found = Object.keys(value);
  need(
    found.length === names.length && names.every((name) => Object.hasOwn(value, name)),
    `exactly ${names.join(', ')}`,
  );
}

export function isHash(value: Value): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

export function bytesOf(hex: Value | undefined): Buffer {
  return Buffer.from(String(hex), 'hex');
}

export function base64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  need(bytes.toString('base64') === text, 'base64');
  return bytes;
}

export function number(value: number, bytes: number): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex');
}

export function join(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts);
}

export function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}
