// The rules, interpreted: names are resolved and types found before (typing/definition-types.ts), an
// operand that is not there ends the evaluation, and truth is true or false.

import { issue } from '../../base/issue.js';
import type { Json } from '../../base/json.js';
import { LOGIC_DEPTH_MAX } from '../../base/limits/ledger/definitions.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { type Facts, factOf, type ItemFacts, type Names, type Read, UNSEEN } from '../logic/facts.js';
import { operationOf, tooDeep, unknownText } from '../logic/logic.js';
import { type Budget, chargeResult, type Evaluation, logicBudget, make, refuse, spend } from '../logic/logic-values.js';
import { type Constants, endMistyped, kindOf } from './operator.js';
import { VALUE_OPERATORS, valueOperator } from './table.js';

/** A rule as it is evaluated: with the operators that its types ask for. */
export interface ExecutableRule {
  readonly rule: Json;
  readonly names: Names;
  readonly constants: Constants;
}

interface RuleRun extends Evaluation {
  readonly names: Names;
  readonly constants: Constants;
  readonly facts: Facts;
}

interface RulePlace {
  /** Inside of a list operator. */
  readonly items: ItemFacts | undefined;
  /** Levels of the rule above this one. */
  readonly depth: number;
}

type Lazy = (run: RuleRun, args: readonly Json[], place: RulePlace) => Json;

/** Operators that read names, and those that choose what of the rule is evaluated. */
const LAZY: ReadonlyMap<string, Lazy> = new Map<string, Lazy>([
  ['var', read],
  ['has', (run, args, { items }) => 'value' in factAt(run, args[0] ?? null, items)],
  ['missing', (run, args, { items }) => missing(run, Array.isArray(args[0]) ? args[0] : args, items)],
  ['missing_some', missingSome],
  ['if', choose],
  ['?:', choose],
  ['and', (run, args, place) => untilOne(run, args, { place, name: 'and', stop: false })],
  ['or', (run, args, place) => untilOne(run, args, { place, name: 'or', stop: true })],
  ['map', (run, args, place) => each(run, args, { place, name: 'map' })?.map(({ result }) => result) ?? null],
  ['filter', filterItems],
  ['reduce', reduce],
  ['all', (run, args, place) => quantify(run, args, { place, name: 'all', stop: false })],
  ['some', (run, args, place) => quantify(run, args, { place, name: 'some', stop: true })],
  ['none', (run, args, place) => quantify(run, args, { place, name: 'none', stop: true })],
]);

/** Every operator, as rules write them. */
export const RULE_OPERATORS: readonly string[] = [...LAZY.keys(), ...VALUE_OPERATORS];

/**
 * Value of a rule. Issue: LOGIC_ABSENT (an operand that is not there and has no default); LOGIC_TYPE (one of another
 * type than the operator takes); LOGIC_RANGE, LOGIC_CURRENCY and LOGIC_TABLE (no result for these values);
 * LOGIC_INVALID (an unknown operator or name); LOGIC_LIMIT. The budget falls by what was spent.
 */
export function evaluateRule(
  { rule, names, constants }: ExecutableRule,
  facts: Facts,
  budget: Budget = logicBudget(),
): Result<Json> {
  const run: RuleRun = { budget, problem: undefined, names, constants, facts };
  const value = valueIn(run, rule, { items: undefined, depth: 0 });
  if (run.problem === undefined) chargeResult(run, value);
  return run.problem === undefined ? value : fail(run.problem);
}

/** As `evaluateRule`, for a condition: LOGIC_TYPE also for a value that is not true or false. */
export function evaluateCondition(condition: ExecutableRule, facts: Facts, budget?: Budget): Result<boolean> {
  const value = evaluateRule(condition, facts, budget);
  if (isFailure(value) || typeof value === 'boolean') return value;
  const message = `A condition is true or false, and this one gives ${kindOf(value)}: compare it with something.`;
  return fail(issue('LOGIC_TYPE', '', message));
}

function valueIn(run: RuleRun, rule: Json, place: RulePlace): Json {
  if (!spend(run, 1)) return null;
  if (place.depth > LOGIC_DEPTH_MAX) return tooDeep(run);
  const below = { items: place.items, depth: place.depth + 1 };
  if (Array.isArray(rule)) return valuesIn(run, rule, below) ?? null;
  const operation = operationOf(rule);
  if (operation === undefined) return rule;
  const { name, args } = operation;
  const lazy = LAZY.get(name);
  if (lazy) return lazy(run, args, below);
  const apply = valueOperator(name);
  if (!apply) return refuse(run, unknownText(name, RULE_OPERATORS));
  const values = valuesIn(run, args, below);
  if (values === undefined) return null;
  run.underway = { values, rules: args };
  return apply(run, { name: writtenName(name), values, constants: run.constants });
}

/** Without what its types chose. */
function writtenName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(0, colon);
}

function valuesIn(run: RuleRun, rules: readonly Json[], place: RulePlace): Json[] | undefined {
  const values: Json[] = [];
  for (const rule of rules) {
    if (!make(run, 1)) return undefined;
    values.push(valueIn(run, rule, place));
    if (run.problem) return undefined;
  }
  return values;
}

function factAt(run: RuleRun, written: Json, items: ItemFacts | undefined): ReturnType<typeof factOf> {
  const name: Read | undefined = typeof written === 'string' ? run.names.get(written) : undefined;
  if (name === undefined) {
    refuse(run, 'A rule reads a name that was not resolved when it was published.');
    return { absent: '', work: 1 };
  }
  const fact = factOf(name, run.facts, items);
  spend(run, fact.work);
  return fact;
}

