// Where an action leads. Routes are tried in their order; the same data gives the same decision on every node. It decides nothing about who may act.
import type { Issue } from '../../base/issue.js';
import type { Json, JsonObject } from '../../base/json.js';
import type { Action, Definition, Route, RoutingDecision } from '../definition/types.js';
import type { Facts } from '../logic/facts.js';
import { evaluate } from '../logic/logic.js';
import { type Budget, logicBudget, truthy } from '../logic/logic-values.js';
import { type RuleOfDefinition, typesOf } from '../names/definition-types.js';
import { holds2 } from '../operators/logic-2.js';

/**
 * The decision for an action and the data of the instance: the first route whose condition is truthy (a route without condition that is not the default
 * always matches), else the default route, else none, which ends the branch. Issue: LOGIC_INVALID or LOGIC_LIMIT of a condition, at its place below
 * the action: a condition without a value never counts as false.
 */
export function route(
  definition: Definition,
  action: Action,
  { data, budget = logicBudget() }: { readonly data: JsonObject; readonly budget?: Budget },
): RoutingDecision | Issue {
  return decide(definition, action, (condition) => {
    const found = evaluate(condition, data, budget);
    return 'issue' in found ? found.issue : truthy(found.value);
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
): RoutingDecision | Issue {
  const rules = typesOf(definition).rulesOf(action);
  return decide(definition, action, (_, at) => {
    const found = holds2(rules.get(at) as RuleOfDefinition, facts, budget);
    return 'issue' in found ? found.issue : found.holds;
  });
}

function decide(
  definition: Definition,
  action: Action,
  holds: (condition: Json, at: string) => boolean | Issue,
): RoutingDecision | Issue {
  const routes = routesOf(definition, action);
  for (const [i, candidate] of routes.entries()) {
    const conditional = hasCondition(candidate);
    if (!conditional) {
      if (candidate.isDefault !== true) return decision(action, candidate, { i, reasonCode: 'Unconditional' });
      continue;
    }
    const at = conditionAt(action, i);
    const found = holds(candidate.condition as Json, at);
    if (typeof found !== 'boolean') return { ...found, path: at };
    if (found) return decision(action, candidate, { i, reasonCode: 'ConditionMatched' });
  }
  const i = routes.findIndex((candidate) => candidate.isDefault === true);
  return i >= 0
    ? decision(action, routes[i] as Route, { i, reasonCode: 'DefaultRoute' })
    : { completedActionId: action.id, nextActions: [], reasonCode: 'NoRoute' };
}

/**
 * The routes of an action. Where it has none, the older form is read as one: `target` leads to that participant's first action after this one in the
 * definition, or else to its first one at all, under `condition` where there is one.
 */
export function routesOf(definition: Definition, action: Action): readonly Route[] {
  if (action.routes) return action.routes;
  const next = targetOf(definition, action);
  if (next === undefined) return [];
  const { condition } = action;
  const nextActionIds = [next.id];
  return [{ id: 'target', nextActionIds, ...(condition === undefined || condition === null ? {} : { condition }) }];
}

/** Where a route leads, as it is told in language 2. */
export function targetIdsOf(route: Pick<Route, 'nextActionIds'> | undefined): readonly number[] {
  return [...new Set(route?.nextActionIds ?? [])].sort((a, b) => a - b);
}

/** The id that decisions name a route by: its own, or one made of its place. */
export function routeIdOf(candidate: Route, i: number): string {
  return candidate.id ?? `route-${i}`;
}

/** True if the decision cannot depend on data: at most one route, and that without condition. */
export function isImplied(definition: Definition, action: Action): boolean {
  const routes = routesOf(definition, action);
  return routes.length === 0 || (routes.length === 1 && !hasCondition(routes[0] as Route));
}

/** Where the condition of the route at place `i` stands below the action. */
export function conditionAt(action: Action, i: number): string {
  return action.routes ? `/routes/${i}/condition` : '/condition';
}

export function hasCondition(candidate: Route): boolean {
  return candidate.condition !== undefined && candidate.condition !== null;
}

function targetOf(definition: Definition, action: Action): Action | undefined {
  if (action.target === undefined || action.target === null) return undefined;
  const at = definition.actions.indexOf(action);
  const sent = ({ sender }: Action) => sender === action.target;
  return definition.actions.slice(at + 1).find(sent) ?? definition.actions.find(sent);
}

/** The decision for the route at place `i` of an action, which is taken for the reason. */
export function decision(
  action: Pick<Action, 'id'>,
  taken: Route,
  how: { readonly i: number; readonly reasonCode: NonNullable<RoutingDecision['reasonCode']> },
): RoutingDecision {
  const routeId = routeIdOf(taken, how.i);
  const { nextActionIds } = taken;
  const nextActions = nextActionIds.map((actionId, branch) =>
    nextActionIds.length === 1 ? { actionId } : { actionId, branchKey: `${routeId}-branch-${branch}` },
  );
  return { completedActionId: action.id, nextActions, reasonCode: how.reasonCode, routeId };
}
