// Calculated fields of an action. They run in the order of their dependencies, never of their spelling in a file:
// canonical JSON sorts members, and the same definition must give the same values wherever it was read.
import { type Issue, issue } from '../../base/issue.js';
import { escapePointer, type Json, type JsonObject } from '../../base/json.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { Action } from '../definition/types.js';
import { evaluate } from './logic.js';
import { readsOf } from './logic-reads.js';
import { type Budget, logicBudget } from './logic-values.js';

export interface Calculated {
  /** The data with the calculated fields, which replace fields of the same name. */
  readonly data: JsonObject;
  /** Names of the calculated fields, in the order in which they ran. */
  readonly calculated: readonly string[];
}

/**
 * Runs the calculations of an action over `data`. Issues: LOGIC_INVALID or LOGIC_LIMIT at `/calculations/<field>`, the
 * first only: what came after could depend on it.
 */
export function calculate(
  action: Pick<Action, 'calculations'>,
  data: JsonObject,
  budget: Budget = logicBudget(),
): Result<Calculated> {
  const order = calculationOrder(action);
  if ('cycle' in order) return fail(cycleIssue(order.cycle));
  const rules = action.calculations as Readonly<Record<string, Json>>;
  // One copy for all fields: a copy for each took seconds where the data is large.
  let result = order.fields.length > 0 ? { ...data } : data;
  for (const field of order.fields) {
    const found = evaluate(rules[field] as Json, result, budget);
    if (isFailure(found)) return fail({ ...found.issue, path: `/calculations/${escapePointer(field)}` });
    // A field that reads the data as a whole may have it as its value, and is the last: the order has one such field at
    // the most.
    if (readsOf(rules[field] as Json).whole) result = { ...result };
    put(result, field, found);
  }
  return { data: result, calculated: order.fields };
}

/** A computed member name makes an own member, also for __proto__. */
function put(target: JsonObject, name: string, value: Json): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Fields in the order in which they are calculated; or those that wait for each other. */
export type CalculationOrder = { readonly fields: readonly string[] } | { readonly cycle: readonly string[] };

/** The same for every run of an action, found once for as long as its definition is held. */
const orders = new WeakMap<object, { readonly calculations: unknown; readonly order: CalculationOrder }>();

/**
 * The order of the calculations: after what they read, by code units among equals. Or the fields that wait for each
 * other.
 */
export function calculationOrder(action: Pick<Action, 'calculations'>): CalculationOrder {
  const { calculations } = action;
  const known = orders.get(action);
  if (known && known.calculations === calculations) return known.order;
  const order = orderOf(Object.entries(calculations ?? {}));
  orders.set(action, { calculations, order });
  return order;
}

function orderOf(rules: readonly (readonly [string, Json])[]): CalculationOrder {
  const names = rules.map(([field]) => field);
  const waits = new Map<string, Set<string>>();
  for (const [field, rule] of rules) {
    const { fields, whole } = readsOf(rule);
    // A calculation may read the field that it replaces: it sees the submitted value.
    waits.set(field, new Set(names.filter((other) => other !== field && (whole || fields.has(other)))));
  }
  return orderBy(waits);
}

/** Each field after those that it waits for, by code units among equals. */
export function orderBy(waits: ReadonlyMap<string, ReadonlySet<string>>): CalculationOrder {
  const done = new Set<string>();
  let open = [...waits.keys()].sort();
  while (open.length > 0) {
    const next = open.find((field) => [...(waits.get(field) ?? [])].every((other) => done.has(other)));
    if (next === undefined) return { cycle: open };
    done.add(next);
    open = open.filter((field) => field !== next);
  }
  return { fields: [...done] };
}

export function cycleIssue(cycle: readonly string[]): Issue {
  return issue('LOGIC_INVALID', '/calculations', `Calculations wait for each other: ${cycle.slice(0, 10).join(', ')}.`);
}
