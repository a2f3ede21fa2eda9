// JSON Logic (jsonlogic.com): conditions and calculations of a workflow. Interpreted, never compiled, and bounded in
// size, depth, steps and output: rules come from designers, data from other organisations, and each node must find the
// same value. Rules read data and nothing else.
import { type Issue, issue } from '../../base/issue.js';
import { escapePointer, type Json } from '../../base/json.js';
import { LOGIC_DEPTH_MAX, LOGIC_NODES_MAX } from '../../base/limits/ledger/definitions.js';
import { nearest } from '../../base/nearest.js';
import { fail, type Result } from '../../base/result.js';
import { EAGER_NAMES, eagerOperator } from './logic-operators.js';
import {
  type Budget,
  chargeResult,
  type Evaluation,
  logicBudget,
  make,
  refuse,
  spend,
  truthy,
} from './logic-values.js';

interface RulePlace {
  readonly data: Json;
  /** Levels of the rule above this one. */
  readonly depth: number;
}

type Lazy = (run: Evaluation, args: readonly Json[], place: RulePlace) => Json;

/** Operators that choose what of the rule is evaluated, and on which data. */
const LAZY: ReadonlyMap<string, Lazy> = new Map<string, Lazy>([
  ['if', choose],
  ['?:', choose],
  ['and', (run, args, place) => firstThat(run, args, { place, wanted: false })],
  ['or', (run, args, place) => firstThat(run, args, { place, wanted: true })],
  ['filter', (run, args, place) => chosen(run, args, place) ?? []],
  ['map', (run, args, place) => each(run, args, place)?.map(({ result }) => result) ?? []],
  ['reduce', reduce],
  ['all', (run, args, place) => quantify(run, args, { place, stop: false, empty: false })],
  ['some', (run, args, place) => quantify(run, args, { place, stop: true, empty: false })],
  ['none', (run, args, place) => !quantify(run, args, { place, stop: true, empty: false })],
]);

/** Operators whose second argument runs once an item, with the item as its data. */
export const ITERATORS: ReadonlySet<string> = new Set(['filter', 'map', 'reduce', 'all', 'some', 'none']);

const NAMES: readonly string[] = [...LAZY.keys(), ...EAGER_NAMES];

/**
 * Value of a rule for the data. Issue: LOGIC_INVALID (an unknown operator, a value that is no
 * number) or LOGIC_LIMIT. The budget falls by what was spent, so that several rules can share one. The rule need not
 * have been checked.
 */
export function evaluate(rule: Json, data: Json, budget: Budget = logicBudget()): Result<Json> {
  const run: Evaluation = { budget, problem: undefined };
  const value = valueIn(run, rule, { data, depth: 0 });
  if (run.problem === undefined) chargeResult(run, value);
  return run.problem === undefined ? value : fail(run.problem);
}

/**
 * Why a rule may not be published: LOGIC_INVALID (an operator that there is not, with its place below `at`) and
 * LOGIC_LIMIT (nodes, depth). An object with one member is an operation; one with none or several is a plain value.
 * `names` are the operators of another language than the first.
 */
export function checkLogic(rule: Json, at = '', names: readonly string[] = NAMES): Issue[] {
  const issues: Issue[] = [];
  let nodes = 0;
  const visit = (node: Json, path: string, depth: number): void => {
    if (++nodes > LOGIC_NODES_MAX || depth > LOGIC_DEPTH_MAX || typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const [i, item] of node.entries()) visit(item as Json, `${path}/${i}`, depth + 1);
      return;
    }
    const entries = Object.entries(node as Readonly<Record<string, Json>>);
    if (entries.length !== 1) return;
    const [name, args] = entries[0] as [string, Json];
    const inside = `${path}/${escapePointer(name)}`;
    if (!names.includes(name)) issues.push(issue('LOGIC_INVALID', inside, unknownText(name, names)));
    visit(args, inside, depth + 1);
  };
  visit(rule, at, 0);
  if (nodes > LOGIC_NODES_MAX) issues.push(issue('LOGIC_LIMIT', at, `A rule has at most ${LOGIC_NODES_MAX} parts.`));
  if (deeper(rule, LOGIC_DEPTH_MAX))
    issues.push(issue('LOGIC_LIMIT', at, `A rule nests at most ${LOGIC_DEPTH_MAX} levels.`));
  return issues;
}

/** The operation of a rule, arguments always as a list; undefined for a plain value. */
export function operationOf(rule: Json): { readonly name: string; readonly args: readonly Json[] } | undefined {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return undefined;
  const names = Object.keys(rule);
  if (names.length !== 1) return undefined;
  const name = names[0] as string;
  const args = (rule as Readonly<Record<string, Json>>)[name] as Json;
  return { name, args: Array.isArray(args) ? args : [args] };
}

