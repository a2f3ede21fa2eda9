// Members of an action: the schema of one by its type in words, its control, and which members there are.
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { file } from '../design/templates/parts.js';
import { itemsOf } from './draft.js';
import { withMember } from './members.js';

/** The types of language 2 (docs/language.md, Types). */
export const FIELD_TYPES = [
  ...(['text', 'boolean', 'integer', 'number', 'decimal', 'money'] as const),
  ...(['date', 'time', 'duration', 'choice', 'file', 'list'] as const),
] as const;
type FieldType = (typeof FIELD_TYPES)[number];

export interface FieldFacts {
  readonly type: FieldType;
  /** Length of a text, size of a number, items of a list. */
  readonly min?: number | string;
  readonly max?: number | string;
  /** Places behind the point of a decimal. */
  readonly places?: number;
  /** Of a choice. */
  readonly values?: readonly Json[];
  /** Of the items of a list. */
  readonly of?: FieldType;
}

/** Characters of a text, and items of a list, where no bound is stated: a line, and what a person fills in. */
const TEXT_MAX = 200;
const LIST_MAX = 100;

/** Numbers of exact types are bounded by texts, others by numbers. */
const EXACT: ReadonlySet<FieldType> = new Set(['decimal', 'money']);
const BOUNDED: ReadonlySet<FieldType> = new Set(['text', 'integer', 'number', 'decimal', 'money', 'list']);

/** A sentence on facts that do not go together; undefined for good ones. */
export function factsProblem({ type, min, max, places, values, of }: FieldFacts): string | undefined {
  if ((type === 'choice') !== (values !== undefined)) return 'A choice has values, and nothing else has.';
  if (of !== undefined && type !== 'list') return 'Only a list has items of a type.';
  if (of === 'list' || of === 'choice') return 'Items of a list are of a type without items or values of its own.';
  if (places !== undefined && type !== 'decimal') return 'Only a decimal has places: money has those of its currency.';
  const bounds = [min, max].filter((bound) => bound !== undefined);
  if (bounds.length > 0 && !BOUNDED.has(type)) return `A ${type} has no bounds.`;
  if (EXACT.has(type) ? bounds.some(isNoDecimal) : bounds.some((bound) => typeof bound !== 'number'))
    return `Bounds of a ${type} are ${EXACT.has(type) ? 'decimals as text, such as "0.01"' : 'numbers'}.`;
  const isSize = type === 'text' || type === 'list';
  if (isSize && bounds.some((bound) => !Number.isSafeInteger(bound) || Number(bound) < 0))
    return `Bounds of a ${type} count its ${type === 'text' ? 'characters' : 'items'}.`;
  return undefined;
}

function isNoDecimal(bound: number | string): boolean {
  return typeof bound !== 'string' || !/^-?\d{1,20}(\.\d{1,18})?$/.test(bound);
}

/** The schema of such a member. */
export function schemaOfFacts({ type, min, max, places, values, of }: FieldFacts): JsonObject {
  const bounds = (low: string, high: string): JsonObject => ({
    ...(min !== undefined && { [low]: min }),
    ...(max !== undefined && { [high]: max }),
  });
  switch (type) {
    case 'text':
      return { type: 'string', minLength: 1, maxLength: TEXT_MAX, ...bounds('minLength', 'maxLength') };
    case 'integer':
    case 'number':
      return { type, ...bounds('minimum', 'maximum') };
    case 'boolean':
      return { type };
    case 'decimal':
      return {
        ...{ type: 'string', format: 'decimal', ...(places !== undefined && { 'x-scale': places }) },
        ...bounds('x-minimum', 'x-maximum'),
      };
    case 'money': {
      const amount = { type: 'string', format: 'decimal', ...bounds('x-minimum', 'x-maximum') };
      return { type: 'object', format: 'money', ...(Object.keys(amount).length > 2 && { properties: { amount } }) };
    }
    case 'date':
    case 'duration':
      return { type: 'string', format: type };
    case 'time':
      return { type: 'string', format: 'date-time' };
    case 'choice':
      return { enum: [...(values ?? [])] };
    case 'file':
      return file(['', '']).schema as JsonObject;
    case 'list':
      return {
        ...{ type: 'array', items: schemaOfFacts({ type: of ?? 'text' }), maxItems: LIST_MAX },
        ...bounds('minItems', 'maxItems'),
      };
  }
}

