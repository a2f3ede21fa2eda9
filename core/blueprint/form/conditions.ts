// Whether a field is shown, and may be changed, by the value of another one. Pure, and nothing on the ledger reads it.
import type { Json, JsonObject } from '../../base/json.js';
import { readPointer } from '../definition/pointer.js';
import { type SchemaReading, schemaCost, schemaErrors } from '../schemas/schema-check.js';
import type { FieldRule } from './field-rule.js';

/** By a rule on the payload; without one a field is shown. */
export function isHidden(rule: FieldRule | undefined, payload: JsonObject, reading?: SchemaReading): boolean {
  if (rule?.effect === 'SHOW') return !holds(rule, payload, reading);
  return rule?.effect === 'HIDE' && holds(rule, payload, reading);
}

/** By a rule on the payload; without one a field may be changed. */
export function isDisabled(rule: FieldRule | undefined, payload: JsonObject, reading?: SchemaReading): boolean {
  if (rule?.effect === 'ENABLE') return !holds(rule, payload, reading);
  return rule?.effect === 'DISABLE' && holds(rule, payload, reading);
}

/** A value that is not there satisfies nothing. A schema that cannot be used says nothing: the field stays. */
function holds({ path, schema, effect }: FieldRule, payload: JsonObject, reading?: SchemaReading): boolean {
  const value = readPointer(payload, path);
  if (value === undefined) return false;
  if (isUnusable(schema as Json)) return effect === 'SHOW' || effect === 'ENABLE';
  return schemaErrors([schema], value, reading).length === 0;
}

/** Whether nothing can be judged by the schema. */
export function isUnusable(schema: Json): boolean {
  return typeof schemaCost(schema) === 'string';
}
