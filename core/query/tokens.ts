// Tokens of an OData expression (OASIS OData URL Conventions 4.01 section 5.1.1.6 and the ABNF of 4.01): one pass over
// the text, no token is looked at twice.
import { issue } from '../base/issue.js';
import { fail, type Result } from '../base/result.js';
import { notSupported, syntaxFault } from './faults.js';
import { TOKENS_MAX } from './limits.js';

/** Of literals; `enum` and `geo` are known so that they are refused by their name. */
export type LiteralType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'guid'
  | 'date'
  | 'timeOfDay'
  | 'timestamp'
  | 'duration'
  | 'binary'
  | 'geo'
  | 'enum';

export type LiteralValue = string | number | boolean | null;

export type QueryToken =
  | { readonly kind: 'name'; readonly text: string; readonly at: number }
  | { readonly kind: 'sign'; readonly text: string; readonly at: number }
  | {
      readonly kind: 'literal';
      readonly type: LiteralType;
      readonly value: LiteralValue;
      readonly text: string;
      readonly at: number;
    };

/** Issues: QUERY_INVALID for what is not of type token or for too many, NOT_IMPLEMENTED for values in JSON. */
export function tokensOf(text: string): Result<readonly QueryToken[]> {
  const tokens: QueryToken[] = [];
  let at = 0;
  if (BLANK_FIRST.test(text)) return fail(syntaxFault(0, 'an expression begins with no blank.'));
  while (at < text.length) {
    const blank = match(BLANK, text, at);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    if (JSON_SIGNS.has(text[at] as string)) return fail(JSON_VALUE);
    const token = tokenAt(text, at);
    if (token === undefined) return fail(syntaxFault(at, `the sign ${JSON.stringify(text[at])} has no meaning here.`));
    if (typeof token === 'string') return fail(syntaxFault(at, token));
    if (tokens.length === TOKENS_MAX) return fail(TOO_LONG);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

export const TOO_LONG = issue('QUERY_INVALID', '', `The expression has more than ${TOKENS_MAX} words and signs.`);

const BLANK_FIRST = /^[ \t]/;
const JSON_SIGNS: ReadonlySet<string> = new Set(['[', '{', '"']);
const JSON_VALUE = notSupported('a value in JSON', 'write texts in single quotes, and lists in brackets behind in.');
const BLANK = /[ \t]+/y;
const NAME =
  /[$@]?[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*(?:\.[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*)*/uy;
const TEXT = /'(?:[^']|'')*'/y;
const SIGN = /[(),/:=\-#]/y;
/** Literals without quotes; the longer forms come first, because a number begins most of them. */
const BARE: readonly (readonly [LiteralType, RegExp, (text: string) => LiteralValue | undefined])[] = [
  [
    'guid',
    /[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}/y,
    (text) => text.toLowerCase(),
  ],
  ['timestamp', /-?\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?(?:Z|[+-]\d{2}:\d{2})/iy, timestampOf],
  ['date', /-?\d{4,6}-\d{2}-\d{2}/y, dateOf],
  ['timeOfDay', /\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?/y, timeOfDayOf],
  ['number', /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|-?INF|NaN/iy, numberOf],
];
const WORDS: Readonly<Record<string, readonly [LiteralType, LiteralValue]>> = {
  true: ['boolean', true],
  false: ['boolean', false],
  null: ['null', null],
};

/** A sentence for a literal that is of no form; undefined for a sign that begins nothing. */
function tokenAt(text: string, at: number): QueryToken | string | undefined {
  const quoted = match(TEXT, text, at);
  if (quoted !== undefined) return literal('string', unquote(quoted), { text: quoted, at });
  if (text[at] === "'") return 'the text has no closing quote.';
  for (const [type, form, read] of BARE) {
    const bare = match(form, text, at);
    if (bare === undefined || isGoingOn(text, at + bare.length)) continue;
    const value = read(bare);
    return value === undefined ? `${bare} is not of type ${type}.` : literal(type, value, { text: bare, at });
  }
  const name = match(NAME, text, at);
  if (name !== undefined) return nameToken(name, text, at);
  const sign = match(SIGN, text, at);
  return sign === undefined ? undefined : { kind: 'sign', text: sign, at };
}

function nameToken(name: string, text: string, at: number): QueryToken | string {
  const word = WORDS[name.toLowerCase()];
  if (word !== undefined && Object.hasOwn(WORDS, name.toLowerCase()))
    return literal(word[0], word[1], { text: name, at });
  if (text[at + name.length] !== "'") return { kind: 'name', text: name, at };
  const quoted = match(TEXT, text, at + name.length);
  if (quoted === undefined) return 'the text has no closing quote.';
  return prefixToken(name, quoted, at);
}

/** `duration'P1D'` and its like. */
function prefixToken(name: string, quoted: string, at: number): QueryToken | string {
  const inside = unquote(quoted);
  const whole = name + quoted;
  switch (name.toLowerCase()) {
    case 'duration': {
      const ms = durationOf(inside);
      return ms === undefined ? `${whole} is not of type duration.` : literal('duration', ms, { text: whole, at });
    }
    case 'binary':
      return literal('binary', inside, { text: whole, at });
    case 'geography':
    case 'geometry':
      return literal('geo', inside, { text: whole, at });
    default:
      return literal('enum', inside, { text: whole, at });
  }
}

function literal(
  type: LiteralType,
  value: LiteralValue,
  { text, at }: { readonly text: string; readonly at: number },
): QueryToken {
  return { kind: 'literal', type, value, text, at };
}

/** True where a bare literal would end in the middle of a word. */
function isGoingOn(text: string, at: number): boolean {
  return at < text.length && /[\p{L}\p{Nd}_.]/u.test(text[at] as string);
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replaceAll("''", "'");
}

function match(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.exec(text)?.[0];
}

function numberOf(text: string): number | undefined {
  const upper = text.toUpperCase();
  if (upper === 'NAN') return Number.NaN;
  if (upper.endsWith('INF')) return upper.startsWith('-') ? -Infinity : Infinity;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Milliseconds since 1970. A leap second and a date that no month has are not times. */
function timestampOf(text: string): number | undefined {
  const [day = '', clock = ''] = text.toUpperCase().split('T');
  const date = dateOf(day);
  const zone = /(?:Z|[+-]\d{2}:\d{2})$/.exec(clock)?.[0] as string;
  const time = timeOfDayOf(clock.slice(0, -zone.length));
  const offset = zone === 'Z' ? 0 : offsetOf(zone);
  if (date === undefined || time === undefined || offset === undefined) return undefined;
  return Date.parse(`${date}T00:00:00Z`) + time - offset;
}

function offsetOf(zone: string): number | undefined {
  const ms = timeOfDayOf(zone.slice(1));
  if (ms === undefined || ms > 14 * HOUR_MS) return undefined;
  return zone.startsWith('-') ? -ms : ms;
}

/** A day as ISO text, if the calendar has it. Years of four digits: no ledger has others. */
function dateOf(text: string): string | undefined {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? undefined : text;
}

/** Milliseconds since midnight. */
function timeOfDayOf(text: string): number | undefined {
  const [hours, minutes, seconds = '0'] = text.split(':');
  const secondsMs = secondsMsOf(seconds);
  if (Number(hours) > 23 || Number(minutes) > 59 || secondsMs >= MINUTE_MS) return undefined;
  return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + secondsMs;
}

/** Milliseconds of decimal seconds, cut behind the third digit: as a float, "02.018" would lose one. */
function secondsMsOf(text: string): number {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(whole) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

const DURATION = /^(-)?P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,12})?)S)?)?$/;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds of days and less (dayTimeDuration of XML Schema). */
function durationOf(text: string): number | undefined {
  const value = DURATION.exec(text);
  if (value === null || /[PT]$/.test(text)) return undefined;
  const [, sign, days = 0, hours = 0, minutes = 0, seconds = '0'] = value;
  const ms = Number(days) * 24 * HOUR_MS + Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + secondsMsOf(seconds);
  return sign === undefined ? ms : -ms;
}
