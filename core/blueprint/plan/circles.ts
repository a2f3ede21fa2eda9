// Circles of routes in a workflow: for each way that lies on one a shortest circle through it, so that each loop that a
// designer drew is told. Pure and bounded; going back by a rejection is not a circle.
import { componentsOf } from '../../flow/ways.js';
import type { Definition } from '../definition/types.js';
import { type Edge, edgesOf } from './graph.js';

/** Circles that a check tells: a person looks at no more of them. */
export const CIRCLES_MAX = 20;

/**
 * The ways of one circle, each from the target of the one before; it begins with its first action in the definition.
 */
export type Circle = readonly Edge[];

/**
 * At most `max` circles, which share no more ways than they have to, in the order of their beginnings. Branches that
 * one route opens run in one turn: they make one circle.
 */
export function findCircles(definition: Definition, max = CIRCLES_MAX): readonly Circle[] {
  const places = new Map(definition.actions.map(({ id }, place) => [id, place]));
  const next: Edge[][] = definition.actions.map(() => []);
  for (const edge of edgesOf(definition))
    if (edge.kind === 'route' || edge.kind === 'default') next[places.get(edge.from) as number]?.push(edge);
  const placeOf = (id: number): number => places.get(id) as number;
  const parts = componentsOf(next.length, (place) => (next[place] as Edge[]).map(({ to }) => placeOf(to)));
  const isInside = ({ from, to }: Edge): boolean => parts.of[placeOf(from)] === parts.of[placeOf(to)];
  const names = new Set<string>();
  const circles: Circle[] = [];
  for (const edge of next.flat()) {
    if (circles.length >= max) break;
    if (!isInside(edge) || names.has(nameOf(edge))) continue;
    const inside = (id: number): readonly Edge[] => (next[placeOf(id)] as Edge[]).filter(isInside);
    const back = edge.from === edge.to ? [] : shortest(edge.to, new Set([edge.from]), inside);
    const circle = fromFirst([edge, ...back], placeOf);
    for (const item of withParallel(circle, inside)) names.add(nameOf(item));
    circles.push(circle);
  }
  return circles.sort(([a], [b]) => placeOf((a as Edge).from) - placeOf((b as Edge).from));
}

/** Ids of a circle, the first one again at its end. */
export function idsOf(circle: Circle): readonly number[] {
  return [...circle.map(({ from }) => from), (circle[0] as Edge).from];
}

/** Several routes to one action are one way. */
function nameOf({ from, to }: Edge): string {
  return `${from} ${to}`;
}

/**
 * The circle with the branches that its routes open beside it, each up to where it comes back to what is found: they
 * run in the same turn, so that they are not a loop of their own. A loop inside of such a branch is one.
 */
function withParallel(circle: Circle, next: (id: number) => readonly Edge[]): readonly Edge[] {
  const edges = [...circle];
  const known = new Set(circle.map(nameOf));
  const on = new Set(circle.map(({ from }) => from));
  // The list grows while it is walked through.
  for (const { from, to, routeId } of edges)
    for (const beside of next(from)) {
      if (beside.routeId !== routeId || beside.to === to || known.has(nameOf(beside))) continue;
      for (const edge of [beside, ...shortest(beside.to, on, next)]) {
        known.add(nameOf(edge));
        on.add(edge.from);
        edges.push(edge);
      }
    }
  return edges;
}

/** A shortest way to one of the ends, of which one is reached: all lie in one strongly connected part. */
function shortest(start: number, ends: ReadonlySet<number>, next: (id: number) => readonly Edge[]): readonly Edge[] {
  const by = new Map<number, Edge | undefined>([[start, undefined]]);
  let end = start;
  for (const id of by.keys()) {
    end = id;
    if (ends.has(id)) break;
    for (const edge of next(id)) if (!by.has(edge.to)) by.set(edge.to, edge);
  }
  const way: Edge[] = [];
  for (let edge = by.get(end); edge; edge = by.get(edge.from)) way.unshift(edge);
  return way;
}

function fromFirst(circle: Circle, placeOf: (id: number) => number): Circle {
  const places = circle.map(({ from }) => placeOf(from));
  const first = places.indexOf(Math.min(...places));
  return [...circle.slice(first), ...circle.slice(0, first)];
}
