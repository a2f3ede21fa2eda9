// A file beside the database with the number of the last durable group. LevelDB drops a damaged end of its log without a word; a mark that is
// ahead of the store shows it. The mark is written without a sync: after power loss it may lag, which costs a detection and never a false one.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { readU64, u64 } from '../core/base/bytes.js';

const MARK_FILE = 'MARK';
const MARK_BYTES = 12;

export interface Mark {
  write(seq: number): void;
  close(): void;
}

/** The number in the mark; undefined when there is none yet, 'damaged' when there is something else. */
export function readMark(dir: string): number | 'damaged' | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(dir, MARK_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // A file system may give a file its length before its bytes: zeros are no mark, not a damaged one.
  if (bytes.every((byte) => byte === 0)) return undefined;
  if (bytes.length !== MARK_BYTES || crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8)) return 'damaged';
  return readU64(bytes);
}

export function openMark(dir: string): Mark {
  const file = openSync(join(dir, MARK_FILE), 'a+', 0o600);
  closeSync(file);
  // Opened for writing at a position: append mode would ignore it.
  const writable = openSync(join(dir, MARK_FILE), 'r+');
  return {
    write(seq) {
      const bytes = Buffer.alloc(MARK_BYTES);
      bytes.set(u64(seq));
      bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
      writeSync(writable, bytes, 0, MARK_BYTES, 0);
    },
    close() {
      closeSync(writable);
    },
  };
}
