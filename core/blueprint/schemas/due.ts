// The members that disclosures show of every run of an action, whatever its data: those that the schemas require
// without a condition, and calculated ones. Where a reader was not given one of these, the sender kept it back.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { bareOf } from '../../schema/cost.js';
import { parsePointer, pointerText } from '../definition/pointer.js';
import type { Action } from '../definition/types.js';
import { below, inPlace, type Parts, requires } from './schema-parts.js';

export interface Due {
  /** JSON Pointer to what is shown. */
  readonly path: string;
  /** A pointer to all of the data shows it, and none to it. */
  readonly isOfAll: boolean;
}

/** One schema of the action, and what of it applies to a value. */
interface Applied {
  readonly root: JsonObject;
  readonly parts: Parts;
}

/** The members that these pointers show for certain, each once. The definition is a checked one. */
export function duesIn(action: Action, pointers: readonly string[]): readonly Due[] {
  const roots = (Array.isArray(action.dataSchemas) ? action.dataSchemas : []).flatMap((schema): Applied[] => {
    const root = bareOf(schema);
    return isObject(root) ? [{ root, parts: inPlace(root, [{ place: '', node: root }]) }] : [];
  });
  const dues = new Map<string, boolean>();
  for (const pointer of pointers) {
    const path = ['', '/*'].includes(pointer) ? undefined : certain(action, roots, parsePointer(pointer) ?? []);
    if (path !== undefined) dues.set(path, false);
  }
  if (pointers.includes('') || pointers.includes('/*'))
    for (const name of certainNames(action, roots)) {
      const path = pointerText([name]);
      if (!dues.has(path)) dues.set(path, true);
    }
  return [...dues].map(([path, isOfAll]) => ({ path, isOfAll }));
}

function certainNames(action: Action, roots: readonly Applied[]): ReadonlySet<string> {
  const names = new Set(Object.keys(action.calculations ?? {}));
  for (const { node } of roots.flatMap(({ parts }) => parts))
    if (isObject(node) && Array.isArray(node.required))
      for (const name of node.required) if (typeof name === 'string') names.add(name);
  // Compiled schemas do not look at it.
  names.delete('__proto__');
  return names;
}

/** The pointer to what the tokens show of every data; undefined where some data has nothing there. */
function certain(action: Action, roots: readonly Applied[], tokens: readonly string[]): string | undefined {
  let applied = roots;
  for (const [i, token] of tokens.entries()) {
    const parts = applied.flatMap((one) => one.parts);
    const isItem = i > 0 && has(parts, 'array');
    if (i > 0 && !isItem && !has(parts, 'object')) return undefined;
    // The star of an empty list or object shows that it is there.
    if (token === '*' && i > 0 && i === tokens.length - 1) return pointerText(tokens.slice(0, i));
    if (token === '__proto__') return undefined;
    const isDue = isItem ? hasItem(parts, token) : parts.some(({ node }) => requires(node, token));
    if (!isDue && !(i === 0 && Object.hasOwn(action.calculations ?? {}, token))) return undefined;
    applied = applied.map((one) => ({ ...one, parts: inPlace(one.root, below(one.parts, token, isItem)) }));
  }
  return pointerText(tokens);
}

function has(parts: Parts, type: string): boolean {
  return parts.some(({ node }) => isObject(node) && JSON.stringify([node.type].flat()) === JSON.stringify([type]));
}

function hasItem(parts: Parts, token: string): boolean {
  const least = (node: Json): number => (isObject(node) && typeof node.minItems === 'number' ? node.minItems : 0);
  return /^(0|[1-9]\d*)$/.test(token) && parts.some(({ node }) => least(node) > Number(token));
}
