// Bounds of a JSON Schema in a definition, decided before anything compiles it: no recursion, no names of its own, no
// other documents, and a bounded number of nodes with references expanded. Schemas come from members of a register, and
// every validator checks payloads by them.
import type { Json, JsonObject } from '../base/json.js';
import { SCHEMA_NODES_MAX, SCHEMA_UNIQUE_ITEMS_MAX } from '../base/limits/ledger/definitions.js';
import { patternWork } from './pattern-cost.js';

export type Schema = JsonObject | boolean;

/** Keywords that make a schema name another document or itself under another name. */
const REFUSED = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor', '$vocabulary'];

/** Levels of nesting, references followed: a bound on the recursion below and in the compiler. */
const SCHEMA_DEPTH_MAX = 256;
export const TOO_LARGE = `The schemas of a definition have at most ${SCHEMA_NODES_MAX} nodes, references and repetitions in regular expressions expanded.`;

/** A schema under no name of its own, and without its draft: who compiles it has read that. */
export function bareOf(schema: Schema): Schema {
  // Boolean schemas (section 4.3.2 of the draft) as objects.
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const { $schema, $id, ...bare } = schema;
  return bare;
}

/** True for a schema that claims draft-07; every other one is read as draft 2020-12, whichever it claims. */
export function isDraft07(schema: Schema): boolean {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    typeof schema.$schema === 'string' &&
    /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(schema.$schema)
  );
}

/**
 * Nodes of a schema with its references expanded, or the reason why it may not be published.
 */
export function costOf(published: Json): number | string {
  const schema = bareOf(published as Schema);
  const costs = new Map<object, number | 'open'>();
  let problem: string | undefined;
  const cost = (node: unknown, depth: number): number => {
    if (depth > SCHEMA_DEPTH_MAX) problem ??= TOO_LARGE;
    if (problem !== undefined || typeof node !== 'object' || node === null) return 1;
    const known = costs.get(node);
    if (known === 'open') problem = 'A schema does not refer to itself.';
    if (known !== undefined) return known === 'open' ? 1 : known;
    costs.set(node, 'open');
    let sum = 1;
    for (const [key, member] of Object.entries(node)) {
      if (!Array.isArray(node)) problem ??= keywordProblem(node as JsonObject, key, member);
      sum += cost(member, depth + 1) + patternsIn(key, member);
      if (key === '$ref' && typeof member === 'string') {
        const target = partOf(schema, member);
        if (target === undefined) problem ??= 'A $ref points to another part of the same schema.';
        else sum += cost(target, depth + 1);
      }
      if (sum > SCHEMA_NODES_MAX) problem ??= TOO_LARGE;
    }
    costs.set(node, sum);
    return sum;
  };
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema)))
    return 'A schema is an object, true or false.';
  const total = cost(schema, 0);
  return problem ?? total;
}

/**
 * Compiling an expression costs what its repetitions expand to. Every member under these names counts, also where it is
 * not a keyword.
 */
function patternsIn(key: string, member: unknown): number {
  if (key === 'pattern' && typeof member === 'string') return patternWork(member);
  if (key !== 'patternProperties' || typeof member !== 'object' || member === null) return 0;
  return Object.keys(member).reduce((sum, pattern) => sum + patternWork(pattern), 0);
}

function keywordProblem(node: JsonObject, key: string, member: unknown): string | undefined {
  if (REFUSED.includes(key) && typeof member === 'string') return `A schema has no ${key}.`;
  if (key === 'uniqueItems' && member === true) {
    const max = node.maxItems;
    if (typeof max !== 'number' || max > SCHEMA_UNIQUE_ITEMS_MAX)
      return `uniqueItems stands beside a maxItems of at most ${SCHEMA_UNIQUE_ITEMS_MAX}.`;
  }
  return undefined;
}

/** The part of a schema that a local reference (`#` or `#/...`) names; undefined for none. */
export function partOf(schema: Schema, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let node: unknown = schema;
  for (const token of reference.split('/').slice(1)) {
    let name: string;
    try {
      name = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    } catch {
      return undefined;
    }
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Record<string, unknown>)[name];
  }
  return node;
}
