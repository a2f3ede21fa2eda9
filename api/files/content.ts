// A file from its chunks: read one after the other, checked against the ledger, opened, and let out only when the one
// behind it, or the whole, is good. It holds two chunks in memory at most and writes none down.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { toHex } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { FileReference } from '../../core/envelope/envelope.js';
import { chunkProblem, type FileManifest, openChunk, wholeProblem } from '../../core/envelope/files.js';

export interface OpenedFile {
  readonly manifest: FileManifest;
  readonly reference: FileReference;
}

/** The sealed bytes of a hash; undefined where they are not to be had. */
export type Chunks = (hash: string) => Promise<Uint8Array | undefined>;

/** Resolves when everything else that waits for this thread has had its turn. */
export type Pause = () => Promise<void>;

/**
 * The bytes of a file. FILE_CHUNK_UNAVAILABLE for the first chunk, and CIPHERTEXT_INVALID for it, come before anything
 * is sent; a fault further on breaks the stream, which then is shorter than the manifest says.
 */
export async function contentOf(chunks: Chunks, file: OpenedFile): Promise<Result<Readable>> {
  const parts = partsOf(chunks, file);
  const first = await parts.next();
  if (first.done) return fail(unavailable(0));
  if (isFailure(first.value)) return first.value;
  return Readable.from(rest(first.value, parts), { objectMode: false });
}

/**
 * CIPHERTEXT_INVALID unless the chunks open with the key of the file and are what its manifest says;
 * FILE_CHUNK_UNAVAILABLE without one of them. It pauses each time it has been through the bytes of a chunk, so
 * that other callers wait no longer than that.
 */
export async function contentProblem(chunks: Chunks, file: OpenedFile, pause: Pause): Promise<Issue | undefined> {
  for await (const part of partsOf(chunks, file, pause)) if (isFailure(part)) return part.issue;
  return undefined;
}

async function* rest(first: Uint8Array, parts: AsyncGenerator<Result<Uint8Array>>): AsyncGenerator<Uint8Array> {
  yield first;
  for await (const part of parts) {
    // Headers are out: breaking off is all that is left, and the length tells the reader.
    if (isFailure(part)) throw new Error(part.issue.message);
    yield part;
  }
}

/** Each chunk once the next one has opened, the last one once the whole has the hash and size that were sealed. */
async function* partsOf(
  chunks: Chunks,
  { manifest, reference }: OpenedFile,
  pause?: Pause,
): AsyncGenerator<Result<Uint8Array>> {
  const digest = createHash('sha256');
  let size = 0;
  let held: Uint8Array | undefined;
  for (const [index, hash] of reference.chunks.entries()) {
    const opened = await openChunkAt(chunks, { manifest, reference }, { index, hash, pause });
    if (isFailure(opened)) {
      yield opened;
      return;
    }
    await pause?.();
    digest.update(opened);
    await pause?.();
    size += opened.length;
    if (held) yield held;
    held = opened;
  }
  const problem = wholeProblem(manifest, { size, sha256: toHex(digest.digest()) });
  if (problem) yield fail(problem);
  else if (held) yield held;
}

async function openChunkAt(
  chunks: Chunks,
  { manifest, reference }: OpenedFile,
  { index, hash, pause }: { readonly index: number; readonly hash: string; readonly pause?: Pause | undefined },
): Promise<Result<Uint8Array>> {
  const sealed = await chunks(hash);
  if (!sealed) return fail(unavailable(index));
  const problem = chunkProblem(reference, index, sealed);
  if (problem) return fail(problem);
  await pause?.();
  return openChunk(manifest, index, sealed);
}

function unavailable(index: number): Issue {
  return issue('FILE_CHUNK_UNAVAILABLE', '', `Chunk ${index} of the file is not to be had now: try again later.`);
}

/**
 * Headers of a download. Names and types were chosen by the sender: the answer is saved, never shown, and its name can
 * leave no quotes (RFC 6266, 8187).
 */
export function headersOf({ name, contentType, size, sha256 }: FileManifest): Readonly<Record<string, string>> {
  const plain = name.replace(/[^A-Za-z0-9._ -]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return {
    'content-type': contentType,
    'content-length': String(size),
    etag: `"${sha256}"`,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  };
}
