// Verifies one of LevelDB's table files (table_format among its documents): footer, index, and the sum of every block.
// A table never changes once it is written, so what does not match is damage. It tells which keys a damaged block may
// have held.
import { readFileSync } from 'node:fs';
import { Cursor, DiskError, unsnappy } from './coding.js';
import { crc32c, maskedCrc } from './crc32c.js';
import { type LiveTable, userKey } from './manifest.js';

const FOOTER_BYTES = 48;
const MAGIC = Buffer.from([0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb]);
/** Behind each block: how it is packed, and its sum. */
export const TRAILER_BYTES = 5;

/** Keys after `from` (or from it on, at the begin of a table) up to and with `to`. */
export interface KeyRange {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

export interface Extent {
  readonly offset: number;
  readonly size: number;
}

export interface BadExtent extends Extent, KeyRange {}

/** The damaged part of a table. `whole`: why nothing of it can be used. */
export interface TableDamage extends KeyRange {
  readonly number: number;
  readonly bytes: number;
  readonly whole?: string;
  readonly blocks: readonly BadExtent[];
  /** The filter of keys is damaged: a lookup would miss rows that are there. */
  readonly hasBadFilter: boolean;
}

/** Undefined for a table that is sound. */
export function verifyTable(path: string, table: LiveTable): TableDamage | undefined {
  const { number, bytes, from, to } = table;
  const about = { number, bytes, from, to };
  try {
    const file = readTable(path, bytes);
    const footer = footerOf(file);
    const index = entriesOf(contents(file, footer.index, 'its index'));
    const blocks: BadExtent[] = [];
    let before = from;
    for (const { key, value } of index) {
      const block = handle(new Cursor(value));
      const last = userKey(key);
      if (!isSound(file, block)) blocks.push({ ...blockIn(file, block), from: before, to: last });
      before = last;
    }
    const hasBadFilter = !hasSoundFilter(file, footer.meta);
    return blocks.length > 0 || hasBadFilter ? { ...about, blocks, hasBadFilter } : undefined;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return { ...about, whole: error.message, blocks: [], hasBadFilter: false };
  }
}

function readTable(path: string, bytes: number): Buffer {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new DiskError('it is missing');
    // A sector that the disk cannot read is damage like any other.
    if (code === 'EIO') throw new DiskError('the disk cannot read it');
    throw error;
  }
  if (file.length !== bytes) throw new DiskError(`it has ${file.length} bytes instead of ${bytes}`);
  return file;
}

interface Footer {
  readonly meta: Extent;
  readonly index: Extent;
}

function footerOf(file: Buffer): Footer {
  if (file.length < FOOTER_BYTES) throw new DiskError('it is too short');
  const at = file.length - FOOTER_BYTES;
  if (!file.subarray(-MAGIC.length).equals(MAGIC)) throw new DiskError('its footer is damaged');
  const from = new Cursor(file, at, file.length - MAGIC.length);
  return { meta: handle(from), index: handle(from) };
}

function handle(from: Cursor): Extent {
  return { offset: from.varint(), size: from.varint() };
}

function isSound(file: Buffer, { offset, size }: Extent): boolean {
  const end = offset + size;
  if (end + TRAILER_BYTES > file.length || file[end]! > 1) return false;
  return maskedCrc(crc32c(file, offset, end + 1)) === file.readUInt32LE(end + 1);
}

function blockIn(file: Buffer, block: Extent): Extent {
  if (block.offset + block.size + TRAILER_BYTES > file.length) throw new DiskError('its index names what is not there');
  return block;
}

function contents(file: Buffer, block: Extent, what: string): Uint8Array {
  if (!isSound(file, block)) throw new DiskError(`${what} is damaged`);
  const packed = file.subarray(block.offset, block.offset + block.size);
  return file[block.offset + block.size] === 1 ? unsnappy(packed) : packed;
}

function hasSoundFilter(file: Buffer, meta: Extent): boolean {
  if (!isSound(file, meta)) return false;
  return entriesOf(contents(file, meta, 'its list of filters')).every(({ value }) =>
    isSound(file, handle(new Cursor(value))),
  );
}

interface BlockEntry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** The entries of an unpacked block, in order; keys share their begin with the one before. */
function entriesOf(block: Uint8Array): BlockEntry[] {
  if (block.length < 4) throw new DiskError('a block is too short');
  const restarts = Buffer.from(block.buffer, block.byteOffset, block.length).readUInt32LE(block.length - 4);
  const end = block.length - 4 * (restarts + 1);
  if (end < 0) throw new DiskError('a block is not whole');
  const from = new Cursor(block, 0, end);
  const entries: BlockEntry[] = [];
  let before: Uint8Array = new Uint8Array(0);
  while (from.left > 0) {
    const [shared, rest, length] = [from.varint(), from.varint(), from.varint()];
    if (shared > before.length) throw new DiskError('a key shares more than there is');
    const key: Uint8Array = Buffer.concat([before.subarray(0, shared), from.take(rest)]);
    entries.push({ key, value: from.take(length) });
    before = key;
  }
  return entries;
}
