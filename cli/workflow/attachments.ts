// Files of this machine that go with an action. A small one travels in the submission and is sealed by the node; a
// large one is sealed here and uploaded chunk by chunk before, under a key that stands in a manifest for its owner
// only. A chunk that the node has said to have is never sent again.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Client } from '../../api/client/client.js';
import { toBase64 } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { FILE_BYTES_MAX, FILE_CHUNK_BYTES_MAX } from '../../core/base/limits/ledger/disclosure.js';
import { isFailure } from '../../core/base/result.js';
import { encryptChunk, type FileManifest, fileEncryption, manifestProblem } from '../../core/envelope/files.js';
import { CommandError, type Context, EXIT } from '../command/command.js';
import { objectIn, readDocument, writeNew } from '../command/documents.js';
import { commandErrorOf, withFile } from '../command/failure.js';
import { jsonText, underway } from '../command/output.js';
import { isClientError } from '../remote/remote.js';
import { pauseBeforeNext } from '../remote/watching.js';

export type SubmittedFile = NonNullable<Parameters<Client['executeInstanceAction']>[0]['body']['files']>[number];

/** A file that was read. */
export interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/**
 * Together files of at most so many bytes go inside a submission, which with them stays well below the 10 MiB of a
 * request.
 */
export const INLINE_BYTES_MAX = 4 * 1024 * 1024;
/** Of one chunk: more than a node that starts again needs. The upload can go on later, by its manifest. */
export const CHUNK_TRIES_MAX = 60;

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/** A file of at most 40 MiB; its type is told by the end of its name. */
export async function readAttachment(file: string): Promise<Attachment> {
  const bytes = await withFile(file, () => {
    const { size } = statSync(file);
    if (size > FILE_BYTES_MAX)
      throw new CommandError(`${file} is larger than ${FILE_BYTES_MAX} bytes`, { exit: EXIT.usage });
    return new Uint8Array(readFileSync(file));
  });
  const contentType = TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
  return { name: basename(file), contentType, bytes, sha256: sha256Hex(bytes) };
}

/** A file inside a submission. */
export function inlineFile({ name, contentType, bytes }: Attachment, fieldName?: string): SubmittedFile {
  return {
    fileName: name,
    contentType,
    contentBase64: toBase64(bytes),
    ...(fieldName === undefined ? {} : { fieldName }),
  };
}

/** A file whose chunks are on the node. */
export function uploadedFile(manifest: FileManifest, fieldName?: string): SubmittedFile {
  const { fileId, key, name: fileName, contentType, size, sha256 } = manifest;
  return { fileName, contentType, fileId, key, size, sha256, ...(fieldName === undefined ? {} : { fieldName }) };
}

export function freshManifest({ name, contentType, bytes, sha256 }: Attachment): FileManifest {
  const seal = fileEncryption(randomBytes(32), Math.max(1, Math.ceil(bytes.length / FILE_CHUNK_BYTES_MAX)));
  return { ...seal, name, contentType, size: bytes.length, sha256 };
}

/**
 * The manifest of an upload that began before, or a new one. It is written before anything is sent, so that the upload
 * can go on after a break.
 */
export async function manifestAt(context: Context, path: string, attachment: Attachment): Promise<FileManifest> {
  if (!existsSync(path)) {
    const made = freshManifest(attachment);
    await writeNew(path, `${jsonText(made)}\n`, true);
    return made;
  }
  const known = await readManifest(context, path);
  if (known.sha256 === attachment.sha256 && known.size === attachment.bytes.length) return known;
  throw new CommandError(`${path} is the manifest of another file, or the file has changed`, {
    exit: EXIT.usage,
    hint: 'State another --manifest.',
  });
}

export async function readManifest(context: Context, path: string): Promise<FileManifest> {
  const manifest = objectIn(await readDocument(context, path)) as unknown as FileManifest;
  const problem = manifestProblem(manifest);
  if (problem)
    throw commandErrorOf(problem, { exit: EXIT.usage, hint: `${path} is not what "quorate file upload" wrote.` });
  return manifest;
}

/** Sends the chunks that the node does not have yet, waiting where it asks to. */
export async function uploadChunks(
  context: Context,
  client: Client,
  { manifest, bytes }: { readonly manifest: FileManifest; readonly bytes: Uint8Array },
): Promise<void> {
  const { fileId: uploadId, total: totalChunks } = manifest;
  let next = await chunksThere(client, uploadId);
  let failures = 0;
  await underway(context.out, `Uploading ${manifest.name}`, async (progress) => {
    while (next < totalChunks) {
      progress.update(next, totalChunks);
      const from = next * FILE_CHUNK_BYTES_MAX;
      const sealed = encryptChunk(manifest, next, bytes.subarray(from, from + FILE_CHUNK_BYTES_MAX));
      if (isFailure(sealed)) throw commandErrorOf(sealed.issues);
      const chunk = {
        uploadId,
        chunkIndex: next,
        totalChunks,
        encryptedData: toBase64(sealed),
        checksum: sha256Hex(sealed),
      };
      try {
        next = (await client.uploadFileChunk({ body: chunk })).nextChunkIndex;
        failures = 0;
      } catch (error) {
        failures++;
        if (failures === CHUNK_TRIES_MAX) throw error;
        await patience(context, error, failures === 1);
      }
    }
  });
}

async function chunksThere(client: Client, uploadId: string): Promise<number> {
  try {
    return (await client.getFileUpload({ params: { uploadId } })).nextChunkIndex;
  } catch (error) {
    if (isClientError(error) && error.status === 404) return 0;
    throw error;
  }
}

/** Waits after a failure that passes by itself, as all that waits for a node does; throws everything else. */
async function patience({ out, terminal }: Context, error: unknown, isFirst: boolean): Promise<void> {
  const pauseMs = pauseBeforeNext(error);
  if (pauseMs === undefined || terminal.signal.aborted) throw error;
  if (isFirst) out.note(`${(error as Error).message} Asking on.`);
  await terminal.pause(pauseMs);
  if (terminal.signal.aborted) throw error;
}
