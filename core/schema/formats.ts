// Formats of texts and numbers, as ajv-formats has them.
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Json } from '../base/json.js';
import { linearPattern } from './pattern.js';
import { patternWork } from './pattern-cost.js';

export interface Format {
  readonly type: 'string' | 'number';
  test(value: Json): boolean;
  /** Beside those of the characters. */
  readonly steps?: (text: string) => number;
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

/** A date and a time are two parts; the package makes a list of all parts that a text has. */
function twoParts(name: 'date-time' | 'iso-date-time'): Format {
  const { type, test } = formatOf(fullFormats[name] as Given);
  return { type, test: (text) => /^[^t\s]*[t\s][^t\s]*$/i.test(text as string) && test(text) };
}

const isUri = testOf(fullFormats.uri as Validate);

export const FORMATS: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(Object.entries(fullFormats).map(([name, given]) => [name, formatOf(given as Given)])),
  'date-time': twoParts('date-time'),
  'iso-date-time': twoParts('iso-date-time'),
  // The package tries a url in quadratic time (five seconds for 30,000 characters), and a regex with the engine of the platform, which differs between versions.
  url: { type: 'string', test: (text) => /^(?:https?|ftp):\/\//i.test(text as string) && isUri(text) },
  regex: { type: 'string', test: (text) => isRegex(text as string), steps: regexSteps },
};
