// The bytes that a command reads as text. Bytes that are not UTF-8 are refused: read with replacement characters in
// their place, a document would be another one than the file. The signed bytes would seem to be those of the file.
import { issue } from '../../core/base/issue.js';
import { CommandError } from './command.js';
import { commandErrorOf } from './failure.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file or of standard input, which `source` names; BODY_INVALID_JSON for other bytes. */
export function textOf(bytes: Uint8Array, source: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw commandErrorOf(issue('BODY_INVALID_JSON', '', `${source} is not UTF-8`), {
      hint: 'Get it anew, or save it as UTF-8: bytes of another encoding would be read as other characters.',
    });
  }
}

/** Lines of a stream of UTF-8 as they come, without their ends; the last one may have none. */
export async function* linesIn(source: AsyncIterable<Uint8Array>, charactersMax: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of source) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() as string;
    for (const part of parts) yield withinLine(part.replace(/\r$/, ''), charactersMax);
    withinLine(rest, charactersMax);
  }
  if (rest !== '') yield rest;
}

function withinLine(line: string, charactersMax: number): string {
  if (line.length <= charactersMax) return line;
  throw new CommandError(`a line of standard input has more than ${charactersMax} characters`, {
    hint: 'Each line is one message.',
  });
}
