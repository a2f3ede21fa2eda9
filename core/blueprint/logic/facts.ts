// Facts that rules read, by the action that stated them, and the value that a resolved name takes from
// them. Nothing that a payload holds decides which fact a name reads. Pure; a fact that is not there is told apart from
// null.
import type { Json, JsonObject } from '../../base/json.js';
import { pointerText, readPointer } from '../definition/pointer.js';
import type { VoteChoice } from '../plan/approval.js';

/** How a reason begins for a member that a run does not have, as far as its reader was given it. */
export const UNSEEN = 'what is seen here of run';

/** The place that a name of a rule reads. A `path` starts with the member and goes down from it. */
export type Read =
  /** A member that this action was given, or that it calculates. */
  | { readonly kind: 'in' | 'calc'; readonly path: readonly string[] }
  /** Of the last run in force of another action; or the values of all of them, oldest first. */
  | { readonly kind: 'act' | 'runs'; readonly action: number; readonly path: readonly string[] }
  | Turn
  | { readonly kind: 'count'; readonly action: number }
  /** The votes in force of its last round, oldest first. */
  | { readonly kind: 'votes'; readonly action: number }
  /** Of the last run in force among several actions. */
  | { readonly kind: 'fact'; readonly actions: readonly number[]; readonly path: readonly string[] }
  | { readonly kind: 'time'; readonly of: TimeName }
  /** Of a list operator: what it looks at. */
  | { readonly kind: ItemName; readonly path: readonly string[] };

/** Of the last run of an action in this turn of its loops: since the newest run of the actions `since`. */
interface Turn {
  readonly kind: 'turn';
  readonly action: number;
  readonly since: readonly number[];
  readonly path: readonly string[];
}

/** Actions of whose runs it depends what a name reads. */
export function actionsRead(read: Read): readonly number[] {
  if (read.kind === 'turn') return [read.action, ...read.since];
  if ('action' in read) return [read.action];
  return read.kind === 'fact' ? read.actions : [];
}

export const TIME_NAMES = ['opened', 'previous', 'signed'] as const;
export type TimeName = (typeof TIME_NAMES)[number];
export const ITEM_NAMES = ['item', 'index', 'current', 'accumulator'] as const;
export type ItemName = (typeof ITEM_NAMES)[number];

/** The names of the rules of one action as they are written, each with what it reads. */
export type Names = ReadonlyMap<string, Read>;

/** A run in force, with what of its data is seen here: given and calculated members, which never share a name. */
export interface RunFacts {
  readonly txId: string;
  readonly action: number;
  readonly data: JsonObject;
  /** Of a vote. */
  readonly vote?: VoteFact | undefined;
}

/** The public part of a vote. */
export interface VoteFact {
  readonly role: string;
  readonly vote: VoteChoice;
  /** Votes of one round have the same. */
  readonly round: number;
}

export interface Facts {
  /** The data that this action was given. */
  readonly input: JsonObject;
  /** The fields that it calculated so far. */
  readonly calculated: JsonObject;
  /** Runs in force in the order of the ledger; this one is not among them. */
  readonly runs: readonly RunFacts[];
  /** Dockets of the opening and of the newest run that this one takes, and the time at which this one was signed. */
  readonly time: Readonly<Partial<Record<TimeName, string>>>;
}

/** The values that a list operator looks at, by name. */
export type ItemFacts = Readonly<Partial<Record<ItemName, Json>>>;

/** A value, or why there is none; `work` is how many values were looked at. */
type Found = { readonly value: Json; readonly work: number } | { readonly absent: string; readonly work: number };

