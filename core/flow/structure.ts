// The structural rules of a net: what every validator refuses in a definition, because the reducer or the
// soundness check could not be right about it. Pure; each rule looks at ways only.
import { hasBit, numbersIn } from './bits.js';
import { strangersTo } from './doubts.js';
import { type Net, type NetAction, openings } from './net.js';
import { insideOf, isTimer, reachFrom, surelyPast, timerPlace, type Way, type Ways, waysOf } from './ways.js';

/** Ways between actions of one definition, and actions that others wait for: what the rules and the check walk over. */
const NET_WAYS_MAX = 5000;
/** Joins by fork of one definition: the scope of each is walked. */
const NET_SCOPES_MAX = 100;

export type StructureCode =
  | 'BP_WAYS'
  | 'BP_BACK_AND_FORK'
  | 'BP_JOIN_WAY'
  | 'BP_JOIN_TWICE'
  | 'BP_JOIN_FORK'
  | 'BP_SCOPE_LEAK';

export interface StructureFault {
  readonly code: StructureCode;
  /** Id of the action. */
  readonly action: number;
  /** JSON Pointer below the action. */
  readonly at: string;
  readonly message: string;
}

/** Every fault, or `BP_WAYS` alone where there are too many ways to look at. */
export function checkStructure(net: Net): readonly StructureFault[] {
  const tooLarge = sizeFault([...net.values()]);
  if (tooLarge) return [tooLarge];
  const ways = waysOf(net);
  return [...net.values()].flatMap((action) => [
    ...backAndFork(action, ways),
    ...joinKinds(action, net),
    ...joinWay(action, ways),
    ...scopeLeak(action, ways, net),
  ]);
}

function sizeFault(actions: readonly NetAction[]): StructureFault | undefined {
  const [first] = actions;
  const ways = actions.reduce(
    (sum, { outcomes, priors, timers = [] }) =>
      sum + priors.length + [...outcomes, ...timers.map(({ to }) => to)].reduce((n, to) => n + to.length, 1),
    0,
  );
  const scopes = actions.filter(({ joins }) => joins !== undefined).length;
  const fault = (most: string, count: number): StructureFault => ({
    code: 'BP_WAYS',
    action: first?.id ?? -1,
    at: '/routes',
    message: `A definition has at most ${most}, and this one has ${count}.`,
  });
  if (ways > NET_WAYS_MAX)
    return fault(`${NET_WAYS_MAX} ways between actions and actions that others wait for, together`, ways);
  return scopes > NET_SCOPES_MAX ? fault(`${NET_SCOPES_MAX} joins by fork`, scopes) : undefined;
}

/** Going back together with going on has no state that was there before (README.md, claim). */
function backAndFork({ id }: NetAction, ways: Ways): readonly StructureFault[] {
  const at = ways.places.get(id) as number;
  return (ways.from[at] as readonly Way[]).flatMap((way): StructureFault[] => {
    const [back] = way.to.length > 1 ? surelyPast(way, ways) : [];
    if (back === undefined) return [];
    const target = ways.actions[back]?.id;
    const message = `Action ${target} ran before, so this route goes back to it, and it leads to other actions too: lead back alone.`;
    const place = isTimer(way.by) ? `/timers/${timerPlace(way.by)}/then` : `/routes/${way.by}`;
    return [{ code: 'BP_BACK_AND_FORK', action: id, at: `${place}/nextActionIds`, message }];
  });
}

function joinKinds({ id, priors, joins }: NetAction, net: Net): readonly StructureFault[] {
  if (!joins) return [];
  const fault = (code: StructureCode, at: string, message: string): StructureFault => ({
    code,
    action: id,
    at,
    message,
  });
  if (priors.length > 0)
    return [fault('BP_JOIN_TWICE', '/joins', 'An action has requiredPriorActions or joins, and not both.')];
  const fork = net.get(joins.fork);
  if (!fork || joins.fork === id)
    return [fault('BP_JOIN_FORK', '/joins/fork', 'The fork is another action of the definition.')];
  const most = Math.max(...[...fork.outcomes, ...(fork.timers ?? []).map(({ to }) => to)].map((to) => to.length));
  if (most < 2)
    return [fault('BP_JOIN_FORK', '/joins/fork', `Action ${joins.fork} has no route that starts several branches.`)];
  if (joins.need !== undefined && joins.need > most)
    return [fault('BP_JOIN_FORK', '/joins/need', `Action ${joins.fork} starts at most ${most} branches.`)];
  const first = [...net.values()].find((action) => action.joins?.fork === joins.fork);
  if (first?.id !== id)
    return [fault('BP_JOIN_FORK', '/joins/fork', `Action ${first?.id} joins the branches of this fork already.`)];
  return [];
}

/**
 * Where several ways lead into a join by name, each comes from an action that it waits for: otherwise it could run
 * twice.
 */
function joinWay(action: NetAction, ways: Ways): readonly StructureFault[] {
  const [stranger] = strangersTo(ways, action);
  if (stranger === undefined) return [];
  const from = idAt(ways, stranger);
  const message = `Several ways lead to this join, one of them from action ${from}, for which it does not wait: it could run twice. Name ${from} in requiredPriorActions.`;
  return [{ code: 'BP_JOIN_WAY', action: action.id, at: '/requiredPriorActions', message }];
}

/** The branches of a fork end, or come to its join: none leads to an action that others come to without the fork. */
function scopeLeak(action: NetAction, ways: Ways, net: Net): readonly StructureFault[] {
  const { id, joins } = action;
  const fork = joins && ways.places.get(joins.fork);
  if (fork === undefined) return [];
  const at = ways.places.get(id) as number;
  const inside = insideOf(ways, action);
  const leak = (message: string): readonly StructureFault[] => [
    { code: 'BP_SCOPE_LEAK', action: id, at: '/joins', message },
  ];
  const stranger = ways.next.findIndex((to, from) => to.includes(at) && from !== fork && !hasBit(inside, from));
  if (stranger >= 0)
    return leak(`Action ${idAt(ways, stranger)} leads to this join and is not a branch of action ${joins?.fork}.`);
  const starts = openings(net).map((start) => ways.places.get(start) as number);
  const outside = reachFrom(ways.next, starts, fork);
  const behind = reachFrom(ways.next, ways.next[at] as readonly number[], fork);
  const [met] = numbersIn(inside & (outside | behind));
  if (met === undefined) return [];
  const comes = (from: number): boolean => from === at || hasBit(outside | behind, from);
  const from = ways.next.findIndex(
    (to, number) =>
      number !== fork && !hasBit(inside, number) && comes(number) && to.some((place) => hasBit(inside, place)),
  );
  const to = ways.next[from]?.find((place) => hasBit(inside, place)) ?? met;
  const other = from < 0 ? 'so do others' : `so does action ${idAt(ways, from)}, which is outside of them`;
  return leak(
    `Branches of action ${joins?.fork} come to action ${idAt(ways, to)}, and ${other}: every way out of the fork leads through this join, or ends. A rejection from behind the join goes back to action ${joins?.fork} or to the join; one to a branch alone is of an action in that branch.`,
  );
}

function idAt({ actions }: Ways, place: number): number {
  return (actions[place] as NetAction).id;
}
