// A definition without optional members that are null: null stands for an absent member. Definitions are checked so,
// and run in the same form. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { Definition } from './types.js';

/** Members whose nulls mean something, or are not ours. */
const RAW: ReadonlySet<string> = new Set([
  'calendars',
  'calculations',
  'condition',
  'criteria',
  'dataSchemas',
  'form',
  'rejectionSchema',
  'tables',
]);
/**
 * The definition, its participants and actions, and what stands directly in them; rules and schemas stay as they are.
 */
const LEVELS = 3;

/** The definition itself where it has none. */
export function withoutNulls(definition: JsonObject): JsonObject {
  return stripNulls(definition, LEVELS) as JsonObject;
}

/** A definition as its check saw it. */
export function asChecked(definition: Definition): Definition {
  return withoutNulls(definition as unknown as JsonObject) as unknown as Definition;
}

function stripNulls(node: Json, levels: number): Json {
  if (Array.isArray(node)) {
    const items = node.map((item) => stripNulls(item as Json, levels));
    return items.some((item, i) => item !== node[i]) ? items : node;
  }
  if (levels === 0 || !isObject(node)) return node;
  const all = Object.entries(node);
  const kept = all.flatMap(([key, member]): [string, Json][] =>
    member === null ? [] : [[key, RAW.has(key) ? member : stripNulls(member, levels - 1)]],
  );
  const isSame = kept.length === all.length && kept.every(([, member], i) => member === all[i]?.[1]);
  return isSame ? node : Object.fromEntries(kept);
}
