// Types of expressions and the values that they have while they are computed. Null stands for what is absent.
import type { EdmType } from './model.js';

/** `dynamic` is a member that no model names: its type is that of its value. */
export type ValueType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'timeOfDay'
  | 'duration'
  | 'guid'
  | 'null'
  | 'dynamic';

/** Times are milliseconds, days ISO texts. */
export type Value = string | number | boolean | null;

export const TYPE_OF: Readonly<Record<EdmType, ValueType>> = {
  'Edm.String': 'string',
  'Edm.Boolean': 'boolean',
  'Edm.Int32': 'number',
  'Edm.Int64': 'number',
  'Edm.DateTimeOffset': 'timestamp',
};

/** A member of a record as a value; what is not a single value is null, as a member that is not there. */
export function memberValue(member: unknown, type: ValueType): Value {
  if (type === 'timestamp') {
    const ms = typeof member === 'string' ? Date.parse(member) : Number.NaN;
    return Number.isNaN(ms) ? null : ms;
  }
  return typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean' ? member : null;
}

/** True for types of which values can be compared. A guid is a text in the ledger. */
export function areComparable(a: ValueType, b: ValueType): boolean {
  return a === b || [a, b].includes('null') || [a, b].includes('dynamic') || (isText(a) && isText(b));
}

function isText(type: ValueType): boolean {
  return type === 'string' || type === 'guid';
}

export function isA(type: ValueType, wanted: ValueType): boolean {
  return type === wanted || type === 'dynamic' || type === 'null' || (wanted === 'string' && type === 'guid');
}
