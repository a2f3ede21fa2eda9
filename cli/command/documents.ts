// JSON documents that commands read and write: from a file or standard input, strictly parsed and bounded; to a new
// file, or to standard output for the next command of a pipe. A file that exists is never written over.
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isObject, type Json, parseJsonText } from '../../core/base/json.js';
import { DOCUMENT_DEPTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import { isFailure } from '../../core/base/result.js';
import { isUtf16, withoutMark } from '../../core/base/written-text.js';
import { CommandError, type Context, EXIT } from './command.js';
import { commandErrorOf, withFile } from './failure.js';
import { documentText, jsonText } from './output.js';
import { textOf } from './text.js';

/** The largest documents are evidence and batches of submissions. */
const DOCUMENT_BYTES_MAX = 64 * 1024 * 1024;

export interface Document {
  readonly value: Json;
  readonly text: string;
  /** Name for messages. */
  readonly source: string;
}

/** The JSON of a file; `-` or nothing is standard input. A command reads standard input for one purpose only. */
export async function readDocument({ terminal }: Pick<Context, 'terminal'>, file?: string): Promise<Document> {
  const stdin = file === undefined || file === '-';
  const source = stdin ? 'standard input' : file;
  const text = withoutMark(stdin ? await terminal.readStdin() : await withFile(file, () => readText(file)));
  if (text.trim() === '')
    throw new CommandError(`${source} is empty`, {
      exit: EXIT.usage,
      ...(stdin ? { hint: 'Name a file, or pipe the document in.' } : {}),
    });
  const parsed = parseJsonText(text, DOCUMENT_DEPTH_MAX);
  if (isFailure(parsed)) {
    const { message, ...rest } = parsed.issue;
    throw commandErrorOf({
      ...rest,
      message: `${source} holds no good JSON: ${message.replace(/^The body is not JSON: /, '')}`,
    });
  }
  return { value: parsed, text, source };
}

/** The text of a file of at most 64 MiB, which is UTF-8. */
export function readText(file: string): string {
  const { size } = statSync(file);
  if (size > DOCUMENT_BYTES_MAX)
    throw new CommandError(`${file} is larger than ${DOCUMENT_BYTES_MAX} bytes`, { hint: 'It is not a document.' });
  const bytes = readFileSync(file);
  if (isUtf16(bytes)) throw new CommandError(`${file} is UTF-16`, { hint: 'Save it as UTF-8.' });
  return textOf(bytes, file);
}

/** The bytes of a file piece by piece, for hashing. */
export function chunksOf(file: string): AsyncIterable<Uint8Array> {
  return createReadStream(file);
}

/** Writes a text to a new file; a secret one is for its owner only. */
export async function writeNew(file: string, text: string, secret = false): Promise<void> {
  await withFile(file, () =>
    writeFileSync(file, text, { flag: 'wx', flush: true, ...(secret ? { mode: 0o600 } : {}) }),
  );
}

/**
 * Gives a document to a file, or else to standard output as JSON whether or not --json is stated, so that it can be
 * piped.
 */
export async function give(
  { out }: Pick<Context, 'out'>,
  document: unknown,
  to: { readonly file: string | undefined; readonly said: string; readonly secret?: boolean },
): Promise<void> {
  if (to.file === undefined) {
    out.show(document, jsonText(document));
    out.note(to.said);
    return;
  }
  await writeNew(to.file, `${documentText(document)}\n`, to.secret);
  out.show({ file: to.file }, () => (out.quiet ? '' : `${to.said}\nWritten to ${to.file}.`));
}

/** The object that a document must be. */
export function objectIn({ value, source }: Document): Readonly<Record<string, Json>> {
  if (isObject(value)) return value;
  throw new CommandError(`${source} holds no JSON object`);
}
