// Targets of ways of which nothing static says whether they ran before: what a search has to remember of each token,
// and where it may forget it. Pure.
import { bit, hasBit, numbersIn } from './bits.js';
import type { NetAction } from './net.js';
import { componentsOf, reachOf, targetsOf, type Way, type Ways } from './ways.js';

/** A join by fork and the actions of its scope, by place. */
export interface ScopeInside {
  readonly join: number;
  readonly inside: bigint;
  readonly need: number | undefined;
}

/** Only inside a circle of forward ways and of what joins wait for can a target have run before, or not. */
export class Doubts {
  readonly #targets: bigint;
  readonly #at: readonly bigint[];

  constructor(ways: Ways, scopes: readonly ScopeInside[]) {
    const { actions, forward, places } = ways;
    const after = actions.map((): number[] => []);
    for (const [place, { priors }] of actions.entries())
      for (const prior of priors) after[places.get(prior) as number]?.push(place);
    // Runs that ended a branch are causes of the join of its scope.
    for (const { join, inside } of scopes) for (const place of numbersIn(inside)) after[place]?.push(join);
    const next = (place: number): readonly number[] => [...targetsOf(forward, place), ...(after[place] as number[])];
    const { of } = componentsOf(actions.length, next);
    // The runs that a join waits for are in its past. So behind an action counts all that is behind the joins that wait
    // for it.
    const behind = reachOf(actions.length, next);
    const doubtful = forward.map((from) => targetsInCircle(from, of));
    this.#targets = doubtful.reduce((all, targets) => all | targets, 0n);
    this.#at = actions.map((_, place) => {
      let read = 0n;
      for (const [from, targets] of doubtful.entries()) if (hasBit(behind[place] as bigint, from)) read |= targets;
      return read;
    });
  }

  /** The action as it is remembered in the past of what follows it. */
  self(place: number): bigint {
    return this.#targets & bit(place);
  }

  /** The actions that some way behind the action still asks for. */
  at(place: number): bigint {
    return this.#at[place] as bigint;
  }

  atAny(places: bigint): bigint {
    return numbersIn(places).reduce((read, place) => read | this.at(place), 0n);
  }

  /** True if a way to the target goes back, given what is in the past of the run that takes it. */
  isBack(from: number, target: number, past: bigint): boolean {
    return target === from || hasBit(past, target);
  }
}

function targetsInCircle(ways: readonly Way[], of: readonly number[]): bigint {
  let targets = 0n;
  for (const { from, to } of ways) for (const target of to) if (of[from] === of[target]) targets |= bit(target);
  return targets;
}

/** Actions that two branches of one route come to: they could run twice. */
export function meetsOf({ forward, reach }: Ways): bigint {
  let met = 0n;
  for (const { to } of forward.flat()) {
    let seen = 0n;
    for (const target of to) {
      met |= seen & (reach[target] as bigint);
      seen |= reach[target] as bigint;
    }
  }
  return met;
}

/**
 * Where several ways lead into a join by name, the places of actions that lead there and for which it does not wait: a
 * token may come from them after the join ran, and no single order of moves stands for all then.
 */
export function strangersTo({ actions, forward, places }: Ways, { id, priors }: NetAction): readonly number[] {
  if (priors.length === 0) return [];
  const at = places.get(id) as number;
  const into = forward.flat().filter(({ to }) => to.includes(at));
  if (into.length < 2) return [];
  return into.map(({ from }) => from).filter((from) => !priors.includes((actions[from] as NetAction).id));
}
