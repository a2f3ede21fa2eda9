// How two versions of a blueprint differ, member by member: roles, actions and routes are the same where their ids are,
// wherever they stand. Each difference says whether it changes what the workflow does.
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { behaviourOf } from '../../blueprint/definition/definition-hash.js';

export interface Difference {
  /** Such as `actions[3].routes[approved].condition`, with ids in brackets. */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Absent where it was added. */
  readonly before?: Json;
  /** Absent where it was removed. */
  readonly after?: Json;
  /** A rehearsal of the earlier version does not count for the later one. */
  readonly isBehaviour: boolean;
}

/**
 * The member by which items of a list are the same, by the name of the list. Items of other lists are compared as a
 * whole.
 */
const IDENTITY: Readonly<Record<string, string>> = {
  participants: 'id',
  actions: 'id',
  routes: 'id',
  disclosures: 'participantAddress',
};

/** Differences in the order of the earlier version, then what the later one has besides. Both are blueprints. */
export function differences(before: JsonObject, after: JsonObject): readonly Difference[] {
  const changed = new Set(foundBetween(behaviourOf(before), behaviourOf(after)).map(pathOf));
  return foundBetween(before, after).map(({ at, ...item }) => {
    const path = pathOf({ at });
    return { path, ...item, isBehaviour: changed.has(path) };
  });
}

export interface FoundDifference extends Omit<Difference, 'path' | 'isBehaviour'> {
  /** The names of members, and ids of the items of lists, as `[id]`. */
  readonly at: readonly string[];
}

/** The same with their places, and without a word about behaviour. */
export function foundBetween(before: JsonObject, after: JsonObject): readonly FoundDifference[] {
  return compareAt(before, after, []);
}

function pathOf({ at }: Pick<FoundDifference, 'at'>): string {
  return at.map((name, i) => (i === 0 || name.startsWith('[') ? name : `.${name}`)).join('');
}

function compareAt(
  before: Json | undefined,
  after: Json | undefined,
  at: readonly string[],
): readonly FoundDifference[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ at, change: 'added', after: after as Json }];
  if (after === undefined) return [{ at, change: 'removed', before }];
  if (isObject(before) && isObject(after)) return inMembers(before, after, at);
  const identity = IDENTITY[at.at(-1) ?? ''];
  const lists = [before, after].map((list) => (identity === undefined ? undefined : byIdentity(list, identity)));
  const [first, second] = lists;
  if (first && second)
    return [...new Set([...first.keys(), ...second.keys()])].flatMap((id) =>
      compareAt(first.get(id), second.get(id), [...at, `[${id}]`]),
    );
  return canonical(before) === canonical(after) ? [] : [{ at, change: 'changed', before, after }];
}

function inMembers(before: JsonObject, after: JsonObject, at: readonly string[]): readonly FoundDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const memberOf = (of: JsonObject, name: string): Json | undefined =>
    Object.hasOwn(of, name) ? (of[name] as Json) : undefined;
  return names.flatMap((name) => compareAt(memberOf(before, name), memberOf(after, name), [...at, name]));
}

/** Undefined where an item has no identity, or two have the same. */
function byIdentity(list: Json, identity: string): ReadonlyMap<string, Json> | undefined {
  if (!Array.isArray(list)) return undefined;
  const byKey = new Map<string, Json>();
  for (const item of list as readonly Json[]) {
    const id = isObject(item) ? item[identity] : undefined;
    if ((typeof id !== 'string' && typeof id !== 'number') || byKey.has(String(id))) return undefined;
    byKey.set(String(id), item);
  }
  return byKey;
}
