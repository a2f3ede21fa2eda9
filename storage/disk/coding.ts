// LevelDB's numbers and slices, read with bounds: whatever a damaged file says, a read ends with DiskError and never
// beyond the bytes. And Snappy, in which blocks may be packed.

/** The bytes are not what their format says. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
}

/** A block is 4 KiB, or one row that is larger; rows are bounded far below this. */
const UNPACKED_MAX = 64 * 1024 * 1024;

export class Cursor {
  at: number;
  private readonly bytes: Uint8Array;
  private readonly end: number;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  get left(): number {
    return this.end - this.at;
  }

  byte(): number {
    if (this.at >= this.end) throw new DiskError('the bytes end early');
    return this.bytes[this.at++]!;
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 56; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (!Number.isSafeInteger(value)) break;
        return value;
      }
    }
    throw new DiskError('a number is too large');
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw new DiskError('the bytes end early');
    const taken = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }

  slice(): Uint8Array {
    return this.take(this.varint());
  }
}

/** The bytes that Snappy packed (google/snappy, format_description.txt). */
export function unsnappy(packed: Uint8Array): Uint8Array {
  const from = new Cursor(packed);
  const length = from.varint();
  if (length > UNPACKED_MAX) throw new DiskError('a block is too large');
  const out = Buffer.allocUnsafe(length);
  let at = 0;
  while (from.left > 0) {
    const tag = from.byte();
    const kind = tag & 3;
    if (kind === 0) {
      const literal = from.take(literalLength(from, tag >>> 2));
      if (at + literal.length > length) throw new DiskError('a block unpacks to too much');
      out.set(literal, at);
      at += literal.length;
      continue;
    }
    const count = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    const back = kind === 1 ? ((tag >>> 5) << 8) | from.byte() : little(from, kind === 2 ? 2 : 4);
    if (back === 0 || back > at || at + count > length) throw new DiskError('a block copies from outside');
    for (let i = 0; i < count; i++, at++) out[at] = out[at - back]!;
  }
  if (at !== length) throw new DiskError('a block unpacks to too little');
  return out;
}

function literalLength(from: Cursor, stated: number): number {
  return stated < 60 ? stated + 1 : little(from, stated - 59) + 1;
}

function little(from: Cursor, bytes: number): number {
  let value = 0;
  for (let i = 0; i < bytes; i++) value += from.byte() * 2 ** (8 * i);
  return value;
}
