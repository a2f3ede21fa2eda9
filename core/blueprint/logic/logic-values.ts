// Values of rules: the work that one evaluation may still do. Everything is spent before it is done, and nothing of a
// value is read but its own members: data comes from other organisations.
import { type Issue, issue } from '../../base/issue.js';
import type { Json } from '../../base/json.js';
import { LOGIC_OUTPUT_MAX, LOGIC_STEPS_MAX } from '../../base/limits/ledger/definitions.js';
import { JSON_DEPTH_MAX } from '../../base/limits/ledger/transactions.js';

/** Work that evaluations may still do. A budget can serve several rules: it only falls. */
export interface Budget {
  steps: number;
  /** Characters and items that may still be made. */
  output: number;
}

export function logicBudget(): Budget {
  return { steps: LOGIC_STEPS_MAX, output: LOGIC_OUTPUT_MAX };
}

/** An evaluation. The first problem ends it: every function that spends returns at once when there is one. */
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

/** Takes the cost of a result as it would be written, which a value that holds one part many times makes large. */
export function chargeResult(run: Evaluation, value: Json, depth = 0): boolean {
  if (depth > JSON_DEPTH_MAX) return refuse(run, 'The result of a rule nests too deep.') !== null;
  if (typeof value === 'string') return make(run, value.length);
  if (typeof value !== 'object' || value === null) return true;
  const items: readonly Json[] = Array.isArray(value) ? value : Object.values(value as Readonly<Record<string, Json>>);
  return make(run, items.length) && items.every((item) => chargeResult(run, item, depth + 1));
}
