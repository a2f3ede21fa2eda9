// JSON values with a CRC32 in front. LevelDB reads do not verify block checksums, so a value that is not covered by a
// ledger hash carries its own; a mismatch is never read as data.
import { crc32 } from 'node:zlib';
import { StoreError } from './fault.js';

const SUM_BYTES = 4;
/**
 * Texts of up to a third as many characters are encoded here first: only then their length is known. Never across a
 * call.
 */
const scratch = Buffer.alloc(48 * 1024);

/** crc32(text) as u32, then the UTF-8 of the text. */
export function checksumText(text: string): Uint8Array {
  if (3 * text.length > scratch.length) return withChecksum(Buffer.from(text, 'utf8'));
  return withChecksum(scratch.subarray(0, scratch.write(text, 0, 'utf8')));
}

function withChecksum(bytes: Buffer): Uint8Array {
  const out = Buffer.allocUnsafe(SUM_BYTES + bytes.length);
  out.writeUInt32BE(crc32(bytes), 0);
  out.set(bytes, SUM_BYTES);
  return out;
}

/** The text of checksumText; throws StoreError STORE_DAMAGED when the check fails. */
export function openText(bytes: Uint8Array, what: string): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.length < 4 || crc32(view.subarray(4)) !== view.readUInt32BE(0)) throw damageError(what);
  return view.toString('utf8', 4);
}

export function checksumJson(value: unknown): Uint8Array {
  return checksumText(JSON.stringify(value));
}

export function openJson<V>(bytes: Uint8Array, what: string): V {
  return JSON.parse(openText(bytes, what)) as V;
}

/**
 * Rows up to this length are summed here: a native call costs more than their few bytes, and each transaction has
 * several such rows.
 */
const SHORT = 64;
/** The table of the reflected polynomial 0xEDB88320 (RFC 1952 section 8). */
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** CRC32 of the first `length` bytes, as u32. */
function sumOf(bytes: Buffer, length: number): number {
  if (length > SHORT) return crc32(bytes.subarray(0, length));
  let c = 0xffffffff;
  for (let i = 0; i < length; i++) c = (TABLE[(c ^ bytes[i]!) & 0xff] as number) ^ (c >>> 8);
  return ~c >>> 0;
}

/** Writes the CRC32 of everything before the last four bytes into them. */
export function checksumTail(bytes: Buffer): Uint8Array {
  const length = bytes.length - 4;
  bytes.writeUInt32BE(sumOf(bytes, length), length);
  return bytes;
}

/** The bytes before the trailing CRC32 of checksumTail; throws StoreError STORE_DAMAGED when the check fails. */
export function openTail(bytes: Uint8Array, what: string): Buffer {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.length < 4 || sumOf(view, view.length - 4) !== view.readUInt32BE(view.length - 4)) throw damageError(what);
  return view.subarray(0, view.length - 4);
}

/** The value that a read gives, or undefined when the row is missing or does not match its checksum. */
export function sound<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

function damageError(what: string): StoreError {
  return new StoreError('STORE_DAMAGED', `A stored value does not match its checksum: ${what}.`);
}
