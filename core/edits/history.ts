// Edits that can be taken back: the draft that they began with, those that count, and those that were taken back. The
// draft is what the edits make of its beginning, so that taking one back leaves nothing of it behind.
import { issue } from '../base/issue.js';
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { EDITS_KEPT_MAX } from '../base/limits/node/designs.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { apply, carryOut, type Edited } from './apply.js';
import type { CheckedDraft, DraftParts } from './draft.js';
import { refuse } from './edit.js';

export interface EditHistory {
  /** The draft before the first edit that can be taken back. */
  readonly base: DraftParts;
  /** At most 500 together with those that were taken back. */
  readonly done: readonly Json[];
  /** Taken back, the last one first. */
  readonly undone: readonly Json[];
}

export function newHistory({ blueprint, scenarios }: DraftParts): EditHistory {
  return { base: { blueprint, scenarios }, done: [], undone: [] };
}

/** The draft that the edits make of its beginning. */
export function replay({ base, done }: EditHistory): Result<DraftParts> {
  let parts: DraftParts = base;
  for (const edit of done) {
    const next = carryOut(parts, edit);
    if (isFailure(next)) return next;
    parts = next.parts;
  }
  return parts;
}

/** Applies an edit to the draft of the history. An edit that was taken back before cannot be done again then. */
export function editIn(
  history: EditHistory,
  draft: CheckedDraft,
  edit: Json,
): Result<{ readonly history: EditHistory; readonly edited: Edited }> {
  const edited = apply(draft, edit);
  if (isFailure(edited)) return edited;
  const done = [...history.done, edit];
  if (done.length <= EDITS_KEPT_MAX) return { history: { ...history, done, undone: [] }, edited };
  const [oldest, ...kept] = done;
  const base = carryOut(history.base, oldest as Json);
  return isFailure(base) ? base : { history: { base: base.parts, done: kept, undone: [] }, edited };
}

/** Without the oldest edits, as long as they have more characters of JSON than `charactersMax`. */
export function forgetOldest(history: EditHistory, charactersMax: number): Result<EditHistory> {
  let { base, done } = history;
  let characters = JSON.stringify(done).length;
  while (characters > charactersMax) {
    const [oldest = null, ...kept] = done;
    const next = carryOut(base, oldest);
    if (isFailure(next)) return next;
    base = next.parts;
    done = kept;
    characters -= JSON.stringify(oldest).length + 1;
  }
  return { ...history, base, done };
}

/** Without its last edit. EDIT_REFUSED where none is left. */
export function takeBack({ base, done, undone }: EditHistory): Result<EditHistory> {
  const last = done.at(-1);
  if (last === undefined) return refuse('', 'There is no edit to take back.');
  return { base, done: done.slice(0, -1), undone: [last, ...undone] };
}

/** With the edit that was taken back last. EDIT_REFUSED where there is none. */
export function doAgain({ base, done, undone }: EditHistory): Result<EditHistory> {
  const [next, ...rest] = undone;
  if (next === undefined) return refuse('', 'There is no edit that was taken back.');
  return { base, done: [...done, next], undone: rest };
}

/** The history in a document; EDIT_INVALID for another document. */
export function readHistory(value: Json): Result<EditHistory> {
  const { base, done, undone } = isObject(value) ? value : {};
  const { blueprint, scenarios } = base !== undefined && isObject(base) ? base : {};
  const isWhole = blueprint !== undefined && isObject(blueprint) && [scenarios, done, undone].every(Array.isArray);
  if (!isWhole || [done, undone].flat().length > EDITS_KEPT_MAX)
    return fail(issue('EDIT_INVALID', '', 'The document is not a history of edits.'));
  const lists = { scenarios, done, undone } as Readonly<Record<string, readonly Json[]>>;
  return {
    base: { blueprint: blueprint as JsonObject, scenarios: lists.scenarios ?? [] },
    done: lists.done ?? [],
    undone: lists.undone ?? [],
  };
}