/** `{"var": [name, default]}`; the default is evaluated only where there is no value. */
function read(run: RuleRun, args: readonly Json[], place: RulePlace): Json {
  const written = args[0] ?? null;
  const fact = factAt(run, written, place.items);
  if (run.problem) return null;
  if ('value' in fact) return fact.value;
  if (args.length > 1) return valueIn(run, args[1] as Json, place);
  const unseen = fact.absent.startsWith(UNSEEN)
    ? ' What was sealed before somebody held a role is not there until it is delivered.'
    : '';
  const remedy = `Where it may be absent, give a default of its type: {"var": ["${written}", DEFAULT]}.${unseen}`;
  run.problem ??= issue('LOGIC_ABSENT', '', `${written} is not there: ${fact.absent}. ${remedy}`);
  return null;
}

function missing(run: RuleRun, names: readonly Json[], items: ItemFacts | undefined): Json[] {
  const absent = names.filter((name) => !run.problem && 'absent' in factAt(run, name as Json, items));
  return make(run, absent.length) ? (absent as Json[]) : [];
}

function missingSome(run: RuleRun, [needed, names]: readonly Json[], { items }: RulePlace): Json {
  if (!Array.isArray(names) || typeof needed !== 'number')
    return refuse(run, 'missing_some takes a number and a list of names.');
  const absent = missing(run, names, items);
  return names.length - absent.length >= needed ? [] : absent;
}

/** True or false, with the evaluation ended for everything else. */
function truth(
  run: RuleRun,
  rule: Json,
  { place, name }: { readonly place: RulePlace; readonly name: string },
): boolean {
  const value = valueIn(run, rule, place);
  if (run.problem || typeof value === 'boolean') return value === true;
  run.underway = { values: [value], rules: [rule] };
  endMistyped(run, name, { expected: 'true or false', value });
  return false;
}

function choose(run: RuleRun, args: readonly Json[], place: RulePlace): Json {
  for (let i = 0; i + 1 < args.length; i += 2) {
    const isTaken = truth(run, args[i] as Json, { place, name: 'if' });
    if (run.problem) return null;
    if (isTaken) return valueIn(run, args[i + 1] as Json, place);
  }
  return args.length % 2 === 1 ? valueIn(run, args[args.length - 1] as Json, place) : null;
}

interface Reading {
  readonly place: RulePlace;
  readonly name: string;
}

/** `and` stops at false, `or` at true. */
function untilOne(run: RuleRun, args: readonly Json[], by: Reading & { readonly stop: boolean }): Json {
  if (args.length === 0) return refuse(run, `${by.name} takes one value or more.`);
  for (const arg of args) {
    const is = truth(run, arg, by);
    if (run.problem) return null;
    if (is === by.stop) return by.stop;
  }
  return !by.stop;
}

function itemsOf(run: RuleRun, args: readonly Json[], { place, name }: Reading): readonly Json[] {
  const rule = args[0] ?? null;
  const items = valueIn(run, rule, place);
  if (Array.isArray(items)) return items;
  run.underway = { values: [items], rules: [rule] };
  if (!run.problem) endMistyped(run, name, { expected: 'a list', value: items });
  return [];
}

function at(place: RulePlace, items: ItemFacts): RulePlace {
  return { items, depth: place.depth };
}

function each(run: RuleRun, args: readonly Json[], by: Reading): { item: Json; result: Json }[] | undefined {
  const out: { item: Json; result: Json }[] = [];
  for (const [index, item] of itemsOf(run, args, by).entries()) {
    if (!make(run, 1)) return undefined;
    out.push({ item, result: valueIn(run, args[1] ?? null, at(by.place, { item, index })) });
    if (run.problem) return undefined;
  }
  return run.problem ? undefined : out;
}

function filterItems(run: RuleRun, args: readonly Json[], place: RulePlace): Json {
  const kept: Json[] = [];
  for (const [index, item] of itemsOf(run, args, { place, name: 'filter' }).entries()) {
    const isKept = truth(run, args[1] ?? null, { place: at(place, { item, index }), name: 'filter' });
    if (run.problem || !make(run, 1)) return null;
    if (isKept) kept.push(item);
  }
  return kept;
}

function reduce(run: RuleRun, args: readonly Json[], place: RulePlace): Json {
  const items = itemsOf(run, args, { place, name: 'reduce' });
  let accumulator = valueIn(run, args[2] ?? null, place);
  for (const [index, item] of items.entries()) {
    if (run.problem || !spend(run, 1)) return null;
    accumulator = valueIn(run, args[1] ?? null, at(place, { item, current: item, index, accumulator }));
  }
  return accumulator;
}

/**
 * True for `some`; for `all` and `none` that no item is otherwise. Of an empty list nothing is said but that none is.
 */
function quantify(run: RuleRun, args: readonly Json[], by: Reading & { readonly stop: boolean }): Json {
  const items = itemsOf(run, args, by);
  if (run.problem) return null;
  if (items.length === 0) return by.name === 'none';
  for (const [index, item] of items.entries()) {
    const is = truth(run, args[1] ?? null, { place: at(by.place, { item, index }), name: by.name });
    if (run.problem) return null;
    if (is === by.stop) return by.name === 'some';
  }
  return by.name !== 'some';
}
