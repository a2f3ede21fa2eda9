// JSON Schema for action payloads: which schemas may be published, and whether a payload satisfies them. The only caller of ajv on the ledger.
// Draft 2020-12, or draft-07 where a schema claims it. What a schema costs is bounded before ajv sees it; regular expressions run in linear time.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { RE2JS } from 're2js';
import { type Issue, issue } from '../base/issue.js';
import { escapePointer, type Json, type JsonObject } from '../base/json.js';
import { DEFINITION_CACHE_MAX, SCHEMA_ERRORS_MAX, SCHEMA_ERRORS_WORK_MAX, SCHEMA_NODES_MAX } from '../base/limits.js';
import { SEEN_WORK_MAX } from '../base/reading-limits.js';
import { BoundedCache } from '../crypto/cache.js';
import { bareOf, costOf, isDraft07, type Schema, TOO_LARGE } from './schema-cost.js';
import { lengthKeywords } from './schema-length.js';
import type { Definition } from './types.js';

/** Checks of one definition: by action id as text, one for each schema. */
type Checks = ReadonlyMap<string, readonly ValidateFunction[]>;

/** What is wrong with a value, for a person. Messages name keywords and limits of the schema, never values. */
export interface SchemaError {
  /** JSON Pointer into the value; of the member itself where one is missing or too many. */
  readonly path: string;
  readonly message: string;
  readonly keyword: string;
  /** JSON Pointer into the schema as a fragment. */
  readonly schemaLocation: string;
}

const linear = Object.assign((pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern)), { code: 're2' });

/** A pattern of a schema that may be published, as ajv tries it. */
export function linearPattern(pattern: string): { readonly test: (text: string) => boolean } {
  return linear(pattern);
}

// The package is CommonJS: its default export arrives as a member or as the module itself, depending on the loader.
const addFormats =
  (addFormatsModule as unknown as { default?: typeof addFormatsModule.default }).default ?? addFormatsModule;

