// The search of the soundness check: every control state that forward moves come to, data left out. Going back adds no
// state (README.md, claim), so ways that go back are not walked. Pure and bounded by a number of states and of steps.
import { bit, hasBit } from './bits.js';
import { Doubts, meetsOf, type ScopeInside, strangersTo } from './doubts.js';
import { isJoin, type Net, type NetAction, openings } from './net.js';
import { insideOf, isTimer, orderOf, surelyPast, type Way, type Ways } from './ways.js';

/** The tokens that stand at an action: one, or at a join those that have come. */
interface Standing {
  /** Actions in doubt (`Doubts`) that are in the past of the tokens. */
  readonly past: bigint;
  readonly count: number;
}

/** Everything by place of the action. */
interface State {
  readonly tokens: ReadonlyMap<number, Standing>;
  /** Complete runs that some join still asks for, with what is in their past. */
  readonly priors: ReadonlyMap<number, bigint>;
  /** Actions that ran and that another branch may still come to. */
  readonly ran: bigint;
  /** By join: what is in the past of branches of its scope that ended. */
  readonly ended: ReadonlyMap<number, bigint>;
}

/** A step of a path. */
export interface PathStep {
  readonly action: number;
  readonly by: Way['by'];
}

interface Seen {
  readonly state: State;
  readonly from: Seen | undefined;
  readonly step: PathStep | undefined;
}

interface Fault {
  readonly kind: 'deadlock' | 'meet' | 'back-and-fork';
  /** Ids: the action that waits, that is open twice, or whose route goes back and on. */
  readonly action: number;
  /** From the first action to the state with the fault. */
  readonly path: readonly PathStep[];
  /** Of a deadlock: what the action waits for and does not get. */
  readonly missing: readonly number[];
}

export interface Searched {
  readonly states: number;
  readonly isComplete: boolean;
  /** The first of each kind and action. */
  readonly faults: readonly Fault[];
  /** Ids of the actions that run. */
  readonly run: ReadonlySet<number>;
  /** Some run of the workflow ends. */
  readonly ends: boolean;
  /** Ways that go back in some state; no timers. */
  readonly back: readonly PathStep[];
}

export interface SearchBounds {
  readonly states: number;
  /** Tokens, priors and ways looked at. */
  readonly steps: number;
}

/** Searches a net that has no fault of structure but, perhaps, BP_JOIN_WAY. */
export function search(net: Net, ways: Ways, bounds: SearchBounds): Searched {
  return new Search(net, ways, bounds).all();
}

const NONE: readonly number[] = [];

class Search {
  readonly #ways: Ways;
  readonly #bounds: SearchBounds;
  readonly #starts: readonly number[];
  readonly #order: readonly number[];
  readonly #doubts: Doubts;
  /** Ways that may go back, by action: one that never does is asked for nothing. */
  readonly #doubtful: readonly (readonly Way[])[];
  readonly #awaiting: readonly bigint[];
  readonly #meets: bigint;
  /** Joins that go on by themselves before all has come. */
  readonly #timed: bigint;
  readonly #scopes: readonly ScopeInside[];
  readonly #isOrdered: boolean;
  readonly #known = new Set<string>();
  readonly #open: Seen[] = [];
  readonly #faults = new Map<string, Fault>();
  readonly #run = new Set<number>();
  readonly #back = new Set<Way>();
  #steps = 0;
  #ends = false;

