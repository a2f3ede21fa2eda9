// A file beside the database with the number of the last durable group and of the dockets sealed up to it. LevelDB
// drops a damaged end of its log without a word; a mark that is ahead of the store shows it. The mark is made durable
// once, when it is made; later numbers are written without a sync: after power loss the mark may lag, which costs a
// detection and never a false one. So a store with history whose mark is gone has lost a file.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { readU64, u64 } from '../../core/base/bytes.js';
import { syncFolder } from './folder.js';
import type { JournalEnd } from './ring.js';

const MARK_FILE = 'MARK';
/** Of older versions of this program: the group alone. */
const OLD_MARK_BYTES = 12;
const MARK_BYTES = 20;

export type Marked = JournalEnd | 'damaged' | 'missing';

export interface JournalMark {
  write(end: JournalEnd): void;
  /** Whether the file is what was written last. */
  isWhole(): boolean;
  close(): void;
}

/** The content of the mark; 'missing' without one, 'damaged' when there is something else. */
export function readMark(dir: string): Marked {
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(dir, MARK_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
  // A file system may give a file its length before its bytes: zeros are a missing mark, not a damaged one.
  if (bytes.every((byte) => byte === 0)) return 'missing';
  if (bytes.length !== MARK_BYTES && bytes.length !== OLD_MARK_BYTES) return 'damaged';
  const body = bytes.subarray(0, bytes.length - 4);
  if (crc32(body) !== bytes.readUInt32BE(body.length)) return 'damaged';
  return { seq: readU64(body, 0), dockets: body.length === 16 ? readU64(body, 8) : undefined };
}

/**
 * The file is made with the first number that is written: a reader that finds none before that knows that it is
 * missing.
 */
export function openMark(dir: string): JournalMark {
  let file: number | undefined;
  let written: Buffer | undefined;
  return {
    write({ seq, dockets }) {
      const body = dockets === undefined ? u64(seq) : Buffer.concat([u64(seq), u64(dockets)]);
      const bytes = Buffer.alloc(body.length + 4);
      bytes.set(body);
      bytes.writeUInt32BE(crc32(body), body.length);
      written = bytes;
      if (file !== undefined) return void writeSync(file, bytes, 0, bytes.length, 0);
      file = openForWriting(dir);
      writeSync(file, bytes, 0, bytes.length, 0);
      fsyncSync(file);
      syncFolder(dir);
    },
    isWhole() {
      if (!written) return true;
      try {
        return readFileSync(join(dir, MARK_FILE)).equals(written);
      } catch (error) {
        // A disk that cannot be read is told by the next write.
        return (error as NodeJS.ErrnoException).code !== 'ENOENT';
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Append mode would ignore the position of a write, so the file is made first. */
function openForWriting(dir: string): number {
  closeSync(openSync(join(dir, MARK_FILE), 'a', 0o600));
  return openSync(join(dir, MARK_FILE), 'r+');
}
