// The schemas of an action, checked on what one reader sees of its data. What is not seen is no error: only the parts of a schema that apply to a seen value for
// certain are looked at, so that what an honest sender recorded always passes.
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { SEEN_SCHEMA_STEPS_MAX } from '../base/reading-limits.js';
import { bareOf } from '../schema/cost.js';
import { memberOf, parsePointer, pointerText } from './pointer.js';
import { type Reading, readingOf, type Steps, satisfiesPart, schemaErrors } from './schema-check.js';
import { below, inPlace, type Parts, requires } from './schema-parts.js';
import type { Action, Definition } from './types.js';

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
export function seenFaults(
  of: { readonly definition: Definition; readonly action: Action; readonly stepsMax?: number | undefined },
  seen: JsonObject,
  pointers: readonly string[],
): readonly SeenFault[] {
  const { definition, action, stepsMax = SEEN_SCHEMA_STEPS_MAX } = of;
  const reading = readingOf(definition);
  const schemas = Array.isArray(action.dataSchemas) ? action.dataSchemas : [];
  if (schemas.length === 0) return [];
  if (showsAll(pointers, seen))
    return schemaErrors(schemas, seen, reading).map(({ path, keyword }) => ({
      path,
      reason: keyword === 'required' || keyword === 'dependentRequired' ? 'missing' : 'schema',
    }));
  const steps: Steps = { left: stepsMax };
  const faults = new Map<string, SeenFault>();
  for (const pointer of pointers)
    for (const schema of schemas) {
      const tokens = parsePointer(pointer);
      const fault =
        tokens && typeof schema === 'object' ? partFault({ schema, seen, steps, reading }, tokens) : undefined;
      if (fault) faults.set(fault.path, fault);
    }
  return [...faults.values()];
}

interface SeenPart {
  readonly schema: JsonObject;
  readonly seen: JsonObject;
  readonly steps: Steps;
  readonly reading: Reading;
}

/** The first fault of the value that the tokens name. */
function partFault({ schema, seen, steps, reading }: SeenPart, tokens: readonly string[]): SeenFault | undefined {
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
    parts = inPlace(root, below(parts, token, Array.isArray(value)));
    value = member;
  }
  const path = pointerText(tokens.at(-1) === '*' && memberOf(seen, '*') === undefined ? tokens.slice(0, -1) : tokens);
  for (const { place, node } of parts) {
    const holds = isObject(node) ? satisfiesPart({ schema, place, reading }, value, steps) : node !== false;
    if (holds === undefined) return { path: '', reason: 'schema' };
    if (!holds) return { path, reason: 'schema' };
  }
  return undefined;
}
