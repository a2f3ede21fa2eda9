// A large file on its way to the node: sealed in this page, and sent part by part. The key stays here until the action
// that names the file is signed.
import { ClientError } from '../../api/client/client-error.js';
import { concat, toBase64, toHex } from '../../core/base/bytes.js';
import { FILE_CHUNK_BYTES_MAX } from '../../core/base/limits/ledger/disclosure.js';
import { isFailure } from '../../core/base/result.js';
import { chunkSealing, type FileManifest, fileEncryption, manifestProblem } from '../../core/envelope/files.js';
import { node } from '../session/node.js';

const KEY_ENTROPY_BYTES = 32;

/** Undefined for a name or a type that no action takes. */
export async function manifestFor(file: File, bytes: Uint8Array<ArrayBuffer>): Promise<FileManifest | undefined> {
  const entropy = crypto.getRandomValues(new Uint8Array(KEY_ENTROPY_BYTES));
  const total = Math.max(1, Math.ceil(bytes.length / FILE_CHUNK_BYTES_MAX));
  const manifest: FileManifest = {
    ...fileEncryption(entropy, total),
    ...{ name: file.name, contentType: file.type || 'application/octet-stream', size: bytes.length },
    sha256: await digestHex(bytes),
  };
  return manifestProblem(manifest) === undefined ? manifest : undefined;
}

/** Sends the parts that the node does not have yet. A failure is thrown: called again, it goes on there. */
export async function uploadParts(
  manifest: FileManifest,
  bytes: Uint8Array,
  onSent: (parts: number) => void,
): Promise<void> {
  const { fileId: uploadId, total: totalChunks } = manifest;
  let next = (await uploadOf(uploadId))?.nextChunkIndex ?? 0;
  onSent(next);
  while (next < totalChunks) {
    const from = next * FILE_CHUNK_BYTES_MAX;
    const sealed = await sealPart(manifest, next, bytes.slice(from, from + FILE_CHUNK_BYTES_MAX));
    const checksum = await digestHex(sealed);
    const chunk = { uploadId, chunkIndex: next, totalChunks, encryptedData: toBase64(sealed), checksum };
    next = (await node.files.uploadFileChunk({ body: chunk })).nextChunkIndex;
    onSent(next);
  }
}

/** Undefined where the node has nothing of it: uploads that no action names end after a day. */
export async function uploadOf(uploadId: string) {
  try {
    return await node.files.getFileUpload({ params: { uploadId } });
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return undefined;
    throw error;
  }
}

async function sealPart(manifest: FileManifest, index: number, content: Uint8Array<ArrayBuffer>) {
  const sealing = chunkSealing(manifest, index, content);
  if (isFailure(sealing)) throw new Error(sealing.issue.message);
  const { start, parameters } = sealing;
  const [key, iv, additionalData] = [parameters.key, parameters.nonce, parameters.aad].map((each) =>
    Uint8Array.from(each),
  ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  const cipher = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, cipher, content);
  return Uint8Array.from(concat(start, new Uint8Array(sealed)));
}

async function digestHex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