function engine(make: typeof Ajv | typeof Ajv2020, allErrors: boolean): Ajv {
  const ajv = new make({
    strict: false,
    ownProperties: true,
    allErrors,
    validateFormats: true,
    logger: false,
    code: { regExp: linear },
  });
  (addFormats as (target: Ajv) => unknown)(ajv as Ajv);
  // The package tries a url in quadratic time (five seconds for 30,000 characters), and a regex with the engine of the platform, which differs
  // between versions.
  ajv.addFormat('url', (text: string) => /^(?:https?|ftp):\/\//i.test(text) && isUri(text));
  ajv.addFormat('regex', (text: string) => text.length <= REGEX_TEXT_MAX && isRegex(text));
  lengthKeywords(ajv as Ajv);
  return ajv as Ajv;
}

/** Characters of a payload's text that is to be a regular expression: it is compiled to see that. */
const REGEX_TEXT_MAX = 1000;
const isUri = fullFormats.uri as (text: string) => boolean;

function isRegex(text: string): boolean {
  try {
    linear(text);
    return true;
  } catch {
    return false;
  }
}

/** By what they find: the first error decides on the ledger, all errors are for people. */
const ENGINES = {
  first: { draft07: engine(Ajv, false), draft2020: engine(Ajv2020, false) },
  all: { draft07: engine(Ajv, true), draft2020: engine(Ajv2020, true) },
};

const compiled = new BoundedCache<Checks>(DEFINITION_CACHE_MAX);

/** The same by what the schemas say: one definition is published on many registers, each time under an id of its own. */
const alike = new BoundedCache<Checks>(DEFINITION_CACHE_MAX);
/** Characters of schemas that are kept as a name; what is longer is compiled for each publication. */
const ALIKE_TEXT_MAX = 32 * 1024;

/** Compiled schemas of definitions that somebody holds; they go when the definition goes. */
const held = { first: new WeakMap<object, ValidateFunction>(), all: new WeakMap<object, ValidateFunction>() };

/** What `schemaCost` found for schemas that somebody holds. */
const costs = new WeakMap<object, number | string>();

/** Nodes of a schema with its references expanded, or a sentence why it may not be published. */
export function schemaCost(schema: Json): number | string {
  const key = typeof schema === 'object' && schema !== null ? schema : undefined;
  const known = key && costs.get(key);
  if (known !== undefined) return known;
  const nodes = costOf(schema);
  const cost =
    typeof nodes === 'string'
      ? nodes
      : nodes > SCHEMA_NODES_MAX
        ? TOO_LARGE
        : (compileProblem(schema as Schema) ?? nodes);
  if (key) costs.set(key, cost);
  return cost;
}

/** VAL_SCHEMA_005 with a pointer into the definition for each schema of an action that may not be published. The definition is a checked one. */
export function checkSchemas(definition: Definition): Issue[] {
  const issues: Issue[] = [];
  let nodes = 0;
  for (const [i, action] of definition.actions.entries())
    for (const [j, schema] of (action.dataSchemas ?? []).entries()) {
      const at = `/actions/${i}/dataSchemas/${j}`;
      const cost = costOf(schema);
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
    checks = compileAlike(publication.definition);
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

/**
 * All errors of a value against schemas that may be published (`schemaCost` gave a number), at most 50, in the order of the schemas; [] when it
 * satisfies them. Where value and schema are so large that the errors could be millions, only the first of each schema.
 */
export function schemaErrors(schemas: readonly Schema[], value: Json): readonly SchemaError[] {
  const found: SchemaError[] = [];
  for (const schema of schemas) {
    const first = checkOf(schema, 'first');
    if (first(value)) continue;
    const cost = schemaCost(schema);
    const work = typeof cost === 'number' ? cost * countUpTo(value, SCHEMA_ERRORS_WORK_MAX) : Number.POSITIVE_INFINITY;
    let errors = first.errors ?? [];
    if (work <= SCHEMA_ERRORS_WORK_MAX) {
      const all = checkOf(schema, 'all');
      if (!all(value)) errors = all.errors ?? errors;
    }
    for (const error of errors) {
      if (found.length === SCHEMA_ERRORS_MAX) return found;
      found.push(errorOf(error));
    }
  }
  return found;
}

function errorOf({ instancePath, keyword, message, params, schemaPath }: ErrorObject): SchemaError {
  const member = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  const path = typeof member === 'string' ? `${instancePath}/${escapePointer(member)}` : instancePath;
  return { path, message: message ?? 'must match the schema', keyword, schemaLocation: schemaPath };
}

/** Values in a value, counted no further than `max`. */
function countUpTo(value: Json, max: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const child of Object.values(value)) {
    count += countUpTo(child as Json, max);
    if (count > max) break;
  }
  return count;
}

function checkOf(schema: Schema, errors: 'first' | 'all'): ValidateFunction {
  if (typeof schema === 'boolean') return compile(schema, errors);
  let check = held[errors].get(schema);
  if (!check) {
    check = compile(schema, errors);
    held[errors].set(schema, check);
  }
  return check;
}

function compileAlike(definition: Definition): Checks {
  const text = JSON.stringify(definition.actions.map(({ id, dataSchemas }) => [id, dataSchemas]));
  if (text.length > ALIKE_TEXT_MAX) return compileAll(definition);
  const checks = alike.get(text) ?? compileAll(definition);
  alike.set(text, checks);
  return checks;
}

function compileAll(definition: Definition): Checks {
  const checks = new Map<string, readonly ValidateFunction[]>();
  for (const action of definition.actions)
    checks.set(
      String(action.id),
      (action.dataSchemas ?? []).map((schema) => compile(schema, 'first')),
    );
  return checks;
}

function compile(schema: Schema, errors: 'first' | 'all'): ValidateFunction {
  const ajv = ENGINES[errors][isDraft07(schema) ? 'draft07' : 'draft2020'];
  const bare = bareOf(schema);
  const check = ajv.compile(bare);
  // The compiled function stands alone; without this ajv would keep every schema it ever saw.
  ajv.removeSchema(bare as JsonObject);
  return check;
}

/** Checks of parts of schemas, by the place of the part. */
const parts = new WeakMap<object, Map<string, ValidateFunction>>();
const WHOLE = 'quorate:whole';

/**
 * True if the value satisfies the part of a schema that stands at `place`, a URI fragment (`/properties/amount`). What the part refers to is found in the schema,
 * which may be published. Compiled once for as long as the schema is held.
 */
export function satisfiesPart(schema: JsonObject, place: string, value: Json): boolean {
  const known = parts.get(schema) ?? new Map<string, ValidateFunction>();
  parts.set(schema, known);
  let check = known.get(place);
  if (!check) {
    const ajv = ENGINES.first[isDraft07(schema) ? 'draft07' : 'draft2020'];
    const [whole, part] = [bareOf(schema) as JsonObject, { $ref: `${WHOLE}#${place}` }];
    try {
      ajv.addSchema(whole, WHOLE);
      check = ajv.compile(part);
    } finally {
      ajv.removeSchema(part);
      ajv.removeSchema(WHOLE);
      ajv.removeSchema(whole);
    }
    known.set(place, check);
  }
  return check(value) as boolean;
}

/** What a first look at a value costs at most: parts of the schema times values. */
export function isCheckable(schemas: readonly Schema[], value: Json): boolean {
  const nodes = schemas.reduce<number>((sum, schema) => sum + Number(schemaCost(schema)), 0);
  // A schema that may not be published has a sentence for a cost.
  return nodes * countUpTo(value, SEEN_WORK_MAX) <= SEEN_WORK_MAX;
}

function compileProblem(schema: Schema): string | undefined {
  try {
    checkOf(schema, 'first');
    return undefined;
  } catch {
    return 'The schema is not a JSON Schema of its draft (2020-12 or draft-07), or has a regular expression with look-around or back-references.';
  }
}
