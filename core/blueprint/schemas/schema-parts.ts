// The parts of a schema that apply to one value of the data whatever else is in it: through `$ref` and `allOf`, and
// down through members and items.
import { escapePointer, isObject, type Json, type JsonObject } from '../../base/json.js';
import { partOf } from '../../schema/cost.js';
import { linearPattern } from '../../schema/pattern.js';

/** Parts of a schema that all apply to one value. */
export type Parts = readonly { readonly place: string; readonly node: Json }[];

export function requires(node: Json, token: string): boolean {
  return isObject(node) && Array.isArray(node.required) && node.required.includes(token);
}

/** With what `$ref` and `allOf` add: these apply to the same value without a condition. */
export function inPlace(root: JsonObject, given: Parts): Parts {
  const byKey = new Map<Json, string>();
  const open = [...given];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { node, place } = part;
    if (byKey.has(node)) continue;
    byKey.set(node, place);
    if (!isObject(node)) continue;
    if (Array.isArray(node.allOf))
      for (const [i, item] of (node.allOf as readonly Json[]).entries())
        open.push({ place: `${place}/allOf/${i}`, node: item });
    const { $ref } = node;
    const target = typeof $ref === 'string' ? (partOf(root, $ref) as Json | undefined) : undefined;
    if (target !== undefined) open.push({ place: ($ref as string).slice(1), node: target });
  }
  return [...byKey].map(([node, place]) => ({ place, node }));
}

/**
 * With what applies to the same value under some condition too: in branches, and where another member is there. A
 * schema under `not` never applies.
 */
export function possibleInPlace(root: JsonObject, given: Parts): Parts {
  const byKey = new Map<Json, string>();
  const open = [...given];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { node, place } = part;
    if (byKey.has(node)) continue;
    byKey.set(node, place);
    if (isObject(node)) open.push(...branchesOf(root, node, place));
  }
  return [...byKey].map(([node, place]) => ({ place, node }));
}

function branchesOf(root: JsonObject, node: JsonObject, place: string): Parts {
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    (Array.isArray(node[keyword]) ? (node[keyword] as readonly Json[]) : []).map(
      (item, i) => [`${keyword}/${i}`, item] as const,
    ),
  );
  const tests = ['if', 'then', 'else'].map((keyword) => [keyword, node[keyword]] as const);
  const needs = ['dependentSchemas', 'dependencies'].flatMap((keyword) =>
    Object.entries(isObject(node[keyword]) ? node[keyword] : {}).map(
      ([name, item]) => [`${keyword}/${fragment(name)}`, item as Json] as const,
    ),
  );
  const { $ref } = node;
  const target = typeof $ref === 'string' ? (partOf(root, $ref) as Json | undefined) : undefined;
  const branches = [...lists, ...tests, ...needs].map(([below, item]) => [`${place}/${below}`, item] as const);
  return [...branches, [String($ref).slice(1), target] as const].flatMap(([at, item]) =>
    item === undefined ? [] : [{ place: at, node: item }],
  );
}

/** The parts that apply to one member or item. */
export function below(parts: Parts, token: string, isItem: boolean): Parts {
  return parts.flatMap((part) => (isItem ? belowList(part, token) : belowObject(part, token)));
}

function belowObject({ place, node }: Parts[number], token: string): Parts {
  if (!isObject(node)) return [];
  const { properties, patternProperties, additionalProperties } = node;
  const rows: { place: string; node: Json }[] = [];
  if (isObject(properties) && Object.hasOwn(properties, token))
    rows.push({ place: `${place}/properties/${fragment(token)}`, node: properties[token] as Json });
  for (const [pattern, item] of Object.entries(isObject(patternProperties) ? patternProperties : {}))
    if (linearPattern(pattern).test(token))
      rows.push({ place: `${place}/patternProperties/${fragment(pattern)}`, node: item as Json });
  if (rows.length === 0 && additionalProperties !== undefined)
    rows.push({ place: `${place}/additionalProperties`, node: additionalProperties });
  return rows;
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
