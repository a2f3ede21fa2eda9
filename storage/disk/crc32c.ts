// CRC-32C (Castagnoli) as LevelDB keeps it beside every block and record. Eight tables at a time: some 700 MB a second,
// without which a start that verifies a store would wait for the sums instead of for the disk.
const POLYNOMIAL = 0x82f63b78;
const MASK_DELTA = 0xa282ead8;

const TABLES: readonly Uint32Array[] = tables();

function tables(): Uint32Array[] {
  const all = Array.from({ length: 8 }, () => new Uint32Array(256));
  for (let n = 0; n < 256; n++) {
    let crc = n;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    all[0]![n] = crc;
  }
  for (let n = 0; n < 256; n++)
    for (let t = 1; t < 8; t++) {
      const before = all[t - 1]![n]!;
      all[t]![n] = (before >>> 8) ^ all[0]![before & 0xff]!;
    }
  return all;
}

/** The sum of bytes[from, to). */
export function crc32c(bytes: Uint8Array, from = 0, to = bytes.length): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  let crc = -1;
  let i = from;
  for (const end = to - 7; i < end; i += 8) {
    const low = crc ^ (bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
    crc =
      t7[low & 255]! ^
      t6[(low >>> 8) & 255]! ^
      t5[(low >>> 16) & 255]! ^
      t4[low >>> 24]! ^
      t3[bytes[i + 4]!]! ^
      t2[bytes[i + 5]!]! ^
      t1[bytes[i + 6]!]! ^
      t0[bytes[i + 7]!]!;
  }
  for (; i < to; i++) crc = t0[(crc ^ bytes[i]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** As it is stored: a sum of bytes that hold a sum would else be easy to hit by chance. */
export function maskedCrc(crc: number): number {
  return (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
}
