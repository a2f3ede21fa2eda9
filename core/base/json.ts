// Canonical JSON (RFC 8785) and strict parsing. A text that cannot be represented canonically never becomes a value: it
// is refused on the way in.
import type { Issue } from './issue.js';
import { issue } from './issue.js';
import { JSON_DEPTH_MAX } from './limits/ledger/transactions.js';
import { fail, type Result } from './result.js';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** True for what has members by name: no null, no list. */
export function isObject(value: Json | undefined): value is JsonObject;
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an object without other members than these. */
export function hasOnly(value: unknown, members: readonly string[]): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.keys(value).every((member) => members.includes(member));
}

/**
 * The RFC 8785 text of a JSON value. JavaScript's number and string formatting is the one the RFC prescribes (section
 * 3.2.2), so the work is the order of members: by UTF-16 code units. Members that are `undefined` are left out. Throws
 * TypeError on what JSON cannot carry.
 */
export function canonical(value: unknown): string {
  // Values that came from canonical text, and most others, are in order already: one native call then writes what the
  // walk below would.
  if (typeof value === 'object' && value !== null && isOrdered(value, JSON_DEPTH_MAX)) {
    const fast = JSON.stringify(value);
    // Only a lone surrogate is written as such an escape; a text that merely contains these characters takes the walk
    // and comes out the same.
    if (!fast.includes('\\ud')) return fast;
  }
  return walk(value);
}

/**
 * True if `JSON.stringify` writes the canonical text, and that reads back as this very value: members in order, nothing
 * that JSON lacks, integers in the safe range, no `-0`, and no deeper than `levels`. False decides nothing: the value
 * may still be canonical in another order of members.
 */
export function isOrdered(value: unknown, levels: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      // The text of -0 is 0.
      return isSafe(value) && !Object.is(value, -0);
    case 'object':
      if (value === null) return true;
      if (levels === 0) return false;
      return Array.isArray(value)
        ? isOrderedArray(value, levels - 1)
        : isOrderedObject(value as Record<string, unknown>, levels - 1);
    default:
      return false;
  }
}

// A loop, because `every` would step over the holes of a sparse array.
function isOrderedArray(items: readonly unknown[], levels: number): boolean {
  for (let i = 0; i < items.length; i++) if (!isOrdered(items[i], levels)) return false;
  return true;
}

function isOrderedObject(members: Record<string, unknown>, levels: number): boolean {
  if (typeof members.toJSON === 'function') return false;
  let last: string | undefined;
  for (const key of Object.keys(members)) {
    if (last !== undefined && key < last) return false;
    if (!isOrdered(members[key], levels)) return false;
    last = key;
  }
  return true;
}

function walk(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return text(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('a JSON number is finite');
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? array(value) : object(value as Record<string, unknown>);
    default:
      throw new TypeError(`JSON cannot carry a ${typeof value}`);
  }
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('a JSON text has no lone surrogates');
  return JSON.stringify(value);
}

function array(items: readonly unknown[]): string {
  let out = '[';
  for (let i = 0; i < items.length; i++) out += (i === 0 ? '' : ',') + walk(items[i]);
  return out + ']';
}

function object(members: Record<string, unknown>): string {
  let out = '{';
  // The default sort order of JavaScript is by UTF-16 code units, as RFC 8785 section 3.2.3 asks.
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member === undefined) continue;
    out += (out.length === 1 ? '' : ',') + text(key) + ':' + walk(member);
  }
  return out + '}';
}

const utf8Strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/**
 * Parses JSON bytes and refuses what JSON.parse lets pass: duplicate keys, invalid UTF-8, lone surrogates, unsafe
 * integers, more than `levels` of depth. `budget` may refuse the text before anything is made of it.
 */
export function parseJson(
  bytes: Uint8Array,
  { budget, levels }: { readonly budget?: (source: string) => Issue | undefined; readonly levels?: number } = {},
): Result<Json> {
  let source: string;
  try {
    source = utf8Strict.decode(bytes);
  } catch {
    return fail(issue('BODY_INVALID_JSON', '', 'The body is not valid UTF-8.'));
  }
  const beyond = budget?.(source);
  return beyond === undefined ? parseJsonText(source, levels) : fail(beyond);
}

