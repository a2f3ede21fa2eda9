// A JSON Schema as one function: each schema in it becomes a list of checks, in the order of the table of keywords and
// not of the text. So every node counts the same steps and finds the same first failure.
import { escapePointer, isObject, type Json, type JsonObject } from '../base/json.js';
import { ARRAY_KEYWORDS } from './arrays.js';
import { BRANCH_KEYWORDS } from './branches.js';
import { DECIMAL_KEYWORDS } from './decimals.js';
import { type Keyword, type KeywordPlace, type SchemaDraft, schemaIssue } from './keyword.js';
import { NUMBER_KEYWORDS } from './numbers.js';
import { OBJECT_KEYWORDS } from './objects.js';
import { type Check, every, Seen } from './run.js';
import { TEXT_KEYWORDS } from './texts.js';
import { UNEVALUATED_KEYWORDS } from './unevaluated.js';
import { VALUE_KEYWORDS } from './values.js';

/** In the order in which they run. A keyword that looks at the results of others is last. */
const KEYWORDS: readonly Keyword[] = [
  ...VALUE_KEYWORDS,
  ...NUMBER_KEYWORDS,
  ...TEXT_KEYWORDS,
  ...DECIMAL_KEYWORDS,
  ...ARRAY_KEYWORDS,
  ...OBJECT_KEYWORDS,
  ...BRANCH_KEYWORDS,
  ...UNEVALUATED_KEYWORDS,
];

interface Given {
  /** The whole schema, in which references are looked up. */
  readonly root: Json;
  readonly draft: SchemaDraft;
  /** The part of the whole that a reference (`#`, `#/...`) names; undefined for none. */
  readonly partOf: (reference: string) => Json | undefined;
}

const accept: Check = (_, run) => {
  run.take(1);
  return true;
};

/**
 * The check of a part of a schema, `#` for the whole. The schema does not refer to itself, nowhere, and its expansion
 * is bounded by the caller. Throws a MalformedSchema where a keyword of the draft does not have its form.
 */
export function compile(given: Given, reference = '#'): Check {
  return new Compiler(given).at(reference);
}

class Compiler {
  private readonly given: Given;
  /** By schema: what several references name is compiled once. */
  private readonly made = new Map<object, Check | 'open'>();

  constructor(given: Given) {
    this.given = given;
  }

  at(reference: string): Check {
    const target = this.given.partOf(reference);
    if (target === undefined) throw schemaIssue(reference, 'names no part of the same schema');
    return this.part(target, reference);
  }

  private part(schema: Json, location: string): Check {
    if (schema === true) return accept;
    if (schema === false) return refuse(location);
    if (!isObject(schema)) throw schemaIssue(location, 'is not a schema: an object, true or false');
    const known = this.made.get(schema);
    if (known === 'open') throw schemaIssue(location, 'refers to itself');
    if (known) return known;
    this.made.set(schema, 'open');
    const check = this.schema(schema, location);
    this.made.set(schema, check);
    return check;
  }

  private schema(schema: JsonObject, location: string): Check {
    const { draft } = this.given;
    const checks: Check[] = [];
    let looksBack = false;
    for (const { name, drafts, make } of KEYWORDS) {
      if ((drafts !== undefined && drafts !== draft) || !Object.hasOwn(schema, name)) continue;
      const check = make(schema[name] as Json, this.place(schema, location, name));
      if (!check) continue;
      checks.push(check);
      looksBack ||= name.startsWith('unevaluated');
    }
    const steps = 1 + Object.keys(schema).length;
    return looksBack ? lookingBack(allOf(checks, steps)) : allOf(checks, steps);
  }

  private place(schema: JsonObject, parent: string, keyword: string): KeywordPlace {
    const location = `${parent}/${keyword}`;
    return {
      schema,
      draft: this.given.draft,
      location,
      breach: (message) => ({ message, keyword, schemaLocation: location }),
      // Put together with `+`, which copies nothing: a schema may have thousands of parts below a name of a million
      // characters.
      part: (child, ...tokens) =>
        this.part(
          child,
          tokens.reduce<string>((at, token) => `${at}/${fragment(String(token))}`, location),
        ),
      beside: (name) => this.part(schema[name] as Json, `${parent}/${name}`),
      reference: (reference) => this.at(reference),
    };
  }
}

/** A token of a JSON Pointer in a URI fragment. A half of a character, which no fragment can hold, becomes U+FFFD. */
function fragment(token: string): string {
  return encodeURI(escapePointer(token).replace(/[\ud800-\udfff]/gu, '\ufffd'));
}

function refuse(location: string): Check {
  const broken = { message: 'must not be there', keyword: 'false schema', schemaLocation: location };
  return (_, run) => {
    run.take(1);
    return run.fail(broken);
  };
}

/**
 * The checks of one schema. Its steps are one for itself and one for each keyword, whether it applies to the value or
 * not.
 */
function allOf(checks: readonly Check[], steps: number): Check {
  const all = every(checks);
  return (value, run, seen) => {
    run.take(steps);
    return all(value, run, seen);
  };
}

/** A schema with `unevaluated...` asks what its own keywords evaluated, and nothing beside it. */
function lookingBack(check: Check): Check {
  return (value, run, seen) => {
    const own = new Seen();
    const ok = check(value, run, own);
    if (ok) seen?.add(own, run);
    return ok;
  };
}
