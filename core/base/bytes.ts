// Bytes, hex, base64 and fixed-width integers. The one file of core/ that touches Buffer, so that a browser build has
// one file to swap.
import { assert } from './assert.js';

// A byte order mark stays in the text, so that no two byte strings become one text.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Lower-case hex of the bytes. */
export function toHex(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('hex');
}

/** Bytes of an even-length hex text. Throws RangeError on anything else: check untrusted text with `isHex` first. */
export function fromHex(hex: string): Uint8Array {
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length * 2 !== hex.length) throw new RangeError('not a hex text');
  return bytes;
}

/**
 * Writes the bytes of an even-length hex text at `at`. Throws RangeError on anything else, and where it does not fit.
 */
export function writeHex(hex: string, out: Uint8Array, at: number): void {
  if (asBuffer(out).write(hex, at, 'hex') * 2 !== hex.length) throw new RangeError('not a hex text');
}

/** True for lower-case hex of exactly `length` bytes. */
export function isHex(text: unknown, length: number): text is string {
  return typeof text === 'string' && text.length === length * 2 && /^[0-9a-f]*$/.test(text);
}

export function toBase64(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('base64');
}

/** Unpadded base64url. */
export function toBase64Url(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('base64url');
}

/**
 * Unpadded base64url of the UTF-8 of each text. All are written by one native call, each from the next group of three
 * bytes on: zeros between them are what base64 has in the bits that no byte has (RFC 4648 section 3.5).
 */
export function toBase64UrlEach(texts: readonly string[]): readonly string[] {
  const padded = texts.map((text) => text + ZEROS[text.length % 3]).join('');
  const bytes = Buffer.from(padded, 'utf8');
  // Some character has more bytes than one.
  if (bytes.length !== padded.length) return texts.map((text) => toBase64Url(utf8(text)));
  const encoded = bytes.toString('base64url');
  let at = 0;
  return texts.map(({ length }) => {
    const start = at;
    at += 4 * Math.ceil(length / 3);
    return encoded.slice(start, start + Math.ceil((length * 4) / 3));
  });
}

const ZEROS = ['', '\0\0', '\0'] as const;

/**
 * Strict base64 or base64url: the one canonical spelling only (RFC 4648 section 3.5), else undefined. Two texts never
 * mean the same bytes.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text || bytes.toString('base64url') === text ? bytes : undefined;
}

/** Strict unpadded base64url: its one canonical spelling, else undefined. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}

/** How many bytes a text in canonical unpadded base64url stands for, without making them; -1 for any other text. */
export function base64UrlLength(text: string): number {
  if (!/^[\w-]*$/.test(text)) return -1;
  // Characters after the last whole group: the bits of its last character that no byte has are zero (RFC 4648 section
  // 3.5).
  const rest = text.length % 4;
  const isCanonical = rest === 0 || (rest === 2 ? /[AQgw]$/ : /[AEIMQUYcgkosw048]$/).test(text.slice(-1));
  return rest === 1 || !isCanonical ? -1 : Math.floor((text.length * 3) / 4);
}

/** True for padded standard base64 in its canonical spelling (RFC 4648 section 4). */
export function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

/** UTF-8 bytes of a text. Lone surrogates must have been refused before (see strict-json.ts). */
export function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

/** Text of UTF-8 bytes; throws TypeError on invalid UTF-8. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

/**
 * Big-endian so that byte order is number order. Throws InvariantError for what is not a safe integer of 0 or more, as
 * its siblings do.
 */
export function u64(n: number): Uint8Array {
  assert(Number.isSafeInteger(n) && n >= 0, 'a u64 is a safe integer of 0 or more');
  const out = Buffer.allocUnsafe(8);
  out.writeUInt32BE(Math.floor(n / 0x1_0000_0000), 0);
  out.writeUInt32BE(n >>> 0, 4);
  return out;
}

/** Four bytes, most significant first. A number that wrapped would have the bytes, and so the signature, of another. */
export function u32(n: number): Uint8Array {
  assert(Number.isInteger(n) && n >= 0 && n <= 0xffff_ffff, 'a u32 is an integer of 32 bits');
  const out = Buffer.allocUnsafe(4);
  out.writeUInt32BE(n, 0);
  return out;
}

/** Two bytes, most significant first. */
export function u16(n: number): Uint8Array {
  assert(Number.isInteger(n) && n >= 0 && n <= 0xffff, 'a u16 is an integer of 16 bits');
  const out = Buffer.allocUnsafe(2);
  out.writeUInt16BE(n, 0);
  return out;
}

/** Reads a u64; throws RangeError beyond 2^53-1, which no ledger number reaches. */
export function readU64(bytes: Uint8Array, offset = 0): number {
  const view = asBuffer(bytes);
  const n = view.readUInt32BE(offset) * 0x1_0000_0000 + view.readUInt32BE(offset + 4);
  if (!Number.isSafeInteger(n)) throw new RangeError('u64 outside the safe integer range');
  return n;
}

export function readU32(bytes: Uint8Array, offset = 0): number {
  return asBuffer(bytes).readUInt32BE(offset);
}

/** Lexicographic byte order: negative, zero or positive. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** Equality in time that depends on the length only. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}

/** 16 bytes of a lower-case UUID text. */
export function uuidToBytes(uuid: string): Uint8Array {
  return fromHex(uuid.replaceAll('-', ''));
}

/** Lower-case UUID text of 16 bytes (RFC 9562 section 4). */
export function bytesToUuid(bytes: Uint8Array): string {
  const h = toHex(bytes);
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
}

/** True for a lower-case UUID text of any version, the all-zero platform ids included. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Bytes of the text in UTF-8, also in a page, which has no Buffer. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
