// The members of an action's data: those that it is given, those that it calculates, and what is certain about them,
// found once from its schemas. The root of a payload is closed: a member that no schema declares does not count,
// whatever the schema says of others.
import { type Issue, issue } from '../../base/issue.js';
import { escapePointer, isObject, type Json, type JsonObject } from '../../base/json.js';
import { SCHEMA_ERRORS_MAX } from '../../base/limits/node/designs.js';
import { nearest } from '../../base/nearest.js';
import { bareOf } from '../../schema/cost.js';
import { shownName } from '../definition/shown-name.js';
import type { Action } from '../definition/types.js';
import { inPlace, type Parts, possibleInPlace } from '../schemas/schema-parts.js';
import { isInTimers, valuesAt } from './made.js';
import { declaredNames } from './statements.js';

/** The type that the schemas state at a path: none where a value `open` to any member stands above. */
type Standing =
  | { readonly is: 'declared' | 'open' }
  /** `at` is the place of the token that nothing declares, `names` what is declared there. */
  | { readonly is: 'unknown'; readonly at: number; readonly names: readonly string[] };

interface Members {
  /** In(N): what a payload of the action may hold. */
  readonly given: ReadonlySet<string>;
  /** Calc(N). */
  readonly calculated: ReadonlySet<string>;
  readonly standingOf: (path: readonly string[]) => Standing;
  /** True for what would stand inside of a list: the number of its items is not known before. */
  readonly isInList: (path: readonly string[]) => boolean;
  /** True where every run of the action has a value there: each step is required, or calculated. */
  readonly isCertain: (path: readonly string[]) => boolean;
  /** True where every value at `path` has the rest of it; with `isItem` every item of the list there. */
  readonly isCertainIn: (path: readonly string[], rest: readonly string[], isItem: boolean) => boolean;
}

const known = new WeakMap<Action, Members>();

/** Found once for as long as the action is held. Its schemas may be published. */
export function membersOf(action: Action): Members {
  let members = known.get(action);
  if (!members) {
    members = makeMembers(action);
    known.set(action, members);
  }
  return members;
}

function makeMembers(action: Action): Members {
  const calculated = new Set(Object.keys(action.calculations ?? {}));
  const given = new Set([...declaredNames(action)].filter((name) => !calculated.has(name)));
  const schemas = (action.dataSchemas ?? []).flatMap((schema): readonly Rooted[] => {
    const bare = bareOf(schema);
    return isObject(bare) ? [{ root: bare, parts: [{ place: '', node: bare }] }] : [];
  });
  const root = new Level(schemas, schemas);
  const names = [...given, ...calculated];
  // Of a calculated member the rule may say more than its schema.
  const isMade = (name: string): boolean => calculated.has(name) && !root.names.has(name);
  return {
    given,
    calculated,
    standingOf: (path) => {
      const [first] = path;
      if (first === undefined) return { is: 'declared' };
      if (!given.has(first) && !calculated.has(first)) return { is: 'unknown', at: 0, names };
      const made = isMade(first) ? valuesAt(action, path) : 'open';
      if (made === 'open') return standingBelow(root.below(first), path);
      return made === 'there' ? { is: 'declared' } : { is: 'unknown', ...made };
    },
    isInList: (path) => {
      let level = root;
      return path.some((token) => {
        const { isList } = level;
        level = level.below(token);
        return isList;
      });
    },
    isCertain: ([first, ...rest]) => {
      if (first === undefined) return true;
      if (!calculated.has(first) && !root.certain.has(first)) return false;
      if (isMade(first) && rest.length > 0)
        return valuesAt(action, [first, ...rest]) === 'there' && isInTimers(action, [first, ...rest]);
      return certainBelow(root.below(first), rest);
    },
    isCertainIn: (path, rest, isItem) => {
      const level = path.reduce((above, token) => above.below(token), root);
      return certainBelow(isItem ? level.below(ITEM) : level, rest);
    },
  };
}

