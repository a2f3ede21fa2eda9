// Inflates zlib data (RFC 1950, RFC 1951) up to a bound. It is not the platform's: a status token is evidence, so every
// node, of any version, and every page must take and refuse the same bytes.
import { STATUS_LIST_SECTIONS_MAX } from '../../base/limits/ledger/credentials.js';

/** Bits of a code at the most (RFC 1951 section 3.2.7). */
const CODE_BITS_MAX = 15;
const END_OF_BLOCK = 256;
/** The order in which the lengths of the code of lengths stand (RFC 1951 section 3.2.7). */
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** Extra bits and the smallest count of the symbols that repeat a length, from 16 on. */
const REPEATS = [
  [2, 3],
  [3, 3],
  [7, 11],
] as const;
/** Symbols of lengths begin behind this one; the last has a length of its own, without extra bits. */
const LITERALS_MAX = 286;
/** By symbol: its smallest length, and its extra bits (RFC 1951 section 3.2.5). */
const LENGTHS = rangesOf(3, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5]);
const LENGTH_BASES = Uint16Array.of(...LENGTHS.bases, 258);
const LENGTH_BITS = Uint8Array.of(...LENGTHS.bits, 0);
/** The same of distances. */
const DISTANCES_MAX = 30;
const { bases: DISTANCE_BASES, bits: DISTANCE_BITS } = rangesOf(
  1,
  Array.from({ length: DISTANCES_MAX }, (_, i) => Math.max(0, (i >> 1) - 1)),
);

/**
 * Canonical Huffman code: how many codes each length has, and the symbols in the order of their codes. `quick` has for
 * the next bits of the data the symbol of a short code, times 16, and its length; 0 where the code is longer.
 */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
  readonly quick: Uint16Array;
}

/** Bits of the codes in `quick`: few are longer, and a table costs each block no more than its lengths do. */
const QUICK_BITS = 9;
const QUICK_MASK = (1 << QUICK_BITS) - 1;

interface Codes {
  readonly literals: Code;
  readonly distances: Code;
}

/** By bits of the type of a block; 0 is a stored one, and there is no 3. */
const CODES_OF_TYPE: readonly (((input: Bits) => Codes | undefined) | undefined)[] = [undefined, () => FIXED, codesIn];

/**
 * The bytes that the data is of: undefined where it is not one whole zlib stream with its checksum and nothing behind
 * it, or is of more than `bytesMax` bytes. Time is linear in the bits of the data and the bytes of the result.
 */
export function inflate(data: Uint8Array, bytesMax: number): Uint8Array | undefined {
  const [first = 0, second = 0] = data;
  // Deflate, a window of 32 KiB at the most, no dictionary, and the check of both bytes (RFC 1950 section 2.2).
  const isZlib = (first & 15) === 8 && first >> 4 <= 7 && (second & 32) === 0 && (first * 256 + second) % 31 === 0;
  if (!isZlib) return undefined;
  const input = new Bits(data, 2);
  const out = new Output(bytesMax, data.length);
  for (let blocks = 0; blocks < STATUS_LIST_SECTIONS_MAX; blocks++) {
    const isLast = input.take(1) === 1;
    if (!isBlockTaken(input, out)) return undefined;
    if (isLast) return input.endsWith(adler32(out.result())) ? out.result() : undefined;
  }
  return undefined;
}

function isBlockTaken(input: Bits, out: Output): boolean {
  const type = input.take(2);
  if (type === 0) return isStoredTaken(input, out);
  const codes = CODES_OF_TYPE[type]?.(input);
  return codes !== undefined && isCompressedTaken(input, out, codes);
}

function isStoredTaken(input: Bits, out: Output): boolean {
  const header = input.bytes(4);
  if (header === undefined) return false;
  const [low = 0, high = 0, notLow = 0, notHigh = 0] = header;
  if ((low ^ notLow) !== 255 || (high ^ notHigh) !== 255) return false;
  const stored = input.bytes(low + 256 * high);
  return stored !== undefined && out.isAppended(stored);
}

