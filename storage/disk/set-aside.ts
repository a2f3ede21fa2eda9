// Takes damaged blocks out of tables, so that LevelDB can read the rest: the damaged bytes go to a quarantine folder,
// and an empty block of the same size takes their place. LevelDB reads a block whose last four bytes are zero as one
// without rows; file, index and MANIFEST stay as they are.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../engine/folder.js';
import { crc32c, maskedCrc } from './crc32c.js';
import { tablePath } from './examine.js';
import { type Extent, type TableDamage, TRAILER_BYTES } from './table-file.js';

const QUARANTINE = 'quarantine';
/** Bytes of damaged files that are kept; beyond it the oldest go. Two logs and a few tables. */
const QUARANTINE_BYTES_MAX = 256 * 1024 * 1024;
const FOOTER_BYTES = 48;
const MAGIC = [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb];

/** A new folder for what is set aside now. */
export function quarantine(dir: string, nowMs: number): string {
  const all = join(dir, QUARANTINE);
  mkdirSync(all, { recursive: true, mode: 0o700 });
  makeRoom(all);
  const stamp = new Date(nowMs).toISOString().replaceAll(':', '');
  let folder = join(all, stamp);
  for (let n = 2; existsSync(folder); n++) folder = join(all, `${stamp}-${n}`);
  mkdirSync(folder, { mode: 0o700 });
  syncFolder(all);
  return folder;
}

/** Copies files of the store as they are; those that are not there are left out. */
export function keepFiles(dir: string, into: string, names: readonly string[]): void {
  for (const name of names) if (existsSync(join(dir, name))) copyFileSync(join(dir, name), join(into, name));
  syncFolder(into);
}

/** Every damaged block of a table becomes an empty one. Can be repeated after a crash. */
export function emptyExtents(dir: string, into: string, table: TableDamage): void {
  const path = tablePath(dir, table);
  const file = openSync(path, 'r+');
  try {
    const meta = table.hasBadFilter ? [metaBlock(file, table.bytes)] : [];
    for (const block of [...table.blocks, ...meta]) {
      const length = block.size + TRAILER_BYTES;
      const damaged = Buffer.alloc(length);
      readSync(file, damaged, 0, length, block.offset);
      writeFileSync(join(into, `${table.number}.${block.offset}.block`), damaged, { mode: 0o600, flush: true });
      writeSync(file, emptyBlock(block.size), 0, length, block.offset);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(into);
}

/** A table of which nothing can be used becomes one without rows, of the size that the MANIFEST names. */
export function emptyTable(dir: string, into: string, table: TableDamage): void {
  const path = tablePath(dir, table);
  const next = join(into, 'empty');
  const file = openSync(next, 'w', 0o600);
  try {
    const block = { offset: 0, size: 4 };
    writeSync(file, emptyBlock(block.size), 0, block.size + TRAILER_BYTES, 0);
    const footer = Buffer.alloc(FOOTER_BYTES);
    // Two handles, of the list of filters and of the index: both name the one empty block.
    footer.set([block.offset, block.size, block.offset, block.size]);
    footer.set(MAGIC, FOOTER_BYTES - MAGIC.length);
    writeSync(file, footer, 0, FOOTER_BYTES, Math.max(table.bytes, 64) - FOOTER_BYTES);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (existsSync(path)) renameSync(path, join(into, `${table.number}.ldb`));
  renameSync(next, path);
  syncFolder(into);
  syncFolder(dir);
}

function emptyBlock(size: number): Buffer {
  const block = Buffer.alloc(size + TRAILER_BYTES);
  block.writeUInt32LE(maskedCrc(crc32c(block, 0, size + 1)), size + 1);
  return block;
}

function metaBlock(file: number, bytes: number): Extent {
  const footer = Buffer.alloc(FOOTER_BYTES);
  readSync(file, footer, 0, FOOTER_BYTES, bytes - FOOTER_BYTES);
  const number = (at: number): [number, number] => {
    let [value, shift, next] = [0, 0, at];
    for (;;) {
      const byte = footer[next++]!;
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (byte < 0x80) return [value, next];
    }
  };
  const [offset, after] = number(0);
  return { offset, size: number(after)[0] };
}

function makeRoom(all: string): void {
  const folders = readdirSync(all).sort();
  const bytesOf = (folder: string): number =>
    readdirSync(join(all, folder)).reduce((sum, name) => sum + statSync(join(all, folder, name)).size, 0);
  let bytes = folders.reduce((sum, folder) => sum + bytesOf(folder), 0);
  for (const folder of folders) {
    if (bytes <= QUARANTINE_BYTES_MAX) return;
    bytes -= bytesOf(folder);
    rmSync(join(all, folder), { recursive: true });
  }
}
