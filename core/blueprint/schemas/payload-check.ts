// Payload schemas as the ledger asks for them: which may be published, and whether a payload satisfies those of its
// action, in counted steps (core/schema). Rules 1 judge by ajv, which is in schema-rules-1.ts.
import { type Issue, issue } from '../../base/issue.js';
import type { Json } from '../../base/json.js';
import { SCHEMA_NODES_MAX } from '../../base/limits/ledger/definitions.js';
import { SCHEMA_STEPS_MAX } from '../../base/limits/ledger/work.js';
import { costOf, type Schema, TOO_LARGE } from '../../schema/cost.js';
import { type Judgement, judge, malformedReason } from '../../schema/judge.js';
import type { Language } from '../../schema/keyword.js';
import { patternCost, patternWork } from '../../schema/pattern-cost.js';
import { languageUnder } from '../definition/language.js';
import type { Definition } from '../definition/types.js';
import { readingOf } from './schema-check.js';
import { checkOlderPayload, olderProblem } from './schema-rules-1.js';

/**
 * VAL_SCHEMA_005 with a pointer into the definition for each schema of an action that may not be published under the
 * rules, or under none if they are not known. The definition is a checked one.
 */
export function checkSchemas(definition: Definition, rules: number | undefined): Issue[] {
  const language = rules === undefined ? 1 : languageUnder(rules, definition);
  return schemaIssues(definition, partsOf(rules), (schema) => formProblem(schema, rules, language));
}

/**
 * VAL_SCHEMA_005 for each schema that takes too much to compile. Rules 1 allow some of these in a docket, where no
 * member may add a refusal. The definition is a checked one.
 */
export function checkCosts(definition: Definition): Issue[] {
  return schemaIssues(definition, patternWork, () => undefined);
}

function schemaIssues(
  definition: Definition,
  countParts: (pattern: string) => number,
  problemOf: (schema: Schema) => string | undefined,
): Issue[] {
  const issues: Issue[] = [];
  let nodes = 0;
  for (const [i, action] of definition.actions.entries())
    for (const [j, schema] of (action.dataSchemas ?? []).entries()) {
      const cost = costOf(schema, countParts);
      nodes += typeof cost === 'number' ? cost : 0;
      const problem = typeof cost === 'string' ? cost : nodes > SCHEMA_NODES_MAX ? TOO_LARGE : problemOf(schema);
      if (problem !== undefined) issues.push(issue('VAL_SCHEMA_005', `/actions/${i}/dataSchemas/${j}`, problem));
    }
  return issues;
}

/**
 * Under unknown rules too: a definition of a register under rules 1 is judged again, by its rules, before it is sealed.
 */
export function partsOf(rules: number | undefined): (pattern: string) => number {
  return rules === undefined || rules < STEPS_RULES ? patternCost : patternWork;
}

function formProblem(schema: Schema, rules: number | undefined, language: Language): string | undefined {
  // A schema that takes seconds to compile is left to the registers that may have it.
  if (rules === undefined)
    return typeof costOf(schema) === 'string' ? undefined : olderProblem(schema) && malformedReason(schema);
  return rules < STEPS_RULES ? olderProblem(schema) : malformedReason(schema, language);
}

/** From these rules on the steps of a payload are counted. */
export const STEPS_RULES = 2;

/** The ground on which a payload is judged: the definition that its pin names, and the rules of the register. */
export interface PayloadGround {
  readonly publicationTxId: string;
  /** As the register reads it. */
  readonly definition: Definition;
  readonly rules: number;
}

/** Steps that judging a payload took, and the first thing that is wrong with it. */
export interface PayloadVerdict {
  readonly steps: number;
  readonly found: Issue | undefined;
}

/**
 * Whether the payload satisfies every schema of the action: the first VAL_SCHEMA_004, with a pointer into the payload
 * under `/payload`, or VAL_WORK_001 at the value where the steps of an action ended.
 */
export function checkPayload(ground: PayloadGround, actionId: string, payload: Json): PayloadVerdict {
  if (ground.rules < STEPS_RULES) return { steps: 0, found: checkOlderPayload(ground, actionId, payload) };
  let steps = 0;
  const action = ground.definition.actions.find(({ id }) => String(id) === actionId);
  for (const schema of action?.dataSchemas ?? []) {
    const judged = judge({ schema, ...readingOf(ground.definition) }, payload, { steps: SCHEMA_STEPS_MAX - steps });
    steps += judged.steps;
    const found = payloadIssue(judged);
    if (found) return { steps, found };
  }
  return { steps, found: undefined };
}

function payloadIssue({ failures: [failure], endedAt }: Judgement): Issue | undefined {
  if (endedAt !== undefined)
    return issue(
      'VAL_WORK_001',
      `/payload${endedAt}`,
      `The payload takes more than ${SCHEMA_STEPS_MAX} steps to check against the schemas of its action. Send less in one action, or use a simpler schema.`,
    );
  return (
    failure &&
    issue('VAL_SCHEMA_004', `/payload${failure.path}`, `The payload breaks the schema: it ${failure.message}.`)
  );
}
