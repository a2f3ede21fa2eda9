// Uploads a file of any size for an action as any program would, with the typed client: sealed here, chunk by chunk,
// and gone on with where a broken upload stopped. The key of the file stays with the caller until the action names it.
// Two chunks are in memory at most.
import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import { type Client, ClientError } from '../../../api/client/client.js';
import type { SubmittedFile } from '../../../api/schemas/workflow/file.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { FILE_CHUNK_BYTES_MAX } from '../../../core/base/limits/ledger/disclosure.js';
import { isFailure } from '../../../core/base/result.js';
import { encryptChunk, fileEncryption } from '../../../core/envelope/files.js';

export interface FileSource {
  readonly fileName: string;
  /** `type/subtype`. */
  readonly contentType: string;
  /** Bytes, at most FILE_BYTES_MAX. */
  readonly size: number;
  /** The bytes from `from` up to `to`, which is left out. */
  read(from: number, to: number): Promise<Uint8Array>;
}

export interface UploadOptions {
  /**
   * 32 bytes from a source of randomness, used for one file. The same again for the same file goes on with its upload.
   */
  readonly entropy: Uint8Array;
  /** The field of the payload that is to name the file. */
  readonly fieldName?: string;
  /** Called after each chunk with what is there, in bytes before sealing. */
  progress?(sent: number): void;
}

type Uploader = Pick<Client, 'uploadFileChunk' | 'getFileUpload'>;

/**
 * Uploads the file and gives the entry for `files` of a submission. Rejects with a ClientError, or an Error for a file
 * that cannot be sealed.
 */
export async function uploadFile(
  client: Uploader,
  source: FileSource,
  options: UploadOptions,
): Promise<Static<typeof SubmittedFile>> {
  const { fileName, contentType, size } = source;
  const total = Math.max(1, Math.ceil(size / FILE_CHUNK_BYTES_MAX));
  const seal = fileEncryption(options.entropy, total);
  const have = await chunksThere(client, seal.fileId);
  const digest = createHash('sha256');
  for (let index = 0; index < total; index++) {
    const to = Math.min(size, (index + 1) * FILE_CHUNK_BYTES_MAX);
    const part = await source.read(index * FILE_CHUNK_BYTES_MAX, to);
    digest.update(part);
    if (index >= have) {
      const sealed = encryptChunk(seal, index, part);
      if (isFailure(sealed)) throw new Error(sealed.issue.message);
      const chunk = { uploadId: seal.fileId, chunkIndex: index, totalChunks: total };
      await client.uploadFileChunk({
        body: { ...chunk, encryptedData: toBase64(sealed), checksum: sha256Hex(sealed) },
      });
    }
    options.progress?.(to);
  }
  const sha256 = digest.digest('hex');
  const named = options.fieldName === undefined ? {} : { fieldName: options.fieldName };
  return { fileName, contentType, ...named, fileId: seal.fileId, key: seal.key, size, sha256 };
}

async function chunksThere(client: Uploader, uploadId: string): Promise<number> {
  try {
    return (await client.getFileUpload({ params: { uploadId } })).nextChunkIndex;
  } catch (error) {
    if (error instanceof ClientError && error.code === 'UPLOAD_NOT_FOUND') return 0;
    throw error;
  }
}
