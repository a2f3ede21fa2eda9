// The way of a chosen file: a small one travels inside the submission, a large one is sealed here and sent before.
import { useRef, useState } from 'react';
import { ClientError } from '../../api/client/client-error.js';
import { canonical } from '../../core/base/json.js';
import { FILE_BYTES_MAX } from '../../core/base/limits/ledger/disclosure.js';
import type { FileManifest } from '../../core/envelope/files.js';
import { useWords } from '../words/words.js';
import type { FieldProps } from './field-props.js';
import { useForm } from './form-context.js';

/** Files of one action together stay well below the 10 MiB of a request, in base64. */
const INLINE_BYTES_MAX = 4 * 1024 * 1024;
/** The node chooses the id; until then the form is judged with this one. */
const NO_ID = '0'.repeat(32);
/** No file yet: the form cannot be signed meanwhile. */
const UNDERWAY = '...';

export interface FileUpload {
  readonly file: File;
  readonly manifest: FileManifest;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sent: number;
  /** Why it stopped; it goes on from there. */
  readonly stopped?: string;
}

/** Takes a file for a field: into the submission, or to the node at once. */
export function useFile({ question }: FieldProps) {
  const words = useWords();
  const { store, attach } = useForm();
  const [problem, setProblem] = useState<string>();
  const [upload, setUpload] = useState<FileUpload>();
  const member = question.path.join('.');
  /** Another file may be chosen while one is on its way. */
  const newest = useRef<File>(undefined);
  async function take(file: File | undefined): Promise<void> {
    setProblem(undefined);
    setUpload(undefined);
    newest.current = file;
    if (file === undefined) return;
    if (file.size > FILE_BYTES_MAX) return setProblem(words('form.file.too-large', { name: file.name }));
    try {
      await read(file);
    } catch {
      // It was changed or taken away meanwhile, or a part of the page did not come.
      if (newest.current === file) setProblem(words('form.file.unread', { name: file.name }));
    }
  }
  async function read(file: File): Promise<void> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (file.size > INLINE_BYTES_MAX) return begin(file, bytes);
    const contentType = file.type || 'application/octet-stream';
    attach(member, { fileName: file.name, contentType, bytes });
    const { sha256Hex } = await import('../../core/base/hash.js');
    const hash = `sha256:${sha256Hex(bytes)}`;
    store.set(question.path, canonical({ fileId: NO_ID, fileName: file.name, contentType, size: file.size, hash }));
  }
  async function begin(file: File, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    store.set(question.path, UNDERWAY);
    const manifest = await (await import('./upload.js')).manifestFor(file, bytes);
    if (manifest === undefined) return setProblem(words('form.file.bad-name', { name: file.name }));
    await send({ file, manifest, bytes, sent: 0 });
  }
  async function send({ file, manifest, bytes, sent: before }: FileUpload): Promise<void> {
    let sent = before;
    const show = (more: Partial<FileUpload>) => {
      if (newest.current === file) setUpload({ file, manifest, bytes, sent, ...more });
    };
    show({});
    try {
      const { uploadParts } = await import('./upload.js');
      await uploadParts(manifest, bytes, (parts) => {
        sent = parts;
        show({});
      });
    } catch (error) {
      return show({ stopped: faultText(error) ?? words('form.file.broken', { sent, total: manifest.total }) });
    }
    if (newest.current !== file) return;
    const { fileId, name: fileName, contentType, size, sha256 } = manifest;
    attach(member, { fileName, contentType, manifest });
    setUpload(undefined);
    store.set(question.path, canonical({ fileId, fileName, contentType, size, hash: `sha256:${sha256}` }));
  }
  return { problem, upload, take, goOn: (stopped: FileUpload) => void send(stopped) };
}

function faultText(error: unknown): string | undefined {
  return error instanceof ClientError ? `${error.message} (${error.code})` : undefined;
}
