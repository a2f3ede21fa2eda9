// An edit of a draft: the draft after it, sentences about it, the members that changed, and the findings that it made
// and solved. Pure, and total: an edit that cannot be carried out is refused, and the draft stays as it is.
import { issue } from '../base/issue.js';
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { nearest } from '../base/nearest.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { parsePointer, pointerText } from '../blueprint/definition/pointer.js';
import type { Finding } from '../blueprint/findings/finding.js';
import { type Difference, differences } from '../design/authoring/difference.js';
import { type CheckedDraft, checkParts, type DraftParts, draftOf } from './draft.js';
import { type Edit, type EditChange, formIssues } from './edit.js';
import { EDIT_ROWS } from './table.js';

export interface Edited {
  readonly draft: CheckedDraft;
  /** Sentences for people. */
  readonly words: readonly string[];
  /** Members of the blueprint that changed. */
  readonly changes: readonly Difference[];
  readonly findings: {
    /** The draft has them, and had them not before. */
    readonly made: readonly Finding[];
    /** It had them; their places are in the draft before the edit. */
    readonly solved: readonly Finding[];
  };
}

/** Issues: EDIT_INVALID, EDIT_REFUSED, and those of `checkParts` for what the draft would be. */
export function apply(draft: CheckedDraft, edit: Json): Result<Edited> {
  const changed = carryOut(draft, edit);
  return isFailure(changed) ? changed : describeEdited(draft, changed);
}

/** All of them as one, or none: its findings are those of the whole list. Issues have the place in the list. */
export function applyAll(draft: CheckedDraft, edits: readonly Json[]): Result<Edited> {
  let parts: DraftParts = draft;
  const words: string[] = [];
  for (const [i, edit] of edits.entries()) {
    const changed = carryOut(parts, edit);
    if (isFailure(changed)) return changed.mapIssues((problem) => ({ ...problem, path: `/${i}${problem.path}` }));
    ({ parts } = changed);
    words.push(...changed.words);
  }
  return describeEdited(draft, { parts, words });
}

function describeEdited(
  draft: CheckedDraft,
  { parts, words }: { readonly parts: DraftParts; readonly words: readonly string[] },
): Result<Edited> {
  const after = draftOf(parts);
  if (isFailure(after)) return after;
  return {
    draft: after,
    words,
    changes: differences(draft.blueprint, after.blueprint),
    findings: { made: findingsBeside(after, draft), solved: findingsBeside(draft, after) },
  };
}

/** The same without a check: for edits that were applied once, and are carried out again. */
export function carryOut(
  before: DraftParts,
  edit: Json,
): Result<{ readonly parts: DraftParts; readonly words: readonly string[] }> {
  const made = changeOf(before, edit);
  if (isFailure(made)) return made;
  const { words, blueprint = before.blueprint, scenarios = before.scenarios } = made;
  const parts = checkParts({ blueprint, scenarios });
  return isFailure(parts) ? parts : { parts, words };
}

function changeOf({ blueprint, scenarios }: DraftParts, edit: Json): Result<EditChange> {
  if (!isEdit(edit))
    return fail(issue('EDIT_INVALID', '', 'An edit is an object with the name of the edit: {"edit": "add_role"}.'));
  const editRow = EDIT_ROWS.find(({ name }) => name === edit.edit);
  if (editRow === undefined) return fail(issue('EDIT_INVALID', '/edit', unknownText(edit.edit)));
  const wrong = formIssues(editRow, edit);
  return wrong.length > 0 ? fail(wrong) : editRow.change({ blueprint, scenarios }, edit);
}

function isEdit(value: Json): value is Edit {
  return isObject(value) && typeof value.edit === 'string';
}

function unknownText(name: string): string {
  const names = EDIT_ROWS.map((item) => item.name);
  const near = nearest(name, names);
  return `There is no such edit${near === undefined ? `: expected one of ${names.join(', ')}` : `; did you mean ${near}`}.`;
}

/** Findings of one draft that another one has not, whatever the place of their action or role in its list. */
function findingsBeside(draft: CheckedDraft, other: CheckedDraft): readonly Finding[] {
  const known = new Set(other.findings.map((finding) => identityOf(other.blueprint, finding)));
  return draft.findings.filter((finding) => !known.has(identityOf(draft.blueprint, finding)));
}

function identityOf(blueprint: JsonObject, { code, location, message }: Finding): string {
  const [list, index, ...rest] = parsePointer(location) ?? [];
  const items = list === undefined ? undefined : blueprint[list];
  const item = Array.isArray(items) ? (items as readonly Json[])[Number(index)] : undefined;
  const place = isObject(item) && list !== undefined ? pointerText([list, `id ${item.id}`, ...rest]) : location;
  return `${code} ${place} ${message}`;
}
