// SHA-256, plain and with the domain separation of docs/hashes.md 3: tag `quorate:<kind>:v1`, 0x1F, then the parts
// joined by 0x1F.
import { hash as digest } from 'node:crypto';
import { concat, utf8 } from './bytes.js';

/** Closed list of hash domains. A kind is never reused with another meaning. */
export type HashKind =
  | 'transaction'
  | 'blueprint-publication'
  | 'publication-statement'
  | 'blueprint-execution'
  | 'docket'
  | 'vote'
  | 'round-change'
  | 'genesis-attestation'
  | 'roster'
  | 'state'
  | 'annex'
  | 'evidence'
  | 'address'
  | 'instance'
  | 'readiness'
  | 'rules-support'
  | 'governance-proposal'
  | 'candidacy'
  | 'validator-id'
  | 'token'
  | 'descriptor'
  | 'catalogue'
  | 'node-request'
  | 'wallet-rsa'
  | 'cell-place'
  | 'cell'
  | 'cell-class'
  | 'cells'
  | 'file-manifest'
  | 'encapsulation'
  | 'delivery-proof'
  | 'wallet-replacement'
  | 'participant-primary'
  | 'trust'
  | 'gate'
  | 'gate-data'
  | 'gate-use'
  | 'gate-verified'
  | 'issued'
  | 'run-offer-ask'
  | 'run-offer-answer';

const SEPARATOR = Buffer.of(0x1f);
const prefixes = new Map<HashKind, Uint8Array>();

function prefix(kind: HashKind): Uint8Array {
  let bytes = prefixes.get(kind);
  if (!bytes) {
    bytes = utf8(`quorate:${kind}:v1`);
    prefixes.set(kind, bytes);
  }
  return bytes;
}

/**
 * 32 bytes: SHA-256 of the bytes, or of the UTF-8 of a text. The digest comes as a text of one character a byte: a
 * buffer of the native call has memory of its own, which costs twice the hash.
 */
export function sha256(data: Uint8Array | string): Uint8Array {
  return Buffer.from(digest('sha256', data, 'binary'), 'latin1');
}

/**
 * Writes the 32 bytes of `sha256` at `at`: no memory of their own for hashes that only lead to the next one. Each by
 * itself is faster than a native call.
 */
export function writeSha256(data: Uint8Array | string, out: Uint8Array, at: number): void {
  const bytes = digest('sha256', data, 'binary');
  for (let i = 0; i < bytes.length; i++) out[at + i] = bytes.charCodeAt(i);
}

/**
 * Lower-case hex of `sha256`. A native call: a third less time than a hash object, and each transaction pays it three
 * times.
 */
export function sha256Hex(data: Uint8Array | string): string {
  return digest('sha256', data, 'hex');
}

/** base64url of `sha256`, as credentials name what they leave out: one native call, and no buffer between. */
export function sha256Base64Url(data: Uint8Array | string): string {
  return digest('sha256', data, 'base64url');
}

/** 32 bytes: the tagged hash of the parts. Texts are hashed as UTF-8. */
export function hash(kind: HashKind, ...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const bytes = hashInput(kind, parts);
  const digest32 = sha256(bytes);
  wipe(bytes);
  return digest32;
}

/** Writes the 32 bytes of `hash` at `at`, as `writeSha256` does. */
export function writeHash(
  { out, at }: { readonly out: Uint8Array; readonly at: number },
  kind: HashKind,
  ...parts: readonly (Uint8Array | string)[]
): void {
  const bytes = hashInput(kind, parts);
  writeSha256(bytes, out, at);
  wipe(bytes);
}

/** Lower-case hex of `hash`. */
export function hashHex(kind: HashKind, ...parts: readonly (Uint8Array | string)[]): string {
  const bytes = hashInput(kind, parts);
  const hex = digest('sha256', bytes, 'hex');
  wipe(bytes);
  return hex;
}

/** Keys are derived this way too, and memory that is kept would keep the seed. */
function wipe(bytes: Uint8Array | string): void {
  if (typeof bytes !== 'string') bytes.fill(0);
}

/** The input of a hash: texts alone stay a text, which the native call encodes by itself. */
function hashInput(kind: HashKind, parts: readonly (Uint8Array | string)[]): Uint8Array | string {
  let text = `quorate:${kind}:v1`;
  for (const part of parts) {
    if (typeof part !== 'string') return joinParts(kind, parts);
    text += `\u001f${part}`;
  }
  return text;
}

/**
 * Inputs of hashes are put together here where they fit, never across a call: it needs no memory of its own. All fit
 * but the changes of the largest dockets.
 */
const scratch = Buffer.alloc(256 * 1024);

function joinParts(kind: HashKind, parts: readonly (Uint8Array | string)[]): Uint8Array {
  const start = prefix(kind);
  // A character has three bytes of UTF-8 at the most.
  let room = start.length;
  for (const part of parts) room += 1 + (typeof part === 'string' ? 3 * part.length : part.length);
  if (room > scratch.length) return pieceTogether(kind, parts);
  scratch.set(start);
  let at = start.length;
  for (const part of parts) {
    scratch[at++] = 0x1f;
    if (typeof part === 'string') at += scratch.write(part, at);
    else {
      scratch.set(part, at);
      at += part.length;
    }
  }
  return scratch.subarray(0, at);
}

function pieceTogether(kind: HashKind, parts: readonly (Uint8Array | string)[]): Uint8Array {
  const pieces: Uint8Array[] = [prefix(kind)];
  for (const part of parts) pieces.push(SEPARATOR, typeof part === 'string' ? utf8(part) : part);
  return concat(...pieces);
}
