// Rows that rules look at again and again, decoded: the wallets, keys and participants of those who act. The journal,
// which alone writes, forgets a row with every write of it. It never keeps entries of index groups or large values, and
// the rows that it gives away are frozen, because all readers share it.
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import { ROW_KEPT_BYTES_MAX, ROWS_KEPT_MAX } from '../../core/base/limits/node/storage.js';
import { keyOfName } from '../keys/names.js';
import type { Kv, KvOp } from './kv.js';

/** A reader that may keep what it decoded. */
export interface RowReader extends Pick<Kv, 'getSync'> {
  /**
   * The decoded value of the key of this name (`keyName`), undefined where there is none. A key is always read with one
   * and the same `open`.
   */
  row?<V>(name: string, open: (bytes: Uint8Array) => V): V | undefined;
  /** Resolves when all that it gives so far is durable; absent where it reads nothing else. */
  whenDrained?(): Promise<void>;
}

/** The decoded row of the key of this name, kept where the reader keeps rows. */
export function rowOf<V>(reader: RowReader, name: string, open: (bytes: Uint8Array) => V): V | undefined {
  if (reader.row) return reader.row(name, open);
  const bytes = reader.getSync(keyOfName(name));
  return bytes && open(bytes);
}

/**
 * Members of a kept row at the most, those of its members counted too: in memory each takes ten times what the shortest
 * one takes of the text.
 */
const MEMBERS_MAX = 100;

interface Kept {
  /** Undefined: the row is absent. */
  readonly value: unknown;
}

export class RowCache {
  private readonly rows = new LRUCache<string, Kept>(growing(ROWS_KEPT_MAX));

  /** The row of this name, read and decoded at the first call. An error of `read` or `open` is not kept. */
  of<V>(name: string, read: (name: string) => Uint8Array | undefined, open: (bytes: Uint8Array) => V): V | undefined {
    const known = this.rows.get(name);
    if (known) return known.value as V | undefined;
    const bytes = read(name);
    const value = bytes && open(bytes);
    this.keep(name, bytes?.length ?? 0, value);
    return value;
  }

  /** The row was written: the value before is forgotten, and this one kept where the writer has it decoded. */
  noteWrite(name: string, { value, decoded }: KvOp): void {
    this.rows.delete(name);
    if (value && decoded !== undefined) this.keep(name, value.length, decoded);
  }

  private keep(name: string, bytes: number, value: unknown): void {
    if (bytes <= ROW_KEPT_BYTES_MAX && freeze(value) <= MEMBERS_MAX) this.rows.set(name, { value });
  }
}

/** Freezes a value with all that is in it; gives the number of its members. */
function freeze(value: unknown): number {
  // The bytes of an array cannot be frozen; those rows are sealed secrets, which are opened into bytes of their own.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 0;
  let count = 0;
  for (const member of Object.values(value)) count += 1 + freeze(member);
  Object.freeze(value);
  return count;
}
