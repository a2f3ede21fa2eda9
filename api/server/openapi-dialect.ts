// Translates JSON Schema into the dialect of OpenAPI 3.0: no type arrays, no const, no patternProperties. A schema with
// a title becomes a component, and so does every closed list: generators name its type after it. A list without a title
// is named after the place where it stands.
import { assert } from '../../core/base/assert.js';

export type DocumentJson = { [member: string]: unknown };
/** By name; `from` is the source, as text: one name stands for one schema. */
export type NamedSchemas = Map<string, { readonly from: string; readonly schema: DocumentJson }>;

/** The name of a place: that of its surroundings with the member, in capitals where words begin. */
export function placeOf(surroundings: string, member: string): string {
  return [surroundings, member]
    .map((word) => word.replaceAll(/[^A-Za-z0-9]/g, ''))
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}

/** A schema in the dialect. `place` names a closed list in it that has no title. */
export function dialect(schema: object, components: NamedSchemas, place: string): DocumentJson {
  const { documented, ...judged } = schema as DocumentJson;
  // `documented`: a rule behind the schema takes no more than this, and refuses the rest by a code of its own.
  const source: DocumentJson = { ...judged, ...(documented as DocumentJson | undefined) };
  if (isClosedList(source)) return closedList(source, components, place);
  const { title } = source;
  if (typeof title !== 'string') return inline(source, components, place);
  return component(title, { of: source, make: () => inline(source, components, title) }, components);
}

interface Component {
  readonly of: DocumentJson;
  readonly make: () => DocumentJson;
}

function component(title: string, { of, make: made }: Component, components: NamedSchemas): DocumentJson {
  const from = JSON.stringify(of);
  const known = components.get(title);
  assert(known === undefined || known.from === from, `two schemas have the title ${title}`);
  if (known === undefined) {
    const place = { from, schema: {} as DocumentJson };
    components.set(title, place);
    Object.assign(place.schema, made());
  }
  return { $ref: `#/components/schemas/${title}` };
}

/** A single value is a constant, which needs no name. */
function isClosedList(source: DocumentJson): boolean {
  return Array.isArray(source.enum) && source.enum.length > 1;
}

/** The values are the component; what is said of them at one place stays there. */
function closedList(source: DocumentJson, components: NamedSchemas, place: string): DocumentJson {
  const { title, enum: values, description, examples, default: preset } = source;
  const name = typeof title === 'string' ? title : place;
  const listed = values as readonly unknown[];
  const list: DocumentJson = { type: typeOf(listed), enum: listed, 'x-enum-varnames': constantsOf(name, listed) };
  const ref = component(name, { of: list, make: () => list }, components);
  const said = {
    ...(description !== undefined && { description }),
    ...(preset !== undefined && { default: preset }),
    ...(Array.isArray(examples) && { example: examples[0] }),
  };
  // Beside $ref, 3.0 ignores every other member.
  return Object.keys(said).length === 0 ? ref : { allOf: [ref], ...said };
}

/**
 * Names of the values in code. In Go they are constants beside each other: without the name of the list, two lists with
 * one word would not compile.
 */
function constantsOf(name: string, values: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  for (const value of values) {
    const words = String(value).match(/[A-Za-z0-9]+/g) ?? [];
    const parts = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
    let entry = `${name}${parts.join('')}`;
    // Words that differ in signs alone.
    while (names.has(entry)) entry += '_';
    names.add(entry);
  }
  return [...names];
}

/**
 * The schema of a parameter. A reference stands alone there, with its default among the words about it: of one with
 * anything around it a generator of Rust makes what does not compile.
 */
export function plainly(schema: DocumentJson): DocumentJson {
  const { allOf, description, default: preset } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1) return schema;
  const said = [description, preset === undefined ? undefined : `Default ${preset}.`].filter(Boolean).join(' ');
  return { ...(allOf[0] as DocumentJson), ...(said !== '' && { description: said }) };
}

function typeOf(values: readonly unknown[]): string | undefined {
  if (values.every((value) => typeof value === 'string')) return 'string';
  return values.every(Number.isSafeInteger) ? 'integer' : undefined;
}

const INT32_MAX = 2 ** 31 - 1;

function inline(source: DocumentJson, components: NamedSchemas, place: string): DocumentJson {
  const { title: _title, anyOf, const: constant, examples, patternProperties, ...rest } = source;
  const out: DocumentJson = { ...rest };
  const sub = (value: unknown, at = place): DocumentJson => dialect(value as object, components, at);
  if (Array.isArray(anyOf)) Object.assign(out, union(anyOf as DocumentJson[], sub));
  if (constant !== undefined) out.enum = [constant];
  if (Array.isArray(out.enum)) out.type = typeOf(out.enum) ?? out.type;
  if (out.type === 'integer') Object.assign(out, boundInteger(out));
  // Without a format a whole number has 32 bits in clients of Rust, Go and Java.
  if (out.type === 'integer' && !(Number(out.maximum) <= INT32_MAX)) out.format = 'int64';
  if (Array.isArray(examples)) out.example = examples[0];
  if (typeof source.properties === 'object')
    out.properties = Object.fromEntries(
      Object.entries(source.properties as DocumentJson).map(([name, item]) => [name, sub(item, placeOf(place, name))]),
    );
  if (typeof source.items === 'object') out.items = sub(source.items);
  // A record: 3.0 knows no patterns of names, only what any further member looks like.
  if (patternProperties !== undefined)
    out.additionalProperties = sub(Object.values(patternProperties as DocumentJson)[0]);
  else if (typeof source.additionalProperties === 'object') out.additionalProperties = sub(source.additionalProperties);
  return out;
}

/** No request brings a whole number beyond these, and no answer has one (core/base/json.ts). */
function boundInteger({
  minimum,
  exclusiveMinimum,
  maximum,
  exclusiveMaximum,
  enum: values,
}: DocumentJson): DocumentJson {
  if (values !== undefined) return {};
  return {
    ...(minimum === undefined && exclusiveMinimum === undefined && { minimum: Number.MIN_SAFE_INTEGER }),
    ...(maximum === undefined && exclusiveMaximum === undefined && { maximum: Number.MAX_SAFE_INTEGER }),
  };
}

function union(members: readonly DocumentJson[], sub: (value: unknown) => DocumentJson): DocumentJson {
  const others = members.filter((m) => m.type !== 'null');
  const nullable = others.length < members.length ? { nullable: true } : {};
  // Unions here are of values that no two members take: generators make a choice of oneOf, and a mixture of anyOf.
  if (others.length !== 1) return { oneOf: others.map((other) => sub(other)), ...nullable };
  const only = sub(others[0]);
  // Beside $ref, 3.0 ignores every other member.
  return '$ref' in only ? { allOf: [only], ...nullable } : { ...only, ...nullable };
}
