// The order-preserving codec of the keys of families: byte order is value order. Pure.
import { assert } from '../../core/base/assert.js';
import { readU64 } from '../../core/base/bytes.js';
import { writeU64 } from './chain-bytes.js';
import { PLAIN } from './names.js';
import { type FamilyRow, type KeyPart, prefixLength } from './row.js';

export type KeyValue = string | number;

/**
 * As the name of `prefix` and the parts; undefined for what only its bytes can name: numbers, and texts that are not
 * plain.
 */
export function textsName(prefix: string, values: readonly KeyValue[]): string | undefined {
  let name = prefix;
  for (const value of values) {
    if (typeof value !== 'string' || !PLAIN.test(value)) return undefined;
    name += `${value}\0\x01`;
  }
  return name;
}

/**
 * The key of a family row from its parts, or the beginning that the first of them give. A text is its UTF-8 with 0x00
 * written as 0x00 0xFF, ended by 0x00 0x01. So byte order is the order of the tuples, and the beginning of a tuple is a
 * byte prefix of it.
 */
export function encodeKey(row: Pick<FamilyRow, 'prefix' | 'key'>, values: readonly KeyValue[]): Uint8Array {
  assert(values.length <= row.key.length, 'a key has at most the parts of its table');
  let length = row.prefix.length;
  for (let i = 0; i < values.length; i++) length += row.key[i] === 'u64' ? 8 : textLength(values[i]!);
  const out = Buffer.allocUnsafe(length);
  out[0] = row.prefix.charCodeAt(0);
  if (row.prefix.length === 2) out[1] = row.prefix.charCodeAt(1);
  let at = row.prefix.length;
  for (let i = 0; i < values.length; i++)
    at = row.key[i] === 'u64' ? writeNumber(out, values[i]!, at) : writeText(out, values[i] as string, at);
  return out;
}

function writeNumber(out: Buffer, value: KeyValue, at: number): number {
  assert(
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
    'a u64 key part is a safe integer of 0 or more',
  );
  writeU64(out, value, at);
  return at + 8;
}

function textLength(value: KeyValue): number {
  assert(typeof value === 'string' && value.isWellFormed(), 'a text key part is a text without lone surrogates');
  return (PLAIN.test(value) ? value.length : escapeText(value).length) + 2;
}

function writeText(out: Buffer, value: string, at: number): number {
  const end = at + (PLAIN.test(value) ? out.write(value, at, 'latin1') : escapeText(value).copy(out, at));
  out[end] = 0x00;
  out[end + 1] = 0x01;
  return end + 2;
}

function escapeText(value: string): Buffer {
  const bytes = Buffer.from(value.replaceAll('\0', '\0\x01'), 'utf8');
  // 0xFF is not UTF-8, so the escape is made after encoding: every 0x00 is followed by the placeholder 0x01.
  for (let i = bytes.indexOf(0); i >= 0; i = bytes.indexOf(0, i + 2)) bytes[i + 1] = 0xff;
  return bytes;
}

/** The inverse of encodeKey for a whole key, without its prefix. Throws RangeError on bytes it did not make. */
export function decodeParts(parts: readonly KeyPart[], key: Uint8Array): KeyValue[] {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.length);
  const values: KeyValue[] = [];
  let at = prefixLength(bytes);
  for (const part of parts) {
    if (part === 'u64') {
      values.push(readU64(bytes, at));
      at += 8;
      continue;
    }
    const { text, end } = readText(bytes, at);
    values.push(text);
    at = end;
  }
  if (at !== bytes.length) throw new RangeError('a key is longer than its parts');
  return values;
}

function readText(bytes: Buffer, start: number): { text: string; end: number } {
  const chunks: Buffer[] = [];
  let from = start;
  for (;;) {
    const zero = bytes.indexOf(0, from);
    if (zero < 0 || zero + 1 >= bytes.length) throw new RangeError('a text key part has no end');
    if (bytes[zero + 1] === 0x01) {
      chunks.push(bytes.subarray(from, zero));
      return { text: Buffer.concat(chunks).toString('utf8'), end: zero + 2 };
    }
    chunks.push(bytes.subarray(from, zero + 1));
    from = zero + 2;
  }
}
