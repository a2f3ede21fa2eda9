// Keywords for texts (JSON Schema validation 6.3 and 7). Patterns run in time linear in the text; formats are asserted.
import type { Json } from '../base/json.js';
import { moneyCheck } from './decimals.js';
import { FORMATS } from './formats.js';
import { countOf, type Keyword, type KeywordPlace, schemaIssue, textOf } from './keyword.js';
import { compilePattern } from './pattern.js';
import type { Check } from './run.js';

/** Unicode code points of a text; a lone surrogate counts as one. */
function charactersOf(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
    count++;
  }
  return count;
}

/** Characters counted, formats looked at, in one step. */
const COUNTED_A_STEP = 32;
const FORMAT_A_STEP = 4;
/** Steps of a format beside those of its characters: an address or a time is taken apart. */
const FORMAT_STEPS = 8;

function lengthCheck(name: 'maxLength' | 'minLength', argument: Json, place: KeywordPlace): Check {
  const limit = countOf(argument, place);
  const isMost = name === 'maxLength';
  const failure = place.breach(`must have at ${isMost ? 'most' : 'least'} ${limit} characters`);
  // A character is one unit or two: mostly the units alone say it.
  const holds = isMost
    ? (text: string) => text.length <= limit || (text.length <= 2 * limit && charactersOf(text) <= limit)
    : (text: string) => text.length >= limit && (text.length >= 2 * limit || charactersOf(text) >= limit);
  return (value, run) => {
    if (typeof value !== 'string') return true;
    run.take(Math.ceil(value.length / COUNTED_A_STEP));
    return holds(value) || run.fail(failure);
  };
}

function patternCheck(argument: Json, place: KeywordPlace): Check {
  const text = textOf(argument, place.location);
  const pattern = compilePattern(text, place.location);
  const failure = place.breach('must match the pattern of the schema');
  return (value, run) => typeof value !== 'string' || pattern.test(value, run) || run.fail(failure);
}

function formatCheck(argument: Json, place: KeywordPlace): Check | undefined {
  const name = textOf(argument, place.location);
  if (name === 'money') return moneyCheck(place);
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  // An unknown format is an annotation (validation 7.2.3).
  if (!format) return undefined;
  const { test, type, steps, words } = format;
  const failure = place.breach(words === undefined ? `must match format "${name}"` : `must be ${words}`);
  if (type === 'number') return (value, run) => typeof value !== 'number' || test(value) || run.fail(failure);
  return (value, run) => {
    if (typeof value !== 'string') return true;
    run.take(FORMAT_STEPS + Math.ceil(value.length / FORMAT_A_STEP));
    if (steps) run.take(steps(value));
    return test(value) || run.fail(failure);
  };
}

export const TEXT_KEYWORDS: readonly Keyword[] = [
  { name: 'maxLength', make: (argument, place) => lengthCheck('maxLength', argument, place) },
  { name: 'minLength', make: (argument, place) => lengthCheck('minLength', argument, place) },
  { name: 'pattern', make: patternCheck },
  { name: 'format', make: formatCheck },
  ...['contentEncoding', 'contentMediaType', '$comment', 'title', 'description'].map(
    (name): Keyword => ({
      name,
      make(argument, { location }) {
        if (typeof argument !== 'string') throw schemaIssue(location, 'is not a text');
        return undefined;
      },
    }),
  ),
];