/** The control that people fill such a member in with. */
export function controlTypeOf(schema: JsonObject | undefined): string {
  const { type, format, items } = schema ?? {};
  if (Array.isArray(schema?.enum)) return 'Choice';
  if (schema?.['x-file'] !== undefined) return 'File';
  if (type === 'boolean') return 'Checkbox';
  if (type === 'array')
    return items !== undefined && isObject(items) && Array.isArray(items.enum) ? 'Selection' : 'TextArea';
  if (format === 'date' || format === 'date-time') return 'DateTime';
  if (type === 'integer' || type === 'number' || format === 'decimal' || format === 'money') return 'Numeric';
  return Number(schema?.maxLength ?? 0) > TEXT_MAX ? 'TextArea' : 'TextLine';
}

const NEW_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...{ type: 'object', properties: {}, required: [], additionalProperties: false },
};

function propertiesOf(schema: JsonObject): JsonObject {
  return schema.properties !== undefined && isObject(schema.properties) ? schema.properties : {};
}

/** The schema of a member of an action; undefined where none declares it. */
export function fieldOf(action: JsonObject, name: string): JsonObject | undefined {
  const schemas = itemsOf(action, 'dataSchemas').map((schema) => own(propertiesOf(schema), name));
  return schemas.find((schema) => schema !== undefined);
}

function own(holder: JsonObject, name: string): JsonObject | undefined {
  const value = Object.hasOwn(holder, name) ? holder[name] : undefined;
  return value !== undefined && isObject(value) ? value : undefined;
}

/** Names of the members that an action states or calculates. */
export function fieldNamesOf(action: JsonObject): readonly string[] {
  const stated = itemsOf(action, 'dataSchemas').flatMap((schema) => Object.keys(propertiesOf(schema)));
  const { calculations } = action;
  const given = calculations !== undefined && isObject(calculations) ? Object.keys(calculations) : [];
  return [...new Set([...stated, ...given])];
}

/** The action with a member in the schema that declares it, or else in its first one; without it for no schema. */
export function withField(
  action: JsonObject,
  name: string,
  field: { readonly schema: JsonObject; readonly isRequired: boolean } | undefined,
): JsonObject {
  const listed = Array.isArray(action.dataSchemas) ? (action.dataSchemas as readonly Json[]) : [];
  const before = listed.length === 0 && field ? [NEW_SCHEMA] : listed;
  const declaring = before.findIndex((schema) => isObject(schema) && Object.hasOwn(propertiesOf(schema), name));
  const at = declaring >= 0 ? declaring : before.findIndex((schema) => isObject(schema));
  const schemas = before.map((schema, i) =>
    i === at && isObject(schema) ? withProperty(schema, name, field) : schema,
  );
  return schemas.length === 0 ? action : withMember(action, 'dataSchemas', schemas);
}

function withProperty(
  schema: JsonObject,
  name: string,
  field: { readonly schema: JsonObject; readonly isRequired: boolean } | undefined,
): JsonObject {
  const listed = Array.isArray(schema.required) ? (schema.required as readonly Json[]) : [];
  const others = listed.filter((item) => item !== name);
  const required = field?.isRequired ? (listed.includes(name) ? listed : [...others, name]) : others;
  const properties = withMember(propertiesOf(schema), name, field?.schema);
  const withNames = withMember(schema, 'properties', properties);
  return required.length === 0 && schema.required === undefined
    ? withNames
    : withMember(withNames, 'required', required);
}