/** The value that a name reads from the facts; `items` inside of a list operator. */
export function factOf(read: Read, facts: Facts, items: ItemFacts | undefined): Found {
  switch (read.kind) {
    case 'in':
      return memberIn(facts.input, read.path, 'the payload of this action has no');
    case 'calc':
      return memberIn(facts.calculated, read.path, 'this action has not calculated');
    case 'act':
      return ofRun(lastRun(facts.runs, [read.action])?.run, read.path, `action ${read.action}`);
    case 'fact':
      return ofRun(lastRun(facts.runs, read.actions)?.run, read.path, `actions ${read.actions.join(', ')}`);
    case 'turn':
      return ofRun(runOfTurn(facts.runs, read), read.path, `action ${read.action} of this turn`);
    case 'runs':
      return ofRuns(facts, read);
    case 'count':
      return { value: runsOf(facts, read.action).length, work: 1 };
    case 'votes':
      return ofVotes(runsOf(facts, read.action));
    case 'time': {
      const value = facts.time[read.of];
      return value === undefined ? { absent: 'nothing was sealed before this action', work: 1 } : { value, work: 1 };
    }
    default: {
      const value = items?.[read.kind];
      return value === undefined
        ? { absent: 'no list operator stands around it', work: 1 }
        : memberIn(value, read.path, 'the item has no');
    }
  }
}

function memberIn(data: Json, path: readonly string[], without: string): Found {
  const value = readPointer(data, path);
  const work = 1 + path.length;
  return value === undefined ? { absent: `${without} ${pointerText(path)}`, work } : { value, work };
}

function ofRun(run: RunFacts | undefined, path: readonly string[], who: string): Found {
  if (!run) return { absent: `no run of ${who} is in force`, work: 1 };
  return memberIn(run.data, path, `${UNSEEN} ${run.txId} of action ${run.action} has no`);
}

/** Runs without the member are left out. */
function ofRuns(facts: Facts, { action, path }: { readonly action: number; readonly path: readonly string[] }): Found {
  const runs = runsOf(facts, action);
  const values = runs.flatMap(({ data }): Json[] => {
    const member = memberIn(data, path, '');
    return 'value' in member ? [member.value] : [];
  });
  return { value: values, work: 1 + runs.length * (1 + path.length) };
}

/** Runs that a timer stated are not votes. */
function ofVotes(runs: readonly RunFacts[]): Found {
  const votes = runs.flatMap(({ vote }) => vote ?? []);
  const round = votes.at(-1)?.round;
  const value = votes.filter((vote) => vote.round === round).map(({ role, vote }) => ({ role, vote }));
  return { value, work: 1 + 3 * runs.length };
}

type OfAction = Pick<RunFacts, 'action'>;

interface Placed<T> {
  readonly place: number;
  readonly run: T;
}

/** Found once for a list of runs: a thousand reads of two thousand runs would be looked through otherwise. */
const byAction = new WeakMap<readonly RunFacts[], ReadonlyMap<number, readonly RunFacts[]>>();
const lasts = new WeakMap<readonly OfAction[], ReadonlyMap<number, Placed<OfAction>>>();

function runsOf({ runs }: Facts, action: number): readonly RunFacts[] {
  let known = byAction.get(runs);
  if (!known) {
    const made = new Map<number, RunFacts[]>();
    for (const run of runs) {
      const list = made.get(run.action);
      if (list) list.push(run);
      else made.set(run.action, [run]);
    }
    byAction.set(runs, made);
    known = made;
  }
  return known.get(action) ?? [];
}

function lastRun<T extends OfAction>(runs: readonly T[], actions: readonly number[]): Placed<T> | undefined {
  let known = lasts.get(runs);
  if (!known) {
    known = new Map(runs.map((run, place) => [run.action, { place, run }] as const));
    lasts.set(runs, known);
  }
  let last: Placed<T> | undefined;
  for (const action of actions) {
    const value = known.get(action) as Placed<T> | undefined;
    if (value && (!last || value.place > last.place)) last = value;
  }
  return last;
}

/** The run that a name of this turn reads, of runs in force in the order of the ledger. */
export function runOfTurn<T extends OfAction>(runs: readonly T[], { action, since }: Turn): T | undefined {
  const last = lastRun(runs, [action]);
  const begun = lastRun(runs, since);
  return last && begun && last.place >= begun.place ? last.run : undefined;
}
