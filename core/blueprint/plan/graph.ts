// The graph of a workflow: actions, and the ways between them. For findings and pictures; whether a transaction may
// follow another is decided in core/validate/instance/chain.ts.
import { GRAPH_EDGES_MAX } from '../../base/limits/node/designs.js';
import { isStarting } from '../definition/conformance.js';
import type { Action, Definition } from '../definition/types.js';
import { approvalOf, sendersOf } from './approval.js';
import { hasCondition, routeIdOf, routesOf } from './routes.js';

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: 'route' | 'default' | 'rejection' | 'timer';
  /** Id of the route or of the timer; absent for a rejection. */
  readonly routeId?: string;
  /** True if the way depends on data. */
  readonly conditional: boolean;
}

/** Every way between actions, in the order of the definition. Ways to actions that are not there are left out. */
export function edgesOf(definition: Definition): readonly Edge[] {
  const ids = new Set(definition.actions.map(({ id }) => id));
  const edges = definition.actions.flatMap((action) => [
    ...routeEdges(definition, action),
    ...rejectionEdges(action),
    ...timerEdges(action),
  ]);
  return edges.filter(({ to }) => ids.has(to));
}

function routeEdges(definition: Definition, action: Action): Edge[] {
  const isVotedOn = approvalOf(action) !== undefined;
  return routesOf(definition, action).flatMap((route, i) =>
    route.nextActionIds.map((to): Edge => {
      const kind = route.isDefault === true ? 'default' : 'route';
      return { from: action.id, to, kind, routeId: routeIdOf(route, i), conditional: hasCondition(route) || isVotedOn };
    }),
  );
}

function rejectionEdges({ id, rejectionConfig }: Action): Edge[] {
  if (!rejectionConfig || rejectionConfig.isTerminal === true) return [];
  return [{ from: id, to: rejectionConfig.targetActionId, kind: 'rejection', conditional: true }];
}

function timerEdges(action: Action): Edge[] {
  return (action.timers ?? []).flatMap((timer) =>
    (timer.then?.nextActionIds ?? []).map(
      (to): Edge => ({ from: action.id, to, kind: 'timer', routeId: timer.id, conditional: true }),
    ),
  );
}

/**
 * How a way is drawn: on, back to an action that may have led here, into one that waits for branches, by a rejection or
 * by time.
 */
export type WayForm = 'forward' | 'back' | 'join' | 'rejection' | 'timer';

export interface DrawnEdge extends Edge {
  readonly form: WayForm;
}

/** The ways that a picture shows: a definition may have millions, too many to be seen. */
export function drawnEdges(definition: Definition): readonly DrawnEdge[] {
  const edges = edgesOf(definition).slice(0, GRAPH_EDGES_MAX);
  const back = backEdges(edges, startingActions(definition));
  const joins = new Set(definition.actions.filter(waitsForBranches).map(({ id }) => id));
  const formOf = (edge: Edge): WayForm => {
    if (edge.kind === 'rejection' || edge.kind === 'timer') return edge.kind;
    if (back.has(edge)) return 'back';
    return joins.has(edge.to) ? 'join' : 'forward';
  };
  return edges.map((edge) => ({ ...edge, form: formOf(edge) }));
}

function waitsForBranches({ joins, requiredPriorActions = [] }: Action): boolean {
  return (joins ?? undefined) !== undefined || requiredPriorActions.length > 1;
}

/** Routes that close a circle, where it is walked from the start in the order of the definition. */
function backEdges(edges: readonly Edge[], starts: readonly number[]): ReadonlySet<Edge> {
  const from = new Map<number, Edge[]>();
  for (const edge of edges) {
    if (edge.kind === 'rejection') continue;
    const list = from.get(edge.from);
    if (list) list.push(edge);
    else from.set(edge.from, [edge]);
  }
  const back = new Set<Edge>();
  const done = new Set<number>();
  const open = new Set<number>();
  const walk: { readonly id: number; next: number }[] = [];
  const enter = (id: number): void => {
    if (done.has(id) || open.has(id)) return;
    open.add(id);
    walk.push({ id, next: 0 });
  };
  for (const start of [...starts, ...from.keys()]) {
    enter(start);
    for (let at = walk.at(-1); at !== undefined; at = walk.at(-1)) {
      const edge = from.get(at.id)?.[at.next++];
      if (edge === undefined) {
        open.delete(at.id);
        done.add(at.id);
        walk.pop();
      } else if (open.has(edge.to)) back.add(edge);
      else enter(edge.to);
    }
  }
  return back;
}

/** The doers of an action, for people: its role, or those that vote on it and the votes they need. */
export function describeDoers(action: Action): string {
  const approval = approvalOf(action);
  if (!approval) return action.sender;
  const sum = approval.of.reduce((all, { weight }) => all + (weight ?? 1), 0);
  const all = approval.of.some(({ weightOf }) => weightOf) ? 'the weights that data gives' : sum;
  return `${sendersOf(action).join(', ')}: ${approval.need} of ${all}`;
}

/** Ids of the actions that may open an instance, in the order of the definition. */
export function startingActions(definition: Definition): readonly number[] {
  return definition.actions.filter((action) => isStarting(definition, action)).map(({ id }) => id);
}

/** Ids of the actions that some run of the workflow can come to. */
export function reachableActions(definition: Definition): ReadonlySet<number> {
  const next = successors(edgesOf(definition));
  const reached = new Set<number>();
  const open = [...startingActions(definition)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const to of next.get(id) ?? []) if (!reached.has(to)) open.push(to);
  }
  return reached;
}

function successors(edges: readonly Edge[]): ReadonlyMap<number, ReadonlySet<number>> {
  const next = new Map<number, Set<number>>();
  for (const { from, to } of edges) {
    const targets = next.get(from) ?? new Set();
    targets.add(to);
    next.set(from, targets);
  }
  return next;
}
