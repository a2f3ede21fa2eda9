// The ways of a net and what is certain on all of them: which actions surely ran before another one, which ways
// therefore always go back, and in which order the others lead on. Pure, and bounded by the number of ways
// (NET_WAYS_MAX).
import { bit, bitsOf, hasBit, numbersIn } from './bits.js';
import { isJoin, type Net, type NetAction, openings } from './net.js';

/** An outcome or rejection of an action that leads on; places are those of the actions in the net. */
export interface Way {
  readonly from: number;
  /** Number of the outcome, or the rejection, or a timer by its number. */
  readonly by: number | 'rejection' | TimerName;
  readonly to: readonly number[];
}

export type TimerName = `timer ${number}`;

/** True for a way that an action takes by itself. */
export function isTimer(by: Way['by']): by is TimerName {
  return typeof by === 'string' && by !== 'rejection';
}

/** The place of a timer among those of its action. */
export function timerPlace(by: TimerName): number {
  return Number(by.slice('timer '.length));
}

export interface Ways {
  readonly actions: readonly NetAction[];
  readonly places: ReadonlyMap<number, number>;
  /** By action. */
  readonly from: readonly (readonly Way[])[];
  /**
   * Actions that surely have a live run in the past of each action when it runs; every action where nothing leads
   * there.
   */
  readonly past: readonly bigint[];
  /** The same without what a join waits for: a timer of the join does not. */
  readonly arrived: readonly bigint[];
  /** Ways that do not surely go back, by action. */
  readonly forward: readonly (readonly Way[])[];
  /** Targets of forward ways, by action, each once. */
  readonly next: readonly (readonly number[])[];
  /** Actions that forward ways come to from each action, itself among them. */
  readonly reach: readonly bigint[];
}

/** The ways of a net, and what is certain on them. */
export function waysOf(net: Net): Ways {
  const actions = [...net.values()];
  const places = new Map(actions.map(({ id }, place) => [id, place]));
  const placesOf = (ids: readonly number[]): readonly number[] => ids.map((id) => places.get(id) as number);
  const from = actions.map(({ outcomes, rejection, timers = [] }, place): readonly Way[] => [
    ...outcomes.map((to, by) => ({ from: place, by, to: placesOf(to) })),
    ...(typeof rejection === 'number' ? [{ from: place, by: 'rejection' as const, to: placesOf([rejection]) }] : []),
    ...timers.map(({ to }, i): Way => ({ from: place, by: `timer ${i}`, to: placesOf(to) })),
  ]);
  const before = pastOfEach({ actions, places, from }, new Set(placesOf(openings(net))), () => 'with it');
  const forward = from.map((ways) => ways.filter((way) => !goesBack(way, before)));
  const next = actions.map((_, place) => [...new Set(targetsOf(forward, place))]);
  const reach = reachOf(actions.length, (place) => next[place] as readonly number[]);
  return { actions, places, from, ...before, forward, next, reach };
}

/** Targets of the way that surely ran before, its own action among them. */
export function surelyPast({ from, by, to }: Way, { past, arrived }: Before): readonly number[] {
  const ran = (isTimer(by) ? arrived : past)[from] as bigint;
  return to.filter((target) => target === from || hasBit(ran, target));
}

/** The actions that surely ran before each action: see `Ways`. */
type Before = Pick<Ways, 'past' | 'arrived'>;

/** A way with one target that surely ran before goes back always. A way with several is refused (structure.ts). */
function goesBack(way: Way, before: Before): boolean {
  return way.to.length === 1 && surelyPast(way, before).length === 1;
}

export function targetsOf(ways: Ways['from'], place: number): readonly number[] {
  return (ways[place] as readonly Way[]).flatMap(({ to }) => to);
}

/**
 * Actions that surely have a complete run which counts when each action runs: what rules can read. A rejection is not a
 * run of its action, and one that surely goes back leads to where its target stood before (README.md, claim). A join of
 * all branches of a fork comes after what is done in each branch that cannot end before it.
 */