/**
 * The symbols of a block. A list costs most of its time here, so bits that are held and bytes that are made are
 * variables of the loop. They go back to `input` and `out` where another function needs them.
 */
function isCompressedTaken(input: Bits, out: Output, { literals, distances }: Codes): boolean {
  const { data } = input;
  const { bytesMax } = out;
  const [quickLiterals, quickDistances] = [literals.quick, distances.quick];
  let { at, held, heldBits } = input;
  let { bytes, length } = out;
  // Behind the end of the data come zeros, and the loop ends.
  while (8 * at - heldBits <= 8 * data.length) {
    for (; heldBits < CODE_BITS_MAX; heldBits += 8) held |= (data[at++] ?? 0) << heldBits;
    const known = quickLiterals[held & QUICK_MASK] as number;
    const coded = known > 0 ? known : longCode(held, literals);
    held >>= coded & 15;
    heldBits -= coded & 15;
    const symbol = coded >> 4;
    if (symbol < END_OF_BLOCK) {
      if (coded === 0 || length === bytesMax) return false;
      if (length === bytes.length) bytes = out.longer(length, 1);
      bytes[length++] = symbol;
      continue;
    }
    if (symbol === END_OF_BLOCK) {
      input.goOn(at, held, heldBits);
      out.length = length;
      return true;
    }
    if (symbol >= LITERALS_MAX) return false;
    const lengthBits = LENGTH_BITS[symbol - END_OF_BLOCK - 1] as number;
    for (; heldBits < lengthBits + CODE_BITS_MAX; heldBits += 8) held |= (data[at++] ?? 0) << heldBits;
    const end = length + (LENGTH_BASES[symbol - END_OF_BLOCK - 1] as number) + (held & ((1 << lengthBits) - 1));
    held >>= lengthBits;
    heldBits -= lengthBits;
    const near = quickDistances[held & QUICK_MASK] as number;
    const far = near > 0 ? near : longCode(held, distances);
    held >>= far & 15;
    heldBits -= far & 15;
    if (far === 0 || far >> 4 >= DISTANCES_MAX) return false;
    const distanceBits = DISTANCE_BITS[far >> 4] as number;
    for (; heldBits < distanceBits; heldBits += 8) held |= (data[at++] ?? 0) << heldBits;
    const distance = (DISTANCE_BASES[far >> 4] as number) + (held & ((1 << distanceBits) - 1));
    held >>= distanceBits;
    heldBits -= distanceBits;
    if (distance > length || end > bytesMax) return false;
    if (end > bytes.length) bytes = out.longer(length, end - length);
    // The copy may reach what it makes. A long one of a single byte has a faster way.
    if (distance > 1 || end - length < 16)
      for (; length < end; length++) bytes[length] = bytes[length - distance] as number;
    else {
      bytes.fill(bytes[length - 1] as number, length, end);
      length = end;
    }
  }
  return false;
}

/**
 * A symbol times 16, and the length of its code, for a code that is longer than those of `quick`; 0 for bits that no
 * symbol has. `held` has CODE_BITS_MAX bits or more.
 */
function longCode(held: number, { counts, symbols }: Code): number {
  let [value, first, index] = [0, 0, 0];
  for (let bits = 1; bits <= CODE_BITS_MAX; bits++) {
    value = 2 * value + ((held >> (bits - 1)) & 1);
    const count = counts[bits] as number;
    if (value - first < count) return 16 * (symbols[index + value - first] as number) + bits;
    index += count;
    first = 2 * (first + count);
  }
  return 0;
}

