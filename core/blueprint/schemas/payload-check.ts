// Payload schemas as the ledger asks for them: which may be published, and whether a payload satisfies those of its
// action, in counted steps (core/schema).
import { type Issue, issue } from '../../base/issue.js';
import type { Json } from '../../base/json.js';
import { SCHEMA_NODES_MAX } from '../../base/limits/ledger/definitions.js';
import { SCHEMA_STEPS_MAX } from '../../base/limits/ledger/work.js';
import { costOf, TOO_LARGE } from '../../schema/cost.js';
import { type Judgement, judge, malformedReason } from '../../schema/judge.js';
import type { Definition } from '../definition/types.js';
import { readingOf } from './schema-check.js';

/**
 * VAL_SCHEMA_005 with a pointer into the definition for each schema of an action that may not be published. The
 * definition is a checked one.
 */
export function checkSchemas(definition: Definition): Issue[] {
  const issues: Issue[] = [];
  let nodes = 0;
  for (const [i, action] of definition.actions.entries())
    for (const [j, schema] of (action.dataSchemas ?? []).entries()) {
      const cost = costOf(schema);
      nodes += typeof cost === 'number' ? cost : 0;
      const problem = typeof cost === 'string' ? cost : nodes > SCHEMA_NODES_MAX ? TOO_LARGE : malformedReason(schema);
      if (problem !== undefined) issues.push(issue('VAL_SCHEMA_005', `/actions/${i}/dataSchemas/${j}`, problem));
    }
  return issues;
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
export function checkPayload(definition: Definition, actionId: string, payload: Json): PayloadVerdict {
  let steps = 0;
  const action = definition.actions.find(({ id }) => String(id) === actionId);
  for (const schema of action?.dataSchemas ?? []) {
    const judged = judge({ schema, ...readingOf(definition) }, payload, { steps: SCHEMA_STEPS_MAX - steps });
    steps += judged.steps;
    const problem = payloadIssue(judged);
    if (problem) return { steps, found: problem };
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