export function surelyDone(ways: Ways): readonly bigint[] {
  const { actions, places, from } = ways;
  const opening = new Set([...actions.keys()].filter((at) => opens(actions[at] as NetAction)));
  const brings: Brings = (way) => {
    if (isTimer(way.by)) return actions[way.from]?.timers?.[timerPlace(way.by)]?.states ? 'with it' : 'without it';
    if (way.by !== 'rejection') return 'with it';
    return goesBack(way, ways) ? undefined : 'without it';
  };
  return pastOfEach({ actions, places, from, forks: waitsOf(ways) }, opening, brings).past;
}

/**
 * For the join of all branches of a fork: the places from which each branch may come into it. They stand by each way of
 * the fork that comes there, and by each branch of that way which cannot end before.
 */
type Awaited = readonly (readonly (readonly number[])[])[];

function waitsOf(ways: Ways): ReadonlyMap<number, Awaited> {
  const { actions, places, forward, reach } = ways;
  const ending = bitsOf(forward.map((of) => of.some(({ to }) => to.length === 0)));
  const byKey = new Map<number, Awaited>();
  for (const [at, join] of actions.entries()) {
    const fork = join.joins?.need === undefined && places.get(join.joins?.fork ?? -1);
    if (typeof fork !== 'number') continue;
    const inside = insideOf(ways, join);
    const sources = actions.flatMap((_, place) => (ways.next[place]?.includes(at) ? [place] : []));
    const coming = (target: number): readonly number[] => {
      const branch = (reach[target] as bigint) & inside;
      return target === at ? [fork] : sources.filter((source) => hasBit(branch, source));
    };
    const branches = (forward[fork] as readonly Way[]).map(({ to }) =>
      to.map((target) => ({
        sources: coming(target),
        isSure: target === at || ((reach[target] as bigint) & inside & ending) === 0n,
      })),
    );
    const leading = branches.filter((way) => way.some((branch) => branch.sources.length > 0));
    byKey.set(
      at,
      leading.map((way) =>
        way.filter(({ isSure, sources: of }) => isSure && of.length > 0).map((item) => item.sources),
      ),
    );
  }
  return byKey;
}

function opens(action: NetAction): boolean {
  return action.isStart && !isJoin(action);
}

/**
 * The past that a way brings to its target: that of where it comes from, and that action too; nothing that has to be
 * looked at where undefined.
 */
type Brings = (way: Way) => 'with it' | 'without it' | undefined;

interface Forks {
  /** The actions that joins by fork wait for, where that is looked at. */
  readonly forks?: ReadonlyMap<number, Awaited>;
}

/** Greatest fixpoint: over all ways to an action what they bring, and for a join with it that of each prior. */
function pastOfEach(
  { actions, places, from, forks }: Pick<Ways, 'actions' | 'places' | 'from'> & Forks,
  opening: ReadonlySet<number>,
  brings: Brings,
): Before {
  const all = bit(actions.length) - 1n;
  const past = actions.map(() => all);
  const arrived = actions.map(() => all);
  const sources = sourcesOf(from, brings);
  const priors = from.map((ways) => asPrior(ways, brings));
  const before = actions.map(({ priors }) => priors.map((id) => places.get(id) as number));
  const readers = actions.map((): Set<number> => new Set());
  for (const place of actions.keys())
    for (const source of [...(sources[place] as Sources).keys(), ...(before[place] as number[])])
      readers[source]?.add(place);
  const bringFrom = (source: number, { isWith, isEarly }: Source): bigint => {
    const ran = (isEarly ? arrived : past)[source] as bigint;
    return isWith ? ran | bit(source) : ran;
  };
  const open = new Set(actions.keys());
  for (const place of open) {
    open.delete(place);
    let value = opening.has(place) ? 0n : all;
    for (const [source, how] of sources[place] as Sources) value &= bringFrom(source, how);
    const came = value;
    for (const prior of before[place] as number[]) value |= bringFrom(prior, priors[prior] as Source);
    const bring = (source: number): bigint => bringFrom(source, (sources[place] as Sources).get(source) as Source);
    const ways = forks?.get(place) ?? [];
    value |= inEach(ways.map((way) => way.reduce((sum, branch) => sum | inEach(branch.map(bring)), 0n)));
    if (value === past[place] && came === arrived[place]) continue;
    past[place] = value;
    arrived[place] = came;
    // A set takes what is added while it is walked; what was walked already comes again at its end.
    for (const reader of readers[place] as Set<number>) {
      open.delete(reader);
      open.add(reader);
    }
  }
  return { past, arrived };
}

