// Writes CBOR in its one deterministic form: shortest lengths, definite, keys by the order of their bytes (RFC 8949
// section 4.2.1).
import { assert } from '../../base/assert.js';
import { compareBytes, concat, utf8 } from '../../base/bytes.js';
import { type CborMap, type CborValue, TAG_ENCODED, TaggedItem, WrittenItem } from './value.js';

/**
 * The bytes of the value. Throws InvariantError on a number beyond the safe integers, and on a text with lone
 * surrogates.
 */
export function writeCbor(value: CborValue): Uint8Array {
  const parts: Uint8Array[] = [];
  write(value, parts);
  return concat(...parts);
}

/** Bytes that are an item themselves, with their tag (RFC 8949 section 3.4.5.1). */
export function encodedItem(item: Uint8Array): TaggedItem {
  return new TaggedItem(TAG_ENCODED, item);
}

function write(value: CborValue, parts: Uint8Array[]): void {
  if (value === null || typeof value === 'boolean') parts.push(Uint8Array.of(value === null ? 0xf6 : 0xf4 + +value));
  else if (typeof value === 'number' || typeof value === 'bigint') parts.push(integer(value));
  else if (typeof value === 'string') text(value, parts);
  else if (value instanceof Uint8Array) parts.push(head(2, value.length), value);
  else if (value instanceof WrittenItem) parts.push(value.bytes);
  else if (value instanceof TaggedItem) writeTagged(value, parts);
  else if (value instanceof Map) map(value, parts);
  else array(value as readonly CborValue[], parts);
}

function text(value: string, parts: Uint8Array[]): void {
  assert(value.isWellFormed(), 'a text of CBOR has no lone surrogates');
  const bytes = utf8(value);
  parts.push(head(3, bytes.length), bytes);
}

function array(items: readonly CborValue[], parts: Uint8Array[]): void {
  parts.push(head(4, items.length));
  for (const item of items) write(item, parts);
}

function map(members: CborMap, parts: Uint8Array[]): void {
  parts.push(head(5, members.size));
  const written = [...members].map(([key, value]) => [writeCbor(key), value] as const);
  for (const [key, value] of written.sort(([a], [b]) => compareBytes(a, b))) {
    parts.push(key);
    write(value, parts);
  }
}

function writeTagged({ tag, value }: TaggedItem, parts: Uint8Array[]): void {
  parts.push(head(6, tag));
  write(value, parts);
}

function integer(value: number | bigint): Uint8Array {
  assert(typeof value === 'bigint' || Number.isSafeInteger(value), 'a number of CBOR is a safe integer');
  return value < 0 ? head(1, -1n - BigInt(value)) : head(0, value);
}

/** The same of an argument of two or four bytes. */
function wide(first: number, argument: number): Uint8Array {
  const [third, fourth] = [(argument >> 8) & 255, argument & 255];
  if (argument < 0x1_0000) return Uint8Array.of(first | 25, third, fourth);
  return Uint8Array.of(first | 26, argument >>> 24, (argument >> 16) & 255, third, fourth);
}

/** The first byte and the argument in its shortest form. */
function head(major: number, argument: number | bigint): Uint8Array {
  const first = major << 5;
  if (argument < 24) return Uint8Array.of(first | Number(argument));
  if (argument < 0x100) return Uint8Array.of(first | 24, Number(argument));
  if (argument < 0x1_0000_0000) return wide(first, Number(argument));
  const out = new Uint8Array(9);
  out[0] = first | 27;
  assert(argument < 1n << 64n, 'an integer of CBOR has 64 bits');
  new DataView(out.buffer).setBigUint64(1, BigInt(argument));
  return out;
}
