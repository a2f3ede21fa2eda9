// Which files make up the store, by LevelDB's MANIFEST (db/version_edit.cc): the tables that are live, with their key
// ranges, and the first log that counts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cursor, DiskError } from './coding.js';
import { readLog } from './log-file.js';

export interface LiveTable {
  readonly number: number;
  readonly level: number;
  readonly bytes: number;
  /** First and last key of it. */
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

export interface Manifest {
  readonly tables: readonly LiveTable[];
  readonly logNumber: number;
}

/** Bytes at the end of an internal key: sequence number and type. */
const INTERNAL_BYTES = 8;

/**
 * Undefined for a folder without CURRENT. Throws DiskError when CURRENT or the MANIFEST that it names cannot be read
 * whole.
 */
export function readManifest(dir: string): Manifest | undefined {
  const current = textOf(join(dir, 'CURRENT'));
  if (current === undefined) return undefined;
  const name = /^(MANIFEST-\d{6,})\n$/.exec(current)?.[1];
  if (name === undefined) throw new DiskError(`The file CURRENT in ${dir} is damaged`);
  let file: Buffer;
  try {
    file = readFileSync(join(dir, name));
  } catch (error) {
    throw new DiskError(`The file ${name}, which CURRENT names, cannot be read: ${(error as Error).message}`);
  }
  const { records, damagedAt } = readLog(file);
  if (damagedAt.length > 0 || records.length === 0)
    throw new DiskError(
      `The file ${name} is damaged${damagedAt.length > 0 ? ` at byte ${damagedAt[0]}` : ': it is empty'}`,
    );
  const tables = new Map<number, LiveTable>();
  const edit = { logNumber: 0 };
  for (const record of records) applyEdit(record, tables, edit);
  return { tables: [...tables.values()].sort((a, b) => b.number - a.number), ...edit };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function applyEdit(record: Uint8Array, tables: Map<number, LiveTable>, edit: { logNumber: number }): void {
  const from = new Cursor(record);
  while (from.left > 0) {
    const tag = from.varint();
    if (tag === 1) from.slice();
    else if (tag === 2) edit.logNumber = from.varint();
    else if (tag === 3 || tag === 4 || tag === 9) from.varint();
    else if (tag === 5) {
      from.varint();
      from.slice();
    } else if (tag === 6) {
      from.varint();
      tables.delete(from.varint());
    } else if (tag === 7) {
      const level = from.varint();
      const number = from.varint();
      const bytes = from.varint();
      tables.set(number, { number, level, bytes, from: userKey(from.slice()), to: userKey(from.slice()) });
    } else throw new DiskError('The MANIFEST holds an entry that is not known');
  }
}

/** A key as the store wrote it. */
export function userKey(internal: Uint8Array): Uint8Array {
  if (internal.length < INTERNAL_BYTES) throw new DiskError('a key is too short');
  return internal.subarray(0, internal.length - INTERNAL_BYTES);
}
