// The schemas of an action, checked on what one reader sees of its data. What is not seen is no error: only the parts of a schema that apply to a seen value for
// certain are looked at, so that what an honest sender recorded always passes.
import { escapePointer, isObject, type Json, type JsonObject } from '../base/json.js';
import { memberOf, parsePointer, pointerText } from './pointer.js';
import { isCheckable, linearPattern, satisfiesPart, schemaErrors } from './schema-check.js';
import { bareOf, partOf } from './schema-cost.js';
import type { Action } from './types.js';

/** A fault: where, and whether something is missing there or breaks its schema. */
export interface SeenFault {
  /** JSON Pointer into the data; '' for the whole. */
  readonly path: string;
  readonly reason: 'schema' | 'missing';
}

/** True if these pointers show data such as `seen` whole: a field that is called `*` is named by its own pointer. */
export function showsAll(pointers: readonly string[], seen: JsonObject): boolean {
  return pointers.includes('') || (pointers.includes('/*') && !Object.hasOwn(seen, '*'));
}

/** Faults of the data that the pointers show. The schemas may be published; data that would take too long is at fault as a whole. */
export function seenFaults(action: Action, seen: JsonObject, pointers: readonly string[]): readonly SeenFault[] {
  const schemas = Array.isArray(action.dataSchemas) ? action.dataSchemas : [];
  if (schemas.length === 0) return [];
  if (!isCheckable(schemas, seen)) return [{ path: '', reason: 'schema' }];
  if (showsAll(pointers, seen))
    return schemaErrors(schemas, seen).map(({ path, keyword }) => ({
      path,
      reason: keyword === 'required' || keyword === 'dependentRequired' ? 'missing' : 'schema',
    }));
  const faults = new Map<string, SeenFault>();
  for (const pointer of pointers)
    for (const schema of schemas) {
      const tokens = parsePointer(pointer);
      const fault = tokens && typeof schema === 'object' ? partFault(schema, seen, tokens) : undefined;
      if (fault) faults.set(fault.path, fault);
    }
  return [...faults.values()];
}

/** Parts of a schema that all apply to one value. */
type Parts = readonly { readonly place: string; readonly node: Json }[];

/** The first fault of the value that the tokens name. */
function partFault(schema: JsonObject, seen: JsonObject, tokens: readonly string[]): SeenFault | undefined {
  const root = bareOf(schema) as JsonObject;
  let parts: Parts = inPlace(root, [{ place: '', node: root }]);
  let value: Json = seen;
  for (const [i, token] of tokens.entries()) {
    const member = memberOf(value, token);
    const isLast = i === tokens.length - 1;
    if (member === undefined && isLast && token === '*') break;
    const path = pointerText(tokens.slice(0, i + 1));
    if (member === undefined) {
      // Further up, the sender may have it with nothing in it that this reader sees.
      const isDue = isLast && isObject(value) && parts.some(({ node }) => requires(node, token));
      return isDue ? { path, reason: 'missing' } : undefined;
    }
    parts = inPlace(root, below(parts, value, token));
    value = member;
  }
  const path = pointerText(tokens.at(-1) === '*' && memberOf(seen, '*') === undefined ? tokens.slice(0, -1) : tokens);
  const fails = parts.some(
    ({ place, node }) => node === false || (isObject(node) && !satisfiesPart(schema, place, value)),
  );
  return fails ? { path, reason: 'schema' } : undefined;
}

function requires(node: Json, token: string): boolean {
  return isObject(node) && Array.isArray(node.required) && node.required.includes(token);
}

/** With what `$ref` and `allOf` add: these apply to the same value without a condition. */
function inPlace(root: JsonObject, given: Parts): Parts {
  const found = new Map<Json, string>();
  const open = [...given];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { node, place } = part;
    if (found.has(node)) continue;
    found.set(node, place);
    if (!isObject(node)) continue;
    if (Array.isArray(node.allOf))
      for (const [i, one] of (node.allOf as readonly Json[]).entries())
        open.push({ place: `${place}/allOf/${i}`, node: one });
    const { $ref } = node;
    const target = typeof $ref === 'string' ? (partOf(root, $ref) as Json | undefined) : undefined;
    if (target !== undefined) open.push({ place: ($ref as string).slice(1), node: target });
  }
  return [...found].map(([node, place]) => ({ place, node }));
}

/** The parts that apply to one member or item. */
function below(parts: Parts, value: Json, token: string): Parts {
  return parts.flatMap((part) => (Array.isArray(value) ? belowList(part, token) : belowObject(part, token)));
}

function belowObject({ place, node }: Parts[number], token: string): Parts {
  if (!isObject(node)) return [];
  const { properties, patternProperties, additionalProperties } = node;
  const found: { place: string; node: Json }[] = [];
  if (isObject(properties) && Object.hasOwn(properties, token))
    found.push({ place: `${place}/properties/${fragment(token)}`, node: properties[token] as Json });
  for (const [pattern, one] of Object.entries(isObject(patternProperties) ? patternProperties : {}))
    if (linearPattern(pattern).test(token))
      found.push({ place: `${place}/patternProperties/${fragment(pattern)}`, node: one as Json });
  if (found.length === 0 && additionalProperties !== undefined)
    found.push({ place: `${place}/additionalProperties`, node: additionalProperties });
  return found;
}

function belowList({ place, node }: Parts[number], token: string): Parts {
  if (!isObject(node)) return [];
  for (const keyword of ['prefixItems', 'items']) {
    const list = node[keyword];
    const item = Array.isArray(list) ? (list as readonly Json[])[Number(token)] : undefined;
    if (item !== undefined) return [{ place: `${place}/${keyword}/${token}`, node: item }];
  }
  return isObject(node.items) ? [{ place: `${place}/items`, node: node.items }] : [];
}

function fragment(token: string): string {
  return encodeURIComponent(escapePointer(token));
}
