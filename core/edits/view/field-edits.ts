// A member of an action as a form for its designer: its type with bounds, what people read, and the edits that a change
// of them makes. Pure.
import { escapePointer, type Json, type JsonObject } from '../../base/json.js';
import { SUBJECT_HINT } from '../../blueprint/form/subject.js';
import type { Edit } from '../edit.js';
import { type FieldTypeName, typeOf } from './field-type.js';
import type { DraftField } from './shown-draft.js';

/** As a person writes them: texts, also for numbers. */
export interface FieldForm {
  readonly type: FieldTypeName;
  readonly min: string;
  readonly max: string;
  readonly places: string;
  /** Of a choice, one a line. */
  readonly values: string;
  readonly isRequired: boolean;
  /** It names the instance. */
  readonly isSubject: boolean;
  readonly label: string;
  readonly help: string;
  /** The label in the other language. */
  readonly translation: string;
}

/** Keywords of the bounds of a type. */
const BOUNDS: Readonly<Partial<Record<FieldTypeName, readonly [string, string]>>> = {
  text: ['minLength', 'maxLength'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  decimal: ['x-minimum', 'x-maximum'],
  money: ['x-minimum', 'x-maximum'],
  list: ['minItems', 'maxItems'],
};
/** Types whose bounds are texts. */
const EXACT: ReadonlySet<FieldTypeName> = new Set(['decimal', 'money']);

/** True for a type whose values have bounds. */
export function hasBounds(type: FieldTypeName): boolean {
  return BOUNDS[type] !== undefined;
}

/** The form of a member; `translation` is its label in the other language. */
export function fieldForm({ schema, isRequired, label }: DraftField, translation: string): FieldForm {
  const type = typeOf(schema);
  const [low = '', high = ''] = BOUNDS[type] ?? [];
  const bounded = type === 'money' ? objectIn(objectIn(schema, 'properties'), 'amount') : schema;
  const values = Array.isArray(schema.enum) ? (schema.enum as readonly Json[]).map(String).join('\n') : '';
  return {
    ...{ type, values, isRequired, label, translation },
    ...{ min: textIn(bounded, low), max: textIn(bounded, high), places: textIn(schema, 'x-scale') },
    help: textIn(schema, 'x-help'),
    isSubject: schema[SUBJECT_HINT] === true,
  };
}

interface ChangedField {
  readonly action: number;
  readonly field: DraftField;
  readonly before: FieldForm;
  readonly after: FieldForm;
  /** Of the translation. */
  readonly language: string;
}

/** Edits of the change alone: a schema keeps keywords that the form does not show, unless its type changes. */
export function fieldEdits({ action, field, before, after, language }: ChangedField): readonly Edit[] {
  const names = ['type', 'min', 'max', 'places', 'values'] as const;
  const isOther = names.some((name) => before[name] !== after[name]);
  const isMarked = before.isRequired !== after.isRequired || before.isSubject !== after.isSubject;
  const isLabelled = before.label !== after.label && !field.hasControl;
  const edits: Edit[] = [];
  if (isOther || isLabelled || isMarked || before.help !== after.help)
    edits.push(isOther ? typeEdit(action, field, after) : schemaEdit(action, field, after));
  if (field.hasControl && before.label !== after.label)
    edits.push({ edit: 'set_form_control', action, field: field.name, title: after.label });
  if (before.translation !== after.translation) {
    const text = after.translation === '' ? null : after.translation;
    edits.push({ edit: 'set_text', language, key: fieldTextKey(action, field.name), text });
  }
  return edits;
}

/** The key of the label of a member among the texts of other languages. */
export function fieldTextKey(action: number, name: string): string {
  return `${action}/${escapePointer(name)}`;
}

function typeEdit(action: number, { name, schema }: DraftField, form: FieldForm): Edit {
  const { type, min, max, places, values, isRequired, isSubject, label, help } = form;
  const readBound = (text: string): Json => (EXACT.has(type) ? text : Number(text));
  const listed = Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : [];
  const lines = values.split('\n').filter((line) => line.trim() !== '');
  const item = objectIn(schema, 'items');
  return {
    ...{ edit: 'set_schema_field', action, field: name, type, required: isRequired },
    ...(hasBounds(type) && min !== '' && { min: readBound(min) }),
    ...(hasBounds(type) && max !== '' && { max: readBound(max) }),
    ...(type === 'decimal' && places !== '' && { places: Number(places) }),
    // A value that was a number or a mark stays one.
    ...(type === 'choice' && { values: lines.map((line) => listed.find((value) => String(value) === line) ?? line) }),
    ...(type === 'list' && Object.keys(item).length > 0 && { of: typeOf(item) }),
    ...(label !== '' && { label }),
    ...(help !== '' && { help }),
    ...(isSubject && { subject: true }),
  };
}

function schemaEdit(action: number, { name, schema, hasControl }: DraftField, form: FieldForm): Edit {
  const { title, 'x-help': _, [SUBJECT_HINT]: __, ...others } = schema;
  // The control has the label of a member that has one.
  const label = hasControl ? title : form.label === '' ? undefined : form.label;
  const its = {
    ...others,
    ...(label !== undefined && { title: label }),
    ...(form.help !== '' && { 'x-help': form.help }),
    ...(form.isSubject && { [SUBJECT_HINT]: true }),
  };
  return { edit: 'set_schema_field', action, field: name, schema: its as JsonObject, required: form.isRequired };
}

function objectIn(holder: JsonObject, name: string): JsonObject {
  const value = holder[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function textIn(schema: JsonObject, keyword: string): string {
  const value = schema[keyword];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
