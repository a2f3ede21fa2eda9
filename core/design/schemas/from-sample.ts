// A JSON Schema of a sample, for designers who have the data and not yet its form: types, formats that the sample has,
// and bounds that a blueprint asks for. It guesses no meaning. Pure.
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';

/** Characters of a text and items of a list where the sample has fewer: a line, and what a person fills in. */
const TEXT_MAX = 200;
const LIST_MAX = 100;

const FORMATS = [
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/],
  ['decimal', /^-?\d{1,20}\.\d{1,18}$/],
] as const;

/** With `required`, each member that the sample has (of items: that all of them have) is asked for. */
export function schemaOfSample(sample: Json, { required }: { readonly required: boolean }): JsonObject {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schemaOf([sample], required) };
}

/** A schema that takes all of the values; `{}` where they are of several types. */
function schemaOf(values: readonly Json[], required: boolean): JsonObject {
  if (values.every((value) => typeof value === 'string')) return ofTexts(values);
  if (values.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (values.every((value) => typeof value === 'number'))
    return { type: values.every(Number.isSafeInteger) ? 'integer' : 'number' };
  if (values.every((value) => Array.isArray(value)))
    return ofLists(values as unknown as readonly (readonly Json[])[], required);
  if (values.every((value) => isObject(value))) return ofObjects(values, required);
  return values.every((value) => value === null) ? { type: 'null' } : {};
}

function ofTexts(values: readonly string[]): JsonObject {
  const format = FORMATS.find(([, form]) => values.every((value) => form.test(value)))?.[0];
  if (format !== undefined) return { type: 'string', format };
  const longest = Math.max(0, ...values.map(({ length }) => length));
  return { type: 'string', maxLength: Math.max(TEXT_MAX, 2 * longest) };
}

function ofLists(values: readonly (readonly Json[])[], required: boolean): JsonObject {
  const longest = Math.max(0, ...values.map(({ length }) => length));
  const items = values.flat();
  return {
    ...{ type: 'array', maxItems: Math.max(LIST_MAX, 2 * longest) },
    ...(items.length > 0 && { items: schemaOf(items, required) }),
  };
}

function ofObjects(values: readonly JsonObject[], required: boolean): JsonObject {
  if (values.every(isMoney)) return { type: 'object', format: 'money' };
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const having = (name: string): readonly JsonObject[] => values.filter((value) => Object.hasOwn(value, name));
  const properties = names.map((name) => [
    name,
    schemaOf(
      having(name).map((value) => value[name] as Json),
      required,
    ),
  ]);
  const asked = required ? names.filter((name) => having(name).length === values.length) : [];
  return {
    ...{ type: 'object', properties: Object.fromEntries(properties) },
    ...{ required: asked, additionalProperties: false },
  };
}

function isMoney(value: JsonObject): boolean {
  const { amount, currency } = value;
  return (
    canonical(Object.keys(value).sort()) === '["amount","currency"]' &&
    typeof amount === 'string' &&
    typeof currency === 'string' &&
    /^[A-Z]{3}$/.test(currency)
  );
}
