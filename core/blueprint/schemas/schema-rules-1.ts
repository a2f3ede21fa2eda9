// Payload schemas as rules 1 judge them: by ajv, without a bound on the work but that of the schema. Registers under
// later rules never come here.
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { type Issue, issue } from '../../base/issue.js';
import { escapePointer, type Json, type JsonObject } from '../../base/json.js';
import { DEFINITION_CACHE_MAX } from '../../base/limits/node/designs.js';
import { bareOf, isDraft07, type Schema } from '../../schema/cost.js';
import { FORMATS } from '../../schema/formats.js';
import { linearPattern } from '../../schema/pattern.js';
import type { Definition } from '../definition/types.js';

/** Checks of one definition: by action id as text, one for each schema. */
type Checks = ReadonlyMap<string, readonly ValidateFunction[]>;

const linear = Object.assign(linearPattern, { code: 're2' });

// The package is CommonJS: its default export arrives as a member or as the module itself, depending on the loader.
const addFormats =
  (addFormatsModule as unknown as { default?: typeof addFormatsModule.default }).default ?? addFormatsModule;

function engine(make: typeof Ajv | typeof Ajv2020): Ajv {
  const ajv = new make({
    strict: false,
    ownProperties: true,
    validateFormats: true,
    logger: false,
    code: { regExp: linear },
  });
  (addFormats as (target: Ajv) => unknown)(ajv as Ajv);
  for (const name of ['url', 'regex']) ajv.addFormat(name, (text: string) => FORMATS[name]?.test(text) === true);
  return ajv as Ajv;
}

const ENGINES = { draft07: engine(Ajv), draft2020: engine(Ajv2020) };

const compiled = new LRUCache<string, Checks>({ max: DEFINITION_CACHE_MAX });

/**
 * The same by what the schemas say: one definition is published on many registers, each time under an id of its own.
 */
const alike = new LRUCache<string, Checks>({ max: DEFINITION_CACHE_MAX });
/** Characters of schemas that are kept as a name; what is longer is compiled for each publication. */
const ALIKE_TEXT_MAX = 32 * 1024;

/** Why rules 1 refuse a schema whose cost is a number; undefined where they do not. */
export function olderProblem(schema: Schema): string | undefined {
  try {
    compile(schema);
    return undefined;
  } catch {
    return 'The schema is not a JSON Schema of its draft (2020-12 or draft-07), or has a regular expression with look-around or back-references.';
  }
}

/**
 * The engine throws where it compares objects with a member such as `toString` or `valueOf`. No such action was ever
 * sealed.
 */
function holds(check: ValidateFunction, payload: Json): boolean {
  try {
    return check(payload);
  } catch {
    check.errors = null;
    return false;
  }
}

/** As `checkPayload`, under rules 1. */
export function checkOlderPayload(
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
    if (holds(check, payload)) continue;
    const error = check.errors?.[0];
    const missing =
      typeof error?.params.missingProperty === 'string' ? `/${escapePointer(error.params.missingProperty)}` : '';
    // The message of ajv names keywords and limits of the published schema, never values of the payload.
    const path = `/payload${error?.instancePath ?? ''}${missing}`;
    return issue('VAL_SCHEMA_004', path, `The payload breaks the schema: ${error?.message ?? 'it does not match'}.`);
  }
  return undefined;
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
  for (const action of definition.actions) checks.set(String(action.id), (action.dataSchemas ?? []).map(compile));
  return checks;
}

function compile(schema: Schema): ValidateFunction {
  const ajv = ENGINES[isDraft07(schema) ? 'draft07' : 'draft2020'];
  const bare = bareOf(schema);
  const check = ajv.compile(bare);
  // The compiled function stands alone; without this ajv would keep every schema it ever saw.
  ajv.removeSchema(bare as JsonObject);
  return check;
}
