// The hash of what a definition does (execDefHash): a rehearsal counts for as long as it stays the same. It covers
// every member but those that only show something to people; a member that is not known here is covered. It brings no
// hash function of its own, so that a browser can give another one.
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { withoutNulls } from './without-nulls.js';

/** Kept by the server, or for display only. */
const BLUEPRINT_DISPLAY = new Set([
  '@context',
  '@type',
  'title',
  'description',
  'metadata',
  'texts',
  'version',
  'organizationId',
  'createdAt',
  'updatedAt',
]);
const ACTION_DISPLAY = new Set(['title', 'description', 'form']);
const PARTICIPANT_DISPLAY = new Set(['@type', 'title', 'description']);
const ROUTE_DISPLAY = new Set(['title', 'description']);

/** Keywords of JSON Schema whose members are named by the designer: there `x-` is a name and no hint. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
/** Keywords whose values are data. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/** The execDefHash of a definition. `hashText` is `hashHex` of core/base/hash.ts, or a function that gives the same. */
export function executionHash(
  definition: JsonObject,
  hashText: (kind: 'blueprint-execution', text: string) => string,
): string {
  return hashText('blueprint-execution', canonical(behaviourOf(definition)));
}

/** Keywords that decide what is valid. */
const ASSERTED: ReadonlySet<string> = new Set(['x-scale', 'x-minimum', 'x-maximum']);

/** The definition without what is for display only, and without nulls, which stand for absent members. */
export function behaviourOf(written: JsonObject): JsonObject {
  const schemaBehaviour = (schema: Json) => (refersToHints(schema) ? schema : withoutHints(schema));
  return mapMembers(without(withoutNulls(written), BLUEPRINT_DISPLAY), {
    participants: (participant) => without(participant, PARTICIPANT_DISPLAY),
    dataSchemas: schemaBehaviour,
    actions: (action) =>
      mapMembers(without(action, ACTION_DISPLAY), {
        routes: (entry) => without(entry, ROUTE_DISPLAY),
        dataSchemas: schemaBehaviour,
      }),
  });
}

/** True where a reference could lead into a display hint (`x-...`): then the hint decides what is valid. */
function refersToHints(node: Json): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(
    ([key, member]) =>
      (key === '$ref' && typeof member === 'string' && /\/x-|%/i.test(member)) || refersToHints(member as Json),
  );
}

function withoutHints(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((item) => withoutHints(item as Json));
  if (!isObject(schema)) return schema;
  const inside = (members: JsonObject): Json =>
    Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, withoutHints(inner)]));
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, member]): [string, Json][] => {
      if (key.startsWith('x-') && !ASSERTED.has(key)) return [];
      if (DATA.has(key)) return [[key, member]];
      return [[key, NAMED.has(key) && isObject(member) ? inside(member) : withoutHints(member)]];
    }),
  );
}

function without(value: Json, display: ReadonlySet<string>): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !display.has(key) && !key.startsWith('x-')));
}

/** The object with the items of its listed members changed. */
function mapMembers(value: Json, change: Readonly<Record<string, (item: Json) => Json>>): JsonObject {
  if (!isObject(value)) return value as unknown as JsonObject;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const each = Object.hasOwn(change, key) ? change[key] : undefined;
      return [key, each && Array.isArray(member) ? member.map((item) => each(item as Json)) : member];
    }),
  );
}
