// The resource of a path: the name of a set or a member, with the key of one entity in brackets behind it (OData URL
// Conventions 4.01 section 4.3).
import { issue } from '../base/issue.js';
import { fail, type Result } from '../base/result.js';
import { notSupported } from './faults.js';

export interface Resource {
  readonly name: string;
  /** Values by name; under '' for a key of one value without its name. */
  readonly key?: ReadonlyMap<string, string>;
}

const NAME = /^[A-Za-z_$][A-Za-z0-9_$]*/;
const PART = /(?:([A-Za-z_][A-Za-z0-9_]*)=)?(?:'((?:[^']|'')*)'|([A-Za-z0-9-]+))(?:,|$)/y;
/** The same in pieces of a pattern. */
const SAID_VALUE = "(?:'(?:[^']|'')*'|[A-Za-z0-9-]+)";
const SAID_NAMED = `[A-Za-z_][A-Za-z0-9_]*=${SAID_VALUE}`;
/** Members of a key. */
const PARTS_MAX = 4;
/** For the document: one value, or several by their names, which a pattern cannot keep apart. */
const SAID_KEY = `(?:${SAID_VALUE}|${SAID_NAMED}(?:,${SAID_NAMED}){0,${PARTS_MAX - 1}})`;
export const SEGMENT_PATTERN = String.raw`${NAME.source}(?:\(${SAID_KEY}\))?$`;

/** Issues: PATH_INVALID for brackets that hold no key, NOT_IMPLEMENTED for types and functions in a path. */
export function resourceOf(segment: string): Result<Resource> {
  const name = NAME.exec(segment)?.[0];
  if (name === undefined) return fail(issue('PATH_INVALID', '', 'The name of a set or of a member is expected.'));
  const rest = segment.slice(name.length);
  if (rest === '') return { name };
  if (rest.startsWith('.'))
    return fail(notSupported('a type or a function in a path', 'name sets and members as in $metadata.'));
  if (!rest.startsWith('(') || !rest.endsWith(')')) return fail(keyFault());
  const key = keyOf(rest.slice(1, -1));
  return key === undefined ? fail(keyFault()) : { name, key };
}

function keyFault() {
  return issue(
    'PATH_INVALID',
    '',
    "A key stands in brackets: ('value'), or (name='value',name=5) where it has several.",
  );
}

function keyOf(text: string): ReadonlyMap<string, string> | undefined {
  const key = new Map<string, string>();
  let at = 0;
  while (at < text.length && key.size < PARTS_MAX) {
    PART.lastIndex = at;
    const match = PART.exec(text);
    if (match === null) return undefined;
    const [whole, name = '', quoted, bare] = match;
    if (key.has(name)) return undefined;
    key.set(name, quoted === undefined ? (bare as string) : quoted.replaceAll("''", "'"));
    at += whole.length;
  }
  return at === text.length && key.size > 0 && !text.endsWith(',') ? key : undefined;
}
