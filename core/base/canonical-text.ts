// Whether a JSON text is the canonical one (RFC 8785) of its value, and within a budget: one walk along the text that
// makes nothing of it. It does not judge the grammar, which `JSON.parse` does.
import { isSafe, type Json } from './json.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/** The most that a text may hold before it is parsed. */
export interface TextBudget {
  /** Counted as `valuesIn` does; as many as there are where it is absent. */
  readonly values?: number;
  /** Lists and objects that a value lies inside. An empty one may stand in the deepest of them. */
  readonly depth: number;
  /** Of the values those that begin within so many levels. */
  readonly outer?: { readonly levels: number; readonly values: number };
}

/**
 * The value whose canonical text it is; undefined for any other text, for one that the strict parser refuses, and for
 * one beyond the budget. Of these only what is not JSON is parsed. `source` was decoded from UTF-8.
 */
export function readCanonical(source: string, budget: TextBudget): Json | undefined {
  if (!isCanonicalText(source, budget)) return undefined;
  try {
    return JSON.parse(source) as Json;
  } catch {
    return undefined;
  }
}

/**
 * True where a text that `JSON.parse` takes is canonical and within the budget: no spaces, names in ascending order,
 * numbers and escapes in their one form. It ends where it is found not to be; of a text that is not JSON it says
 * nothing.
 */
function isCanonicalText(source: string, { values = Number.POSITIVE_INFINITY, depth, outer }: TextBudget): boolean {
  const left = { values: values - 1, outer: outer?.values ?? Number.POSITIVE_INFINITY, levels: outer?.levels ?? -1 };
  /** Of the objects and lists around the place: the last name of an object, where it has one, and null of a list. */
  const names: (string | undefined | null)[] = [];
  let isName = false;
  const isPlain = !source.includes('\\');
  for (let at = 0; at < source.length; ) {
    const c = source.charCodeAt(at);
    if (c === QUOTE) {
      const end = isPlain ? source.indexOf('"', at + 1) + 1 || -1 : behindText(source, at);
      if (end < 0 || (isName && !isNext(names, nameOf(source, at, end)))) return false;
      [isName, at] = [false, end];
    } else if (c === MINUS || isDigit(c)) {
      at = behindNumber(source, at);
      if (at < 0) return false;
    } else if (c === COMMA) {
      if (!isLeft(left, names.length)) return false;
      isName = names.at(-1) !== null;
      at++;
    } else if (c === BRACKET || c === BRACE) {
      if (!isLeft(left, names.length)) return false;
      isName = c === BRACE;
      names.push(isName ? undefined : null);
      at++;
      // Its end has the code behind the next one.
      if (names.length > depth && (names.length > depth + 1 || source.charCodeAt(at) !== c + 2)) return false;
    } else if (c === BRACKET_END || c === BRACE_END) {
      names.pop();
      isName = false;
      at++;
    } else if (c === COLON || isLetter(c)) at++;
    else return false;
  }
  return true;
}

/** A value more, which begins in that level. */
function isLeft(left: { values: number; outer: number; readonly levels: number }, level: number): boolean {
  return --left.values >= 0 && (level > left.levels || --left.outer >= 0);
}

/** Sets the last name. In ascending order none comes twice. */
function isNext(names: (string | undefined | null)[], name: string): boolean {
  const before = names.at(-1);
  names[names.length - 1] = name;
  // By UTF-16 code units, as RFC 8785 section 3.2.3 asks.
  return typeof before !== 'string' || before < name;
}

function nameOf(source: string, start: number, end: number): string {
  const written = source.slice(start + 1, end - 1);
  return written.includes('\\') ? (JSON.parse(source.slice(start, end)) as string) : written;
}

/** Index behind the text that begins with the quote; -1 where it has no end, or is not written in the one form. */
function behindText(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    const c = source.charCodeAt(at);
    if (c === QUOTE) return at + 1;
    if (c < 0x20) return -1;
    if (c !== BACKSLASH) continue;
    if (!isShort(source.charCodeAt(++at))) {
      CONTROL.lastIndex = at;
      if (!CONTROL.test(source)) return -1;
      at += 4;
    }
  }
  return -1;
}

/** Behind the backslash, by RFC 8785 section 3.2.2.2: these, and control characters that have none of them. */
function isShort(c: number): boolean {
  return c === QUOTE || c === BACKSLASH || c === 0x62 || c === 0x66 || c === 0x6e || c === 0x72 || c === 0x74;
}

const CONTROL = /u00(?:0[0-7bef]|1[0-9a-f])/y;

/** The same for a number. */
function behindNumber(source: string, start: number): number {
  let at = start + 1;
  while (isOfNumber(source.charCodeAt(at))) at++;
  const text = source.slice(start, at);
  const value = Number(text);
  return isSafe(value) && String(value) === text ? at : -1;
}

function isOfNumber(c: number): boolean {
  return isDigit(c) || c === MINUS || c === 0x2b || c === 0x2e || c === 0x45 || c === 0x65;
}

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

/** Of true, false and null. */
function isLetter(c: number): boolean {
  return c >= 0x61 && c <= 0x7a;
}
