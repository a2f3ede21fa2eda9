// Where an action leads with its data. Routes are tried in their order; the same data gives the same decision on every
// node. It decides nothing about who may act.
import type { Json, JsonObject } from '../../base/json.js';
import { isFailure, type Result } from '../../base/result.js';
import type { Action, Definition, Route, RoutingDecision } from '../definition/types.js';
import type { Facts } from '../logic/facts.js';
import { evaluate } from '../logic/logic.js';
import { type Budget, logicBudget, truthy } from '../logic/logic-values.js';
import { type RuleOfDefinition, typesOf } from '../names/definition-types.js';
import { holds2 } from '../operators/logic-2.js';
import { conditionAt, decision, hasCondition, routesOf } from '../plan/routes.js';

/**
 * The decision for an action and the data of the instance: the first route whose condition is truthy (a route without
 * condition that is not the default always matches), else the default route, else none, which ends the branch. Issue:
 * LOGIC_INVALID or LOGIC_LIMIT of a condition, at its place below the action: a condition without a value never counts
 * as false.
 */
export function route(
  definition: Definition,
  action: Action,
  { data, budget = logicBudget() }: { readonly data: JsonObject; readonly budget?: Budget },
): Result<RoutingDecision> {
  return decide(definition, action, (condition) => {
    const found = evaluate(condition, data, budget);
    return isFailure(found) ? found : truthy(found);
  });
}

/**
 * As `route`, by the rules of language 2: a condition that is not true or false is LOGIC_TYPE, and one without an
 * operand LOGIC_ABSENT.
 */
export function route2(
  definition: Definition,
  action: Action,
  { facts, budget }: { readonly facts: Facts; readonly budget: Budget },
): Result<RoutingDecision> {
  const rules = typesOf(definition).rulesOf(action);
  return decide(definition, action, (_, at) => holds2(rules.get(at) as RuleOfDefinition, facts, budget));
}

function decide(
  definition: Definition,
  action: Action,
  holds: (condition: Json, at: string) => Result<boolean>,
): Result<RoutingDecision> {
  const routes = routesOf(definition, action);
  for (const [i, candidate] of routes.entries()) {
    const conditional = hasCondition(candidate);
    if (!conditional) {
      if (candidate.isDefault !== true) return decision(action, candidate, { i, reasonCode: 'Unconditional' });
      continue;
    }
    const at = conditionAt(action, i);
    const found = holds(candidate.condition as Json, at);
    if (typeof found !== 'boolean') return found.mapIssues((one) => ({ ...one, path: at }));
    if (found) return decision(action, candidate, { i, reasonCode: 'ConditionMatched' });
  }
  const i = routes.findIndex((candidate) => candidate.isDefault === true);
  return i >= 0
    ? decision(action, routes[i] as Route, { i, reasonCode: 'DefaultRoute' })
    : { completedActionId: action.id, nextActions: [], reasonCode: 'NoRoute' };
}
