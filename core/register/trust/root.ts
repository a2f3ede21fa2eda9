// The root over all that a register has pinned, as docs/hashes.md 11 says it: a tree of lists, and under each leaf a
// tree of its entries. So one list is hashed when it changes, and not all of them. Pure.
import { fromHex, toHex, utf8 } from '../../base/bytes.js';
import { hash } from '../../base/hash.js';
import { canonical } from '../../base/json.js';
import { inclusionPath, merkleRoot, rootOfPath } from '../../base/merkle.js';
import type { Hash } from '../../model/register.js';
import { entryText, type PinEntry, type TrustPin } from './pin.js';

/** A list as its leaf says it, beside the entries. */
export type PinFacts = Omit<TrustPin, 'entries'>;

/** The place of a leaf: its number, how many leaves there are, and the hashes beside its way up. */
export interface Inclusion {
  readonly index: number;
  readonly size: number;
  readonly path: readonly Hash[];
}

/** Proof that an entry is pinned under a root. */
export interface PinProof {
  readonly list: PinFacts;
  readonly entry: PinEntry;
  /** In the tree of the list. */
  readonly entryPath: Inclusion;
  /** Of the list in the tree of all. */
  readonly listPath: Inclusion;
}

/** The root of a register that has pinned nothing. */
export const EMPTY_TRUST_ROOT: Hash = toHex(merkleRoot([]));

/** The leaf of a list, with the entries that count. */
export function pinLeaf(list: PinFacts, entries: readonly PinEntry[]): Hash {
  return leafOver(list, merkleRoot(entries.map(entryLeaf)));
}

/** Over the leaves of all lists in order of their ids. */
export function trustRootOf(leaves: readonly Hash[]): Hash {
  return toHex(merkleRoot(leaves.map(fromHex)));
}

export function inclusionOf(leaves: readonly Uint8Array[], index: number): Inclusion {
  return { index, size: leaves.length, path: inclusionPath(leaves, index).map(toHex) };
}

/** The bytes of an entry in the tree of its list. */
export function entryLeaf(entry: PinEntry): Uint8Array {
  return typeof entry === 'string' ? fromHex(entry) : utf8(entryText(entry));
}

/** The root to which a proof leads; undefined for a proof that leads to none. */
export function rootOfProof({ list, entry, entryPath, listPath }: PinProof): Hash | undefined {
  const listRoot = climb(entryLeaf(entry), entryPath);
  const root = listRoot && climb(fromHex(leafOver(list, listRoot)), listPath);
  return root && toHex(root);
}

/** The facts of a list without its entries. */
export function factsOf({ entries: _, ...facts }: TrustPin): PinFacts {
  return facts;
}

function leafOver({ listId, kind, sequence, source, assurance }: PinFacts, listRoot: Uint8Array): Hash {
  return toHex(hash('trust', canonical({ listId, kind, sequence, source, assurance }), listRoot));
}

function climb(leaf: Uint8Array, { index, size, path }: Inclusion): Uint8Array | undefined {
  return rootOfPath(leaf, { index, size, path: path.map(fromHex) });
}
