// The public root over the cells of a run: one value a cell for all readers, and a proof of single cells (opening.ts).
// The bytes are those of docs/hashes.md, section 14.
import { concat } from '../../base/bytes.js';
import { hash, hashHex, writeHash } from '../../base/hash.js';
import { canonical, type Json } from '../../base/json.js';
import { keyStream } from '../../crypto/keys/expand.js';
import type { TransactionHeader } from '../../model/transaction.js';
import { type FileManifest, filesNamedIn } from '../files.js';
import type { CellValue } from '../layout/values.js';

export const HASH_BYTES = 32;
/** Bytes from which the salts of a class follow. */
export const SEED_BYTES = 32;
/** A block of the cipher: an opened salt tells nothing of the next one. */
export const CELL_SALT_BYTES = 16;

/** Where a run stands. A root that was made for one place fits at no other. */
export type RunPlace = Pick<
  TransactionHeader,
  'registerId' | 'instanceId' | 'actionId' | 'publicationTxId' | 'previousTransactionId' | 'senderWallet'
>;

/** 32 bytes. The ids hold no control character, so no two places share bytes. */
export function placeOf(run: RunPlace): Uint8Array {
  const { registerId, instanceId = '', actionId, publicationTxId = '', previousTransactionId = '', senderWallet } = run;
  return hash('cell-place', registerId, instanceId, actionId, publicationTxId, previousTransactionId, senderWallet);
}

/** The salts of a class of so many cells, in their order. */
export function saltsOf(seed: Uint8Array, cells: number): Uint8Array {
  return keyStream(seed, cells * CELL_SALT_BYTES);
}

/** The salt at a place of `saltsOf`. */
export function saltAt(salts: Uint8Array, place: number): Uint8Array {
  return salts.subarray(place * CELL_SALT_BYTES, (place + 1) * CELL_SALT_BYTES);
}

/** A cell as it is hashed. */
export interface CellText {
  /** The pointer. */
  readonly pointer: string;
  /** Canonical JSON; empty where the cell is absent, which no canonical text is. */
  readonly value: string;
  /** Hashes of the manifests of the files that the value names, by fileId. */
  readonly manifests: readonly string[];
}

/** The text of a cell. Throws TypeError on what JSON cannot carry. */
export function cellText(pointer: string, value: CellValue, files: readonly FileManifest[]): CellText {
  if (value === undefined) return { pointer, value: '', manifests: NONE };
  return { pointer, value: canonical(value), manifests: manifestsIn(value, files) };
}

const NONE: readonly string[] = [];

function manifestsIn(value: Json, files: readonly FileManifest[]): readonly string[] {
  if (files.length === 0) return NONE;
  const named = [...filesNamedIn(value, files)].sort((a, b) => (a.fileId < b.fileId ? -1 : 1));
  return named.map(manifestHash);
}

/** Lower-case hex: two readers of a file have one key and one content. */
function manifestHash(manifest: FileManifest): string {
  return hashHex('file-manifest', canonical(manifest));
}

/** 32 bytes. */
export function leafOf(
  { pointer, value, manifests }: CellText,
  { place, salt }: { readonly place: Uint8Array; readonly salt: Uint8Array },
): Uint8Array {
  return hash('cell', salt, place, canonical(pointer), value, ...manifests);
}

/** 32 bytes, over the leaves of a class. */
export function classHashOf(leaves: readonly Uint8Array[]): Uint8Array {
  return hash('cell-class', concat(...leaves));
}

/** The same, from the seed of a class and its cells. */
export function classOf(place: Uint8Array, seed: Uint8Array, cells: readonly CellText[]): Uint8Array {
  const salts = saltsOf(seed, cells.length);
  // Each is written where the hash of the class reads it: a fifth of the time goes for memory of their own.
  const leaves = new Uint8Array(cells.length * HASH_BYTES);
  for (const [i, { pointer, value, manifests }] of cells.entries()) {
    const to = { out: leaves, at: i * HASH_BYTES };
    writeHash(to, 'cell', saltAt(salts, i), place, `${canonical(pointer)}\u001f${value}`, ...manifests);
  }
  salts.fill(0);
  return hash('cell-class', leaves);
}

/** 32 bytes, over the hashes of all classes. */
export function rootOf(place: Uint8Array, classes: readonly Uint8Array[]): Uint8Array {
  return hash('cells', place, concat(...classes));
}
