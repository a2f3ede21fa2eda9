// A value that satisfies a schema, for people and programs that try a workflow out: one that the schema names, or else
// a plain one of its type.
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { SCHEMA_STEPS_MAX } from '../base/limits/ledger/work.js';
import { judge } from '../schema/judge.js';
import { patternSample } from '../schema/pattern-sample.js';

/** Undefined where none was found. The schema may be published. */
export function sampleOf(schema: JsonObject | boolean): Json | undefined {
  const values = isObject(schema) ? candidatesOf(schema) : ['rehearsed'];
  return values.find((value) => {
    const { failures, endedAt } = judge({ schema }, value, { steps: SCHEMA_STEPS_MAX });
    return failures.length === 0 && endedAt === undefined;
  });
}

function candidatesOf(schema: JsonObject): readonly Json[] {
  const { examples, default: usual, enum: listed, const: only } = schema;
  const named = [examples, listed].flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : []));
  const single = [usual, only].filter((value) => value !== undefined);
  return [...named, ...single, plainOf(schema)];
}

function plainOf(schema: JsonObject): Json {
  const { type } = schema;
  const [kind] = Array.isArray(type) ? type : [type];
  if (kind === 'boolean') return true;
  if (kind === 'null') return null;
  if (kind === 'integer' || kind === 'number') return numberOf(schema);
  if (kind === 'array') return listOf(schema);
  if (kind === 'object') return objectOf(schema);
  return textOf(schema);
}

function numberOf({ minimum, exclusiveMinimum }: JsonObject): Json {
  if (typeof exclusiveMinimum === 'number' && (typeof minimum !== 'number' || minimum <= exclusiveMinimum))
    return exclusiveMinimum + 1;
  return typeof minimum === 'number' ? minimum : 1;
}

function listOf({ items, minItems }: JsonObject): Json {
  const item = isObject(items) ? (candidatesOf(items)[0] ?? null) : null;
  return Array.from({ length: Math.min(typeof minItems === 'number' ? minItems : 0, LIST_MAX) }, () => item);
}

/** Of a test credential. */
const LIST_MAX = 32;

function objectOf({ properties, required }: JsonObject): Json {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const all = isObject(properties) ? properties : {};
  return Object.fromEntries(
    names.map((name) => [name, isObject(all[name]) ? (candidatesOf(all[name])[0] ?? null) : 'rehearsed']),
  );
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-05',
  'date-time': '2026-01-05T09:00:00Z',
  time: '09:00:00Z',
  duration: 'P1D',
  email: 'rehearsed@example.org',
  uri: 'https://example.org/rehearsed',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function textOf(schema: JsonObject): string {
  const { format, minLength, maxLength, pattern } = schema;
  if (format === 'decimal') return decimalOf(schema);
  const text = (typeof format === 'string' && TEXTS[format]) || 'rehearsed';
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
  const matching = typeof pattern === 'string' ? patternSample(pattern, { min: least, max: most }) : undefined;
  if (matching !== undefined) return matching;
  return text.padEnd(least, '.').slice(0, typeof maxLength === 'number' ? maxLength : undefined);
}

function decimalOf({ 'x-scale': scale, 'x-minimum': least }: JsonObject): string {
  if (typeof least === 'string') return least;
  return typeof scale === 'number' && scale > 0 ? `1.${'0'.repeat(scale)}` : '1';
}