/** The codes that a block states (RFC 1951 section 3.2.7). */
function codesIn(input: Bits): Codes | undefined {
  const [literalCount, distanceCount, lengthCount] = [input.take(5) + 257, input.take(5) + 1, input.take(4) + 4];
  if (literalCount > LITERALS_MAX || distanceCount > DISTANCES_MAX) return undefined;
  const ofLengths = new Uint8Array(LENGTHS_ORDER.length);
  for (const place of LENGTHS_ORDER.slice(0, lengthCount)) ofLengths[place] = input.take(3);
  const code = codeOf(ofLengths);
  const lengths = code && lengthsIn(input, code, literalCount + distanceCount);
  if (lengths === undefined || lengths[END_OF_BLOCK] === 0) return undefined;
  const [literals, distances] = [codeOf(lengths.subarray(0, literalCount)), codeOf(lengths.subarray(literalCount))];
  return literals && distances && { literals, distances };
}

function lengthsIn(input: Bits, code: Code, count: number): Uint8Array | undefined {
  const lengths = new Uint8Array(count);
  for (let at = 0; at < count; ) {
    const symbol = decode(input, code);
    if (symbol < 0 || input.isSpent) return undefined;
    const [bits, least] = REPEATS[symbol - 16] ?? [0, 1];
    const end = at + least + input.take(bits);
    // A length is repeated from the one before, a zero by a symbol of its own.
    const value = symbol === 16 ? lengths[at - 1] : symbol < 16 ? symbol : 0;
    if (value === undefined || end > count) return undefined;
    lengths.fill(value, at, end);
    at = end;
  }
  return lengths;
}

/** Undefined where the lengths are of no code: too many codes, or too few, but for one code of one bit, or none. */
function codeOf(lengths: Uint8Array): Code | undefined {
  const counts = new Uint16Array(CODE_BITS_MAX + 1);
  for (let symbol = 0; symbol < lengths.length; symbol++) (counts[lengths[symbol] as number] as number)++;
  const starts = new Uint16Array(CODE_BITS_MAX + 2);
  let left = 1;
  for (let bits = 1; bits <= CODE_BITS_MAX; bits++) {
    left = 2 * left - (counts[bits] as number);
    if (left < 0) return undefined;
    starts[bits + 1] = (starts[bits] as number) + (counts[bits] as number);
  }
  if (left > 0 && lengths.some((length) => length > 1)) return undefined;
  const symbols = new Uint16Array(starts[CODE_BITS_MAX + 1] as number);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] as number;
    if (length > 0) symbols[(starts[length] as number)++] = symbol;
  }
  return { counts, symbols, quick: quickOf(counts, symbols) };
}

function quickOf(counts: Uint16Array, symbols: Uint16Array): Uint16Array {
  const quick = new Uint16Array(1 << QUICK_BITS);
  let [code, index] = [0, 0];
  for (let bits = 1; bits <= QUICK_BITS; bits++, code *= 2)
    for (let left = counts[bits] as number; left > 0; left--, code++, index++)
      // The first bit of a code is the lowest of the data; all bits may follow it.
      for (let at = reverseBits(code, bits); at <= QUICK_MASK; at += 1 << bits)
        quick[at] = 16 * (symbols[index] as number) + bits;
  return quick;
}

function reverseBits(code: number, bits: number): number {
  let value = 0;
  for (let i = 0; i < bits; i++) value |= ((code >> i) & 1) << (bits - 1 - i);
  return value;
}

/** The next symbol; -1 for bits that no symbol has. */
function decode(input: Bits, code: Code): number {
  const next = input.peek(CODE_BITS_MAX);
  const known = code.quick[next & QUICK_MASK] as number;
  const coded = known > 0 ? known : longCode(next, code);
  input.take(coded & 15);
  return coded === 0 ? -1 : coded >> 4;
}

const FIXED: Codes = {
  literals: codeOf(Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))) as Code,
  // Two of the codes have no distance.
  distances: codeOf(new Uint8Array(32).fill(5)) as Code,
};

/** Ranges of numbers with so many extra bits. Each begins where the one before ends. */
function rangesOf(first: number, bits: readonly number[]) {
  let base = first;
  const bases = bits.map((extra) => {
    const begin = base;
    base += 2 ** extra;
    return begin;
  });
  return { bases: Uint16Array.from(bases), bits: Uint8Array.from(bits) };
}

