// Texts that people write into files: some editors put a byte order mark before them, which is not part of the text,
// and some save UTF-16. It never reads a file, and is not for what programs send: there a mark is a character like
// others.
import { issue } from './issue.js';
import { fail, type Result } from './result.js';

const MARK = '\uFEFF';
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text without the one byte order mark that it may begin with. */
export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

/** Whether the bytes begin as UTF-16 does, which no UTF-8 does. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** The text of a file in UTF-8, without its mark. BODY_INVALID_JSON, which names UTF-16 where the bytes begin so. */
export function writtenText(bytes: Uint8Array): Result<string> {
  try {
    return withoutMark(utf8.decode(bytes));
  } catch {
    return fail(issue('BODY_INVALID_JSON', '', `${isUtf16(bytes) ? 'is UTF-16' : 'is not UTF-8'}; save it as UTF-8`));
  }
}
