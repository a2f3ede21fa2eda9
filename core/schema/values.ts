// Keywords for values of every type: type, enum, const (JSON Schema validation 6.1), and the annotations that have a
// form.
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { type Keyword, type KeywordPlace, membersOf, schemaIssue, textOf } from './keyword.js';
import type { Check, SchemaRun } from './run.js';

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  object: (value) => isObject(value),
  array: (value) => Array.isArray(value),
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  string: (value) => typeof value === 'string',
};

function typeCheck(argument: Json, { breach: broken, location }: KeywordPlace): Check {
  const names = Array.isArray(argument) ? (argument as readonly Json[]) : [argument];
  const tests = names.map((name) => {
    const test = typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (!test) throw schemaIssue(location, `is not a type: ${Object.keys(TYPES).join(', ')}`);
    return test;
  });
  if (tests.length === 0 || new Set(tests).size !== tests.length)
    throw schemaIssue(location, 'is not a list of different types');
  const failure = broken(`must be ${names.join(' or ')}`);
  const [only] = tests;
  if (only && tests.length === 1) return (value, run) => only(value) || run.fail(failure);
  return (value, run) => tests.some((test) => test(value)) || run.fail(failure);
}

function enumCheck(argument: Json, { breach: broken, location }: KeywordPlace): Check {
  if (!Array.isArray(argument)) throw schemaIssue(location, 'is not a list');
  const failure = broken(`must be one of ${listText(argument)}`);
  return equalsOne(argument, (run) => run.fail(failure));
}

/** Values of a list that a message names, and characters of each. */
const [SHOWN_MAX, SHOWN_CHARACTERS] = [10, 40];

function listText(values: readonly Json[]): string {
  const texts = values.slice(0, SHOWN_MAX).map((value) => {
    if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
    const text = JSON.stringify(value);
    return text.length > SHOWN_CHARACTERS
      ? `${[...text.slice(0, 2 * SHOWN_CHARACTERS)].slice(0, SHOWN_CHARACTERS - 1).join('')}…`
      : text;
  });
  const more = values.length - texts.length;
  return `${texts.join(', ')}${more > 0 ? ` and ${more} others` : ''}`;
}

/** Characters of two texts of one length that are compared in one step; shorter ones are in the step of the value. */
const TEXT_COMPARED_A_STEP = 512;

/**
 * Texts of the schema by their length: a look-up compares a long text with all of them, since the platform makes no
 * hash of it.
 */
function lengthsOf(values: Iterable<Json>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const value of values)
    if (typeof value === 'string' && value.length >= TEXT_COMPARED_A_STEP)
      counts.set(value.length, (counts.get(value.length) ?? 0) + 1);
  return counts;
}

/**
 * Compares with values of the schema: primitives by one look-up, the others one by one, a step for each value compared.
 */
function equalsOne(values: readonly Json[], fail: (run: SchemaRun) => false): Check {
  const simple = new Set(values.filter((value) => typeof value !== 'object' || value === null));
  const others = values.filter((value) => typeof value === 'object' && value !== null);
  const lengths = lengthsOf(simple);
  return (value, run) => {
    run.take(1);
    if (typeof value === 'string')
      run.take((lengths.get(value.length) ?? 0) * Math.floor(value.length / TEXT_COMPARED_A_STEP));
    if (typeof value !== 'object' || value === null) return simple.has(value) || fail(run);
    return others.some((other) => isEqual(other, value, run)) || fail(run);
  };
}

/**
 * Equal JSON values: numbers by value, objects whatever the order of their members. A step for each pair that is
 * compared.
 */
function isEqual(a: Json, b: Json, run: SchemaRun): boolean {
  run.take(1);
  if (typeof a === 'string' && typeof b === 'string' && a.length === b.length)
    run.take(Math.floor(a.length / TEXT_COMPARED_A_STEP));
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => isEqual(item, b[i] as Json, run));
  }
  const [row, other] = [a as JsonObject, b as JsonObject];
  const names = run.names(row);
  if (names.length !== run.names(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && isEqual(row[name] as Json, other[name] as Json, run));
}

export const VALUE_KEYWORDS: readonly Keyword[] = [
  // Parts that only references name: they have to be schemas too.
  ...['$defs', 'definitions'].map(
    (name): Keyword => ({
      name,
      make(argument, place) {
        for (const [key, child] of membersOf(argument, place.location)) place.part(child, key);
        return undefined;
      },
    }),
  ),
  { name: '$ref', make: (argument, { reference, location }) => reference(textOf(argument, location)) },
  { name: 'type', make: typeCheck },
  {
    name: 'const',
    make(argument, { breach: broken }) {
      const failure = broken('must be the one value of the schema');
      return equalsOne([argument], (run) => run.fail(failure));
    },
  },
  { name: 'enum', make: enumCheck },
];
