// Disclosure of an action's data. The disclosed data is built up from the members that pointers name, and never cut
// down from the whole: a field that no pointer names cannot be in it.
import type { Json, JsonObject } from '../../base/json.js';
import { participantOf } from '../definition/conformance.js';
import { memberOf, parsePointer } from '../definition/pointer.js';
import type { Action, Definition, DisclosureFrom } from '../definition/types.js';
import { approvalOf } from '../plan/approval.js';

export interface Disclosure {
  /** Participant id, or an address that no participant has. */
  readonly participantId: string;
  /**
   * The disclosed part, nested as the whole is. Items of a list keep their place; null stands for the ones before that
   * are not disclosed.
   */
  readonly data: JsonObject;
  /** The pointers that were named, sorted, each once. */
  readonly pointers: readonly string[];
  /** From when on it is given; at once where it is absent. */
  readonly from?: DisclosureFrom;
}

/** The chosen part of a value: all of it, or parts by token. */
type Choice = 'all' | Map<string, Choice>;

/**
 * Disclosures of an action's data, one a participant, sorted by participant id. The sender sees all that it sent;
 * everybody else only what pointers name. Entries of one participant are merged. A pointer that names nothing in this
 * data, or is not a pointer, discloses nothing.
 */
export function disclose(definition: Definition, action: Action, data: JsonObject): readonly Disclosure[] {
  return sharesOf(definition, action).map(({ participantId, pointers, paths, from }) => ({
    participantId,
    data: pickPaths(data, paths),
    pointers,
    ...(from && { from }),
  }));
}

/**
 * The part of `data` that the pointers name: RFC 6901, and a last token `*` for every member or item of the value
 * before it.
 */
export function project(data: JsonObject, pointers: readonly string[]): JsonObject {
  return pickPaths(data, pathsOf(pointers));
}

/**
 * The pointers that disclose an action to any of these: ids of participants, or addresses. `''` for its sender. Sorted,
 * each once.
 */
export function pointersFor(definition: Definition, action: Action, names: ReadonlySet<string>): readonly string[] {
  const shown = sharesOf(definition, action).filter(({ participantId }) => names.has(participantId));
  return [...new Set(shown.flatMap(({ pointers }) => pointers))].sort();
}

/** The share that the definition gives to one participant; `paths` are the tokens of those pointers that are some. */
interface Share extends Pick<Disclosure, 'from' | 'participantId' | 'pointers'> {
  readonly paths: readonly (readonly string[])[];
}

/**
 * The same for every run of an action, found once for as long as its definition is held; an action is of one
 * definition.
 */
const shares = new WeakMap<Action, { readonly definition: Definition; readonly shares: readonly Share[] }>();

/**
 * The shares that the definition gives to each participant, and `''` to the sender; by id, or by an address that none
 * has.
 */
export function sharesOf(definition: Definition, action: Action): readonly Share[] {
  const known = shares.get(action);
  if (known?.definition === definition) return known.shares;
  const { disclosures } = action;
  const facts = namedShares(definition, typeof disclosures === 'object' ? (disclosures ?? NONE) : NONE);
  // Of an action that several roles vote on, none sees more of another's vote than pointers name.
  const isVotedOn = approvalOf(action) !== undefined;
  const rows = isVotedOn ? facts : withSender(facts, action.sender);
  shares.set(action, { definition, shares: rows });
  return rows;
}

const NONE: NonNullable<Action['disclosures']> = [];
/** The same list is that of all who vote on an action. */
const lists = new WeakMap<object, { readonly definition: Definition; readonly shares: readonly Share[] }>();

function namedShares(definition: Definition, disclosures: NonNullable<Action['disclosures']>): readonly Share[] {
  const known = lists.get(disclosures);
  if (known?.definition === definition) return known.shares;
  const named = new Map<string, Set<string>>();
  const later = new Map<string, DisclosureFrom>();
  for (const { participantAddress, dataPointers, from } of disclosures) {
    const id = participantOf(definition, participantAddress);
    const pointers = named.get(id) ?? new Set();
    // A sealed definition has passed the rules of the ledger alone, which do not look here.
    for (const pointer of Array.isArray(dataPointers) ? dataPointers : []) pointers.add(String(pointer));
    named.set(id, pointers);
    if (from) later.set(id, from);
  }
  const rows = [...named.keys()].sort().map((id): Share => {
    const from = later.get(id);
    return { ...shareOf(id, named.get(id) as Set<string>), ...(from && { from }) };
  });
  lists.set(disclosures, { definition, shares: rows });
  return rows;
}

function withSender(facts: readonly Share[], sender: string): readonly Share[] {
  const at = facts.findIndex(({ participantId }) => participantId >= sender);
  const place = at < 0 ? facts.length : at;
  const own = facts[place]?.participantId === sender ? facts[place] : undefined;
  const whole = shareOf(sender, new Set(['', ...(own?.pointers ?? [])]));
  return [...facts.slice(0, place), whole, ...facts.slice(own ? place + 1 : place)];
}

function shareOf(participantId: string, named: ReadonlySet<string>): Share {
  const pointers = [...named].sort();
  return { participantId, pointers, paths: pathsOf(pointers) };
}

function pathsOf(pointers: readonly string[]): readonly (readonly string[])[] {
  return pointers.flatMap((pointer) => {
    const tokens = parsePointer(pointer);
    return tokens ? [tokens] : [];
  });
}

function pickPaths(data: JsonObject, paths: Share['paths']): JsonObject {
  let chosen: Choice = new Map();
  for (const tokens of paths) chosen = choose(chosen, tokens, data);
  return (pick(data, chosen) ?? {}) as JsonObject;
}

/** Adds what the tokens name in `value` to a choice; the choice as it was when they name nothing. */
function choose(choice: Choice, tokens: readonly string[], value: Json): Choice {
  if (choice === 'all' || tokens.length === 0) return 'all';
  const [token, ...rest] = tokens as [string, ...string[]];
  const member = memberOf(value, token);
  if (member !== undefined) {
    choice.set(token, choose(choice.get(token) ?? new Map(), rest, member));
    return choice;
  }
  // A field that is called `*` is named by its own pointer; otherwise the star stands for all there is.
  return token === '*' && rest.length === 0 && typeof value === 'object' && value !== null ? 'all' : choice;
}

function pick(value: Json, choice: Choice): Json | undefined {
  if (choice === 'all') return value;
  if (choice.size === 0) return undefined;
  if (Array.isArray(value)) return pickItems(value, choice);
  const entries: [string, Json][] = [];
  for (const [token, inner] of choice) {
    const part = pick(memberOf(value, token) as Json, inner);
    if (part !== undefined) entries.push([token, part]);
  }
  // Unlike assignment this makes an own member of every name.
  return entries.length > 0 ? (Object.fromEntries(entries) as JsonObject) : undefined;
}

function pickItems(items: readonly Json[], choice: ReadonlyMap<string, Choice>): Json | undefined {
  const out: Json[] = [];
  for (const [i, item] of items.entries()) {
    const inner = choice.get(String(i));
    const part = inner === undefined ? undefined : pick(item, inner);
    if (part === undefined) continue;
    while (out.length < i) out.push(null);
    out.push(part);
  }
  return out.length > 0 ? out : undefined;
}