  constructor(net: Net, ways: Ways, bounds: SearchBounds) {
    this.#ways = ways;
    this.#bounds = bounds;
    this.#starts = openings(net).map((id) => ways.places.get(id) as number);
    const rank = new Map(orderOf(ways).map((place, i) => [place, i]));
    this.#order = ways.actions.map((_, place) => rank.get(place) as number);
    this.#scopes = ways.actions.flatMap((action, join) =>
      action.joins ? [{ join, inside: insideOf(ways, action), need: action.joins.need }] : [],
    );
    this.#doubts = new Doubts(ways, this.#scopes);
    this.#doubtful = ways.forward.map((of) =>
      of.filter(({ by, to }) => !isTimer(by) && to.some((target) => this.#doubts.self(target) !== 0n)),
    );
    this.#awaiting = ways.actions.map(({ id }) =>
      ways.actions.reduce((bits, { priors }, join) => (priors.includes(id) ? bits | bit(join) : bits), 0n),
    );
    this.#meets = meetsOf(ways);
    this.#timed = ways.actions.reduce(
      (bits, action, place) => (isJoin(action) && isTimed(action) ? bits | bit(place) : bits),
      0n,
    );
    this.#isOrdered = ways.actions.every((action) => strangersTo(ways, action).length === 0);
  }

  all(): Searched {
    const empty = { priors: new Map(), ran: 0n, ended: new Map() };
    for (const start of this.#starts)
      this.#add({ tokens: new Map([[start, { past: 0n, count: 1 }]]), ...empty }, undefined, undefined);
    let isComplete = true;
    for (let seen = this.#open.pop(); seen; seen = this.#open.pop()) {
      if (this.#known.size > this.#bounds.states || this.#steps > this.#bounds.steps) {
        isComplete = false;
        break;
      }
      this.#expand(seen);
    }
    const run = new Set([...this.#run].map((place) => this.#id(place)));
    // Ways that go back in each state are not forward ways, and are not walked.
    for (const place of this.#run)
      for (const way of this.#ways.from[place] as readonly Way[])
        if (!isTimer(way.by) && surelyPast(way, this.#ways).length > 0) this.#back.add(way);
    const back = [...this.#back].map((way): PathStep => ({ action: this.#id(way.from), by: way.by }));
    return { states: this.#known.size, isComplete, faults: [...this.#faults.values()], run, ends: this.#ends, back };
  }

  #expand(seen: Seen): void {
    const { state } = seen;
    const done = [...state.tokens.keys()].filter((place) => this.#isEnabled(state, place));
    const enabled = [...state.tokens.keys()].filter((place) => done.includes(place) || hasBit(this.#timed, place));
    this.#steps += state.tokens.size;
    if (enabled.length === 0) {
      if (state.tokens.size === 0) this.#ends = true;
      else this.#deadlock(seen);
      return;
    }
    // An action that only its timer ends is never done.
    for (const place of done) {
      this.#run.add(place);
      this.#noteBack(state, place);
      if (this.#action(place).rejection === 'end') this.#ends = true;
    }
    for (const place of this.#choose(state, enabled)) this.#fire(seen, place);
  }

  /**
   * No other action takes the token of an enabled one, so one order stands for all: but where a join may withdraw
   * tokens.
   */
  #choose(state: State, enabled: readonly number[]): readonly number[] {
    // A timer of a join fires before or after each of the others.
    if (!this.#isOrdered || (this.#timed !== 0n && this.#comesToTimed(state))) return enabled;
    const earlier = (a: number, b: number): number => (this.#order[a] as number) - (this.#order[b] as number);
    // An action that can only go back leaves this state as it is, and the others would never be looked at.
    const ordered = [...enabled].sort(earlier);
    const first = ordered.find((place) => this.#leadsOn(state, place));
    if (first === undefined) return NONE;
    let scope = 0n;
    for (const { join, inside, need } of this.#scopes)
      if (need !== undefined && hasBit(inside | bit(join), first)) scope |= inside | bit(join);
    return scope === 0n ? [first] : enabled.filter((place) => hasBit(scope, place));
  }

  #comesToTimed({ tokens }: State): boolean {
    return [...tokens.keys()].some((place) => ((this.#ways.reach[place] as bigint) & this.#timed) !== 0n);
  }

  #isEnabled(state: State, place: number): boolean {
    const { priors, joins } = this.#action(place);
    if (priors.some((id) => !state.priors.has(this.#place(id)))) return false;
    if (!joins) return true;
    const { inside } = this.#scope(place);
    const { count } = state.tokens.get(place) as Standing;
    const isLast = ![...state.tokens.keys()].some((other) => other !== place && hasBit(inside, other));
    return isLast || (joins.need !== undefined && count >= joins.need);
  }

  #fire(seen: Seen, place: number): void {
    const { state } = seen;
    if (hasBit(this.#meets & state.ran, place)) {
      this.#fault(seen, { kind: 'meet', place });
      return;
    }
    const left = new Map(state.tokens);
    left.delete(place);
    const past = this.#pastOf(state, place);
    const ended = new Map(state.ended);
    if (this.#action(place).joins) {
      ended.delete(place);
      for (const other of [...left.keys()]) if (hasBit(this.#scope(place).inside, other)) left.delete(other);
    }
    const isEnabled = this.#isEnabled(state, place);
    for (const way of this.#ways.forward[place] as readonly Way[])
      if (isEnabled || isTimer(way.by))
        this.#lead({ seen, way, past, left, ended, ran: state.ran | (this.#meets & bit(place)) });
  }

  /** The actions in the past of a run of the action from here, that run itself among them. */
  #pastOf(state: State, place: number): bigint {
    const { joins, priors } = this.#action(place);
    let past = (state.tokens.get(place) as Standing).past | this.#doubts.self(place);
    for (const id of priors) past |= state.priors.get(this.#place(id)) ?? 0n;
    return joins ? past | (state.ended.get(place) ?? 0n) : past;
  }

  /** Here and not where it is fired: one that can only go back is not. */
  #noteBack(state: State, place: number): void {
    const open = (this.#doubtful[place] as readonly Way[]).filter((way) => !this.#back.has(way));
    if (open.length === 0) return;
    const past = this.#pastOf(state, place);
    for (const way of open) if (way.to.some((target) => this.#doubts.isBack(place, target, past))) this.#back.add(way);
  }

  /** Some way of the action does not go back; or its run is a fault. */
  #leadsOn(state: State, place: number): boolean {
    if (hasBit(this.#meets & state.ran, place)) return true;
    const past = this.#pastOf(state, place);
    const ways = this.#ways.forward[place] as readonly Way[];
    // Of a join that is not enabled no other way is asked: then all actions are expanded.
    return ways.some(({ from, to }) => to.length !== 1 || !this.#doubts.isBack(from, to[0] as number, past));
  }

  #lead(go: Going): void {
    const { seen, way, past, left } = go;
    const step = { action: this.#id(way.from), by: way.by };
    const back = way.to.filter((target) => this.#doubts.isBack(way.from, target, past));
    this.#steps += way.to.length + 1;
    if (back.length > 0) {
      if (way.to.length > 1) this.#fault(seen, { kind: 'back-and-fork', place: way.from, last: step });
      return;
    }
    const tokens = new Map(left);
    for (const target of way.to) {
      const there = tokens.get(target);
      if (there && !isJoin(this.#action(target))) {
        this.#fault(seen, { kind: 'meet', place: target, last: step });
        return;
      }
      tokens.set(target, { past: (there?.past ?? 0n) | past, count: (there?.count ?? 0) + 1 });
    }
    const priors = new Map(seen.state.priors);
    if (way.by !== 'rejection' && this.#awaiting[way.from] !== 0n) priors.set(way.from, past);
    const ended = new Map(go.ended);
    if (way.to.length === 0)
      for (const { join, inside } of this.#scopes)
        if (hasBit(inside, way.from)) ended.set(join, (ended.get(join) ?? 0n) | past);
    this.#add({ tokens, priors, ran: go.ran, ended }, seen, step);
  }

  /** The state without what no token can come to any more, if it is new. */
  #add(full: State, from: Seen | undefined, step: PathStep | undefined): void {
    let near = 0n;
    for (const place of full.tokens.keys()) near |= this.#ways.reach[place] as bigint;
    const tokens = new Map<number, Standing>();
    for (const [place, { past, count }] of full.tokens) {
      const { need = 1 } = this.#action(place).joins ?? {};
      tokens.set(place, { past: past & this.#doubts.at(place), count: Math.min(count, need) });
    }
    const priors = new Map<number, bigint>();
    for (const [place, past] of full.priors) {
      const joins = (this.#awaiting[place] as bigint) & near;
      if (joins !== 0n) priors.set(place, past & this.#doubts.atAny(joins));
    }
    const ended = new Map<number, bigint>();
    for (const [join, past] of full.ended)
      if (hasBit(near, join) && (past & this.#doubts.at(join)) !== 0n) ended.set(join, past & this.#doubts.at(join));
    const state = { tokens, priors, ran: full.ran & near, ended };
    this.#steps += tokens.size + priors.size;
    const key = keyOf(state);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#open.push({ state, from, step });
  }

  #deadlock(seen: Seen): void {
    for (const place of seen.state.tokens.keys()) {
      const { priors, joins } = this.#action(place);
      const missing = priors.filter((id) => !seen.state.priors.has(this.#place(id)));
      if (missing.length > 0 || joins) this.#fault(seen, { kind: 'deadlock', place, missing });
    }
  }

  #fault(seen: Seen, { kind, place, last, missing = NONE }: Found): void {
    const key = `${kind} ${place}`;
    if (this.#faults.has(key)) return;
    const path: PathStep[] = last ? [last] : [];
    for (let at: Seen | undefined = seen; at?.step; at = at.from) path.unshift(at.step);
    this.#faults.set(key, { kind, action: this.#id(place), path, missing });
  }

  #scope(join: number): ScopeInside {
    return this.#scopes.find((scope) => scope.join === join) as ScopeInside;
  }

  #action(place: number): NetAction {
    return this.#ways.actions[place] as NetAction;
  }

  #id(place: number): number {
    return this.#action(place).id;
  }

  #place(id: number): number {
    return this.#ways.places.get(id) as number;
  }
}

function isTimed({ timers }: NetAction): boolean {
  return timers !== undefined && timers.length > 0;
}

interface Found extends Pick<Fault, 'kind'> {
  readonly place: number;
  /** The step that the fault is in. */
  readonly last?: PathStep;
  readonly missing?: readonly number[];
}

interface Going {
  readonly seen: Seen;
  readonly way: Way;
  readonly past: bigint;
  readonly left: ReadonlyMap<number, Standing>;
  readonly ended: ReadonlyMap<number, bigint>;
  readonly ran: bigint;
}

function keyOf({ tokens, priors, ran, ended }: State): string {
  const of = (map: ReadonlyMap<number, Standing | bigint>): string =>
    [...map.entries()]
      .sort(([a], [b]) => a - b)
      .map(([place, at]) => (typeof at === 'bigint' ? `${place}:${at}` : `${place}:${at.past}:${at.count}`))
      .join();
  return `${of(tokens)};${of(priors)};${ran};${of(ended)}`;
}