/** Bits of bytes, the lowest first, and zeros behind their end. */
class Bits {
  readonly data: Uint8Array;
  /** The next byte, and the bits of those before that were not taken. */
  at: number;
  held = 0;
  heldBits = 0;

  constructor(data: Uint8Array, at: number) {
    this.data = data;
    this.at = at;
  }

  /** More was taken than there is. */
  get isSpent(): boolean {
    return 8 * this.at - this.heldBits > 8 * this.data.length;
  }

  /** After bits were taken by somebody who read these members. */
  goOn(at: number, held: number, heldBits: number): void {
    this.at = at;
    this.held = held;
    this.heldBits = heldBits;
  }

  /** The next bits, which stay: at most 15. */
  peek(count: number): number {
    while (this.heldBits < count) {
      this.held |= (this.data[this.at++] ?? 0) << this.heldBits;
      this.heldBits += 8;
    }
    return this.held & ((1 << count) - 1);
  }

  take(count: number): number {
    const taken = this.peek(count);
    this.held >>= count;
    this.heldBits -= count;
    return taken;
  }

  /** Whole bytes, from the next one on; undefined where there are fewer. */
  bytes(count: number): Uint8Array | undefined {
    this.at -= this.heldBits >> 3;
    this.held = 0;
    this.heldBits = 0;
    const end = this.at + count;
    if (end > this.data.length) return undefined;
    const taken = this.data.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** True where nothing is left but these four bytes. */
  endsWith(word: number): boolean {
    const last = this.bytes(4);
    return (
      last !== undefined &&
      this.at === this.data.length &&
      last.every((byte, i) => byte === ((word >>> (24 - 8 * i)) & 255))
    );
  }
}

/** The result, which takes room as it grows: the data says how long it will be by nothing. */
class Output {
  readonly bytesMax: number;
  bytes: Uint8Array;
  length = 0;

  /** A list of which every twentieth entry is not valid has five times the bytes of its data. */
  constructor(bytesMax: number, dataBytes: number) {
    this.bytesMax = bytesMax;
    this.bytes = new Uint8Array(Math.min(bytesMax, 8 * dataBytes));
  }

  result(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** False where it would be too long. */
  isAppended(more: Uint8Array): boolean {
    const end = this.length + more.length;
    if (end > this.bytesMax) return false;
    if (end > this.bytes.length) this.longer(this.length, more.length);
    this.bytes.set(more, this.length);
    this.length = end;
    return true;
  }

  /** Room for more bytes behind the first `length`, which stay. */
  longer(length: number, more: number): Uint8Array {
    const bytes = new Uint8Array(Math.min(this.bytesMax, Math.max(length + more, 2 * this.bytes.length)));
    bytes.set(this.bytes.subarray(0, length));
    this.bytes = bytes;
    return bytes;
  }
}

/**
 * RFC 1950 section 8.2. Eight bytes at a time: the second sum then waits for two additions and not for eight, which is
 * half the time.
 */
function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    // So many sums stay below 2^31, where the platform adds whole numbers.
    const end = Math.min(at + 3800, bytes.length);
    for (; at + 8 <= end; at += 8) {
      const a = (low + (bytes[at] as number)) | 0;
      const b = (a + (bytes[at + 1] as number)) | 0;
      const c = (b + (bytes[at + 2] as number)) | 0;
      const d = (c + (bytes[at + 3] as number)) | 0;
      const e = (d + (bytes[at + 4] as number)) | 0;
      const f = (e + (bytes[at + 5] as number)) | 0;
      const g = (f + (bytes[at + 6] as number)) | 0;
      low = (g + (bytes[at + 7] as number)) | 0;
      const first = (((a + b) | 0) + ((c + d) | 0)) | 0;
      high = (high + first + ((((e + f) | 0) + ((g + low) | 0)) | 0)) | 0;
    }
    for (; at < end; at++) {
      low = (low + (bytes[at] as number)) | 0;
      high = (high + low) | 0;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return high * 65_536 + low;
}
