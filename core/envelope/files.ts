// Files in encrypted chunks. The name, type and key of a file stand in its manifest, which is encrypted with the fields
// that name the file; public are encrypted chunks and their hashes. A chunk opens at its own place of its own file
// only.
import { concat, fromBase64Url, isHex, toBase64Url, toHex, utf8 } from '../base/bytes.js';
import { sha256, sha256Hex } from '../base/hash.js';
import { hasHidden } from '../base/hidden.js';
import { type Issue, issue } from '../base/issue.js';
import { hasOnly, type Json, type JsonObject } from '../base/json.js';
import {
  ACTION_FILES_MAX,
  FILE_BYTES_MAX,
  FILE_CHUNK_BYTES_MAX,
  FILE_CHUNKS_MAX,
  FILE_NAME_MAX,
  FILE_TYPE_MAX,
} from '../base/limits/ledger/disclosure.js';
import { fail, isFailure, type Result } from '../base/result.js';
import {
  GCM_NONCE_BYTES,
  GCM_TAG_BYTES,
  type GcmParameters,
  gcmDecrypt,
  gcmEncrypt,
} from '../crypto/encryption/aes-gcm.js';
import { expand } from '../crypto/keys/expand.js';
import type { FileReference } from './envelope.js';
import { ID_BYTES } from './envelope-form.js';

/** The key material that encrypts chunks; known before the file is whole. */
export interface FileEncryption {
  /** 16 bytes as lower-case hex. */
  readonly fileId: string;
  /** 32 bytes in base64url. */
  readonly key: string;
  /** Number of chunks: 1 to FILE_CHUNKS_MAX. */
  readonly total: number;
}

/** A file as those see it who may. Its members are exactly these. */
export interface FileManifest extends FileEncryption {
  /** 1 to FILE_NAME_MAX characters, no path. */
  readonly name: string;
  /** `type/subtype`, perhaps with parameters. */
  readonly contentType: string;
  /** Bytes, 0 to FILE_BYTES_MAX. */
  readonly size: number;
  /** SHA-256 of the whole file, lower-case hex. */
  readonly sha256: string;
}

const VERSION = 1;
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const HEADER_BYTES = 1 + SALT_BYTES;
/** Bytes that a chunk grows by. */
export const CHUNK_OVERHEAD_BYTES: number = HEADER_BYTES + GCM_TAG_BYTES;
const MEMBERS = ['fileId', 'key', 'total', 'name', 'contentType', 'size', 'sha256'] as const;
const CONTENT_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;[ -~]*)?$/;

/** The id and the key of a new file from 32 bytes or more of entropy, used once. */
export function fileEncryption(entropy: Uint8Array, total: number): FileEncryption {
  const bytes = expand({ from: entropy, label: 'quorate:file' }, ID_BYTES + KEY_BYTES);
  return { fileId: toHex(bytes.subarray(0, ID_BYTES)), key: toBase64Url(bytes.subarray(ID_BYTES)), total };
}

/** BODY_INVALID at the first member of a manifest that is not what it must be. */
export function manifestProblem(manifest: FileManifest): Issue | undefined {
  const { fileId, key, total, name, contentType, size, sha256: digest } = manifest;
  const good: Readonly<Record<string, boolean>> = {
    fileId: isHex(fileId, ID_BYTES),
    key: typeof key === 'string' && fromBase64Url(key)?.length === KEY_BYTES,
    total: isCount(total, 1, FILE_CHUNKS_MAX),
    name: typeof name === 'string' && isName(name),
    contentType:
      typeof contentType === 'string' && contentType.length <= FILE_TYPE_MAX && CONTENT_TYPE.test(contentType),
    size: isCount(size, 0, FILE_BYTES_MAX) && size <= total * FILE_CHUNK_BYTES_MAX && size >= (total > 1 ? total : 0),
    sha256: isHex(digest, 32),
  };
  const bad = Object.keys(good).find((member) => !good[member]);
  return bad === undefined ? undefined : issue('BODY_INVALID', `/${bad}`, `The ${bad} of the file is not good.`);
}

/** True for a list of sound manifests, as a reader accepts it. */
export function isManifests(value: Json): value is readonly (FileManifest & JsonObject)[] {
  return (
    Array.isArray(value) &&
    value.length <= ACTION_FILES_MAX &&
    value.every((file) => hasOnly(file, MEMBERS) && !manifestProblem(file as unknown as FileManifest))
  );
}

/** The parts of a sealed chunk: `start`, and behind it the content under `parameters`. */
export interface ChunkSealing {
  /** version 1 ‖ salt 32. */
  readonly start: Uint8Array;
  readonly parameters: GcmParameters;
}

/**
 * version 1 ‖ salt 32 ‖ AES-256-GCM ciphertext ‖ tag 16. Key and nonce are HKDF-SHA256 of the file's key and the salt;
 * the salt follows from the key, the place and the content. Sending a chunk again gives the same bytes, and another
 * content never meets the same nonce. Associated data: file id, index and total. Issues: BODY_TOO_LARGE beyond
 * FILE_CHUNK_BYTES_MAX, BODY_INVALID for an index outside the file or an empty chunk of several.
 */
