// The whole engine in one call: validate, calculate, route, disclose. Pure, and the same on a node, on a validator and
// in a browser: it imports no platform.

import { type Issue, issue } from '../../base/issue.js';
import { canonical, escapePointer, isObject, type Json, type JsonObject } from '../../base/json.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { actionOf } from '../definition/conformance.js';
import type { Action, Definition, RoutingDecision } from '../definition/types.js';
import type { Facts } from '../logic/facts.js';
import { logicBudget } from '../logic/logic-values.js';
import { type Disclosure, disclose } from '../names/disclose.js';
import { refusedMembers } from '../names/members.js';
import { calculate } from '../names/order.js';
import { approvalOf } from '../plan/approval.js';
import { ownMessage } from '../schemas/own-messages.js';
import { readingOf, schemaCost, schemaErrors } from '../schemas/schema-check.js';
import { route } from './route.js';

export interface Execution {
  readonly definition: Definition;
  /** The decimal spelling of the action's id. */
  readonly actionId: string;
  /** The input of the sender: an object. */
  readonly payload: Json;
  /** Runs in force with what the actor sees of them, and times of the ledger. */
  readonly facts: Pick<Facts, 'runs' | 'time'>;
  /** It is sealed in cells, whose readers follow from the layout: disclosures are left out. */
  readonly isForCells?: true;
}

export interface Executed {
  /** The data that the action records: the payload with the calculated fields. Data of earlier actions is not in it. */
  readonly data: JsonObject;
  /** Names of the calculated fields, in the order in which they ran. */
  readonly calculated: readonly string[];
  readonly decision: RoutingDecision;
  readonly disclosures: readonly Disclosure[];
}

/**
 * Runs an action. A payload has the members that the action is given and no others. Each name of a rule reads the one
 * fact that was resolved when the definition was published. An operand that is absent or of another type ends it
 * (LOGIC_ABSENT, LOGIC_TYPE). Schemas see what is recorded, so that a validator that has only the transaction finds the
 * same. Issues: VAL_SCHEMA_003 no such action; VAL_SCHEMA_007 a member that the action may not state; VAL_SCHEMA_004;
 * both with pointers under `/payload` (at most 50 each); VAL_SCHEMA_005 a schema that may not be published; those of
 * rules with pointers under `/actions/<index>`. The definition has passed `checkExecution`.
 */
export function execute({ definition, actionId, payload, facts, isForCells }: Execution): Result<Executed> {
  const action = actionOf(definition, actionId);
  if (!action) return fail(issue('VAL_SCHEMA_003', '/actionId', 'The definition has no such action.'));
  if (!isObject(payload)) return fail(issue('VAL_SCHEMA_004', '/payload', 'The payload of an action is an object.'));
  const at = `/actions/${definition.actions.indexOf(action)}`;
  const budget = logicBudget();
  const given = { input: payload, ...facts };
  const run = calculate({ definition, action, facts: given }, budget);
  const calculated = isFailure(run) ? [] : run.calculated;
  const data = isFailure(run) ? payload : recordOf(payload, run.data, calculated);
  const refused = refusedMembers(action, payload);
  // A member that could not be calculated is not a fault of the payload.
  const missing = isFailure(run)
    ? Object.keys(action.calculations ?? {}).map((name) => `/payload/${escapePointer(name)}`)
    : [];
  const known = new Set([...refused.map(({ path }) => path), ...missing]);
  const invalid = validate(definition, action, data).filter(({ path }) => !known.has(path));
  const errors = [...refused, ...invalid.map((problem) => withCalculated(problem, data, calculated))];
  if (errors.length > 0)
    return fail(errors.map((value) => (value.code === 'VAL_SCHEMA_005' ? below(at, value) : value)));
  if (isFailure(run)) return run.mapIssues((problem) => below(at, problem));
  // Votes decide; one of them alone states nothing of that.
  const decision = approvalOf(action)
    ? { completedActionId: action.id, nextActions: [] }
    : route(definition, action, { facts: { calculated: run.data, ...given }, budget });
  if (isFailure(decision)) return decision.mapIssues((problem) => below(at, problem));
  return { data, calculated, decision, disclosures: isForCells ? [] : disclose(definition, action, data) };
}

/** Characters of a calculated value that a refusal shows. */
const SHOWN_MAX = 120;

/** The issue, with the value where the payload never had it: who reads that a bound is broken asks by how much. */
function withCalculated(problem: Issue, data: JsonObject, calculated: readonly string[]): Issue {
  const of = calculated.find((name) => `${problem.path}/`.startsWith(`/payload/${escapePointer(name)}/`));
  if (of === undefined || problem.code !== 'VAL_SCHEMA_004') return problem;
  const value = canonical(data[of] as Json);
  const shown = value.length > SHOWN_MAX ? `${[...value].slice(0, SHOWN_MAX).join('')}…` : value;
  return { ...problem, message: `${problem.message} It was calculated as ${shown}.` };
}

/**
 * All errors of an action's data against its schemas: VAL_SCHEMA_004 under `/payload`, at most 50, or VAL_SCHEMA_005
 * below the action.
 */
export function validate(definition: Definition, action: Action, data: Json): readonly Issue[] {
  const reading = readingOf(definition);
  const schemas = action.dataSchemas ?? [];
  const refused = schemas.flatMap((schema, i) => {
    const cost = schemaCost(schema);
    return typeof cost === 'string' ? [issue('VAL_SCHEMA_005', `/dataSchemas/${i}`, cost)] : [];
  });
  if (refused.length > 0) return refused;
  return schemaErrors(schemas, data, reading).map((failure) => {
    const { path, message } = failure;
    const said = ownMessage(definition, schemas, failure);
    const problem = issue('VAL_SCHEMA_004', `/payload${path}`, `The payload breaks the schema: ${message}.`);
    return said ? { ...problem, said } : problem;
  });
}

/** The data that an action records: the payload with the fields of `calculated`, as they stand in `run`. */
export function recordOf(payload: JsonObject, run: JsonObject, calculated: readonly string[]): JsonObject {
  if (calculated.length === 0) return payload;
  return { ...payload, ...Object.fromEntries(calculated.map((field) => [field, run[field] as Json])) };
}

function below(at: string, problem: Issue): Issue {
  return { ...problem, path: `${at}${problem.path}` };
}
