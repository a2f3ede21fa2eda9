// Judges the folder of a store before LevelDB may touch it: LevelDB would quietly begin a new database in a folder that
// lost its CURRENT file, and delete what it finds there. Creates the folder and its FORMAT file for a new store;
// changes nothing in one that it refuses.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { STORE_VERSION } from '../../core/base/version.js';
import { StoreError } from './fault.js';

export const FORMAT_FILE = 'FORMAT';
export const FORMAT_NEXT = 'FORMAT.next';
/** Of the lock on the folder (folder-lock.ts). */
export const LOCK_FOLDER = 'FOLDER-LOCK';
/** Without its line break when power went while the text grew by a digit. */
const FORMAT_PATTERN = /^quorate-store-format (\d{1,6})\n?$/;
/** Of version 0.2 and before, whose formats 1 to 8 have other layouts under the same numbers (decision 0190). */
const EARLIER_PATTERN = /^quorate-store \d{1,6}\n?$/;
/** Files that belong to a store and do not show that a database was begun. */
const OWN_FILES: ReadonlySet<string> = new Set([
  ...[FORMAT_FILE, FORMAT_NEXT, LOCK_FOLDER],
  ...['MARK', 'VERIFY', 'LOCK', 'LOG', 'LOG.old'],
]);

/** The node's identity lies beside the store, and an operator may well make it before the first start (storage/pki). */
const IDENTITY_FOLDER = 'mesh';

/** statfs types whose fsync does not mean what a ledger needs, or whose locks do not hold (docs/protocol.md 12). */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x73757245, 'Coda'],
  [0x65735546, 'FUSE'],
]);

export interface FolderOptions {
  /** Store version of this program; STORE_VERSION unless a test says otherwise. */
  readonly version?: number;
  /** The operator answers for a file system that the node would refuse. */
  readonly allowNetworkFileSystem?: boolean;
  /** The file system type of a path; the kernel's by default. */
  readonly fileSystemType?: (path: string) => number;
}

/**
 * Throws StoreError when the folder is not a place for a store of this version; afterwards the folder exists and is
 * marked as ours.
 */
export function prepareFolder(dir: string, options: FolderOptions = {}): void {
  makeFolder(dir);
  checkFileSystem(dir, options);
  const names = readdirSync(dir).filter((name) => name !== IDENTITY_FOLDER);
  const begun = names.some((name) => !OWN_FILES.has(name));
  if (!names.includes(FORMAT_FILE)) {
    if (names.length > 0)
      throw new StoreError(
        'STORE_VERSION',
        `The folder ${dir} is not empty and holds no store of this program. Choose another folder.`,
      );
    writeFormat(dir, options.version ?? STORE_VERSION);
    return;
  }
  checkFormat(dir, options);
  if (begun && !names.includes('CURRENT'))
    throw new StoreError(
      'STORE_DAMAGED',
      `The store in ${dir} has lost its file CURRENT. Nothing was changed: restore a backup.`,
    );
}

/**
 * The version in FORMAT has to be this program's or an older one, which migrations bring up. Throws StoreError; for a
 * folder that is not locked.
 */
export function checkFormat(dir: string, options: FolderOptions = {}): void {
  const text = readFileSync(join(dir, FORMAT_FILE), 'utf8');
  if (EARLIER_PATTERN.test(text)) throw ofEarlierProgram(`The store in ${dir}`);
  const version = FORMAT_PATTERN.exec(text)?.[1];
  if (version === undefined)
    throw new StoreError(
      'STORE_DAMAGED',
      `The file FORMAT in ${dir} is damaged. Nothing was changed: restore a backup.`,
    );
  if (Number(version) > (options.version ?? STORE_VERSION))
    throw new StoreError(
      'STORE_VERSION',
      `The store in ${dir} has format ${version}; this program reads up to format ${options.version ?? STORE_VERSION}. Nothing was changed.`,
    );
}

/** `subject`: the store or the backup of one, as the begin of a sentence. */
export function ofEarlierProgram(subject: string): StoreError {
  return new StoreError(
    'STORE_VERSION',
    `${subject} was written by Quorate 0.2 or an earlier version, and this program reads no format of those. Nothing was changed: use the program that wrote it, and found the registers anew (UPGRADING.md, Stores of 0.2).`,
  );
}

/** Throws StoreError where that is not possible. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StoreError('STORE_DAMAGED', `The folder ${dir} cannot be made: ${(error as Error).message}.`, error);
  }
}

function checkFileSystem(dir: string, options: FolderOptions): void {
  if (options.allowNetworkFileSystem) return;
  const type = options.fileSystemType?.(dir) ?? statfsSync(dir).type;
  // statfs gives a signed word on some kernels.
  const name = NETWORK_FILE_SYSTEMS.get(type >>> 0);
  if (name !== undefined)
    throw new StoreError(
      'STORE_UNSAFE',
      `The folder ${dir} lies on a ${name} file system, which cannot promise that written data survives. Choose a local disk.`,
    );
}

function writeFormat(dir: string, version: number): void {
  writeSynced(join(dir, FORMAT_FILE), formatText(version));
  syncFolder(dir);
}

/** The content of FORMAT. */
export function formatText(version: number): string {
  return `quorate-store-format ${version}\n`;
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the names in a folder durable. */
export function syncFolder(dir: string): void {
  const file = openSync(dir, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
