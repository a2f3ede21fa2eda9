// Schemas that cost a reader more than their writer: references, nesting, patterns and members by the hundred.
// Data only.
import { BENCH_BLUEPRINT } from '../../cli/harness/workload.js';
import type { Json, JsonObject } from '../../core/base/json.js';

/** Levels of references, each to ten of the level below. */
function references(levels: number): JsonObject {
  const $defs: Record<string, Json> = { l0: { type: 'string' } };
  for (let i = 1; i <= levels; i++)
    $defs[`l${i}`] = { anyOf: Array.from({ length: 10 }, () => ({ $ref: `#/$defs/l${i - 1}` })) };
  return { $defs, $ref: `#/$defs/l${levels}` };
}

function nested(levels: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let i = 0; i < levels; i++)
    schema = { type: 'object', properties: { in: schema }, allOf: [{ required: ['in'] }] };
  return schema;
}

const PATTERNS = Object.fromEntries(
  Array.from({ length: 300 }, (_, i) => [`field${i}`, { type: 'string', pattern: `^([a-z]{1,20}|[0-9]+)+${i}$` }]),
);
const MEMBERS = Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`m${i}`, { enum: [i, `${i}`, [i]] }]));
export const SCHEMAS: readonly JsonObject[] = [
  references(6),
  { $ref: '#' },
  nested(20),
  { type: 'object', properties: PATTERNS },
  { type: 'object', properties: MEMBERS },
  {
    oneOf: Array.from({ length: 500 }, (_, i) => ({
      type: 'object',
      required: [`a${i}`],
      properties: { [`a${i}`]: {} },
    })),
  },
  { type: 'array', uniqueItems: true, items: { type: 'array', uniqueItems: true, contains: { not: references(3) } } },
];

/** The bench's order, of which the first action has this schema. */
export function blueprintWith(schema: JsonObject, id: string): JsonObject {
  const { actions, ...rest } = BENCH_BLUEPRINT as unknown as { readonly actions: readonly JsonObject[] };
  const [first, ...others] = actions;
  return {
    ...rest,
    id,
    actions: [{ ...first, dataSchemas: [schema] }, ...others],
  };
}

/** Data that makes the patterns and lists work. */
export const DATA = {
  in: 'a'.repeat(10_000),
  field1: 'a'.repeat(10_000),
  list: Array.from({ length: 2000 }, (_, i) => [i]),
};
