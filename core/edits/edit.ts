// An edit of a draft, and the row that says what it takes and does. Types, and the functions that judge its input.
import { type Issue, issue } from '../base/issue.js';
import type { Json, JsonObject } from '../base/json.js';
import { fail, type Result } from '../base/result.js';
import { schemaErrors } from '../blueprint/schemas/schema-check.js';
import type { DraftParts } from './draft.js';

/** `edit` names the row, and the other members are its input: `{"edit": "add_role", "id": "planner"}`. */
export interface Edit extends JsonObject {
  readonly edit: string;
}

/** The parts after an edit. A part that it left alone is absent. */
export interface EditChange extends Partial<DraftParts> {
  /** Sentences for people. */
  readonly words: readonly string[];
}

interface TypedRow<I> {
  readonly name: string;
  /** In one sentence. */
  readonly about: string;
  /** JSON Schemas of its input. */
  readonly members: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** Of one edit, for the documentation; it can be made on the draft of the tests. */
  readonly example: JsonObject;
  change(parts: DraftParts, input: I): Result<EditChange>;
}

/** A row with the type of its input forgotten: its input was judged by its schema. */
export type EditRow = TypedRow<JsonObject>;

export function row<I>(typed: TypedRow<I>): EditRow {
  return typed as unknown as EditRow;
}

/** The JSON Schema of an edit, for programs and models. */
export function editSchema({ name, about, members, required }: EditRow): JsonObject {
  return {
    type: 'object',
    description: about,
    properties: { edit: { const: name }, ...members },
    required: ['edit', ...required],
    additionalProperties: false,
  };
}

/** EDIT_INVALID at each member of an edit that is not of its form. */
export function formIssues(edits: EditRow, edit: Edit): readonly Issue[] {
  return schemaErrors([editSchema(edits)], edit).map(({ path, message }) =>
    issue('EDIT_INVALID', path, `The member ${message}; ${edits.name} ${ASKS}.`),
  );
}

const ASKS = 'is told by "quorate design --list", and in docs/designing.md';

/** An edit that cannot be carried out on this draft. */
export function refuse(path: string, message: string): ReturnType<typeof fail> {
  return fail(issue('EDIT_REFUSED', path, message));
}

/** The input without members that are null, which stands for an absent one. */
export function pickMembers(input: JsonObject, ...except: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => key !== 'edit' && !except.includes(key) && value !== null),
  ) as Readonly<Record<string, Json>>;
}