/** VAL_SCHEMA_007 at `/payload/<name>` for each member that the action is not given, at most SCHEMA_ERRORS_MAX. */
export function refusedMembers(action: Action, payload: JsonObject): readonly Issue[] {
  const { given, calculated } = membersOf(action);
  const refused = Object.keys(payload).filter((name) => !given.has(name));
  return refused.slice(0, SCHEMA_ERRORS_MAX).map((name) => {
    const near = nearest(name.slice(0, 40), [...given]);
    const hint =
      near === undefined ? 'leave it out, or declare it in the dataSchemas' : `did you mean ${shownName(near)}`;
    const message = calculated.has(name)
      ? `${shownName(name)} is calculated by this action: leave it out of the payload.`
      : `No data schema of this action declares ${shownName(name)}: ${hint}.`;
    return issue('VAL_SCHEMA_007', `/payload/${escapePointer(name)}`, message);
  });
}

/** A place behind all that have a schema of their own: what holds there holds for every item where there are none. */
const ITEM = '1000000';

/** From the second token on. */
function standingBelow(first: Level, path: readonly string[]): Standing {
  let level = first;
  for (const [at, token] of path.entries()) {
    if (at === 0) continue;
    const isItem = level.isList && /^(0|[1-9]\d*)$/.test(token);
    if (!isItem && !level.names.has(token)) {
      return level.isOpen ? { is: 'open' } : { is: 'unknown', at, names: [...level.names] };
    }
    level = level.below(token);
  }
  return { is: 'declared' };
}

function certainBelow(first: Level, path: readonly string[]): boolean {
  let level = first;
  for (const token of path) {
    if (!(level.isObject && level.certain.has(token)) && !level.hasItem(token)) return false;
    level = level.below(token);
  }
  return true;
}

/** Parts of one schema document that apply to one value. */
interface Rooted {
  readonly root: JsonObject;
  readonly parts: Parts;
}

/** The schemas of one value. */
class Level {
  /** Members that some part declares. */
  readonly names: ReadonlySet<string>;
  /** Members that every valid object has. */
  readonly certain: ReadonlySet<string>;
  readonly isObject: boolean;
  readonly isList: boolean;
  /** Items that every valid list has; 0 where it may be another value. */
  readonly #least: number;
  /** It may have members that nothing declares. */
  readonly isOpen: boolean;
  /** Parts that apply whatever the data, and those that may. */
  readonly #always: readonly Rooted[];
  readonly #possible: readonly Rooted[];
  readonly #below = new Map<string, Level>();

