// The schemas of an action, checked on what one reader sees of its data. A member that is not seen is not an error:
// only the parts of a schema that apply to a seen value for certain are looked at. So the records of an honest sender
// always pass.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { SEEN_SCHEMA_STEPS_MAX } from '../../base/limits/node/reading.js';
import { bareOf } from '../../schema/cost.js';
import { memberOf, parsePointer, pointerText } from '../definition/pointer.js';
import type { Action, Definition } from '../definition/types.js';
import { readingOf, type SchemaReading, type Steps, satisfiesPart, schemaErrors } from './schema-check.js';
import { below, inPlace, type Parts, requires } from './schema-parts.js';

/**
 * Pointers of what is at fault in the data that the pointers show, '' for the whole. The schemas may be published; data
 * that would take too long is at fault as a whole.
 */
export function seenFaults(
  of: { readonly definition: Definition; readonly action: Action; readonly stepsMax?: number | undefined },
  seen: JsonObject,
  pointers: readonly string[],
): readonly string[] {
  const { definition, action, stepsMax = SEEN_SCHEMA_STEPS_MAX } = of;
  const reading = readingOf(definition);
  const schemas = Array.isArray(action.dataSchemas) ? action.dataSchemas : [];
  if (schemas.length === 0) return [];
  if (pointers.includes('')) return schemaErrors(schemas, seen, reading).map(({ path }) => path);
  const steps: Steps = { left: stepsMax };
  const faults = new Set<string>();
  for (const pointer of pointers)
    for (const schema of schemas) {
      if (!isObject(schema)) continue;
      const tokens = tokensOf(partsIn(schema as JsonObject), pointer);
      const fault = tokens && partFault({ schema: schema as JsonObject, seen, steps, reading }, tokens);
      if (fault !== undefined) faults.add(fault);
    }
  return [...faults];
}

interface SeenPart {
  readonly schema: JsonObject;
  readonly seen: JsonObject;
  readonly steps: Steps;
  readonly reading: SchemaReading;
}

interface KnownParts {
  readonly root: JsonObject;
  /** Of the data as a whole. */
  readonly parts: Parts;
  readonly members: Map<string, Member>;
  /** Pointers that were read. */
  readonly tokens: Map<string, readonly string[] | undefined>;
}

/** The parts that apply to a member, and those of them that are schemas, as they are referred to. */
interface Member {
  readonly parts: Parts;
  readonly named: readonly NamedPart[];
}

interface NamedPart {
  readonly reference: string;
  readonly node: Json;
}

/** Parts of schemas, by members that pointers of the definition name: found once for as long as it is held. */
const knownParts = new WeakMap<JsonObject, KnownParts>();

function partsIn(schema: JsonObject): KnownParts {
  const known = knownParts.get(schema);
  if (known) return known;
  const root = bareOf(schema) as JsonObject;
  const value = {
    root,
    parts: inPlace(root, [{ place: '', node: root }]),
    members: new Map<string, Member>(),
    tokens: new Map(),
  };
  knownParts.set(schema, value);
  return value;
}

function tokensOf({ tokens }: KnownParts, pointer: string): readonly string[] | undefined {
  if (!tokens.has(pointer)) tokens.set(pointer, parsePointer(pointer));
  return tokens.get(pointer);
}

/** Of a member of the data, which is an object. */
function memberIn({ root, parts, members }: KnownParts, name: string): Member {
  let member = members.get(name);
  if (!member) {
    const own = inPlace(root, below(parts, name, false));
    member = { parts: own, named: namedParts(own) };
    members.set(name, member);
  }
  return member;
}

function namedParts(parts: Parts): readonly NamedPart[] {
  return parts.map(({ place, node }) => ({ reference: `#${place}`, node }));
}

/** The first fault of the value that the tokens name. */
function partFault({ schema, seen, steps, reading }: SeenPart, tokens: readonly string[]): string | undefined {
  const known = partsIn(schema);
  let { parts } = known;
  let named: readonly NamedPart[] | undefined;
  let value: Json = seen;
  for (const [i, token] of tokens.entries()) {
    const member = memberOf(value, token);
    const isLast = i === tokens.length - 1;
    if (member === undefined) {
      // Further up, the sender may have it with nothing in it that this reader sees.
      const isDue = isLast && isObject(value) && parts.some(({ node }) => requires(node, token));
      return isDue ? pointerText(tokens) : undefined;
    }
    const first = i === 0 ? memberIn(known, token) : undefined;
    parts = first?.parts ?? inPlace(known.root, below(parts, token, Array.isArray(value)));
    named = first?.named;
    value = member;
  }
  for (const { reference, node } of named ?? namedParts(parts)) {
    const holds = isObject(node) ? satisfiesPart({ schema, reference, reading }, value, steps) : node !== false;
    if (holds === undefined) return '';
    if (!holds) return pointerText(tokens);
  }
  return undefined;
}
