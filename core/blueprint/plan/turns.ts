// Turns of loops: with which actions they begin, and what is surely done in one. A loop is a strongly connected part of
// the ways that lead on; inside of it, without the ways to where it is entered, stand the loops that it contains
// (Steensgaard 1993). Pure.

import { hasBit } from '../../flow/bits.js';
import { actionsSince, componentsOf, reachOf } from '../../flow/ways.js';
import type { Definition } from '../definition/types.js';
import { type Edge, edgesOf, startingActions } from './graph.js';
import { planOf } from './plan.js';

export interface Turns {
  /** The actions with which a turn begins of each loop that the action is in, ascending; none where it is in none. */
  readonly begins: (action: number) => readonly number[];
  /** True where an action has surely run since the turn began, whenever another one runs. */
  readonly isSure: (action: number, runs: number) => boolean;
  /** True where it runs in a turn after that other one alone, so that its newest run is of a turn before. */
  readonly isLater: (action: number, runs: number) => boolean;
}

/** Beginnings of turns of one definition from which the ways are looked through: some 10 ms each for the largest. */
const BEGINNINGS_MAX = 20;

/** Pairs of actions of one definition that are looked at for a warning: some 0.5 ms each for the largest. */
const PAIRS_MAX = 1000;

const known = new WeakMap<Definition, Turns>();

/** Found once for as long as the definition is held. */
export function turnsOf(definition: Definition): Turns {
  let turns = known.get(definition);
  if (!turns) {
    turns = new LoopTurns(definition);
    known.set(definition, turns);
  }
  return turns;
}

class LoopTurns implements Turns {
  readonly #definition: Definition;
  readonly #places: ReadonlyMap<number, number>;
  readonly #edges: readonly Edge[];
  readonly #beginnings: ReadonlyMap<number, readonly number[]>;
  readonly #done = new Map<number, ReturnType<typeof actionsSince> | undefined>();
  readonly #later = new Map<string, boolean>();
  #branchesOf: readonly (readonly number[])[] | undefined;
  /** By the actions with which a turn begins. */
  readonly #reach = new Map<string, readonly bigint[]>();

  constructor(definition: Definition) {
    this.#definition = definition;
    this.#places = new Map(definition.actions.map(({ id }, place) => [id, place]));
    // Going back by a rejection is not a loop: it takes back what it leads round.
    this.#edges = edgesOf(definition).filter(({ kind }) => kind !== 'rejection');
    this.#beginnings = beginningsIn(definition, this.#edges);
  }

  begins(action: number): readonly number[] {
    return this.#beginnings.get(action) ?? [];
  }

  isSure(action: number, runs: number): boolean {
    return this.begins(action).every((start) => this.#isDone(start, action, runs));
  }

  isLater(action: number, runs: number): boolean {
    const key = `${action} ${runs}`;
    const value = this.#later.get(key) ?? (this.#later.size >= PAIRS_MAX || this.#looksLater(action, runs));
    this.#later.set(key, value);
    return value;
  }

  #looksLater(action: number, runs: number): boolean {
    const starts = this.begins(action);
    if (starts.includes(runs)) return true;
    const reach = this.#reachFrom(starts);
    const [number, other] = [this.#placeOf(action), this.#placeOf(runs)];
    if (hasBit(reach[number] as bigint, other)) return false;
    return !this.#areBeside(reach, number, other) || starts.every((start) => this.#isDone(start, runs, action));
  }

  /** An action that cannot come after a beginning has no run of another turn before it. */
  #isDone(start: number, action: number, runs: number): boolean {
    if (!this.#done.has(start)) {
      const isSeen = this.#done.size < BEGINNINGS_MAX;
      this.#done.set(start, isSeen ? actionsSince(planOf(this.#definition).net(), start) : undefined);
    }
    const since = this.#done.get(start);
    return since !== undefined && since.get(runs)?.has(action) !== false;
  }

  /** By place: where ways come to without beginning another turn. */
  #reachFrom(starts: readonly number[]): readonly bigint[] {
    const key = starts.join();
    const value = this.#reach.get(key);
    if (value) return value;
    const next = this.#definition.actions.map((): number[] => []);
    for (const { from, to } of this.#edges)
      if (!starts.includes(to)) next[this.#placeOf(from)]?.push(this.#placeOf(to));
    const reach = reachOf(next.length, (place) => next[place] as readonly number[]);
    this.#reach.set(key, reach);
    return reach;
  }

  /** True where one way opens a branch that comes to the one place and another that comes to the other. */
  #areBeside(reach: readonly bigint[], number: number, other: number): boolean {
    return this.#branches().some((branches) => {
      const [mine, its] = [number, other].map((to) => branches.filter((from) => hasBit(reach[from] as bigint, to)));
      return mine?.some((branch) => its?.some((beside) => beside !== branch)) === true;
    });
  }

  /** The branches of each way that opens several, by their places. */
  #branches(): readonly (readonly number[])[] {
    if (this.#branchesOf) return this.#branchesOf;
    const ways = new Map<string, number[]>();
    for (const { from, to, kind, routeId } of this.#edges) {
      const key = `${from} ${kind === 'timer'} ${routeId}`;
      const branches = ways.get(key);
      if (branches) branches.push(this.#placeOf(to));
      else ways.set(key, [this.#placeOf(to)]);
    }
    this.#branchesOf = [...ways.values()].filter(({ length }) => length > 1);
    return this.#branchesOf;
  }

  #placeOf(action: number): number {
    return this.#places.get(action) as number;
  }
}

function beginningsIn(definition: Definition, edges: readonly Edge[]): ReadonlyMap<number, readonly number[]> {
  const ids = definition.actions.map(({ id }) => id);
  const places = new Map(ids.map((id, place) => [id, place]));
  const next = ids.map((): Set<number> => new Set());
  const before = ids.map((): number[] => []);
  for (const { from, to } of edges) {
    next[places.get(from) as number]?.add(places.get(to) as number);
    before[places.get(to) as number]?.push(places.get(from) as number);
  }
  const starts = new Set(startingActions(definition).map((id) => places.get(id) as number));
  const names = ids.map((): Set<number> => new Set());
  const open: (readonly number[])[] = [[...ids.keys()]];
  for (let inside = open.pop(); inside; inside = open.pop())
    for (const loop of loopsIn(inside, next)) {
      const members = new Set(loop);
      const isEntered = (place: number): boolean => before[place]?.some((from) => !members.has(from)) === true;
      const entered = loop.filter((place) => starts.has(place) || isEntered(place));
      for (const place of loop) for (const number of entered) names[place]?.add(number);
      for (const from of loop) for (const to of entered) next[from]?.delete(to);
      // A loop that nothing enters has no run.
      if (entered.length > 0) open.push(loop);
    }
  const idsOf = (of: ReadonlySet<number>): number[] => [...of].map((place) => ids[place] as number);
  return new Map(ids.map((id, place) => [id, idsOf(names[place] as Set<number>).sort((a, b) => a - b)]));
}

/** The loops of a part of the graph that are in no other of them. */
function loopsIn(inside: readonly number[], next: readonly ReadonlySet<number>[]): readonly (readonly number[])[] {
  const part = new Map(inside.map((place, i) => [place, i]));
  const to = (i: number): number[] =>
    [...(next[inside[i] as number] ?? [])].flatMap((number) => part.get(number) ?? []);
  return componentsOf(inside.length, to)
    .components.filter(([first = 0, ...others]) => others.length > 0 || to(first).includes(first))
    .map((component) => component.map((i) => inside[i] as number));
}
