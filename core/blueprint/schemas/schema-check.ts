// Schemas of definitions for those who write, fill in or read: which may be published, and all that is wrong with a
// value, in counted steps (core/schema). The questions of validators are in payload-check.ts.
import type { Json, JsonObject } from '../../base/json.js';
import { SCHEMA_NODES_MAX } from '../../base/limits/ledger/definitions.js';
import { SCHEMA_STEPS_MAX } from '../../base/limits/ledger/work.js';
import { SCHEMA_ERRORS_MAX } from '../../base/limits/node/designs.js';
import { costOf, type Schema, TOO_LARGE } from '../../schema/cost.js';
import { judge, malformedReason } from '../../schema/judge.js';
import type { SchemaFailure } from '../../schema/run.js';
import type { Currencies } from '../../values/money.js';
import type { Definition } from '../definition/types.js';

/** Results of `schemaCost` for schemas that somebody holds. */
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
        : (malformedReason(schema as Schema) ?? nodes);
  if (key) costs.set(key, cost);
  return cost;
}

/** How schemas are read: the steps for all of them, and the currencies of their definition. */
export interface SchemaReading {
  readonly stepsMax?: number;
  readonly currencies?: Currencies | undefined;
}

/** How the schemas of a definition are read. */
export function readingOf(definition: Pick<Definition, 'currencies'>): SchemaReading {
  // A null member is an absent one: `Currencies` never holds it, a sealed definition may.
  return { currencies: definition.currencies ?? undefined };
}

/**
 * All errors of a value against schemas that may be published (`schemaCost` gave a number), at most 50, in the order of
 * the schemas; [] when it satisfies them. A value that takes too many steps has an error where they ended.
 */
export function schemaErrors(
  schemas: readonly Schema[],
  value: Json,
  { stepsMax = SCHEMA_STEPS_MAX, currencies }: SchemaReading = {},
): readonly SchemaFailure[] {
  const rows: SchemaFailure[] = [];
  let left = stepsMax;
  for (const schema of schemas) {
    const { failures, steps, endedAt } = judge({ schema, currencies }, value, {
      steps: left,
      failures: SCHEMA_ERRORS_MAX,
    });
    left -= steps;
    // Where the steps end in a branch, what failed so far in it may be no failure.
    rows.push(...(endedAt === undefined ? failures : [outOfSteps(endedAt, stepsMax)]));
    if (endedAt !== undefined || rows.length >= SCHEMA_ERRORS_MAX) break;
  }
  return rows.slice(0, SCHEMA_ERRORS_MAX);
}

function outOfSteps(path: string, stepsMax: number): SchemaFailure {
  const message = `takes more than ${stepsMax} steps to check against the schemas of its action`;
  return { path, message, keyword: 'steps', schemaLocation: '#' };
}

/** Steps that several judgements share. */
export interface Steps {
  left: number;
}

/**
 * True if the value satisfies the part of a schema that a reference names (`#/properties/amount`), in the steps that
 * are left; undefined if they end. References of the part are looked up in the schema, which may be published.
 */
export function satisfiesPart(
  {
    schema,
    reference,
    reading,
  }: { readonly schema: JsonObject; readonly reference: string; readonly reading: SchemaReading },
  value: Json,
  steps: Steps,
): boolean | undefined {
  const judged = judge({ schema, reference, currencies: reading.currencies }, value, { steps: steps.left });
  steps.left -= judged.steps;
  return judged.endedAt === undefined ? judged.failures.length === 0 : undefined;
}