export function encryptChunk(file: FileEncryption, index: number, plaintext: Uint8Array): Result<Uint8Array> {
  const sealing = chunkSealing(file, index, plaintext);
  if (isFailure(sealing)) return sealing;
  const sealed = gcmEncrypt(sealing.parameters, plaintext);
  // Concatenated by hand: one copy of up to 4 MiB less.
  const out = new Uint8Array(HEADER_BYTES + sealed.length);
  out.set(sealing.start);
  out.set(sealed, HEADER_BYTES);
  return out;
}

/** The parts by which `encryptChunk` seals, for a platform whose cipher answers later; its issues. */
export function chunkSealing(file: FileEncryption, index: number, plaintext: Uint8Array): Result<ChunkSealing> {
  if (plaintext.length > FILE_CHUNK_BYTES_MAX)
    return fail(issue('BODY_TOO_LARGE', '', `A chunk has at most ${FILE_CHUNK_BYTES_MAX} bytes.`));
  const key = fromBase64Url(file.key);
  if (key?.length !== KEY_BYTES || !isCount(file.total, 1, FILE_CHUNKS_MAX) || !isCount(index, 0, file.total - 1))
    return fail(issue('BODY_INVALID', '', `A file has 1 to ${FILE_CHUNKS_MAX} chunks, and this is not one of them.`));
  if (plaintext.length === 0 && file.total > 1)
    return fail(issue('BODY_INVALID', '', 'Only a file that is empty has an empty chunk.'));
  const place = placeOf(file, index);
  const salt = expand({ from: key, salt: sha256(plaintext), label: `quorate:file-chunk:salt:${place}` }, SALT_BYTES);
  return { start: concat(Uint8Array.of(VERSION), salt), parameters: chunkKey(key, salt, place) };
}

/** The plaintext of a chunk; CIPHERTEXT_INVALID for another file, index or number of chunks, and for changed bytes. */
export function openChunk(file: FileEncryption, index: number, sealed: Uint8Array): Result<Uint8Array> {
  const invalid = issue('CIPHERTEXT_INVALID', '', 'The chunk does not open at this place of this file.');
  const key = fromBase64Url(file.key);
  if (key?.length !== KEY_BYTES || sealed[0] !== VERSION) return fail(invalid);
  if (sealed.length < CHUNK_OVERHEAD_BYTES || sealed.length > CHUNK_OVERHEAD_BYTES + FILE_CHUNK_BYTES_MAX)
    return fail(invalid);
  const parameters = chunkKey(key, sealed.subarray(1, HEADER_BYTES), placeOf(file, index));
  return gcmDecrypt(parameters, sealed.subarray(HEADER_BYTES)) ?? fail(invalid);
}

/**
 * CIPHERTEXT_INVALID if sealed bytes are not the chunk that the ledger names at this index: found without any key,
 * before they are stored or opened.
 */
export function chunkProblem(file: FileReference, index: number, sealed: Uint8Array): Issue | undefined {
  return file.chunks[index] === sha256Hex(sealed)
    ? undefined
    : issue('CIPHERTEXT_INVALID', '', 'The bytes are not the chunk that the ledger names.');
}

/**
 * CIPHERTEXT_INVALID unless the opened chunks, one behind the other, have the size and the SHA-256 (hex) that the
 * manifest says.
 */
export function wholeProblem(
  file: FileManifest,
  whole: { readonly size: number; readonly sha256: string },
): Issue | undefined {
  return file.size === whole.size && file.sha256 === whole.sha256
    ? undefined
    : issue('CIPHERTEXT_INVALID', '', 'The file is not the one that was sealed.');
}

/** The files whose id a field names: a reader who sees that field sees the file. */
export function filesNamedIn(value: Json, files: readonly FileManifest[]): readonly FileManifest[] {
  if (files.length === 0) return [];
  const ids = new Set<string>();
  collectIds(value, ids);
  return files.filter(({ fileId }) => ids.has(fileId));
}

function collectIds(value: Json, ids: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'fileId' && typeof member === 'string') ids.add(member);
    else collectIds(member, ids);
  }
}

function chunkKey(key: Uint8Array, salt: Uint8Array, place: string): GcmParameters {
  const bytes = expand({ from: key, salt, label: 'quorate:file-chunk:v1' }, KEY_BYTES + GCM_NONCE_BYTES);
  return { key: bytes.subarray(0, KEY_BYTES), nonce: bytes.subarray(KEY_BYTES), aad: utf8(place) };
}

function placeOf({ fileId, total }: FileEncryption, index: number): string {
  return [fileId, index, total].join('\u001f');
}

function isName(name: string): boolean {
  if (name.length < 1 || name.length > FILE_NAME_MAX || name === '.' || name === '..') return false;
  return !hasHidden(name) && !/[/\\]/.test(name);
}

function isCount(value: unknown, min: number, max: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}
