// Files of keys and certificates: each appears whole and durable, or not at all, and only its owner reads it. A key is
// never written over.
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../engine/folder.js';

/** A chain of certificates, a long revocation list: far below this. A larger file is another one. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** Makes a folder for its owner only, with its parents. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncFolder(dirname(folder));
}

/** Writes a new file; throws the error EEXIST of the file system when there is one, which then is as it was. */
export function writeOnce(file: string, data: Uint8Array | string): void {
  // A link fails where a rename would replace.
  writeFile(file, data, (partial) => {
    linkSync(partial, file);
    rmSync(partial);
  });
}

/** Writes a file in place of the one there may be: after a crash there is the old or the new one. */
export function writeOver(file: string, data: Uint8Array | string): void {
  writeFile(file, data, (partial) => renameSync(partial, file));
}

/** Removes a file for good; false when there is none. */
export function removeFile(file: string): boolean {
  if (!existsSync(file)) return false;
  rmSync(file);
  syncFolder(dirname(file));
  return true;
}

/** The bytes of a file, or undefined when there is none. Throws for a file that is too large to be one of these. */
export function readIfThere(file: string): Buffer | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.size > FILE_BYTES_MAX) throw new Error(`${file} is larger than ${FILE_BYTES_MAX} bytes`);
  return readFileSync(file);
}

/** True for a file that its group or others may read or change. */
export function isOpenToOthers(file: string): boolean {
  return (statSync(file).mode & 0o077) !== 0;
}

function writeFile(file: string, data: Uint8Array | string, place: (partial: string) => void): void {
  const partial = `${file}.${process.pid}.partial`;
  // A file that a process of the same number left behind when it was killed is of no use.
  rmSync(partial, { force: true });
  const handle = openSync(partial, 'wx', 0o600);
  try {
    try {
      const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    place(partial);
    syncFolder(dirname(file));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