/**
 * `parseJson` for a text that is already decoded. `levels` are those of objects and lists: more for a text that holds
 * transactions (DOCUMENT_DEPTH_MAX).
 */
export function parseJsonText(source: string, levels: number = JSON_DEPTH_MAX): Result<Json> {
  let value: Json;
  try {
    value = JSON.parse(source) as Json;
  } catch (error) {
    return fail(issue('BODY_INVALID_JSON', '', `The body is not JSON: ${(error as Error).message}.`));
  }
  const tally = {
    members: 0,
    problem: undefined as Issue | undefined,
    levels,
    surrogates: SURROGATE_ESCAPE.test(source) || !source.isWellFormed(),
  };
  // Pointers are made only for what is refused: the second walk finds where.
  if (!isSound(value, 0, tally)) inspect(value, '', 0, tally);
  if (tally.problem) return fail(tally.problem);
  // A member is written once per colon outside a string, and parsed once per distinct key: a difference is a duplicate
  // key.
  if (countColons(source) !== tally.members)
    return fail(issue('BODY_DUPLICATE_KEY', '', 'A JSON object of the body names one member twice.'));
  return value;
}

interface Tally {
  members: number;
  problem: Issue | undefined;
  readonly levels: number;
  readonly surrogates: boolean;
}

/** Counts members, and tells whether `inspect` would find nothing. */
function isSound(value: Json, depth: number, tally: Tally): boolean {
  if (depth > tally.levels) return false;
  if (typeof value === 'string') return !tally.surrogates || value.isWellFormed();
  if (typeof value === 'number') return isSafe(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isSound(value[i] as Json, depth + 1, tally)) return false;
    return true;
  }
  const members = value as JsonObject;
  for (const key of Object.keys(members)) {
    tally.members++;
    if (tally.surrogates && !key.isWellFormed()) return false;
    if (!isSound(members[key] as Json, depth + 1, tally)) return false;
  }
  return true;
}

/** Beyond 2^53 two different literals are one number, so a signature could cover another value than its reader sees. */
export function isSafe(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function inspect(value: Json, path: string, depth: number, tally: Tally): void {
  if (tally.problem) return;
  if (depth > tally.levels) {
    tally.problem = issue('BODY_TOO_DEEP', path, `The body nests deeper than ${tally.levels} levels.`);
  } else if (typeof value === 'string') {
    if (tally.surrogates && !value.isWellFormed())
      tally.problem = issue('BODY_INVALID_JSON', path, 'A text of the body has a lone surrogate.');
  } else if (typeof value === 'number') {
    if (!isSafe(value))
      tally.problem = issue('BODY_NUMBER_RANGE', path, 'A number of the body is outside the safe range.');
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) inspect(value[i] as Json, `${path}/${i}`, depth + 1, tally);
  } else if (value !== null && typeof value === 'object') {
    const members = value as JsonObject;
    for (const key of Object.keys(members)) {
      if (tally.surrogates && !key.isWellFormed())
        tally.problem = issue('BODY_INVALID_JSON', path, 'A member name of the body has a lone surrogate.');
      inspect(members[key] as Json, `${path}/${escapePointer(key)}`, depth + 1, tally);
    }
  }
}

/** Colons outside strings. Texts are jumped over natively: most of a body is inside them. */
function countColons(source: string): number {
  let colons = 0;
  for (let i = 0; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === 0x3a) colons++;
    else if (c === 0x22) i = endOfString(source, i);
  }
  return colons;
}

/** Index of the quote that closes the string opened at `start`: the next one behind an even number of backslashes. */
export function endOfString(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); end >= 0; end = source.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (source.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return source.length;
}

/** True where nothing of the value lies inside more than so many of its objects and lists. */
export function nestsWithin(value: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((member) => levels > 0 && nestsWithin(member, levels - 1));
}

/** A reference token of a JSON Pointer (RFC 6901 section 3). */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
