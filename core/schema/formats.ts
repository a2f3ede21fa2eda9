// Formats of texts and numbers, as ajv-formats has them but for texts that rules calculate with: these have one
// spelling.
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Json } from '../base/json.js';
import { dayOf, durationOf, instantOf } from '../values/date.js';
import { DECIMAL_DIGITS_MAX, DECIMAL_SCALE_MAX, decimalOf } from '../values/decimal.js';
import { linearPattern } from './pattern.js';
import { patternWork } from './pattern-cost.js';

export interface Format {
  readonly type: 'string' | 'number';
  test(value: Json): boolean;
  /** Beside those of the characters. */
  readonly steps?: (text: string) => number;
  /** A description of a text of the format, for a person. */
  readonly words?: string;
}

/** Characters of a payload's text that is to be a regular expression: it is compiled to see that. */
const REGEX_TEXT_MAX = 1000;

/** Steps of compiling one part of an expression: some microseconds. */
const PART_STEPS = 200;

function regexSteps(text: string): number {
  return text.length > REGEX_TEXT_MAX ? 0 : PART_STEPS * patternWork(text);
}

function isRegex(text: string): boolean {
  if (text.length > REGEX_TEXT_MAX) return false;
  try {
    linearPattern(text);
    return true;
  } catch {
    return false;
  }
}

type Validate = RegExp | ((value: never) => boolean);
type Given = true | Validate | { readonly type?: string; readonly validate: Validate };

function testOf(validate: Validate): (value: Json) => boolean {
  return validate instanceof RegExp ? (text) => validate.test(text as string) : (validate as (value: Json) => boolean);
}

function formatOf(given: Given): Format {
  if (given === true) return { type: 'string', test: () => true };
  if (given instanceof RegExp || typeof given === 'function') return { type: 'string', test: testOf(given) };
  return { type: given.type === 'number' ? 'number' : 'string', test: testOf(given.validate) };
}

const isIsoTime = formatOf(fullFormats['iso-date-time'] as Given).test;

const isUri = testOf(fullFormats.uri as Validate);

export const FORMATS: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(Object.entries(fullFormats).map(([name, given]) => [name, formatOf(given as Given)])),
  // A date and a time are two parts; the package makes a list of all parts that a text has.
  'iso-date-time': { type: 'string', test: (text) => /^[^t\s]*[t\s][^t\s]*$/i.test(text as string) && isIsoTime(text) },
  // The package tries a url in quadratic time (five seconds for 30,000 characters). It tries a regex with the engine of
  // the platform, which differs between versions.
  url: { type: 'string', test: (text) => /^(?:https?|ftp):\/\//i.test(text as string) && isUri(text) },
  regex: { type: 'string', test: (text) => isRegex(text as string), steps: regexSteps },
  // A rule can read a text of one of these.
  decimal: readable(
    decimalOf,
    `a decimal such as "19.99", with at most ${DECIMAL_DIGITS_MAX} digits, ${DECIMAL_SCALE_MAX} of them after the point`,
  ),
  date: readable(dayOf, 'a date such as "2026-02-28", in years 1 to 9999'),
  'date-time': readable(instantOf, 'a time in UTC such as "2026-02-28T09:30:00.000Z"'),
  duration: readable(durationOf, 'a duration such as "P3DT12H", "P2W" or "P1Y6M"'),
};

function readable(read: (text: string) => unknown, words: string): Format {
  return { type: 'string', test: (text) => read(text as string) !== undefined, words };
}
