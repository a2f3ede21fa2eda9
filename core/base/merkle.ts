// RFC 6962 section 2.1 Merkle trees over bytes: roots, audit paths, and an append-only frontier that gives the root in
// O(log n).
import { concat, equalBytes } from './bytes.js';
import { sha256, writeSha256 } from './hash.js';

/** Bytes of a leaf that is copied here to be hashed; a larger one gets a buffer of its own. */
const SCRATCH_BYTES = 16 * 1024;
const HASH_BYTES = 32;
/**
 * The input of a hash is put together in these, never across a call: no hash needs memory of its own but its result.
 */
const leafScratch = Buffer.alloc(1 + SCRATCH_BYTES, 0x00);
const nodeScratch = Buffer.alloc(1 + 2 * HASH_BYTES, 0x01);

/** 32 bytes that stand for a leaf of any length in the tree (RFC 6962 section 2.1). */
export function leafHash(leaf: Uint8Array): Uint8Array {
  // A native call over a copy is cheaper than a hash object, and every transaction pays for several hashes.
  if (leaf.length > SCRATCH_BYTES) return sha256(concat(leafScratch.subarray(0, 1), leaf));
  leafScratch.set(leaf, 1);
  return sha256(leafScratch.subarray(0, 1 + leaf.length));
}

/** 32 bytes that stand for an inner node above two hashes of 32 bytes (RFC 6962 section 2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  nodeScratch.set(left, 1);
  nodeScratch.set(right, 1 + HASH_BYTES);
  return sha256(nodeScratch);
}

/** Merkle tree hash of the leaves; of no leaf it is SHA-256 of the empty string (RFC 6962 section 2.1). */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  return merkleRootBy(leaves.length, (index) => leaves[index]!);
}

/** `merkleRoot` of `count` leaves that are asked for in order, each of which may lie where the one before it lay. */
export function merkleRootBy(count: number, leafAt: (index: number) => Uint8Array): Uint8Array {
  if (count === 0) return sha256(new Uint8Array(0));
  // All hashes of a level lie side by side, and those of the next level over them: a tree has no object for each of its
  // nodes.
  const level = Buffer.allocUnsafe(count * HASH_BYTES);
  for (let i = 0; i < count; i++) writeLeafHash(leafAt(i), level, i * HASH_BYTES);
  // Pairing level by level and carrying an odd last hash up is the RFC's split at the largest power of two, without
  // recursion.
  for (let size = count; size > 1; size = Math.ceil(size / 2)) {
    for (let i = 0; i + 1 < size; i += 2) {
      const from = i * HASH_BYTES;
      for (let at = 0; at < 2 * HASH_BYTES; at++) nodeScratch[1 + at] = level[from + at]!;
      writeSha256(nodeScratch, level, from / 2);
    }
    const last = (size - 1) * HASH_BYTES;
    if (size % 2 === 1) level.copyWithin(last / 2, last, last + HASH_BYTES);
  }
  return Uint8Array.prototype.slice.call(level, 0, HASH_BYTES);
}

function writeLeafHash(leaf: Uint8Array, out: Buffer, at: number): void {
  if (leaf.length > SCRATCH_BYTES) {
    out.set(leafHash(leaf), at);
    return;
  }
  leafScratch.set(leaf, 1);
  writeSha256(leafScratch.subarray(0, 1 + leaf.length), out, at);
}

/** Audit path of leaf `index` (RFC 6962 section 2.1.1), from the leaf up. */
export function inclusionPath(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= leaves.length)
    throw new RangeError('leaf index outside the tree');
  const path: Uint8Array[] = [];
  let level = leaves.map(leafHash);
  let at = index;
  while (level.length > 1) {
    const sibling = at ^ 1;
    if (sibling < level.length) path.push(level[sibling]!);
    const next: Uint8Array[] = [];
    for (let i = 0; i + 1 < level.length; i += 2) next.push(nodeHash(level[i]!, level[i + 1]!));
    if (level.length % 2 === 1) next.push(level[level.length - 1]!);
    level = next;
    at >>= 1;
  }
  return path;
}

