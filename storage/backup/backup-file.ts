// Reads the file of a backup: its hash, and its entries front to back or from a place in it. It writes nothing and
// judges no entry.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { StoreError } from '../engine/fault.js';
import { ofEarlierProgram } from '../engine/folder.js';

export const MAGIC = Buffer.from('quorate-backup-format 1\n', 'latin1');
/** Of version 0.2 and before: its rows have formats of their own (storage/engine/folder.ts). */
const EARLIER = Buffer.from('quorate-backup 1\n', 'latin1');
/** Length that no key has: the end of the entries. */
export const END = 0xffff_ffff;
export const CHUNK_BYTES = 1024 * 1024;
/** Keys are short; a longer length is damage, not a reason to reserve memory. */
const KEY_BYTES_MAX = 64 * 1024;
/** Docket bodies and transactions are bounded far below this. */
const VALUE_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Reads the whole file and compares its hash; throws StoreError STORE_DAMAGED when it is not a whole backup, and
 * STORE_VERSION for one of another program.
 */
export async function verifyBackup(file: string): Promise<void> {
  const hash = createHash('sha256');
  const reader = await FileReader.open(file);
  try {
    const body = reader.size - 32;
    if (body < MAGIC.length + 8) throw notWhole(file);
    const first = await reader.take(MAGIC.length);
    if (first.subarray(0, EARLIER.length).equals(EARLIER)) throw ofEarlierProgram(`The backup ${file}`);
    hash.update(first);
    for (let at = MAGIC.length; at < body; at += CHUNK_BYTES)
      hash.update(await reader.take(Math.min(CHUNK_BYTES, body - at)));
    if (Buffer.compare(hash.digest(), await reader.take(32)) !== 0) throw notWhole(file);
    if (!first.equals(MAGIC)) throw unreadable(file);
  } finally {
    await reader.close();
  }
}

export interface BackupEntry {
  readonly key: Buffer;
  readonly value: Buffer;
  /** Where it begins in the file, for `entriesOf`. */
  readonly at: number;
}

/** The entries in the order of their keys: all of them, or those from the one that begins at byte `from`. */
export async function* entriesOf(file: string, from?: number): AsyncGenerator<BackupEntry> {
  const reader = await FileReader.open(file, from);
  try {
    if (from === undefined && !(await reader.take(MAGIC.length)).equals(MAGIC)) throw unreadable(file);
    for (let at = from ?? MAGIC.length; ; ) {
      const lengths = await reader.take(8);
      const keyLength = lengths.readUInt32BE(0);
      if (keyLength === END) return;
      const valueLength = lengths.readUInt32BE(4);
      if (keyLength > KEY_BYTES_MAX || valueLength > VALUE_BYTES_MAX) throw notWhole(file);
      const bytes = await reader.take(keyLength + valueLength);
      yield { key: bytes.subarray(0, keyLength), value: bytes.subarray(keyLength), at };
      at += 8 + bytes.length;
    }
  } finally {
    await reader.close();
  }
}

/** Reads a file front to back through one buffer. */
class FileReader {
  readonly size: number;
  private readonly handle: FileHandle;
  private readonly file: string;
  private buffer: Buffer = Buffer.alloc(0);
  private at: number;

  private constructor(handle: FileHandle, of: { readonly file: string; readonly size: number; readonly at: number }) {
    this.handle = handle;
    this.file = of.file;
    this.size = of.size;
    this.at = of.at;
  }

  static async open(file: string, at = 0): Promise<FileReader> {
    const handle = await open(file, 'r');
    return new FileReader(handle, { file, size: (await handle.stat()).size, at });
  }

  /** The next `length` bytes, in memory of their own. */
  async take(length: number): Promise<Buffer> {
    while (this.buffer.length < length) {
      const { bytesRead, buffer } = await this.handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, this.at);
      if (bytesRead === 0) throw notWhole(this.file);
      this.at += bytesRead;
      this.buffer = Buffer.concat([this.buffer, buffer.subarray(0, bytesRead)]);
    }
    const taken = this.buffer.subarray(0, length);
    this.buffer = this.buffer.subarray(length);
    return taken;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

function unreadable(file: string): StoreError {
  return new StoreError('STORE_VERSION', `The file ${file} is not a backup that this program can read.`);
}

function notWhole(file: string): StoreError {
  return new StoreError('STORE_DAMAGED', `The backup ${file} is damaged or incomplete. Nothing was changed.`);
}
