// Where an action leads with its data. Routes are tried in their order; the same data gives the same decision on every
// node. It decides nothing about who may act.
import type { Result } from '../../base/result.js';
import type { Action, Definition, Route, RoutingDecision } from '../definition/types.js';
import type { Facts } from '../logic/facts.js';
import type { Budget } from '../logic/logic-values.js';
import { type RuleOfDefinition, typesOf } from '../names/definition-types.js';
import { evaluateCondition } from '../operators/evaluate.js';
import { conditionAt, decision, hasCondition, routesOf } from '../plan/routes.js';

/**
 * The decision for an action and its facts: the first route whose condition is true, else the default route, else none,
 * which ends the branch. A route without condition that is not the default always matches. Issues, at their place below
 * the action: LOGIC_TYPE for a condition that is not true or false, LOGIC_ABSENT for one without an operand, and others
 * of its rule. A condition without a value never counts as false.
 */
export function route(
  definition: Definition,
  action: Action,
  { facts, budget }: { readonly facts: Facts; readonly budget: Budget },
): Result<RoutingDecision> {
  const rules = typesOf(definition).rulesOf(action);
  const routes = routesOf(definition, action);
  for (const [i, candidate] of routes.entries()) {
    const conditional = hasCondition(candidate);
    if (!conditional) {
      if (candidate.isDefault !== true) return decision(action, candidate, { i, reasonCode: 'Unconditional' });
      continue;
    }
    const at = conditionAt(action, i);
    const value = evaluateCondition(rules.get(at) as RuleOfDefinition, facts, budget);
    if (typeof value !== 'boolean') return value.mapIssues((issue) => ({ ...issue, path: at }));
    if (value) return decision(action, candidate, { i, reasonCode: 'ConditionMatched' });
  }
  const i = routes.findIndex((candidate) => candidate.isDefault === true);
  return i >= 0
    ? decision(action, routes[i] as Route, { i, reasonCode: 'DefaultRoute' })
    : { completedActionId: action.id, nextActions: [], reasonCode: 'NoRoute' };
}
