// The type that a schema gives its values. Where it leaves several open the type is any: a rule then says
// what it takes. Pure; schemas are those that may be published.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { bareOf, type Schema } from '../../schema/cost.js';
import { below, inPlace, type Parts } from '../schemas/schema-parts.js';
import { ANY, decimalType, joinTypes, type Kind, listType, MONEY, type Type } from './type.js';

const KINDS: Readonly<Record<string, Kind>> = {
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
  string: 'text',
  array: 'list',
  object: 'record',
};
const FORMATS: Readonly<Record<string, Kind>> = {
  decimal: 'decimal',
  date: 'date',
  'date-time': 'time',
  duration: 'duration',
};
/** Alternatives that are looked into, one inside the other. */
const ALTERNATIVES_DEPTH_MAX = 8;

interface Typed {
  readonly root: JsonObject;
  readonly parts: Parts;
  /** Levels of alternatives around it. */
  readonly depth: number;
}

/** The type of the values of a schema. */
export function typeOfSchema(schema: Schema): Type {
  const bare = bareOf(schema);
  if (!isObject(bare)) return ANY;
  return typeOf({ root: bare, parts: [{ place: '', node: bare }], depth: 0 });
}

/** The type of what the schemas of one value say together: the first of them that is not open. */
export function typeOfSchemas(schemas: readonly Schema[]): Type {
  const types = schemas.map(typeOfSchema);
  const records = types.filter(({ kind }) => kind === 'record');
  // Members may be said by any of them.
  const member = (name: string) => {
    const all = records.flatMap((item) => item.member?.(name) ?? []);
    return all.find(({ kind }) => kind !== 'any') ?? all[0];
  };
  return records.length > 0 ? { kind: 'record', member } : (types.find(({ kind }) => kind !== 'any') ?? ANY);
}

function typeOf(typed: Typed): Type {
  const parts = inPlace(typed.root, typed.parts);
  const given = { ...typed, parts };
  const nodes = parts.map(({ node }) => node).filter((node): node is JsonObject => isObject(node));
  const names = namesOf(nodes);
  if (!names) return alternativesOf(given, nodes);
  const nullable = names.includes('null');
  const kinds = names.filter((name) => name !== 'null');
  if (kinds.length === 0) return { kind: 'null', nullable: true };
  const [name] = kinds.length === 2 && kinds.includes('integer') && kinds.includes('number') ? ['number'] : kinds;
  const isOne = kinds.length === 1 || name === 'number';
  const value = isOne ? kindOf(KINDS[name as string] ?? 'any', given, nodes) : ANY;
  return nullable ? { ...value, nullable } : value;
}

/** Names of the types that every part allows; undefined where none says. */
function namesOf(nodes: readonly JsonObject[]): readonly string[] | undefined {
  let names: readonly string[] | undefined;
  for (const { type, ...node } of nodes) {
    const own = type === undefined ? typesOfValues(node) : ([type].flat() as readonly string[]);
    if (!own) continue;
    names = names ? names.flatMap((name) => both(name, own)) : own;
  }
  return names;
}

/** A type that a name and a list of others both allow: whole numbers are numbers. */
function both(name: string, own: readonly string[]): readonly string[] {
  if (own.includes(name)) return [name];
  const isWhole = (name === 'integer' && own.includes('number')) || (name === 'number' && own.includes('integer'));
  return isWhole ? ['integer'] : [];
}

/** Of an enumeration without a type. */
function typesOfValues(node: JsonObject): readonly string[] | undefined {
  const values = valuesOf(node);
  if (!values) return undefined;
  return [
    ...new Set(values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : nameOf(value)))),
  ];
}

function nameOf(value: Json): string {
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function valuesOf(node: JsonObject): readonly Json[] | undefined {
  if (Array.isArray(node.enum)) return node.enum as readonly Json[];
  return Object.hasOwn(node, 'const') ? [node.const as Json] : undefined;
}

function kindOf(kind: Kind, typed: Typed, nodes: readonly JsonObject[]): Type {
  if (kind === 'text') return textOf(nodes);
  if (kind === 'list') return listType(itemsOf(typed, nodes), leastOf(nodes));
  if (kind === 'record') return recordOf(typed, nodes);
  const values = nodes.map(valuesOf).find((value) => value !== undefined);
  return values && kind !== 'number' ? { kind, values } : { kind };
}

function textOf(nodes: readonly JsonObject[]): Type {
  const node = nodes.find(({ format }) => typeof format === 'string' && Object.hasOwn(FORMATS, format));
  const kind = node && FORMATS[node.format as string];
  if (kind === 'decimal') {
    const scale = nodes.map((item) => item['x-scale']).find((item) => typeof item === 'number');
    return decimalType(scale as number | undefined);
  }
  if (kind) return { kind };
  const values = nodes.map(valuesOf).find((value) => value !== undefined);
  return values ? { kind: 'text', values: values.filter((value) => value !== null) } : { kind: 'text' };
}

/** Items that every such list has. */
function leastOf(nodes: readonly JsonObject[]): number {
  return Math.max(0, ...nodes.map(({ minItems }) => (typeof minItems === 'number' ? minItems : 0)));
}

function itemsOf(typed: Typed, nodes: readonly JsonObject[]): Type {
  // Places of their own have types of their own.
  if (nodes.some(({ prefixItems, items }) => Array.isArray(prefixItems) || Array.isArray(items))) return ANY;
  return typeOf({ ...typed, parts: below(typed.parts, '0', true) });
}

function recordOf(typed: Typed, nodes: readonly JsonObject[]): Type {
  if (nodes.some(({ format }) => format === 'money')) return MONEY;
  const known = new Map<string, Type | undefined>();
  const member = (name: string): Type | undefined => {
    if (!known.has(name)) known.set(name, memberType(typed, name, nodes));
    return known.get(name);
  };
  const required = nodes.flatMap((node) => (Array.isArray(node.required) ? (node.required as readonly string[]) : []));
  return { kind: 'record', member, ...(required.length > 0 && { required: [...new Set(required)] }) };
}

function memberType(typed: Typed, name: string, nodes: readonly JsonObject[]): Type | undefined {
  const parts = below(typed.parts, name, false);
  if (parts.length > 0) return typeOf({ ...typed, parts });
  // Alternatives may say more; a closed record without it does not have it.
  const isOpen = nodes.some((node) =>
    ['anyOf', 'oneOf', 'if', 'dependentSchemas', 'required'].some((key) => Object.hasOwn(node, key)),
  );
  return isOpen ? ANY : undefined;
}

/** Where no part says a type: that of all alternatives, if they have one. */
function alternativesOf(typed: Typed, nodes: readonly JsonObject[]): Type {
  if (typed.depth >= ALTERNATIVES_DEPTH_MAX) return ANY;
  for (const node of nodes)
    for (const keyword of ['anyOf', 'oneOf']) {
      const list = node[keyword];
      if (!Array.isArray(list) || list.length === 0) continue;
      const types = (list as readonly Json[]).map((item) =>
        isObject(item) ? typeOf({ root: typed.root, parts: [{ place: '', node: item }], depth: typed.depth + 1 }) : ANY,
      );
      return types.reduce((a, b) => joinTypes(a, b) ?? ANY);
    }
  // The format of money says nothing of what is not an object.
  if (nodes.some(({ format }) => format === 'money')) return ANY;
  return nodes.some((node) => isObject(node.properties)) ? recordOf(typed, nodes) : ANY;
}