function valueIn(run: Evaluation, rule: Json, place: RulePlace): Json {
  if (!spend(run, 1)) return null;
  if (place.depth > LOGIC_DEPTH_MAX) return tooDeep(run);
  const below = { data: place.data, depth: place.depth + 1 };
  if (Array.isArray(rule)) {
    const items: Json[] = [];
    for (const item of rule) {
      if (!make(run, 1)) return null;
      items.push(valueIn(run, item as Json, below));
    }
    return items;
  }
  const operation = operationOf(rule);
  if (operation === undefined) return rule;
  const { name, args } = operation;
  const lazy = LAZY.get(name);
  if (lazy) return lazy(run, args, below);
  const eager = eagerOperator(name);
  if (!eager) return refuse(run, unknownText(name));
  const values: Json[] = [];
  for (const arg of args) {
    values.push(valueIn(run, arg, below));
    if (run.problem) return null;
  }
  // A sum or an extreme over a list that the data holds: `{"max": {"var": "offers"}}`.
  const spread = values.length === 1 && Array.isArray(values[0]) && SPREADS.has(name) && operationOf(args[0] as Json);
  return eager(run, spread ? (values[0] as readonly Json[]) : values, place.data);
}

/** Operators for which one calculated list is the list of arguments. */
const SPREADS: ReadonlySet<string> = new Set(['max', 'min', '+', '*']);

function choose(run: Evaluation, args: readonly Json[], place: RulePlace): Json {
  for (let i = 0; i + 1 < args.length; i += 2)
    if (truthy(valueIn(run, args[i] as Json, place))) return valueIn(run, args[i + 1] as Json, place);
  return args.length % 2 === 1 ? valueIn(run, args[args.length - 1] as Json, place) : null;
}

/** The first value whose truth is the wanted one, else the last. */
function firstThat(
  run: Evaluation,
  args: readonly Json[],
  by: { readonly place: RulePlace; readonly wanted: boolean },
): Json {
  let value: Json = null;
  for (const arg of args) {
    value = valueIn(run, arg, by.place);
    if (run.problem || truthy(value) === by.wanted) break;
  }
  return value;
}

/** The items of the first argument; what is no list has none. */
function itemsOf(run: Evaluation, args: readonly Json[], place: RulePlace): readonly Json[] {
  const items = valueIn(run, args[0] ?? null, place);
  return Array.isArray(items) ? items : [];
}

function each(run: Evaluation, args: readonly Json[], place: RulePlace): { item: Json; result: Json }[] | undefined {
  const out: { item: Json; result: Json }[] = [];
  for (const item of itemsOf(run, args, place)) {
    if (!make(run, 1)) return undefined;
    out.push({ item, result: valueIn(run, args[1] ?? null, { data: item, depth: place.depth }) });
  }
  return out;
}

function chosen(run: Evaluation, args: readonly Json[], place: RulePlace): Json[] | undefined {
  return each(run, args, place)
    ?.filter(({ result }) => truthy(result))
    .map(({ item }) => item);
}

function reduce(run: Evaluation, args: readonly Json[], place: RulePlace): Json {
  const items = itemsOf(run, args, place);
  let accumulator = valueIn(run, args[2] ?? null, place);
  for (const current of items) {
    if (!spend(run, 1)) return null;
    accumulator = valueIn(run, args[1] ?? null, { data: { current, accumulator }, depth: place.depth });
  }
  return accumulator;
}

/** True for `some`; for `all` the truth that no item fails. An empty list gives `empty`. */
function quantify(
  run: Evaluation,
  args: readonly Json[],
  by: { readonly place: RulePlace; readonly stop: boolean; readonly empty: boolean },
): boolean {
  const items = itemsOf(run, args, by.place);
  if (items.length === 0) return by.empty;
  for (const item of items) {
    const result = truthy(valueIn(run, args[1] ?? null, { data: item, depth: by.place.depth }));
    if (run.problem) return false;
    if (result === by.stop) return by.stop;
  }
  return !by.stop;
}

function deeper(node: Json, levels: number): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (levels === 0) return true;
  return Object.values(node).some((child) => deeper(child as Json, levels - 1));
}

/** Ends an evaluation that nests too deep. */
export function tooDeep(run: Evaluation): null {
  run.problem ??= issue('LOGIC_LIMIT', '', `A rule nests at most ${LOGIC_DEPTH_MAX} levels.`);
  return null;
}

/** Of language 2: 7 / 2 is no whole number, and how it is rounded is a rule of the business. */
const NO_SLASH = 'There is no operator "/": say how it is rounded, as in {"div": [a, b, 2, "half-even"]}.';

/** The message for an operator that there is not. */
export function unknownText(name: string, names: readonly string[] = NAMES): string {
  if (name === '/' && !names.includes(name)) return NO_SLASH;
  const near = nearest(name.slice(0, 20), names);
  return `There is no operator of that name${near === undefined ? '' : `; did you mean ${near}`}.`;
}
