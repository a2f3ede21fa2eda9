// The two roots over the transactions of a docket, and the form in which a body goes to where they are made: on another
// thread where there is one. A caller that compares them with a header gets the same roots from either side. Pure; it
// judges nothing.
import { fromHex, toHex, writeHex } from '../base/bytes.js';
import { merkleRootBy } from '../base/merkle.js';
import type { Hash } from '../model/register.js';
import type { Transaction } from '../model/transaction.js';

/** Roots of a body, as its header commits to them. */
export interface BodyRoots {
  readonly txRoot: Hash;
  readonly bodyRoot: Hash;
}

/**
 * The transactions of a body in docket order, in as few pieces as there can be: what is handed to another thread is
 * told piece by piece.
 */
export interface PackedBody {
  /** 128 hex digits each: TxId, then payload hash. */
  readonly leaves: string;
  /** Of the canonical bytes of each. */
  readonly lengths: readonly number[];
  /** The canonical bytes of all, one after the other, in memory that nothing else is in. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const HASH_BYTES = 32;
const LEAF_DIGITS = 4 * HASH_BYTES;
/** A leaf of the transaction tree while it is hashed. */
const leafScratch = new Uint8Array(2 * HASH_BYTES);

/** RFC 6962 root over TxId and payload hash of the transactions in docket order (docs/hashes.md 4). */
export function txRootOf(transactions: readonly Transaction[]): Hash {
  return toHex(
    merkleRootBy(transactions.length, (index) => {
      const { txId, header } = transactions[index]!;
      writeHex(txId, leafScratch, 0);
      writeHex(header.payloadHash, leafScratch, HASH_BYTES);
      return leafScratch;
    }),
  );
}

/**
 * RFC 6962 root over the canonical bytes of the transactions in docket order. A TxId covers neither signatures nor, for
 * a publication, the rest of the header: without this root a lying peer could serve other bytes under the same docket
 * hash, and replicas would differ.
 */
export function bodyRootOf(transactions: readonly Transaction[]): Hash {
  return toHex(merkleRootBy(transactions.length, (index) => transactions[index]!.bytes));
}

/** A copy of what the roots cover: nothing that happens to the transactions afterwards changes it. */
export function packBody(transactions: readonly Transaction[]): PackedBody {
  let leaves = '';
  const lengths: number[] = [];
  for (const { txId, header, bytes } of transactions) {
    leaves += txId + header.payloadHash;
    lengths.push(bytes.length);
  }
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const tx of transactions) {
    bytes.set(tx.bytes, at);
    at += tx.bytes.length;
  }
  return { leaves, lengths, bytes };
}

/**
 * `txRootOf` and `bodyRootOf` of the transactions that were packed. Throws RangeError on what `packBody` did not make.
 */
export function rootsOfPacked({ leaves, lengths, bytes }: PackedBody): BodyRoots {
  if (leaves.length !== lengths.length * LEAF_DIGITS) throw new RangeError('not a packed body');
  const all = fromHex(leaves);
  let end = 0;
  return {
    txRoot: toHex(
      merkleRootBy(lengths.length, (index) => all.subarray(2 * HASH_BYTES * index, 2 * HASH_BYTES * (index + 1))),
    ),
    bodyRoot: toHex(
      merkleRootBy(lengths.length, (index) => {
        const from = end;
        end += lengths[index]!;
        return bytes.subarray(from, end);
      }),
    ),
  };
}
