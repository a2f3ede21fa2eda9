// The fields of a form: an object of texts (WHATWG URL, application/x-www-form-urlencoded), or of texts, lists and
// files (RFC 7578, multipart/form-data). A field that is sent twice is refused, as OAuth 2.0 wants it (RFC 6749 section
// 3.2): two readers could read two things.
import { type Issue, issue } from '../../core/base/issue.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';

const AMPERSAND = 0x26;
const TWICE = issue('BODY_DUPLICATE_KEY', '', 'A field is sent twice.');

export function formFields(
  bytes: Uint8Array,
  count: (fields: number) => Issue | undefined,
): Result<Readonly<Record<string, string>>> {
  // Counted before one is made.
  const problem = count(bytes.reduce((fields, byte) => (byte === AMPERSAND ? fields + 1 : fields), 1));
  if (problem !== undefined) return fail(problem);
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(Buffer.from(bytes).toString('utf8'))) {
    if (fields.has(name)) return fail(TWICE);
    fields.set(name, value);
  }
  // Unlike an assignment this makes a member of each name, whatever it is called.
  return Object.fromEntries(fields);
}

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** RFC 2046 section 5.1.1, without spaces: what clients write. */
const DELIMITER = /^--[0-9A-Za-z'()+_,\-./:=?]{1,70}\r\n/;
const NAME = /(?:^|\r\n)content-disposition:[ \t]*form-data;[^\r\n]*?[; ]name="([^"\r\n]{1,64})"/i;
const FILE = /[; ]filename\*?=/i;
const HEADER_BYTES_MAX = 1024;
const HEAD_END = '\r\n\r\n';

export interface ReadingRules {
  /** So many values are looked at, at most. */
  readonly valuesMax: number;
  /** Names of the members that are lists: a form has a part for each element. */
  readonly lists: ReadonlySet<string>;
}

/**
 * A file is a text of one character a byte. The elements of a list are parts of one name (RFC 7578 section 4.3), or of
 * that name with `[]` behind.
 */
export function multipartFields(
  bytes: Uint8Array,
  count: (parts: number) => Issue | undefined,
  { valuesMax: partsMax, lists }: ReadingRules,
): Result<Fields> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const opening = DELIMITER.exec(whole.toString('latin1', 0, 80))?.[0];
  if (opening === undefined) return refuseForm('The form does not begin with its boundary.');
  const parts = partsOf(whole, { delimiter: `\r\n${opening.trimEnd()}`, first: opening.length, partsMax });
  if (isFailure(parts)) return parts;
  const problem = count(parts.length);
  if (problem !== undefined) return fail(problem);
  const fields = new Map<string, string | string[]>();
  for (const part of parts) {
    const read = partOf(part);
    if (isFailure(read)) return read;
    const [stated, value] = read;
    const name = stated.endsWith('[]') ? stated.slice(0, -2) : stated;
    const before = fields.get(name);
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) return fail(TWICE);
    else fields.set(name, lists.has(name) ? [value] : value);
  }
  // Unlike an assignment this makes a member of each name, whatever it is called.
  return Object.fromEntries(fields);
}

interface Delimited {
  readonly delimiter: string;
  readonly first: number;
  readonly partsMax: number;
}

/**
 * The bytes between the delimiters; the last one ends with two hyphens, and nothing comes behind it. Of too many parts
 * one more than may be.
 */
function partsOf(whole: Buffer, { delimiter, first, partsMax }: Delimited): Result<readonly Buffer[]> {
  const parts: Buffer[] = [];
  for (let at = first; ; ) {
    if (parts.length > partsMax) return parts;
    const end = whole.indexOf(delimiter, at, 'latin1');
    if (end < 0) return refuseForm('The form does not end with its boundary.');
    parts.push(whole.subarray(at, end));
    const behind = end + delimiter.length;
    const mark = whole.toString('latin1', behind, behind + 2);
    if (mark === '--') {
      const rest = whole.toString('latin1', behind + 2, behind + 5);
      return rest === '' || rest === '\r\n' ? parts : refuseForm('Something stands behind the end of the form.');
    }
    if (mark !== '\r\n') return refuseForm('A boundary of the form goes on.');
    at = behind + 2;
  }
}

function partOf(part: Buffer): Result<readonly [name: string, value: string]> {
  const end = part.subarray(0, HEADER_BYTES_MAX).indexOf(HEAD_END, 0, 'latin1');
  const head = part.toString('latin1', 0, Math.max(end, 0));
  const name = NAME.exec(head)?.[1];
  if (name === undefined) return refuseForm('A part of the form has no name.');
  const body = part.subarray(end + HEAD_END.length);
  return [name, body.toString(FILE.test(head) ? 'latin1' : 'utf8')];
}

function refuseForm(message: string): Failure {
  return fail(issue('BODY_INVALID', '', message));
}