/** Root of the perfect subtree of leaves index * 2^level up to, not with, (index + 1) * 2^level. */
export type NodeAt = (level: number, index: number) => Uint8Array;

/**
 * Audit path of leaf `index` in the tree of the first `size` leaves, from the leaf up, equal to `inclusionPath`. It
 * asks for at most two nodes a level: all siblings but one are perfect subtrees, and the one at the right edge is
 * folded from its perfect parts.
 */
export function pathBy(nodeAt: NodeAt, index: number, size: number): Uint8Array[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError('leaf index outside the tree');
  const path: Uint8Array[] = [];
  let at = index;
  let last = size - 1;
  for (let level = 0; last > 0; level++) {
    const sibling = at % 2 === 0 ? at + 1 : at - 1;
    if (sibling < last) path.push(nodeAt(level, sibling));
    else if (sibling === last)
      path.push(frontierRoot({ size: 0, nodes: perfectNodes(nodeAt, last * 2 ** level, size) }));
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return path;
}

/** The frontier of the first `size` leaves. */
export function frontierBy(nodeAt: NodeAt, size: number): Frontier {
  return { size, nodes: perfectNodes(nodeAt, 0, size) };
}

/**
 * Roots of the perfect subtrees of leaves `from` up to, not with, `to`, largest first. `from` is a multiple of the
 * largest.
 */
function perfectNodes(nodeAt: NodeAt, from: number, to: number): Uint8Array[] {
  const nodes: Uint8Array[] = [];
  let start = from;
  while (start < to) {
    const level = Math.floor(Math.log2(to - start));
    nodes.push(nodeAt(level, start / 2 ** level));
    start += 2 ** level;
  }
  return nodes;
}

/** True if `path` leads from `leaf` at `index` of a tree of `size` leaves to `root` (RFC 9162 section 2.1.3.2). */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  const top = rootOfPath(leaf, { index, size, path });
  return top !== undefined && equalBytes(top, root);
}

/** The root to which a path leads; undefined for a path of another length than such a tree has. */
export function rootOfPath(
  leaf: Uint8Array,
  { index, size, path }: { readonly index: number; readonly size: number; readonly path: readonly Uint8Array[] },
): Uint8Array | undefined {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return undefined;
  let fn = index;
  let sn = size - 1;
  let r = leafHash(leaf);
  for (const p of path) {
    if (sn === 0) return undefined;
    if (fn % 2 === 1 || fn === sn) {
      r = nodeHash(p, r);
      while (fn % 2 === 0 && fn !== 0) {
        fn = Math.floor(fn / 2);
        sn = Math.floor(sn / 2);
      }
    } else {
      r = nodeHash(r, p);
    }
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  }
  return sn === 0 ? r : undefined;
}

/**
 * Roots of the perfect subtrees of an append-only tree, largest first. `size` leaves give as many entries as `size` has
 * one bits.
 */
export interface Frontier {
  readonly size: number;
  readonly nodes: readonly Uint8Array[];
}

export const EMPTY_FRONTIER: Frontier = { size: 0, nodes: [] };

/** The frontier with one leaf more; the given one stays as it is. */
export function appendLeaf(frontier: Frontier, leaf: Uint8Array): Frontier {
  const nodes = [...frontier.nodes];
  let node = leafHash(leaf);
  for (let n = frontier.size; n % 2 === 1; n = Math.floor(n / 2)) node = nodeHash(nodes.pop()!, node);
  nodes.push(node);
  return { size: frontier.size + 1, nodes };
}

/** 32-byte root of the tree of all appended leaves, equal to `merkleRoot` of the same leaves (RFC 6962 section 2.1). */
export function frontierRoot(frontier: Frontier): Uint8Array {
  if (frontier.nodes.length === 0) return sha256(new Uint8Array(0));
  let root = frontier.nodes[frontier.nodes.length - 1]!;
  for (let i = frontier.nodes.length - 2; i >= 0; i--) root = nodeHash(frontier.nodes[i]!, root);
  return root;
}
