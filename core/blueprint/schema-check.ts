// JSON Schema for action payloads: which schemas may be published, and whether a payload satisfies them. The only caller of ajv on the ledger.
// Schemas come from members of a register, so their cost is bounded before anything is compiled: no recursion, linear-time regular expressions.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { RE2JS } from 're2js';
import { type Issue, issue } from '../base/issue.js';
import { escapePointer, type Json, type JsonObject } from '../base/json.js';
import { DEFINITION_CACHE_MAX, SCHEMA_NODES_MAX, SCHEMA_UNIQUE_ITEMS_MAX } from '../base/limits.js';
import { BoundedCache } from '../crypto/cache.js';
import type { Definition } from './types.js';

type Schema = JsonObject | boolean;
/** Checks of one definition: by action id as text, one for each schema. */
type Checks = ReadonlyMap<string, readonly ValidateFunction[]>;

/** Keywords that make a schema name another document or itself under another name. */
const REFUSED = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor', '$vocabulary'];

const linear = Object.assign((pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern)), { code: 're2' });

const ajv = new Ajv2020({
  strict: false,
  ownProperties: true,
  allErrors: false,
  validateFormats: true,
  logger: false,
  code: { regExp: linear },
});
// The package is CommonJS: its default export arrives as a member or as the module itself, depending on the loader.
const addFormats =
  (addFormatsModule as unknown as { default?: typeof addFormatsModule.default }).default ?? addFormatsModule;
(addFormats as (target: Ajv2020) => unknown)(ajv);

const compiled = new BoundedCache<Checks>(DEFINITION_CACHE_MAX);

/** VAL_SCHEMA_005 with a pointer into the definition for each schema of an action that may not be published. The definition is a checked one. */
export function checkSchemas(definition: Definition): Issue[] {
  const issues: Issue[] = [];
  let nodes = 0;
  for (const [i, action] of definition.actions.entries())
    for (const [j, schema] of (action.dataSchemas ?? []).entries()) {
      const at = `/actions/${i}/dataSchemas/${j}`;
      const cost = costOf(schema as Schema);
      nodes += typeof cost === 'number' ? cost : 0;
      const problem = typeof cost === 'string' ? cost : nodes > SCHEMA_NODES_MAX ? TOO_LARGE : compileProblem(schema);
      if (problem !== undefined) issues.push(issue('VAL_SCHEMA_005', at, problem));
    }
  return issues;
}

/**
 * The first VAL_SCHEMA_004, with a pointer into the payload under `/payload`, or undefined for a payload that satisfies every schema of the action.
 * `publicationTxId` names the definition in the cache of compiled schemas: it must be that definition's content address.
 */
export function checkPayload(
  publication: { readonly publicationTxId: string; readonly definition: Definition },
  actionId: string,
  payload: Json,
): Issue | undefined {
  let checks = compiled.get(publication.publicationTxId);
  if (!checks) {
    checks = compileAll(publication.definition);
    compiled.set(publication.publicationTxId, checks);
  }
  for (const check of checks.get(actionId) ?? []) {
    if (check(payload)) continue;
    const error = check.errors?.[0];
    const missing =
      typeof error?.params.missingProperty === 'string' ? `/${escapePointer(error.params.missingProperty)}` : '';
    // The message of ajv names keywords and limits of the published schema, never values of the payload.
    const path = `/payload${error?.instancePath ?? ''}${missing}`;
    return issue('VAL_SCHEMA_004', path, `The payload breaks the schema: ${error?.message ?? 'it does not match'}.`);
  }
  return undefined;
}

/** Levels of nesting, references followed: a bound on the recursion below and in ajv's compiler. */
const SCHEMA_DEPTH_MAX = 256;
const TOO_LARGE = `The schemas of a definition have at most ${SCHEMA_NODES_MAX} nodes, references expanded.`;

function compileAll(definition: Definition): Checks {
  const checks = new Map<string, readonly ValidateFunction[]>();
  for (const action of definition.actions)
    checks.set(
      String(action.id),
      (action.dataSchemas ?? []).map((schema) => compile(schema)),
    );
  return checks;
}

function compile(schema: Schema): ValidateFunction {
  const bare = bareOf(schema);
  const check = ajv.compile(bare);
  // The compiled function stands alone; without this ajv would keep every schema it ever saw.
  ajv.removeSchema(bare as JsonObject);
  return check;
}

/** Every schema is read as draft 2020-12, whichever draft it claims, and under no name of its own. */
function bareOf(schema: Schema): Schema {
  // Boolean schemas (section 4.3.2 of the draft) in the form that ajv can also forget.
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const { $schema, $id, ...bare } = schema;
  return bare;
}

function compileProblem(schema: Schema): string | undefined {
  try {
    compile(schema);
    return undefined;
  } catch {
    return 'The schema is not a JSON Schema of draft 2020-12, or has a regular expression with look-around or back-references.';
  }
}

/** Nodes of a schema with its references expanded, or the reason why it may not be published. */
function costOf(published: Schema): number | string {
  const schema = bareOf(published);
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
      sum += cost(member, depth + 1);
      if (key === '$ref' && typeof member === 'string') {
        const target = resolve(schema, member);
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

function keywordProblem(node: JsonObject, key: string, member: unknown): string | undefined {
  if (REFUSED.includes(key) && typeof member === 'string') return `A schema has no ${key}.`;
  if (key === 'uniqueItems' && member === true) {
    const max = node.maxItems;
    if (typeof max !== 'number' || max > SCHEMA_UNIQUE_ITEMS_MAX)
      return `uniqueItems stands beside a maxItems of at most ${SCHEMA_UNIQUE_ITEMS_MAX}.`;
  }
  return undefined;
}

/** The part of a schema that a local reference (`#` or `#/...`) names. */
function resolve(schema: Schema, reference: string): unknown {
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
