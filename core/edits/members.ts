// Copies of a blueprint with one part changed: its members, its actions, and the named items of a list. A member keeps
// its place among the others, so that a file differs only where it was edited.
import type { Json, JsonObject } from '../base/json.js';
import { isFailure, type Result } from '../base/result.js';
import { type DraftParts, itemsOf } from './draft.js';
import { type EditChange, refuse } from './edit.js';

/** With another value of a member, or without it for undefined. */
export function withMember(holder: JsonObject, name: string, value: Json | undefined): JsonObject {
  const members = Object.entries(holder);
  if (value === undefined) return Object.fromEntries(members.filter(([key]) => key !== name));
  if (!Object.hasOwn(holder, name)) return Object.fromEntries([...members, [name, value]]);
  return Object.fromEntries(members.map(([key, member]) => [key, key === name ? value : member]));
}

/** With each of the members stated; null takes one away. */
export function withMembers(holder: JsonObject, members: JsonObject): JsonObject {
  return Object.entries(members).reduce(
    (before, [name, value]) => withMember(before, name, value === null ? undefined : (value as Json)),
    holder,
  );
}

export function actionIn({ blueprint }: DraftParts, id: number): JsonObject | undefined {
  return itemsOf(blueprint, 'actions').find((action) => action.id === id);
}

/** `action 2 (Decide)`, for sentences. */
export function actionText(action: JsonObject): string {
  return typeof action.title === 'string' ? `action ${action.id} (${action.title})` : `action ${action.id}`;
}

/** For the beginning of a sentence. */
export function firstUpper(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Changes one action; EDIT_REFUSED where the draft has none of this id. */
export function changeAction(
  parts: DraftParts,
  id: number,
  change: (action: JsonObject) => Result<{ readonly action: JsonObject; readonly words: readonly string[] }>,
): Result<EditChange> {
  const action = actionIn(parts, id);
  if (action === undefined) return refuse('/action', `The draft has no action ${id}: ${idsText(parts)}.`);
  const changed = change(action);
  if (isFailure(changed)) return changed;
  const actions = itemsOf(parts.blueprint, 'actions').map((item) => (item === action ? changed.action : item));
  return { blueprint: withMember(parts.blueprint, 'actions', actions), words: changed.words };
}

function idsText({ blueprint }: DraftParts): string {
  const ids = itemsOf(blueprint, 'actions').map(({ id }) => String(id));
  return ids.length === 0 ? 'it has no action yet' : `it has ${ids.slice(0, 20).join(', ')}`;
}

/** The list with an item in the place of the one of the same name, or behind the others; and whether it was there. */
export function replaceNamed(
  list: readonly JsonObject[],
  item: JsonObject,
  nameOf: (item: JsonObject) => Json | undefined,
): { readonly list: readonly JsonObject[]; readonly isNew: boolean } {
  const name = nameOf(item);
  const at = name === undefined ? -1 : list.findIndex((other) => nameOf(other) === name);
  if (at < 0) return { list: [...list, item], isNew: true };
  return { list: list.map((other, i) => (i === at ? item : other)), isNew: false };
}