  constructor(always: readonly Rooted[], possible: readonly Rooted[]) {
    const ground = always.map(({ root, parts }) => ({ root, parts: inPlace(root, parts) }));
    this.#possible = possible.map(({ root, parts }) => ({ root, parts: possibleInPlace(root, parts) }));
    const sure = nodesOf(ground);
    const nodes = nodesOf(this.#possible);
    const hasPlaces = nodes.some(({ prefixItems, items }) => Array.isArray(prefixItems) || Array.isArray(items));
    this.certain = new Set(always.flatMap(({ root, parts }) => [...membersRequired(root, parts)]));
    this.#always = hasPlaces ? [] : ground;
    this.names = new Set(nodes.flatMap(namesIn));
    this.isObject = sure.some(({ type }) => isOnly(type, 'object'));
    this.isList = nodes.some(isListed);
    this.#least = sure.some(({ type }) => isOnly(type, 'array'))
      ? Math.max(0, ...sure.map(({ minItems }) => (typeof minItems === 'number' ? minItems : 0)))
      : 0;
    const isClosed = nodes.some(({ additionalProperties }) => additionalProperties === false);
    const opens = nodes.some((node) => OPENING.some((keyword) => (node[keyword] ?? false) !== false));
    const isNameless = sure.some(({ type }) => excludesMembers(type));
    this.isOpen = !isNameless && (opens || (this.names.size === 0 && !isClosed));
  }

  /** True where every valid list has an item at this place. */
  hasItem(token: string): boolean {
    return /^(0|[1-9]\d{0,15})$/.test(token) && Number(token) < this.#least;
  }

  below(token: string): Level {
    let level = this.#below.get(token);
    if (!level) {
      level = new Level(downTo(this.#always, token), downTo(this.#possible, token));
      this.#below.set(token, level);
    }
    return level;
  }
}

function nodesOf(levels: readonly Rooted[]): readonly JsonObject[] {
  return levels.flatMap(({ parts }) => parts.flatMap(({ node }) => (isObject(node) ? [node] : [])));
}

function downTo(levels: readonly Rooted[], token: string): readonly Rooted[] {
  return levels.map(({ root, parts }) => ({ root, parts: parts.flatMap((part) => partsBelow(part, token)) }));
}

function isListed({ items, prefixItems, type }: JsonObject): boolean {
  return items !== undefined || prefixItems !== undefined || isOnly(type, 'array');
}

/** Keywords by which an object takes members that are not listed. */
const OPENING = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'];

function partsBelow({ place, node }: Parts[number], token: string): Parts {
  if (!isObject(node)) return [];
  const { properties, prefixItems, items } = node;
  const member = isObject(properties) && Object.hasOwn(properties, token) ? properties[token] : undefined;
  const lists = [prefixItems, items].map((list) =>
    Array.isArray(list) ? (list as readonly Json[])[Number(token)] : undefined,
  );
  const rows = [member, ...lists, /^\d+$/.test(token) && isSchema(items) ? items : undefined];
  return rows.flatMap((item) => (item === undefined ? [] : [{ place, node: item }]));
}

function namesIn(node: JsonObject): readonly string[] {
  const { properties } = node;
  return [...(isObject(properties) ? Object.keys(properties) : []), ...requiredNames(node)];
}

/** Money has both of its members, and no other. */
const MONEY = ['amount', 'currency'];

function requiredNames({ required, format }: JsonObject): readonly string[] {
  const listed = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return format === 'money' ? [...listed, ...MONEY] : listed;
}

/** Members that every object has which satisfies all of the parts. */
function membersRequired(root: JsonObject, parts: Parts): ReadonlySet<string> {
  const names = new Set<string>();
  const branch = (...nodes: readonly (Json | undefined)[]): ReadonlySet<string> | undefined =>
    nodes.includes(false)
      ? undefined
      : membersRequired(
          root,
          nodes.flatMap((node) => (node === undefined ? [] : [{ place: '', node }])),
        );
  const addShared = (branches: readonly (ReadonlySet<string> | undefined)[]): void => {
    // Nothing satisfies a branch that is false.
    const [first, ...others] = branches.filter((item) => item !== undefined);
    for (const name of first ?? []) if (others.every((other) => other.has(name))) names.add(name);
  };
  for (const { node } of inPlace(root, parts)) {
    if (!isObject(node)) continue;
    const { anyOf, oneOf, if: test, then: yes, else: no } = node;
    for (const name of requiredNames(node)) names.add(name);
    for (const list of [anyOf, oneOf])
      if (Array.isArray(list)) addShared((list as readonly Json[]).map((item) => branch(item)));
    if (test !== undefined) addShared([branch(test, yes), branch(no)]);
  }
  return names;
}

function isSchema(value: Json | undefined): value is JsonObject | true {
  return isObject(value) || value === true;
}

function isOnly(type: Json | undefined, name: string): boolean {
  return type === name || (Array.isArray(type) && type.length === 1 && type[0] === name);
}

/** A type of values that have no members: a list has items by their place. */
function excludesMembers(type: Json | undefined): boolean {
  if (type === undefined) return false;
  return !(Array.isArray(type) ? type : [type]).includes('object');
}
