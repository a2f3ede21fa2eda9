// A rule that is tried on data, without a workflow: the definition in which it is the one calculation, so that its
// names and types are found as they are in an action. Pure.

import type { Issue } from '../../base/issue.js';
import type { Json, JsonObject } from '../../base/json.js';
import { pointerText } from '../../blueprint/definition/pointer.js';
import { schemaOfSample } from '../schemas/from-sample.js';

/** The member that has the value of the rule. Data with a member of this name is refused. */
export const RULE_RESULT = 'x-result';
const RULE_AT = pointerText(['actions', '0', 'calculations', RULE_RESULT]);
const SCHEMA_AT = '/actions/0/dataSchemas/0';
const SHORT_RULE_AT = pointerText(['calculations', RULE_RESULT]);

/** `schema` says the types of the members; without one they are those of the data. */
export function ruleTrial({
  rule,
  data,
  schema = schemaOfSample(data, { required: false }),
}: {
  readonly rule: Json;
  readonly data: JsonObject;
  readonly schema?: JsonObject | undefined;
}): JsonObject {
  const role = (id: string): JsonObject => ({ id, name: id, organisation: id });
  return {
    ...{ language: 2, title: 'A rule', description: 'A rule that is tried on data.' },
    participants: [role('first'), role('second')],
    actions: [
      {
        ...{ id: 0, title: 'A rule', sender: 'first', isStartingAction: true, dataSchemas: [schema] },
        calculations: { [RULE_RESULT]: rule },
      },
    ],
  };
}

/** An issue of the trial with its place in the rule or the schema that was given, and the code of that part. */
export function ofTrial(problem: Issue): Issue {
  const places = [
    [RULE_AT, '/rule'],
    [SHORT_RULE_AT, '/rule'],
    [SCHEMA_AT, '/schema'],
    ['/actions/0', '/rule'],
  ] as const;
  const place = places.find(([at]) => problem.path === at || problem.path.startsWith(`${at}/`));
  if (place === undefined) return problem;
  const [at, part] = place;
  const code = problem.code !== 'BLUEPRINT_INVALID' ? problem.code : CODE_OF_PART[part];
  return { ...problem, code, path: part + problem.path.slice(at.length) };
}

const CODE_OF_PART = { '/rule': 'LOGIC_INVALID', '/schema': 'SCHEMA_INVALID' } as const;