/** The elements that are in all of some sets; none where there are no sets. */
function inEach([first = 0n, ...others]: readonly bigint[]): bigint {
  return others.reduce((all, other) => all & other, first);
}

interface Source {
  /** Each of its ways brings that action too. */
  readonly isWith: boolean;
  /** A way of them is a timer, which does not wait for what the action waits for. */
  readonly isEarly: boolean;
}

/** Where ways to an action come from. */
type Sources = ReadonlyMap<number, Source>;

/** The past that a complete run of an action brings to those that wait for it: perhaps its timer ended it. */
function asPrior(ways: readonly Way[], brings: Brings): Source {
  const timers = ways.filter(({ by }) => isTimer(by));
  return { isWith: timers.every((way) => brings(way) === 'with it'), isEarly: timers.length > 0 };
}

function sourcesOf(from: Ways['from'], brings: Brings): readonly Sources[] {
  const sources = from.map((): Map<number, Source> => new Map());
  for (const way of from.flat()) {
    const brought = brings(way);
    for (const target of brought === undefined ? [] : way.to) {
      const of = sources[target] as Map<number, Source>;
      const other = of.get(way.from);
      of.set(way.from, {
        isWith: brought === 'with it' && other?.isWith !== false,
        isEarly: isTimer(way.by) || other?.isEarly === true,
      });
    }
  }
  return sources;
}

/** For each of `count` places those that it leads to over any number of steps, itself among them. */
export function reachOf(count: number, next: (place: number) => readonly number[]): readonly bigint[] {
  const order = componentsOf(count, next);
  const reach: bigint[] = new Array(count).fill(0n);
  for (const component of order.components) {
    let value = 0n;
    for (const place of component) {
      value |= bit(place);
      for (const to of next(place)) value |= reach[to] as bigint;
    }
    for (const place of component) reach[place] = value;
  }
  return reach;
}

export interface Components {
  /** Strongly connected parts, each after those that it leads to. */
  readonly components: readonly (readonly number[])[];
  /** Place in `components`. */
  readonly of: readonly number[];
}

/** Strongly connected parts (Tarjan 1972), with a stack by hand: a definition may be longer than the stack is deep. */
export function componentsOf(count: number, next: (place: number) => readonly number[]): Components {
  const walk = new ComponentWalk(count, next);
  for (let place = 0; place < count; place++) walk.from(place);
  return walk;
}

class ComponentWalk implements Components {
  readonly components: number[][] = [];
  readonly of: number[];
  readonly #seen: number[];
  readonly #low: number[];
  readonly #stack: number[] = [];
  readonly #next: (place: number) => readonly number[];
  #count = 0;

  constructor(count: number, next: (place: number) => readonly number[]) {
    this.of = new Array(count).fill(-1);
    this.#seen = new Array(count).fill(-1);
    this.#low = new Array(count).fill(0);
    this.#next = next;
  }

