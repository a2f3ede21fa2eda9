// Keys out of entropy: HKDF with SHA-256 (RFC 5869), its two steps apart, because the first is often shared; and many
// bytes of one key. It never makes entropy: the same input gives the same bytes on every run. On the platform's HMAC,
// which does both steps in half the time of its own HKDF.
import { createCipheriv, createHmac, hash } from 'node:crypto';
import { assert } from '../../base/assert.js';
import { concat, utf8 } from '../../base/bytes.js';

const HASH_BYTES = 32;
const OUTPUT_MAX = 255 * HASH_BYTES;

/**
 * The input from which a key is derived. `label` names its one purpose; `salt` binds it to what is public about its
 * use.
 */
export interface Expansion {
  readonly from: Uint8Array;
  readonly label: string;
  readonly salt?: Uint8Array;
}

/** `length` bytes (at most 8160) of HKDF-SHA256. */
export function expand({ from, label, salt = new Uint8Array(0) }: Expansion, length: number): Uint8Array {
  const secret = extract(from, salt);
  const key = expandFrom(secret, utf8(label), length);
  secret.fill(0);
  return key;
}

/**
 * The pseudorandom key of input key material, 32 bytes (RFC 5869 section 2.2). An empty salt is one of zeros, which
 * HMAC makes of it by itself.
 */
export function extract(from: Uint8Array, salt: Uint8Array): Uint8Array {
  return createHmac('sha256', salt).update(from).digest();
}

/** `length` bytes (at most 8160) of a pseudorandom key (RFC 5869 section 2.3). */
export function expandFrom(secret: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  assert(length <= OUTPUT_MAX, 'HKDF gives 255 blocks at the most');
  const hashed = HASH_BYTES + info.length + 1;
  if (secret.length > BLOCK_BYTES || BLOCK_BYTES + hashed > inner.length) return expandedLong(secret, info, length);
  for (let i = 0; i < BLOCK_BYTES; i++) {
    const byte = secret[i] ?? 0;
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  const blocks = Math.ceil(length / HASH_BYTES);
  const bytes = Buffer.alloc(blocks * HASH_BYTES);
  // The first block is of no block before it, each other of the one before.
  inner.set(info, BLOCK_BYTES);
  inner[BLOCK_BYTES + info.length] = 1;
  block(hashed - HASH_BYTES, bytes, 0);
  for (let i = 1; i < blocks; i++) {
    inner.set(bytes.subarray((i - 1) * HASH_BYTES, i * HASH_BYTES), BLOCK_BYTES);
    inner.set(info, BLOCK_BYTES + HASH_BYTES);
    inner[BLOCK_BYTES + hashed - 1] = i + 1;
    block(hashed, bytes, i * HASH_BYTES);
  }
  inner.fill(0, 0, BLOCK_BYTES + hashed);
  outer.fill(0);
  return bytes.subarray(0, length);
}

/** HMAC-SHA256 (RFC 2104) as two single calls: two thirds of the time of an object. Never across a call, and wiped. */
const BLOCK_BYTES = 64;
const inner = Buffer.alloc(1024);
const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);

function block(length: number, out: Uint8Array, at: number): void {
  const first = hash('sha256', inner.subarray(0, BLOCK_BYTES + length), 'binary');
  for (let i = 0; i < HASH_BYTES; i++) outer[BLOCK_BYTES + i] = first.charCodeAt(i);
  const second = hash('sha256', outer, 'binary');
  for (let i = 0; i < HASH_BYTES; i++) out[at + i] = second.charCodeAt(i);
}

/** The same of what is longer than any name of ours. */
function expandedLong(secret: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let i = 1; (i - 1) * HASH_BYTES < length; i++) {
    const hmac = createHmac('sha256', secret).update(blocks.at(-1) ?? new Uint8Array(0));
    blocks.push(hmac.update(info).update(Uint8Array.of(i)).digest());
  }
  const bytes = concat(...blocks);
  for (const item of blocks) item.fill(0);
  return bytes.subarray(0, length);
}

/**
 * Two independent keys of 32 bytes: the halves of HMAC-SHA-512 (RFC 2104) of a text under `secret`, which is used for
 * nothing else.
 */
export function twoKeys(secret: Uint8Array, text: string): readonly [Uint8Array, Uint8Array] {
  const bytes = createHmac('sha512', secret).update(text).digest();
  return [bytes.subarray(0, HASH_BYTES), bytes.subarray(HASH_BYTES)];
}

const FIRST_BLOCK = new Uint8Array(16);

/**
 * `length` bytes that follow from a key of 32 bytes, which is used for nothing else: the key stream of AES-256-CTR
 * (NIST SP 800-38A section 6.5).
 */
export function keyStream(key: Uint8Array, length: number): Uint8Array {
  return createCipheriv('aes-256-ctr', key, FIRST_BLOCK).update(new Uint8Array(length));
}

/** Draws in the place of a source of randomness, the same ones each time: each call gives the next bytes. */
export function drawsOf(expansion: Expansion): (length: number) => Uint8Array {
  const cipher = createCipheriv('aes-256-ctr', expand(expansion, HASH_BYTES), FIRST_BLOCK);
  return (length) => cipher.update(new Uint8Array(length));
}
