// The bytes of a QR code (ISO/IEC 18004, level L, versions 1 to 40): a text, and what corrects errors in it.

const VERSION_MAX = 40;
/** Bytes of correction in each block, by version (table 9). */
const ECC = [
  ...[0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28],
  ...[28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
];
/** Blocks, by version (table 9). */
const BLOCKS = [
  ...[0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8],
  ...[8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25],
];

export interface Codewords {
  readonly version: number;
  readonly bytes: readonly number[];
}

/** The bytes in the order of the symbol: of all blocks in turn, then what corrects errors in them. */
export function codewordsOf(text: string): Codewords {
  const content = new TextEncoder().encode(text);
  const version = versionFor(content.length);
  const data = dataOf(content, version);
  const [count, ecc] = [entry(BLOCKS, version), entry(ECC, version)];
  const raw = Math.floor(rawBits(version) / 8);
  const [short, length] = [count - (raw % count), Math.floor(raw / count)];
  const divisor = divisorOf(ecc);
  const blocks: { readonly part: readonly number[]; readonly rest: readonly number[] }[] = [];
  for (let i = 0, from = 0; i < count; i++) {
    const to = from + length - ecc + (i < short ? 0 : 1);
    const part = data.slice(from, to);
    blocks.push({ part, rest: remainderOf(part, divisor) });
    from = to;
  }
  const bytes: number[] = [];
  for (let i = 0; i <= length - ecc; i++) for (const { part } of blocks) bytes.push(...part.slice(i, i + 1));
  for (let i = 0; i < ecc; i++) for (const { rest } of blocks) bytes.push(...rest.slice(i, i + 1));
  return { version, bytes };
}

/** The smallest version that holds so many bytes. */
function versionFor(length: number): number {
  for (let version = 1; version <= VERSION_MAX; version++)
    if (4 + lengthBits(version) + length * 8 <= dataBytes(version) * 8) return version;
  throw new Error('The text is too long for a QR code.');
}

/** Mode, length, the bytes, and the padding to the capacity of the version. */
function dataOf(content: Uint8Array, version: number): readonly number[] {
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >>> i) & 1);
  };
  put(4, 4);
  put(content.length, lengthBits(version));
  for (const byte of content) put(byte, 8);
  const capacity = dataBytes(version) * 8;
  put(0, Math.min(4, capacity - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(Number.parseInt(bits.slice(i, i + 8).join(''), 2));
  return data;
}

const lengthBits = (version: number): number => (version < 10 ? 8 : 16);
const dataBytes = (version: number): number =>
  Math.floor(rawBits(version) / 8) - entry(ECC, version) * entry(BLOCKS, version);

/** Modules that are left for data and correction. */
function rawBits(version: number): number {
  const bits = (16 * version + 128) * version + 64;
  if (version < 2) return bits;
  const n = Math.floor(version / 7) + 2;
  return bits - (25 * n - 10) * n + (version < 7 ? 55 : 19);
}

/** The generator polynomial of Reed-Solomon codes over GF(2^8). */
function divisorOf(degree: number): readonly number[] {
  const polynomial = new Array<number>(degree).fill(0);
  polynomial[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) polynomial[j] = times(polynomial[j] ?? 0, root) ^ (polynomial[j + 1] ?? 0);
    root = times(root, 2);
  }
  return polynomial;
}

function remainderOf(data: readonly number[], divisor: readonly number[]): readonly number[] {
  let rest = divisor.map(() => 0);
  for (const byte of data) {
    const [first = 0, ...others] = rest;
    rest = [...others, 0].map((value, i) => value ^ times(divisor[i] ?? 0, byte ^ first));
  }
  return rest;
}

/** A product in GF(2^8) of the standard. */
function times(x: number, y: number): number {
  let z = 0;
  for (let i = 7; i >= 0; i--) {
    z = (z << 1) ^ ((z >>> 7) * 0x11d);
    z ^= ((y >>> i) & 1) * x;
  }
  return z;
}

function entry(table: readonly number[], version: number): number {
  return table[version] as number;
}
