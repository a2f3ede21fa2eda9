// The store on LevelDB. Every write is one synced, atomic batch; after a write that failed nothing is written again,
// because LevelDB cannot say what reached the disk. A store that cannot be opened safely is refused in plain words and
// left as it is.
import { Level } from 'level';
import { WRITE_BUFFER_BYTES } from '../../core/base/limits/node/storage.js';
import { isDamage, StoreError, surroundingFault } from './fault.js';
import type { FolderOptions } from './folder.js';
import { makeFolder, prepareFolder } from './folder.js';
import { type FolderLock, inUse, lockFolder } from './folder-lock.js';
import type { Kv, KvOp, KvRange } from './kv.js';
import { damageMet, runBegins, runEnded } from './verify-file.js';

export interface LevelOptions extends FolderOptions {
  /** Read cache; 64 MiB unless told otherwise. */
  readonly cacheBytes?: number;
  /** The lock of the folder, where the caller has it; given up with the store, or when it does not open. */
  readonly lock?: FolderLock;
}

type Database = Level<Uint8Array, Uint8Array> & {
  /** Of LevelDB alone: the types of `level` are those of its browser engine too. */
  approximateSize(start: Uint8Array, end: Uint8Array): Promise<number>;
};

/**
 * Ten tables are less than the second level holds (100 MiB): LevelDB puts a flushed buffer, which spans all keys, below
 * level 0 while it overlaps at most that much. Then it rewrites the second level for every buffer. Over 145,000 actions
 * at 2,500 a second its thread took 242 us an action with tables of 16 MiB, 195 with 4, 202 with 2. Cost: a register of
 * a million transactions has 1,700 tables in place of 430, and beyond the files that may be open each read opens one.
 */
const TABLE_BYTES = 4 * 1024 * 1024;
const CACHE_BYTES = 64 * 1024 * 1024;
/** docs/protocol.md 17. LevelDB keeps this many table files open at most. */
const OPEN_FILES_MAX = 4096;
/** Entries fetched from LevelDB at a time by a range. */
const FETCH_COUNT = 256;
const NO_VALUE = new Uint8Array();
/** Behind all keys, which begin with characters. */
const KEYS_END = Uint8Array.of(255);

/**
 * Opens or creates the store in `dir`. Throws StoreError: STORE_LOCKED, STORE_DAMAGED, STORE_VERSION, STORE_UNSAFE or
 * STORE_FULL.
 */
export async function openLevel(dir: string, options: LevelOptions = {}): Promise<Kv> {
  const lock = options.lock ?? (await openFolder(dir, options));
  const db = new Level<Uint8Array, Uint8Array>(dir, {
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
    writeBufferSize: WRITE_BUFFER_BYTES,
    maxFileSize: TABLE_BYTES,
    cacheSize: options.cacheBytes ?? CACHE_BYTES,
    maxOpenFiles: OPEN_FILES_MAX,
  }) as Database;
  try {
    // It is there before LevelDB reads a block, and stays if that ends the process.
    runBegins(dir);
    await db.open().catch((error: unknown) => {
      throw openFault(dir, error);
    });
    lock.guard('LOCK');
  } catch (error) {
    await lock.release();
    throw error;
  }
  return levelKv(dir, db, lock);
}

/** The folder, made and judged, and its lock. */
export async function openFolder(dir: string, options: FolderOptions): Promise<FolderLock> {
  makeFolder(dir);
  return lockFolder(dir, () => prepareFolder(dir, options));
}

function levelKv(dir: string, db: Database, lock: FolderLock): Kv {
  const readFault = readFaults(dir);
  let poison: Error | undefined;
  return {
    getSync(key) {
      try {
        return db.getSync(key);
      } catch (error) {
        throw readFault(error);
      }
    },
    async getMany(keys) {
      try {
        return await db.getMany(keys as Uint8Array[]);
      } catch (error) {
        throw readFault(error);
      }
    },
    range: (range) => entries({ db, readFault }, range),
    async write(ops) {
      if (poison) throw poison;
      try {
        await writeBatch(db, ops);
      } catch (error) {
        poison ??= writeFault(dir, error);
        if (isDamage(poison)) damageMet(dir);
        throw poison;
      }
    },
    sizeBytes: () => db.approximateSize(NO_VALUE, KEYS_END),
    async close() {
      try {
        await db.close();
        runEnded(dir);
      } finally {
        await lock.release();
      }
    },
  };
}

/** A chained batch costs a third of an array batch per operation, as was measured. */
async function writeBatch(db: Database, ops: readonly KvOp[]): Promise<void> {
  const batch = db.batch();
  for (const op of ops) {
    if (op.value === undefined) batch.del(op.key);
    else batch.put(op.key, op.value);
  }
  await batch.write({ sync: true });
}

async function* entries(
  { db, readFault }: { readonly db: Database; readonly readFault: ReadFault },
  range: KvRange,
): AsyncGenerator<readonly [Uint8Array, Uint8Array]> {
  const iterator = db.iterator({
    gte: range.gte,
    lt: range.lt,
    reverse: range.reverse ?? false,
    limit: range.limit ?? -1,
    values: !range.keysOnly,
  });
  try {
    for (;;) {
      const some = await iterator.nextv(FETCH_COUNT);
      if (some.length === 0) return;
      if (range.keysOnly) for (const [key] of some) yield [key, NO_VALUE];
      else yield* some;
    }
  } catch (error) {
    throw readFault(error);
  } finally {
    await iterator.close();
  }
}

function openFault(dir: string, error: unknown): StoreError {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const code = (cause as { code?: string }).code;
  if (code === 'LEVEL_LOCKED') return inUse(dir, error);
  const detail = (cause as Error).message;
  return (
    surroundingFault(dir, detail, error) ??
    new StoreError('STORE_DAMAGED', `The store in ${dir} cannot be opened: ${detail}. Restore a backup.`, error)
  );
}

/** The error as which a failed read is told. */
type ReadFault = (error: unknown) => unknown;

/**
 * A block that LevelDB finds unreadable may lie in a table that the next start would not come to. Another read of it
 * may end the process.
 */
function readFaults(dir: string): ReadFault {
  let isNoted = false;
  return (error) => {
    const { code, message } = error as { code?: string; message?: string };
    const isUnreadable = code === 'LEVEL_IO_ERROR' && /input\/output error/i.test(message ?? '');
    if (code !== 'LEVEL_CORRUPTION' && !isUnreadable) return error;
    if (!isNoted) damageMet(dir);
    isNoted = true;
    return new StoreError('STORE_DAMAGED', 'The store holds data that cannot be read.', error);
  };
}

function writeFault(dir: string, error: unknown): StoreError {
  return (
    surroundingFault(dir, (error as Error).message, error) ??
    new StoreError('STORE_DAMAGED', 'A write to the store failed; what reached the disk is unknown.', error)
  );
}