  from(start: number): void {
    if (this.#seen[start] !== -1) return;
    const way = [this.#enter(start)];
    for (let here = way.at(-1); here; here = way.at(-1)) {
      const to = here.left.pop();
      if (to === undefined) {
        way.pop();
        this.#leave(here.place);
        const above = way.at(-1);
        if (above) this.#lower(above.place, this.#low[here.place] as number);
      } else if (this.#seen[to] === -1) way.push(this.#enter(to));
      else if (this.of[to] === -1) this.#lower(here.place, this.#seen[to] as number);
    }
  }

  #enter(place: number): { readonly place: number; readonly left: number[] } {
    this.#seen[place] = this.#low[place] = this.#count++;
    this.#stack.push(place);
    return { place, left: [...this.#next(place)] };
  }

  #lower(place: number, low: number): void {
    if (low < (this.#low[place] as number)) this.#low[place] = low;
  }

  #leave(place: number): void {
    if (this.#low[place] !== this.#seen[place]) return;
    const component = this.#stack.splice(this.#stack.indexOf(place));
    for (const number of component) this.of[number] = this.components.length;
    this.components.push(component);
  }
}

/**
 * The actions inside the scope of a join by fork: those that forward ways of the fork come to before the join. Where
 * the fork takes a way that never comes to the join, such as that of its timer, nothing is joined: it opens no scope.
 */
export function insideOf({ actions, places, forward, next, reach }: Ways, join: NetAction): bigint {
  const at = places.get(join.id) as number;
  const fork = places.get(join.joins?.fork ?? -1);
  if (fork === undefined || actions.length === 0) return 0n;
  const opening = (forward[fork] as readonly Way[]).filter(({ to }) =>
    to.some((target) => hasBit(reach[target] as bigint, at)),
  );
  return reachFrom(
    next,
    opening.flatMap(({ to }) => to),
    at,
  );
}

/** The places that forward ways reach from these without `avoided`. */
export function reachFrom(next: Ways['next'], start: readonly number[], avoided: number): bigint {
  // Marks and no bits: a definition may have a scope for every second action, each of which is walked.
  const reached = new Array<boolean>(next.length).fill(false);
  const open = [...start];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (place === avoided || reached[place]) continue;
    reached[place] = true;
    for (const to of next[place] as readonly number[]) if (!reached[to]) open.push(to);
  }
  return bitsOf(reached);
}

/** Places in an order in which forward ways lead on, but inside circles. */
export function orderOf({ actions, forward, places }: Ways): readonly number[] {
  const awaiting = actions.map((): number[] => []);
  for (const [place, action] of actions.entries())
    for (const prior of action.priors) awaiting[places.get(prior) as number]?.push(place);
  const next = (place: number): readonly number[] => [
    ...targetsOf(forward, place),
    ...(awaiting[place] as readonly number[]),
  ];
  return [...componentsOf(actions.length, next).components].reverse().flat();
}

/**
 * For each action that may come after a run of `start`, which is itself in the net: the actions that surely have a
 * complete run since then, `start` among them. Going round to `start` again begins anew.
 */
export function actionsSince(net: Net, start: number): ReadonlyMap<number, ReadonlySet<number>> {
  const ways = waysOf(net);
  const from = ways.places.get(start) as number;
  // A rejection that goes back leads to where its target stood before.
  const goesOn = (place: number): boolean => ways.forward[place]?.some(({ by }) => by === 'rejection') === true;
  const leading = ways.from.map((of, place) => of.filter(({ by }) => by !== 'rejection' || goesOn(place)));
  const reach = reachOf(ways.actions.length, (place) => targetsOf(leading, place))[from] as bigint;
  const ids = new Set(numbersIn(reach).map((place) => (ways.actions[place] as NetAction).id));
  const part = new Map<number, NetAction>();
  for (const place of numbersIn(reach)) {
    const { rejection, joins, priors, ...action } = ways.actions[place] as NetAction;
    const isStart = action.id === start;
    part.set(action.id, {
      ...action,
      isStart,
      ...(rejection !== undefined && goesOn(place) && { rejection }),
      // An action that it waits for and that cannot have come since then says nothing.
      priors: isStart ? [] : priors.filter((id) => ids.has(id)),
      ...(joins && !isStart && ids.has(joins.fork) && { joins }),
    });
  }
  const since = waysOf(part);
  const done = surelyDone(since);
  return new Map(
    since.actions.map(({ id }, place) => {
      const before = since.actions.filter((_, i) => hasBit(done[place] as bigint, i)).map((action) => action.id);
      return [id, new Set(before)];
    }),
  );
}
