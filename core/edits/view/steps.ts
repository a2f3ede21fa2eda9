// The steps of a draft in a page: what was done and can be taken back, and what was taken back. Pure. A step holds the
// document after it: documents share what an edit left alone.
import type { JsonObject } from '../../base/json.js';
import type { Edit } from '../edit.js';

/** The name of a step in the words of a person: an id of the PO files, and its values. */
export interface StepName {
  readonly id: string;
  readonly values?: Readonly<Record<string, string>>;
}

export interface DraftStep {
  readonly name: StepName;
  /** Absent where the document was replaced as a whole: such a step cannot be made on another document. */
  readonly edits?: readonly Edit[];
  readonly blueprint: JsonObject;
}

export interface DraftSteps {
  /** The document before the first step that can be taken back. */
  readonly base: JsonObject;
  readonly done: readonly DraftStep[];
  /** The one that was taken back last is the first. */
  readonly undone: readonly DraftStep[];
}

/** A page holds so many documents at most, each of which may be one of its own. */
const STEPS_MAX = 200;

export function newSteps(base: JsonObject): DraftSteps {
  return { base, done: [], undone: [] };
}

export function documentIn({ base, done }: DraftSteps): JsonObject {
  return done.at(-1)?.blueprint ?? base;
}

/** With one step more: what was taken back is forgotten, and the oldest step of too many. */
export function withStep({ base, done }: DraftSteps, step: DraftStep): DraftSteps {
  const all = [...done, step];
  const [oldest, ...kept] = all;
  if (all.length <= STEPS_MAX || oldest === undefined) return { base, done: all, undone: [] };
  return { base: oldest.blueprint, done: kept, undone: [] };
}

/** The steps themselves where there is nothing to take back. */
export function takeBack(steps: DraftSteps): DraftSteps {
  const last = steps.done.at(-1);
  return last === undefined ? steps : { ...steps, done: steps.done.slice(0, -1), undone: [last, ...steps.undone] };
}

/** The steps themselves where nothing was taken back. */
export function doAgain(steps: DraftSteps): DraftSteps {
  const [next, ...undone] = steps.undone;
  return next === undefined ? steps : { ...steps, done: [...steps.done, next], undone };
}

/**
 * The edits that make the document of another one, which the node has; undefined where no list of edits does: the node
 * has none of these documents, or one was replaced as a whole.
 */
export function editsSince({ base, done }: DraftSteps, saved: JsonObject): readonly Edit[] | undefined {
  const at = base === saved ? 0 : done.findLastIndex(({ blueprint }) => blueprint === saved) + 1;
  if (at === 0 && base !== saved) return undefined;
  const after = done.slice(at);
  return after.every(({ edits }) => edits !== undefined) ? after.flatMap(({ edits = [] }) => edits) : undefined;
}
