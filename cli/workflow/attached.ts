// The files that go with one action: those that the call states, and those that a person attaches while being asked.
// They leave this machine only once the payload is complete and agreed to.
import type { Client } from '../../api/client/client.js';
import { ACTION_FILES_MAX } from '../../core/base/limits/ledger/disclosure.js';
import type { TypedAnswer } from '../../core/blueprint/form/answers.js';
import { CommandError, type Context, EXIT, isCommandError } from '../command/command.js';
import {
  type Attachment,
  freshManifest,
  INLINE_BYTES_MAX,
  inlineFile,
  readAttachment,
  readManifest,
  type SubmittedFile,
  uploadChunks,
  uploadedFile,
} from './attachments.js';

interface Read {
  readonly attachment: Attachment;
  /** Absent where the payload itself names the file. */
  readonly fieldName?: string;
}

export class AttachedFiles {
  readonly #context: Context;
  readonly #client: Client;
  readonly #read: Read[] = [];
  readonly #uploaded: SubmittedFile[] = [];

  constructor(context: Context, client: Client) {
    this.#context = context;
    this.#client = client;
  }

  /** Reads what --file and --uploaded name. */
  async readStated(): Promise<void> {
    const { input } = this.#context;
    for (const [fieldName, file] of pairs(input, 'file'))
      this.#read.push({ attachment: await readAttachment(file), fieldName });
    for (const [fieldName, file] of pairs(input, 'uploaded'))
      this.#uploaded.push(uploadedFile(await readManifest(this.#context, file), fieldName));
    if (this.#read.length + this.#uploaded.length > ACTION_FILES_MAX)
      throw new CommandError(`an action has at most ${ACTION_FILES_MAX} files`, { exit: EXIT.usage });
  }

  /** The field value of a file that a person typed the path of. The node finds it by its name and completes it. */
  async answerOf(file: string): Promise<TypedAnswer> {
    let attachment: Attachment;
    try {
      attachment = await readAttachment(file);
    } catch (error) {
      if (!isCommandError(error)) throw error;
      return { problem: error.message };
    }
    const { name, contentType, bytes, sha256 } = attachment;
    if (this.#read.some((item) => item.attachment.name === name))
      return { problem: `A file ${name} is attached already.` };
    this.#read.push({ attachment });
    return { value: { fileName: name, contentType, size: bytes.length, hash: `sha256:${sha256}` } };
  }

  /** The files as the submission names them; large ones are uploaded now. */
  async submittedFiles(): Promise<readonly SubmittedFile[]> {
    const files = [...this.#uploaded];
    let room = INLINE_BYTES_MAX;
    for (const { attachment, fieldName } of this.#read) {
      const { bytes } = attachment;
      if (bytes.length <= room) {
        room -= bytes.length;
        files.push(inlineFile(attachment, fieldName));
        continue;
      }
      const manifest = freshManifest(attachment);
      await uploadChunks(this.#context, this.#client, { manifest, bytes });
      files.push(uploadedFile(manifest, fieldName));
    }
    return files;
  }
}

function pairs(input: Context['input'], option: 'file' | 'uploaded'): readonly (readonly [string, string])[] {
  return input.list(option).map((text) => {
    const at = text.indexOf('=');
    if (at < 1 || at === text.length - 1)
      throw new CommandError(`--${option} ${text} is not of the form field=file`, { exit: EXIT.usage });
    return [text.slice(0, at), text.slice(at + 1)];
  });
}
