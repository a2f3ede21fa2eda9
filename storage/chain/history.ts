// The Merkle tree over the docket hashes of a register (header.historyRoot), as far as it is stored: with every
// sixteenth docket a row of the perfect subtrees that end with it. So the audit path of any docket in the history of
// any head costs O(log n) reads. It makes rows and reads them; it proves nothing.
import { type Frontier, frontierBy, leafHash, type NodeAt, nodeHash } from '../../core/base/merkle.js';
import type { Hash } from '../../core/model/register.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { checksumTail, openTail } from '../engine/value.js';
import { heightKey } from '../keys/chain-keys.js';
import { hashBytes, present, readPointer } from './chain-read.js';

/**
 * Subtrees of 2^4 leaves and more are stored: a row for each docket would cost more than the sixteen pointers that are
 * read in its place.
 */
const STORED_LEVEL = 4;
const GROUP = 2 ** STORED_LEVEL;
const HASH_BYTES = 32;

/**
 * The row that the seal of a docket leaves, if any. `before`: the frontier of the dockets below it, as the head row has
 * it.
 */
export function historyOps(
  at: { readonly reg: number; readonly height: number; readonly hash: Hash },
  before: { readonly nodes: readonly (string | Uint8Array)[] } | undefined,
): KvOp[] {
  if (!leavesHistory(at.height)) return [];
  const below = (before?.nodes ?? []).map((node) => (typeof node === 'string' ? hashBytes(node) : node));
  return [rowOp(at, { size: at.height, nodes: below })];
}

/** True for the heights that have a row. */
function leavesHistory(height: number): boolean {
  return height % GROUP === GROUP - 1;
}

/** The same row from the stored rows below it. */
export function historyAgainOps(
  reader: Pick<Kv, 'getSync'>,
  at: { readonly reg: number; readonly height: number; readonly hash: Hash },
): KvOp[] {
  return leavesHistory(at.height) ? [rowOp(at, frontierBy(historyNodes(reader, at.reg), at.height))] : [];
}

/**
 * Whether the row of a height is there and matches its checksum, where it has one. Throws StoreError when it does not
 * match.
 */
export function holdsHistory(reader: Pick<Kv, 'getSync'>, reg: number, height: number): boolean | undefined {
  if (!leavesHistory(height)) return true;
  const bytes = reader.getSync(heightKey('history', reg, height));
  return bytes && openTail(bytes, 'a part of the history').length === levelsAt(height) * HASH_BYTES;
}

/**
 * Reader of the tree of sealed dockets, for one request: what it read it keeps. Throws StoreError on a row that is
 * missing or damaged.
 */
export function historyNodes(reader: Pick<Kv, 'getSync'>, reg: number): NodeAt {
  const rows = new Map<number, Buffer>();
  const low = new Map<string, Uint8Array>();
  const nodeAt: NodeAt = (level, index) => {
    if (level >= STORED_LEVEL) {
      const height = (index + 1) * 2 ** level - 1;
      const row = rows.get(height) ?? openRow(reader, reg, height);
      rows.set(height, row);
      const from = (level - STORED_LEVEL) * HASH_BYTES;
      return row.subarray(from, from + HASH_BYTES);
    }
    const name = `${level}/${index}`;
    const known = low.get(name);
    if (known) return known;
    const node =
      level === 0
        ? leafHash(hashBytes(present(readPointer(reader, reg, index), reg, index).hash))
        : nodeHash(nodeAt(level - 1, 2 * index), nodeAt(level - 1, 2 * index + 1));
    low.set(name, node);
    return node;
  };
  return nodeAt;
}

function rowOp({ reg, height, hash }: { reg: number; height: number; hash: Hash }, before: Frontier): KvOp {
  const below = [...before.nodes];
  const out = Buffer.allocUnsafe(levelsAt(height) * HASH_BYTES + 4);
  let node = leafHash(hashBytes(hash));
  let level = 0;
  for (let n = before.size; n % 2 === 1; n = Math.floor(n / 2)) {
    node = nodeHash(below.pop()!, node);
    level += 1;
    if (level >= STORED_LEVEL) out.set(node, (level - STORED_LEVEL) * HASH_BYTES);
  }
  return { key: heightKey('history', reg, height), value: checksumTail(out) };
}

/**
 * Stored subtrees that end at a height: one for each time that sixteen and its doubles divide the number of dockets up
 * to it.
 */
function levelsAt(height: number): number {
  let levels = 0;
  for (let n = (height + 1) / GROUP; Number.isInteger(n); n /= 2) levels += 1;
  return levels;
}

function openRow(reader: Pick<Kv, 'getSync'>, reg: number, height: number): Buffer {
  return openTail(present(reader.getSync(heightKey('history', reg, height)), reg, height), 'a part of the history');
}
