// The schemas of a text of language 1 in language 2: roots of payloads are closed, and a number that is calculated is
// an exact decimal. Each keeps its bounds, or is left to the author. Pure.
import { escapePointer, isObject, type Json, type JsonObject } from '../../base/json.js';
import { shownName } from '../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { typesOf } from '../../blueprint/names/definition-types.js';
import { membersOf } from '../../blueprint/names/members.js';
import { possibleInPlace } from '../../blueprint/schemas/schema-parts.js';
import type { Type } from '../../blueprint/typing/type.js';
import { bareOf } from '../../schema/cost.js';
import { decimalOf } from '../../values/decimal.js';
import { type LiftNote, put } from './lift-note.js';

const OPENING = ['additionalProperties', 'unevaluatedProperties'];

/**
 * Takes away what opens a payload. A schema of other members stays: it may bound what another schema names, what the
 * action calculates or what refers to it. The check asks for it.
 */
export function closeRoots({ actions }: Definition): readonly LiftNote[] {
  return actions.flatMap(({ dataSchemas = [] }, i) =>
    dataSchemas.flatMap((schema, j) =>
      rootsOf(schema).flatMap(({ place, node }) =>
        OPENING.flatMap((keyword) => {
          if (!takesAll(node[keyword])) return [];
          delete (node as Record<string, Json>)[keyword];
          const location = `/actions/${i}/dataSchemas/${j}${decodeURIComponent(place)}/${keyword}`;
          const message = `"${keyword}" is left out: a payload has the members that its schemas name. Declare free data as one member of type object.`;
          return [{ location, message }];
        }),
      ),
    ),
  );
}

const takesAll = (schema: Json | undefined): boolean =>
  schema === true || (isObject(schema) && Object.keys(schema).length === 0);

/** The parts of a schema that may apply to a payload, as they stand in it. */
function rootsOf(schema: Json): readonly { readonly place: string; readonly node: JsonObject }[] {
  const bare = bareOf(schema as JsonObject | boolean);
  if (!isObject(schema) || !isObject(bare)) return [];
  return possibleInPlace(bare, [{ place: '', node: bare }]).flatMap(({ place, node }) =>
    isObject(node) ? [{ place, node: node === bare ? schema : node }] : [],
  );
}

const TEXTS: readonly { readonly of: RegExp; readonly message: string }[] = [
  { of: /"format":"date-time"/, message: 'Times are written in UTC, such as "2026-02-28T09:30:00.000Z".' },
  {
    of: /"format":"(decimal|money)"|"x-(scale|minimum|maximum)":/,
    message:
      'Decimals and money have that form and are compared by value, and "x-scale", "x-minimum" and "x-maximum" bind: they were remarks.',
  },
  {
    of: /"format":"duration"/,
    message: 'Durations are years and months, or weeks, or days and a time, compared by value: "P14D" equals "P2W".',
  },
];

/** Forms of data that the check does not ask about, because they are well formed in both languages. */
export function dataNotes({ actions }: Definition): readonly LiftNote[] {
  return actions.flatMap((action, i) => {
    const notes = (action.dataSchemas ?? []).flatMap((schema, j) =>
      TEXTS.filter(({ of }) => of.test(JSON.stringify(schema))).map(({ message }) => ({
        location: `/actions/${i}/dataSchemas/${j}`,
        message,
      })),
    );
    if (membersOf(action).given.size > 0) return notes;
    const message = 'No data schema names a member, so that a payload of this action is empty: declare what it states.';
    return [...notes, { location: `/actions/${i}`, message }];
  });
}

/** Results whose type no schema states. The definition has passed the check. */
export function decimalNotes(definition: Definition): readonly LiftNote[] {
  const types = typesOf(definition);
  const isDecimal = ({ kind, of }: Type): boolean =>
    kind === 'decimal' || (kind === 'list' && of !== undefined && isDecimal(of));
  return definition.actions.flatMap((action, i) =>
    [...types.rulesOf(action).values()].flatMap(({ gives, type, at }) => {
      if (gives === undefined || !isDecimal(type) || types.declaredType(action, gives).kind !== 'any') return [];
      return [{ location: `/actions/${i}${at}`, message: exactText(gives) }];
    }),
  );
}

const exactText = (name: string): string =>
  `${shownName(name)} is an exact decimal, written as a text such as "12.50".`;

/** Makes decimals of numbers that are calculated with a fraction. The check found the types of the definition. */
export function makeExact(document: JsonObject): readonly LiftNote[] {
  const definition = document as unknown as Definition;
  const types = typesOf(definition);
  const results = definition.actions.flatMap((action, i) =>
    [...types.rulesOf(action).values()].flatMap(({ gives, type, faults, at }) => {
      const isMeant =
        gives !== undefined && type.kind === 'decimal' && types.declaredType(action, gives).kind === 'number';
      return isMeant && !faults.some(({ code }) => code === 'BP_TYPE') ? [{ action, i, gives, at }] : [];
    }),
  );
  return results.flatMap(({ action, i, gives, at }) => {
    const schemas = decimalSchemas(action, gives);
    for (const [j, schema] of schemas ?? [])
      put(document, ['actions', String(i), 'dataSchemas', String(j), 'properties', gives], schema);
    return schemas ? [{ location: `/actions/${i}${at}`, message: exactText(gives) }] : [];
  });
}

/** The schemas of a member as those of a decimal, by the place of theirs; undefined where one of them says more. */
function decimalSchemas({ dataSchemas = [] }: Action, name: string): ReadonlyMap<number, JsonObject> | undefined {
  const schemas = new Map<number, JsonObject>();
  for (const [j, schema] of dataSchemas.entries()) {
    if (refersTo(schema, name)) return undefined;
    for (const { place, node } of rootsOf(schema)) {
      const member = propertyOf(node, name);
      const decimal = member === undefined ? undefined : decimalSchema(member);
      const isNamed = [node.not, node.const, node.enum].some((value) => names(value, name));
      if (isNamed || (member !== undefined && (!decimal || place !== ''))) return undefined;
      if (decimal) schemas.set(j, decimal);
    }
  }
  return schemas;
}

/** Another member may have the same schema. */
function refersTo(schema: Json, name: string): boolean {
  const references = JSON.stringify(schema).match(/"\$ref":"[^"]*"/g) ?? [];
  return references.some((reference) => reference.includes(`/properties/${escapePointer(name)}`));
}

function names(value: Json | undefined, name: string): boolean {
  return value !== undefined && JSON.stringify(value).includes(JSON.stringify(name));
}

const BOUNDS: Readonly<Record<string, string>> = { minimum: 'x-minimum', maximum: 'x-maximum' };
const KEPT = ['title', 'description'];

/** Undefined for a schema of which the bounds have no form for decimals. */
function decimalSchema(schema: Json): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  const { type = 'number', ...rest } = schema;
  const members = Object.entries(rest).map(([keyword, value]): [string, Json] | undefined => {
    if (KEPT.includes(keyword)) return [keyword, value];
    const bound = Object.hasOwn(BOUNDS, keyword) ? BOUNDS[keyword] : undefined;
    return bound !== undefined && decimalOf(String(value)) ? [bound, String(value)] : undefined;
  });
  const isWhole = type === 'number' && !members.includes(undefined);
  const known = members.filter((member) => member !== undefined);
  return isWhole ? { ...Object.fromEntries(known), type: 'string', format: 'decimal' } : undefined;
}

/** The schema of a member under `properties`. */
export function propertyOf(schema: Json | undefined, name: string): Json | undefined {
  const properties = isObject(schema) ? schema.properties : undefined;
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
