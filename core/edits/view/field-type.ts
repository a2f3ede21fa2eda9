// The type of a member in the words of language 2, by its schema. Pure.
import type { JsonObject } from '../../base/json.js';

/** The types that a member can be given. */
export const GIVEN_TYPES = [
  ...(['text', 'boolean', 'integer', 'number', 'decimal', 'money'] as const),
  ...(['date', 'time', 'duration', 'choice', 'file', 'list'] as const),
] as const;

/** The types of `set_schema_field`, and `object` for what has members of its own. */
export type FieldTypeName = (typeof GIVEN_TYPES)[number] | 'object';

const BY_FORMAT: Readonly<Record<string, FieldTypeName>> = {
  ...{ decimal: 'decimal', money: 'money', date: 'date', 'date-time': 'time', duration: 'duration' },
};
const BY_TYPE: Readonly<Record<string, FieldTypeName>> = {
  ...{ boolean: 'boolean', integer: 'integer', number: 'number', array: 'list', object: 'object' },
};

/** The type that a schema stands for; text for one that says none. */
export function typeOf(schema: JsonObject): FieldTypeName {
  if (schema['x-file'] !== undefined) return 'file';
  if (Array.isArray(schema.enum) || Array.isArray(schema.oneOf)) return 'choice';
  return BY_FORMAT[String(schema.format)] ?? BY_TYPE[String(schema.type)] ?? 'text';
}
