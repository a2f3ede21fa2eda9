// The digest by which two nodes find the registers whose tips differ, without naming those that agree: 256 buckets,
// each the XOR of one hash a register. Pure. XOR of hashes can be forged by who chooses the hashes: the digest saves
// traffic and proves nothing.
import { concat, fromHex, u64, uuidToBytes } from '../base/bytes.js';
import { sha256 } from '../base/hash.js';
import type { Hash } from '../model/register.js';

const DIGEST_BUCKETS = 256;
const HASH_BYTES = 32;
export const DIGEST_BYTES = DIGEST_BUCKETS * HASH_BYTES;

export interface DigestHead {
  readonly registerId: string;
  readonly height: number;
  readonly hash: Hash;
}

/** The bucket of a register: the first byte of the SHA-256 of the 16 bytes of its id. */
export function bucketOf(registerId: string): number {
  return sha256(uuidToBytes(registerId))[0] as number;
}

/** The digest of no register. */
export function emptyDigest(): Uint8Array {
  return new Uint8Array(DIGEST_BYTES);
}

/** The contribution of a tip to its bucket. */
export interface Leaf {
  readonly bucket: number;
  readonly hash: Uint8Array;
}

/** The leaf of a tip, whose hash and id are well-formed. */
export function leafOf({ registerId, height, hash }: DigestHead): Leaf {
  return {
    bucket: bucketOf(registerId),
    hash: sha256(concat(uuidToBytes(registerId), u64(height), fromHex(hash))),
  };
}

/**
 * Adds a tip, or removes one that was added: the same act, in place. A tip that moved is one call with the old and
 * one with the new.
 */
export function toggleLeaf(digest: Uint8Array, { bucket, hash }: Leaf): void {
  const at = bucket * HASH_BYTES;
  for (let i = 0; i < HASH_BYTES; i++) digest[at + i] = (digest[at + i] as number) ^ (hash[i] as number);
}

/** The digest of tips, each of another register, in any order. */
export function digestOf(heads: Iterable<DigestHead>): Uint8Array {
  const digest = emptyDigest();
  for (const head of heads) toggleLeaf(digest, leafOf(head));
  return digest;
}

/**
 * Numbers of the buckets that differ, ascending. Both digests have DIGEST_BYTES; what came from a peer was bounded by
 * the decoder.
 */
export function differingBuckets(a: Uint8Array, b: Uint8Array): number[] {
  const differing: number[] = [];
  for (let bucket = 0; bucket < DIGEST_BUCKETS; bucket++) {
    const from = bucket * HASH_BYTES;
    for (let i = from; i < from + HASH_BYTES; i++) {
      if (a[i] === b[i]) continue;
      differing.push(bucket);
      break;
    }
  }
  return differing;
}
