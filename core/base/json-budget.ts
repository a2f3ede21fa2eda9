// Whether a JSON text is worth parsing: counts what would become of it without making any of it.
import type { Issue } from './issue.js';
import { issue } from './issue.js';
import { endOfString } from './json.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BRACKET_END = 0x5d;
const BRACE_END = 0x7d;

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

/** The most that a text may hold before it is parsed, counted as `valuesIn` does. */
export interface TextBudget {
  readonly values: number;
  /** Lists and objects in one another. */
  readonly levels: number;
  /** Of the values those that begin within so many levels. */
  readonly outer?: { readonly levels: number; readonly values: number };
}

/** One walk along the text, which ends where it is found to be beyond the budget, and makes nothing of it. */
export function isWithin(source: string, { values: valuesMax, levels, outer }: TextBudget): boolean {
  let values = 1;
  let level = 0;
  let outerLeft = outer?.values ?? valuesMax;
  const outerLevels = outer?.levels ?? -1;
  for (let i = 0; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === QUOTE) i = endOfString(source, i);
    else if (c === COMMA || c === BRACKET || c === BRACE) {
      if (++values > valuesMax || (level <= outerLevels && --outerLeft < 0)) return false;
      if (c !== COMMA && ++level > levels) return false;
    } else if (c === BRACKET_END || c === BRACE_END) level--;
  }
  return true;
}

/** BODY_TOO_COMPLEX for more values than may be. */
export function budgetIssue(values: number, valuesMax: number): Issue | undefined {
  return values > valuesMax ? issue('BODY_TOO_COMPLEX', '', `The body has more than ${valuesMax} values.`) : undefined;
}
