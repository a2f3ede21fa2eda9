// THE table of JSON Logic operators whose arguments are evaluated first. There is no log, no clock, no chance and no
// way to add one: a rule gives the same value on every node and in a browser. The operators that decide what is
// evaluated at all are in logic.ts.
import type { Json } from '../../base/json.js';
import { LOGIC_NEEDLE_MAX } from '../../base/limits/ledger/definitions.js';
import {
  alike,
  type Evaluation,
  finite,
  make,
  numberOf,
  order,
  readCost,
  refuse,
  same,
  spend,
  textOf,
  truthy,
} from './logic-values.js';

type Operator = (run: Evaluation, args: readonly Json[], data: Json) => Json;

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['var', (run, [path, fallback], data) => readVar(run, data, path ?? null) ?? fallback ?? null],
  ['missing', (run, args, data) => missing(run, Array.isArray(args[0]) ? args[0] : args, data)],
  ['missing_some', missingSome],
  ['==', (run, [a, b]) => alike(run, a ?? null, b ?? null)],
  ['!=', (run, [a, b]) => !alike(run, a ?? null, b ?? null)],
  ['===', (run, [a, b]) => same(run, a ?? null, b ?? null)],
  ['!==', (run, [a, b]) => !same(run, a ?? null, b ?? null)],
  ['<', (run, args) => ordered(run, args, (sign) => sign < 0)],
  ['<=', (run, args) => ordered(run, args, (sign) => sign <= 0)],
  ['>', (run, args) => ordered(run, args, (sign) => sign > 0)],
  ['>=', (run, args) => ordered(run, args, (sign) => sign >= 0)],
  ['!', (_, [a]) => !truthy(a ?? null)],
  ['!!', (_, [a]) => truthy(a ?? null)],
  ['+', (run, args) => calculated(run, [0, ...args], (a, b) => a + b)],
  ['*', (run, args) => calculated(run, [1, ...args], (a, b) => a * b)],
  ['-', (run, args) => calculated(run, args.length === 1 ? [0, ...args] : args, (a, b) => a - b)],
  ['/', (run, args) => calculated(run, args.length === 1 ? [1, ...args] : args, (a, b) => a / b)],
  ['%', (run, args) => calculated(run, args, (a, b) => a % b)],
  ['max', (run, args) => calculated(run, args, (a, b) => Math.max(a, b))],
  ['min', (run, args) => calculated(run, args, (a, b) => Math.min(a, b))],
  ['cat', joined],
  ['substr', part],
  ['in', contains],
  ['merge', merged],
]);

export function eagerOperator(name: string): Operator | undefined {
  return OPERATORS.get(name);
}

export const EAGER_NAMES: readonly string[] = [...OPERATORS.keys()];

/** The value at a path of names with dots between, '' and null for all of the data; null when there is none. */
function readVar(run: Evaluation, data: Json, path: Json): Json {
  if (path === null || path === '') return data;
  const text = textOf(run, path);
  if (!spend(run, text.length)) return null;
  let node = data;
  for (const name of text.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return null;
    node = (node as Readonly<Record<string, Json>>)[name] as Json;
  }
  return node;
}

function missing(run: Evaluation, names: readonly Json[], data: Json): Json[] {
  const absent: Json[] = [];
  for (const name of names) {
    if (!spend(run, 1)) return [];
    const value = readVar(run, data, name);
    if (value === null || value === '') absent.push(name);
  }
  return make(run, absent.length) ? absent : [];
}

function missingSome(run: Evaluation, [needed, names]: readonly Json[], data: Json): Json {
  if (!Array.isArray(names)) return refuse(run, 'missing_some takes a number and a list of names.');
  const absent = missing(run, names, data);
  return names.length - absent.length >= (numberOf(run, needed ?? null) ?? 0) ? [] : absent;
}

/** True when each neighbouring pair is in order: `{"<": [1, x, 9]}` asks whether x lies between. */
function ordered(run: Evaluation, args: readonly Json[], holds: (sign: number) => boolean): Json {
  if (args.length < 2) return refuse(run, 'A comparison has two values or more.');
  for (let i = 1; i < args.length; i++) {
    const sign = spend(run, 1) ? order(run, args[i - 1] as Json, args[i] as Json) : undefined;
    if (sign === undefined || !holds(sign)) return false;
  }
  return true;
}

function calculated(run: Evaluation, args: readonly Json[], apply: (a: number, b: number) => number): Json {
  let result: number | undefined;
  for (const arg of args) {
    const next = spend(run, 1) ? numberOf(run, arg) : undefined;
    if (next === undefined) return null;
    result = result === undefined ? next : apply(result, next);
  }
  return result === undefined ? refuse(run, 'A calculation has a value or more.') : finite(run, result);
}

function joined(run: Evaluation, args: readonly Json[]): Json {
  const parts: string[] = [];
  for (const arg of args) {
    const text = textOf(run, arg);
    if (!make(run, text.length)) return null;
    parts.push(text);
  }
  return parts.join('');
}

/**
 * `substr` of the published rules: a negative start counts from the end, a negative length leaves that many out at the
 * end.
 */
function part(run: Evaluation, [source, from, length]: readonly Json[]): Json {
  const text = textOf(run, source ?? null);
  const start = Math.trunc(numberOf(run, from ?? null) ?? 0);
  const begin = start < 0 ? Math.max(0, text.length + start) : start;
  const count = length === undefined || length === null ? text.length : Math.trunc(numberOf(run, length) ?? 0);
  const cut = text.slice(begin, count < 0 ? Math.max(begin, text.length + count) : begin + count);
  if (!make(run, cut.length)) return null;
  // Half a character is no JSON text (RFC 8785 section 3.2.2.2): the result could not be hashed or signed.
  return cut.isWellFormed() ? cut : refuse(run, 'A rule cuts a character of a text in two.');
}

function contains(run: Evaluation, [wanted, where]: readonly Json[]): Json {
  if (Array.isArray(where)) return where.some((item) => same(run, item as Json, wanted ?? null));
  if (typeof where !== 'string') return false;
  const needle = textOf(run, wanted ?? null);
  if (needle.length > LOGIC_NEEDLE_MAX && needle.length < where.length)
    return refuse(run, `A rule looks for a text of more than ${LOGIC_NEEDLE_MAX} characters.`);
  // A search compares each place with all of the needle at worst.
  return spend(run, readCost(where) * (1 + (needle.length >> 2))) && where.includes(needle);
}

function merged(run: Evaluation, args: readonly Json[]): Json {
  const out: Json[] = [];
  for (const arg of args) {
    const items: readonly Json[] = Array.isArray(arg) ? arg : [arg];
    if (!make(run, items.length)) return null;
    for (const item of items) out.push(item);
  }
  return out;
}
