// The memory that a thread which verifies shares with the event loop: records go in, results come out, in one order.
// Neither side ever waits for a lock, and the event loop never waits at all: through messages, or the platform's own
// threads, handing a signature over costs it ten times more.

/** A power of two, so that the counters may run over. */
export const RING_SLOTS = 256;
const KEY_BYTES = 32;
const DIGEST_BYTES = 32;
const SIGNATURE_BYTES = 64;
const RECORD_BYTES = KEY_BYTES + DIGEST_BYTES + SIGNATURE_BYTES;
const ROOTS_BYTES = 64;
const CONTROL_BYTES = 8;
export const RING_BYTES = CONTROL_BYTES + RING_SLOTS * (RECORD_BYTES + 2);

/**
 * Places in `control`: records that were put in, and records that have their result, both since the start and modulo
 * 2^32.
 */
export const PUT = 0;
export const DONE = 1;

/**
 * The request of a record: whether a signature is good, or the roots of a body, which comes beside the ring as a
 * message.
 */
const SIGNATURE = 0;
export const BODY = 1;

/** An Ed25519 signature over a digest: 32, 32 and 64 bytes. */
export interface RingRecord {
  readonly publicKey: Uint8Array;
  readonly digest: Uint8Array;
  readonly signature: Uint8Array;
}

export interface Ring {
  readonly control: Int32Array;
  readonly records: Uint8Array;
  /** 1 for good, anything else for not good. */
  readonly results: Uint8Array;
  /** SIGNATURE or BODY. */
  readonly kinds: Uint8Array;
}

export function ringOver(memory: SharedArrayBuffer): Ring {
  return {
    control: new Int32Array(memory, 0, 2),
    records: new Uint8Array(memory, CONTROL_BYTES, RING_SLOTS * RECORD_BYTES),
    results: new Uint8Array(memory, CONTROL_BYTES + RING_SLOTS * RECORD_BYTES, RING_SLOTS),
    kinds: new Uint8Array(memory, CONTROL_BYTES + RING_SLOTS * (RECORD_BYTES + 1), RING_SLOTS),
  };
}

/** Whether a record holds these bytes: others verify under no Ed25519 key. */
export function fitsRecord({ publicKey, digest, signature }: RingRecord): boolean {
  return publicKey.length === KEY_BYTES && digest.length === DIGEST_BYTES && signature.length === SIGNATURE_BYTES;
}

/** Writes record number `n`, whose result is 'not good' until the other side says otherwise. */
export function putRecord(
  { records, results, kinds }: Ring,
  n: number,
  { publicKey, digest, signature }: RingRecord,
): void {
  const at = slotOf(n) * RECORD_BYTES;
  records.set(publicKey, at);
  records.set(digest, at + KEY_BYTES);
  records.set(signature, at + KEY_BYTES + DIGEST_BYTES);
  results[slotOf(n)] = 0;
  kinds[slotOf(n)] = SIGNATURE;
}

/**
 * Makes record number `n` ask for the roots of the next body that comes as a message; it has none until the other side
 * says otherwise.
 */
export function putBody({ results, kinds }: Ring, n: number): void {
  results[slotOf(n)] = 0;
  kinds[slotOf(n)] = BODY;
}

/** The two roots of a body, as 64 bytes where the record of a signature would stand. */
export function writeRoots({ records, results }: Ring, n: number, roots: Uint8Array): void {
  records.set(roots, slotOf(n) * RECORD_BYTES);
  results[slotOf(n)] = 1;
}

/** The roots that `writeRoots` wrote, copied; undefined where they could not be made. */
export function rootsAt({ records, results }: Ring, n: number): Uint8Array | undefined {
  const at = slotOf(n) * RECORD_BYTES;
  return results[slotOf(n)] === 1 ? records.slice(at, at + ROOTS_BYTES) : undefined;
}

/** Record number `n`, copied: the slot may be written again. */
export function recordOf({ records }: Ring, n: number): RingRecord {
  const at = slotOf(n) * RECORD_BYTES;
  const bytes = records.slice(at, at + RECORD_BYTES);
  return {
    publicKey: bytes.subarray(0, KEY_BYTES),
    digest: bytes.subarray(KEY_BYTES, KEY_BYTES + DIGEST_BYTES),
    signature: bytes.subarray(KEY_BYTES + DIGEST_BYTES),
  };
}

/** Where record number `n` stands. */
export function slotOf(n: number): number {
  return n & (RING_SLOTS - 1);
}
