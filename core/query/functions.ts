// The functions of OData URL Conventions 4.01 section 5.1.1.5 to 5.1.1.12 that make sense of the members here. All give
// null for null, but concat of texts.

import { TEXT_MAX } from './limits.js';
import { indexIn } from './search.js';
import type { Value, ValueType } from './values.js';

export interface QueryFunction {
  /** Types of the arguments; those behind the first `least` may be left out. */
  readonly takes: readonly ValueType[];
  readonly least?: number;
  readonly gives: ValueType;
  /** No argument is null. */
  readonly run: (...args: never[]) => Value;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The least and the greatest time that a text of four digits of the year can tell. */
const TIME_MIN = Date.parse('0001-01-01T00:00:00.000Z');
const TIME_MAX = Date.parse('9999-12-31T23:59:59.999Z');

function ofText(run: (text: string) => Value, gives: ValueType): QueryFunction {
  return { takes: ['string'], gives, run };
}

function ofTexts(run: (text: string, other: string) => Value, gives: ValueType): QueryFunction {
  return { takes: ['string', 'string'], gives, run };
}

function ofNumber(run: (n: number) => number): QueryFunction {
  return { takes: ['number'], gives: 'number', run };
}

function ofTime(run: (at: Date) => Value, gives: ValueType = 'number'): QueryFunction {
  // A sum of times may be one that no calendar here has: it has no value.
  return {
    takes: ['timestamp'],
    gives,
    run: (ms: number) => (ms >= TIME_MIN && ms <= TIME_MAX ? run(new Date(ms)) : null),
  };
}

/** `now` is the time of the request: one for all entities. */
export function functionsAt(nowMs: number): Readonly<Record<string, QueryFunction>> {
  return { ...FUNCTIONS, now: { takes: [], gives: 'timestamp', run: () => nowMs } };
}

const FUNCTIONS: Readonly<Record<string, QueryFunction>> = {
  contains: ofTexts((text, part) => indexIn(text, part) >= 0, 'boolean'),
  startswith: ofTexts((text, start) => text.startsWith(start), 'boolean'),
  endswith: ofTexts((text, end) => text.endsWith(end), 'boolean'),
  indexof: ofTexts((text, part) => indexIn(text, part), 'number'),
  concat: ofTexts((a, b) => (a.length + b.length > TEXT_MAX ? null : a + b), 'string'),
  length: ofText((text) => text.length, 'number'),
  tolower: ofText((text) => text.toLowerCase(), 'string'),
  toupper: ofText((text) => text.toUpperCase(), 'string'),
  trim: ofText((text) => text.trim(), 'string'),
  substring: {
    takes: ['string', 'number', 'number'],
    least: 2,
    gives: 'string',
    run: (text: string, from: number, length = Number.POSITIVE_INFINITY) =>
      text.slice(Math.max(0, from), Math.max(0, from) + Math.max(0, length)),
  },
  round: ofNumber((n) => Math.sign(n) * Math.round(Math.abs(n))),
  floor: ofNumber(Math.floor),
  ceiling: ofNumber(Math.ceil),
  year: ofTime((at) => at.getUTCFullYear()),
  month: ofTime((at) => at.getUTCMonth() + 1),
  day: ofTime((at) => at.getUTCDate()),
  hour: ofTime((at) => at.getUTCHours()),
  minute: ofTime((at) => at.getUTCMinutes()),
  second: ofTime((at) => at.getUTCSeconds()),
  fractionalseconds: ofTime((at) => at.getUTCMilliseconds() / 1000),
  // All times of the ledger are in UTC.
  totaloffsetminutes: ofTime(() => 0),
  date: ofTime((at) => at.toISOString().slice(0, 10), 'date'),
  time: ofTime((at) => ((at.getTime() % DAY_MS) + DAY_MS) % DAY_MS, 'timeOfDay'),
  mindatetime: { takes: [], gives: 'timestamp', run: () => TIME_MIN },
  maxdatetime: { takes: [], gives: 'timestamp', run: () => TIME_MAX },
  totalseconds: { takes: ['duration'], gives: 'number', run: (ms: number) => ms / 1000 },
};
