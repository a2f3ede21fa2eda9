// A consistent copy of the store as one file, and its way back into an empty folder. A restored store is fenced: it may
// have forgotten votes that were given after the copy, so no validator seat of it signs before the operator has decided
// (docs/protocol.md 12).
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreError } from '../engine/fault.js';
import { syncFolder } from '../engine/folder.js';
import type { Kv, KvOp } from '../engine/kv.js';
import type { LevelOptions } from '../engine/level.js';
import { openLevel } from '../engine/level.js';
import { checksumJson } from '../engine/value.js';
import { metaKey, rowRange } from '../keys/chain-keys.js';
import { forgetTokenKey } from '../secrets/node-secrets.js';
import { CHUNK_BYTES, END, entriesOf, MAGIC, verifyBackup } from './backup-file.js';

export interface BackupFigures {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Writes every entry of one snapshot of the store to `file`, which appears only when it is whole and durable. The node
 * may go on working.
 */
export async function backup(kv: Pick<Kv, 'range'>, file: string): Promise<BackupFigures> {
  const partial = `${file}.partial`;
  const out = await open(partial, 'w', 0o600);
  try {
    const figures = await writeEntries(kv, out);
    await out.sync();
    await out.close();
    await rename(partial, file);
    syncFolder(dirname(file));
    return figures;
  } catch (error) {
    await out.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeEntries(kv: Pick<Kv, 'range'>, out: FileHandle): Promise<BackupFigures> {
  let entries = 0;
  let bytes = 0;
  for await (const chunk of backupChunks(kv)) {
    await out.writeFile(chunk.bytes);
    bytes += chunk.bytes.length;
    entries += chunk.entries;
  }
  return { entries, bytes };
}

/** A part of the file, and how many entries end in it. */
export interface BackupChunk {
  readonly bytes: Buffer;
  readonly entries: number;
}

/**
 * The bytes of the file, from one snapshot that is taken at the first read and let go when the reader ends, however it
 * ends. Each part is about a MiB; the last one holds the end mark and the hash, so that a copy that broke off is never
 * taken for a whole one.
 */
export async function* backupChunks(kv: Pick<Kv, 'range'>): AsyncGenerator<BackupChunk> {
  const hash = createHash('sha256');
  let parts: Uint8Array[] = [MAGIC];
  let pending = MAGIC.length;
  let entries = 0;
  for await (const [key, value] of kv.range({ gte: Buffer.of(0), lt: Buffer.of(0xff) })) {
    if (isOfThisRun(key)) continue;
    const lengths = Buffer.allocUnsafe(8);
    lengths.writeUInt32BE(key.length, 0);
    lengths.writeUInt32BE(value.length, 4);
    parts.push(lengths, key, value);
    pending += 8 + key.length + value.length;
    entries += 1;
    if (pending < CHUNK_BYTES) continue;
    const bytes = Buffer.concat(parts);
    hash.update(bytes);
    yield { bytes, entries };
    parts = [];
    pending = 0;
    entries = 0;
  }
  const end = Buffer.alloc(8);
  end.writeUInt32BE(END, 0);
  const last = Buffer.concat([...parts, end]);
  yield { bytes: Buffer.concat([last, hash.update(last).digest()]), entries };
}

/** The journal's ring and the shutdown marker tell of this database, not of its data. */
function isOfThisRun(key: Uint8Array): boolean {
  const ring = rowRange('ring');
  return key[0] === ring.gte[0] || Buffer.compare(key, metaKey('clean')) === 0;
}

/** The rows that a restore leaves out, and those that it makes in their place before the store may be opened. */
export interface RestoreChange {
  keeps(key: Uint8Array): boolean;
  /** Resolves with what is for the last batch. */
  finish(kv: Kv): Promise<readonly KvOp[]>;
}

/**
 * Restores a backup into `dir`, which must be empty or missing. Throws StoreError STORE_DAMAGED for a damaged file
 * before anything is made.
 */
export async function restore(
  file: string,
  dir: string,
  options: LevelOptions & {
    readonly nowMs: number;
    readonly onProgress?: (bytes: number) => void;
    readonly change?: RestoreChange;
  },
): Promise<BackupFigures> {
  await verifyBackup(file);
  const kv = await openLevel(dir, options);
  try {
    for await (const _ of kv.range({ gte: Buffer.of(0), lt: Buffer.of(0xff), limit: 1 }))
      throw new StoreError('STORE_VERSION', `The folder ${dir} holds a store already. Restore into an empty folder.`);
    // Until the last batch the store says that it is incomplete, and refuses to open.
    await kv.write([{ key: metaKey('restoring'), value: checksumJson({ at: options.nowMs }) }]);
    const figures = await writeBack(file, kv, options);
    await kv.write([
      ...((await options.change?.finish(kv)) ?? []),
      // Numbers of the saved store's journal. This one begins anew, and what it loses has to be seen.
      ...['accepted', 'surveyed'].map((name) => ({ key: metaKey(name), value: undefined })),
      forgetTokenKey(kv),
      { key: metaKey('restored'), value: checksumJson({ at: options.nowMs }) },
      { key: metaKey('restoring'), value: undefined },
    ]);
    return figures;
  } finally {
    await kv.close();
  }
}

async function writeBack(
  file: string,
  kv: Kv,
  { change, onProgress }: { readonly onProgress?: (bytes: number) => void; readonly change?: RestoreChange },
): Promise<BackupFigures> {
  let ops: KvOp[] = [];
  let pending = 0;
  let entries = 0;
  let bytes = 0;
  for await (const { key, value } of entriesOf(file)) {
    if (change && !change.keeps(key)) continue;
    ops.push({ key, value });
    pending += key.length + value.length;
    entries += 1;
    if (pending < CHUNK_BYTES) continue;
    await kv.write(ops);
    bytes += pending;
    onProgress?.(bytes);
    ops = [];
    pending = 0;
  }
  if (ops.length > 0) await kv.write(ops);
  return { entries, bytes: bytes + pending };
}
