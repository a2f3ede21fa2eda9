// The calculations of an action: in the order of what they read, whatever the spelling or place in a
// file, each on the results before it.
import { escapePointer, type Json } from '../../base/json.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { Action, Definition } from '../definition/types.js';
import { type Calculated, type CalculationOrder, cycleIssue, orderBy } from '../logic/calculate.js';
import type { Facts } from '../logic/facts.js';
import type { Budget } from '../logic/logic-values.js';
import { evaluateRule } from '../operators/evaluate.js';
import { type RuleOfDefinition, typesOf } from './definition-types.js';
import { type ResolvedNames, resolveNames } from './resolve.js';

const orders = new WeakMap<ResolvedNames, CalculationOrder>();

/**
 * The order, or the fields that wait for each other or for themselves. Found once for as long as the action is held.
 */
export function calculationOrder(definition: Definition, action: Action): CalculationOrder {
  const resolved = resolveNames(definition, action);
  const known = orders.get(resolved);
  if (known) return known;
  const order = orderIn(resolved);
  orders.set(resolved, order);
  return order;
}

function orderIn({ rules }: ResolvedNames): CalculationOrder {
  const waits = new Map<string, ReadonlySet<string>>();
  for (const { gives, uses } of rules)
    if (gives !== undefined)
      waits.set(gives, new Set(uses.flatMap(({ read }) => (read.kind === 'calc' ? [read.path[0] as string] : []))));
  return orderBy(waits);
}

export interface Calculating {
  readonly definition: Definition;
  readonly action: Action;
  readonly facts: Omit<Facts, 'calculated'>;
}

/**
 * The calculated fields alone. Issues: those of `evaluateRule` at `/calculations/<field>`, the first only: what came
 * after could depend on it.
 */
export function calculate({ definition, action, facts }: Calculating, budget: Budget): Result<Calculated> {
  const order = calculationOrder(definition, action);
  if ('cycle' in order) return fail(cycleIssue(order.cycle));
  const rules = typesOf(definition).rulesOf(action);
  let calculated: Readonly<Record<string, Json>> = {};
  const done: (readonly [string, Json])[] = [];
  for (const field of order.fields) {
    const path = `/calculations/${escapePointer(field)}`;
    const value = evaluateRule(rules.get(path) as RuleOfDefinition, { calculated, ...facts }, budget);
    if (isFailure(value)) return fail({ ...value.issue, path });
    // Unlike assignment this makes an own member of every name.
    done.push([field, value]);
    calculated = Object.fromEntries(done);
  }
  return { data: calculated, calculated: order.fields };
}
