// The routes of an action as its definition has them, whatever the data. Pure.
import type { Action, Definition, Route, RoutingDecision } from '../definition/types.js';

/**
 * The routes of an action. Where it has none, the older form is read as one: `target` leads to that participant's first
 * action after this one in the definition, or else to its first one at all. It does so under `condition`, where there
 * is one.
 */
export function routesOf(definition: Definition, action: Action): readonly Route[] {
  if (action.routes) return action.routes;
  const next = targetOf(definition, action);
  if (next === undefined) return [];
  const { condition } = action;
  const nextActionIds = [next.id];
  return [{ id: 'target', nextActionIds, ...(condition === undefined || condition === null ? {} : { condition }) }];
}

/** Where a route leads, as it is told. */
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
  const isSender = ({ sender }: Action) => sender === action.target;
  return definition.actions.slice(at + 1).find(isSender) ?? definition.actions.find(isSender);
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
