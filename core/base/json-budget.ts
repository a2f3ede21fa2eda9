// Whether a JSON text is worth parsing: counts what would become of it without making any of it.
import type { Issue } from './issue.js';
import { issue } from './issue.js';
import { endOfString } from './json.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/**
 * Values of a text, JSON or not, counted up to the first one beyond `valuesMax`. Each value but the first follows a
 * comma or an opening bracket, so that an empty list counts as two. A level of nesting is a value too: this bounds what
 * a deep text costs until the parser, which tells where, refuses it.
 */
export function valuesIn(source: string, valuesMax: number): number {
  let values = 1;
  for (let i = 0; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === QUOTE) i = endOfString(source, i);
    else if ((c === COMMA || c === BRACKET || c === BRACE) && ++values > valuesMax) break;
  }
  return values;
}

/** BODY_TOO_COMPLEX for more values than may be. */
export function budgetIssue(values: number, valuesMax: number): Issue | undefined {
  return values > valuesMax ? issue('BODY_TOO_COMPLEX', '', `The body has more than ${valuesMax} values.`) : undefined;
}
