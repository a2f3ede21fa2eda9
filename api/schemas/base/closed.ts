// Closes every object of a schema that does not say itself whether it is open: unknown members are refused in requests
// and stripped from answers.

type Schema = { readonly [keyword: string]: unknown };

const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf']);
const ONES: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not']);

const known = new WeakMap<object, Schema>();

/** A copy with `additionalProperties: false` wherever an object names its properties and is silent about others. */
export function closeSchema(schema: object): Schema {
  const done = known.get(schema);
  if (done) return done;
  const out: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (MAPS.has(keyword))
      out[keyword] = Object.fromEntries(Object.entries(value as object).map(([k, v]) => [k, closeSchema(v as object)]));
    else if (LISTS.has(keyword)) out[keyword] = (value as object[]).map(closeSchema);
    else if (ONES.has(keyword) && typeof value === 'object' && value !== null) out[keyword] = closeSchema(value);
    else out[keyword] = value;
  }
  if ('properties' in out && !('additionalProperties' in out)) out.additionalProperties = false;
  known.set(schema, out);
  return out;
}
