// Values of JSON Logic: what one evaluation may still spend, and how values become numbers, texts and truths.
// Everything is spent before it is done, and nothing of a value is read but what it holds itself: data comes from other
// organisations.
import { type Issue, issue } from '../../base/issue.js';
import type { Json } from '../../base/json.js';
import { LOGIC_OUTPUT_MAX, LOGIC_STEPS_MAX } from '../../base/limits/ledger/definitions.js';
import { JSON_DEPTH_MAX } from '../../base/limits/ledger/transactions.js';

/** Work that evaluations may still do. One budget can serve several rules: it only falls. */
export interface Budget {
  steps: number;
  /** Characters and items that may still be made. */
  output: number;
}

export function logicBudget(): Budget {
  return { steps: LOGIC_STEPS_MAX, output: LOGIC_OUTPUT_MAX };
}

/** One evaluation. The first problem ends it: every function that spends returns at once when there is one. */
export interface Evaluation {
  readonly budget: Budget;
  problem: Issue | undefined;
  /**
   * The operation that is calculated, for what is said of its operands: their values, and the parts of the rule that
   * gave them.
   */
  underway?: { readonly values: readonly Json[]; readonly rules: readonly Json[] };
}

/** Takes `steps`; false when the evaluation is over. */
export function spend(run: Evaluation, steps: number): boolean {
  run.budget.steps -= steps;
  if (run.budget.steps < 0) run.problem ??= issue('LOGIC_LIMIT', '', 'The rule takes too many steps on this data.');
  return run.problem === undefined;
}

/** Takes room for `units` characters or items; false when the evaluation is over. */
export function make(run: Evaluation, units: number): boolean {
  run.budget.output -= units;
  if (run.budget.output < 0)
    run.problem ??= issue('LOGIC_LIMIT', '', 'The rule makes too much text or too many items.');
  return run.problem === undefined;
}

/** Ends the evaluation; the value is never seen. */
export function refuse(run: Evaluation, message: string): null {
  run.problem ??= issue('LOGIC_INVALID', '', message);
  return null;
}

/** Steps for a text that is read as a whole: reading is some 64 times cheaper than evaluating a node. */
export function readCost(text: string): number {
  return 1 + (text.length >> 6);
}

/** An empty list is false; otherwise truth is JavaScript's. */
export function truthy(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/**
 * null is 0, true 1, a text the number that it spells (ECMA-262 7.1.4.1); undefined, with the evaluation ended, for
 * everything else.
 */
export function numberOf(run: Evaluation, value: Json): number | undefined {
  const number = primitiveNumber(run, value);
  if (!Number.isNaN(number)) return number;
  refuse(run, 'A rule calculates with a value that is not a number.');
  return undefined;
}

/** NaN for what is no number. */
function primitiveNumber(run: Evaluation, value: Json): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return spend(run, readCost(value)) ? Number(value) : Number.NaN;
  return value === null || typeof value === 'boolean' ? Number(value) : Number.NaN;
}

/** Only finite numbers are JSON, and negative zero is written as 0. */
export function finite(run: Evaluation, value: number): Json {
  return Number.isFinite(value) ? value + 0 : refuse(run, 'A calculation gives no finite number.');
}

/** null is empty, a list its items with commas between; an object has no text. */
export function textOf(run: Evaluation, value: Json, depth = 0): string {
  if (typeof value === 'string') return spend(run, readCost(value)) ? value : '';
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value) || depth > JSON_DEPTH_MAX) {
    refuse(run, 'A rule uses an object as a text.');
    return '';
  }
  const parts: string[] = [];
  for (const item of value) {
    const part = spend(run, 1) ? textOf(run, item as Json, depth + 1) : '';
    if (!make(run, part.length + 1)) return '';
    parts.push(part);
  }
  return parts.join(',');
}

/**
 * Members above which the names of an object are made once: a comparison takes a few steps, and making a hundred
 * thousand names took 20 ms of it.
 */
const NAMES_MADE_EACH_TIME = 8;
const madeNames = new WeakMap<object, readonly string[]>();

/** Names of the members. Data is never changed while rules read it, nor after. */
function namesOf(value: Readonly<Record<string, Json>>): readonly string[] {
  const known = madeNames.get(value);
  if (known) return known;
  const names = Object.keys(value);
  if (names.length > NAMES_MADE_EACH_TIME) madeNames.set(value, names);
  return names;
}

/** Equal in type and value; lists and objects by what they hold. */
export function same(run: Evaluation, a: Json, b: Json): boolean {
  const equal = (x: Json, y: Json, depth: number): boolean => {
    if (!spend(run, typeof x === 'string' ? readCost(x) : 1)) return false;
    if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) return x === y;
    if (depth > JSON_DEPTH_MAX) return refuse(run, 'A rule compares values that nest too deep.') !== null;
    if (Array.isArray(x) !== Array.isArray(y)) return false;
    const [left, right] = [x as Readonly<Record<string, Json>>, y as Readonly<Record<string, Json>>];
    if (Array.isArray(left) && left.length !== right.length) return false;
    const keys = namesOf(left);
    return (
      keys.length === namesOf(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && equal(left[key] as Json, right[key] as Json, depth + 1))
    );
  };
  return equal(a, b, 0);
}

/**
 * JavaScript's `==` (ECMA-262 7.2.13), but a list or object equals another by what it holds, and an object equals no
 * primitive.
 */
export function alike(run: Evaluation, a: Json, b: Json): boolean {
  const [listA, listB] = [isStructure(a), isStructure(b)];
  if (listA === listB && (listA || typeof a === typeof b)) return same(run, a, b);
  if (a === null || b === null) return a === b;
  const [x, y] = [flat(run, a), flat(run, b)];
  if (x === undefined || y === undefined) return false;
  return typeof x === 'string' && typeof y === 'string'
    ? same(run, x, y)
    : primitiveNumber(run, x) === primitiveNumber(run, y);
}

/** JavaScript's `<` (ECMA-262 7.2.12): two texts by code units, else numbers; undefined when the two have no order. */
export function order(run: Evaluation, a: Json, b: Json): number | undefined {
  const [x, y] = [flat(run, a), flat(run, b)];
  if (x === undefined || y === undefined) return undefined;
  if (typeof x === 'string' && typeof y === 'string') {
    if (!spend(run, readCost(x))) return undefined;
    return x < y ? -1 : x > y ? 1 : 0;
  }
  const [p, q] = [primitiveNumber(run, x), primitiveNumber(run, y)];
  return p < q ? -1 : p > q ? 1 : p === q ? 0 : undefined;
}

/** Takes the cost of a result as it would be written, which a value that holds one part many times makes large. */
export function chargeResult(run: Evaluation, value: Json, depth = 0): boolean {
  if (depth > JSON_DEPTH_MAX) return refuse(run, 'The result of a rule nests too deep.') !== null;
  if (typeof value === 'string') return make(run, value.length);
  if (typeof value !== 'object' || value === null) return true;
  const items: readonly Json[] = Array.isArray(value) ? value : Object.values(value as Readonly<Record<string, Json>>);
  return make(run, items.length) && items.every((item) => chargeResult(run, item, depth + 1));
}

function isStructure(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

/** A list as the text that JavaScript makes of it; undefined for an object, which compares with nothing. */
function flat(run: Evaluation, value: Json): Json | undefined {
  if (!isStructure(value)) return value;
  return Array.isArray(value) ? textOf(run, value) : undefined;
}
