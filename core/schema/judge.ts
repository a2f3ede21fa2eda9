// A value judged by a schema, in counted steps: the same verdict, the same count and the same first failure on every
// node. Draft 2020-12, or draft-07 where a schema claims it.
import type { Json, JsonObject } from '../base/json.js';
import type { Currencies } from '../values/money.js';
import { compile } from './compile.js';
import { bareOf, isDraft07, partOf, type Schema } from './cost.js';
import { MalformedSchema } from './keyword.js';
import { type Check, OUT_OF_STEPS, type SchemaFailure, SchemaRun } from './run.js';

/** The result of a judgement. */
export interface Judgement {
  /** In the order in which they were found; none for a value that satisfies the schema. */
  readonly failures: readonly SchemaFailure[];
  /** Steps that it took; all of them where they ended. */
  readonly steps: number;
  /** JSON Pointer of the value at which the steps ended; undefined where they were enough. */
  readonly endedAt: string | undefined;
}

export interface Effort {
  /** Steps that may be taken. */
  readonly steps: number;
  /** Failures that are looked for; the first ends the judgement without. */
  readonly failures?: number;
}

/** A schema, or the part of it that `reference` (`#` or `#/...`) names. */
export interface Judging {
  readonly schema: Schema;
  readonly reference?: string;
  /** Of the definition, for money: none unless stated. */
  readonly currencies?: Currencies | undefined;
}

/** Checks of schemas that somebody holds, by reference; they go when the schema goes. */
const held = new WeakMap<object, Map<string, Check>>();

/** Why a schema may not be judged by, as a sentence; undefined for one that may. Its cost is a number. */
export function malformedReason(schema: Schema): string | undefined {
  try {
    checkOf(schema, '#');
    return undefined;
  } catch (error) {
    if (error instanceof MalformedSchema) return `The schema is not a JSON Schema of its draft: ${error.message}.`;
    throw error;
  }
}

/** Judges by a part of a schema that may be published. Throws a MalformedSchema for one that may not. */
export function judge({ schema, reference = '#', currencies }: Judging, value: Json, effort: Effort): Judgement {
  const check = checkOf(schema, reference);
  const run = new SchemaRun(effort.steps, effort.failures ?? 1, currencies);
  try {
    check(value, run, undefined);
  } catch (error) {
    if (error !== OUT_OF_STEPS) throw error;
    return { failures: run.failures(), steps: effort.steps, endedAt: run.pointer() };
  }
  return { failures: run.failures(), steps: effort.steps - run.left, endedAt: undefined };
}

function checkOf(schema: Schema, reference: string): Check {
  const known = typeof schema === 'object' ? held.get(schema) : undefined;
  let check = known?.get(reference);
  if (check) return check;
  const root = bareOf(schema);
  const draft = isDraft07(schema) ? 'draft-07' : '2020-12';
  check = compile({ root, draft, partOf: (part) => partOf(root, part) as Json | undefined }, reference);
  if (known) known.set(reference, check);
  else if (typeof schema === 'object') held.set(schema as JsonObject, new Map([[reference, check]]));
  return check;
}
