// Tasks of the engine on definitions that are not sealed: a check, one step of an action, or an instance of a template.
// The function that runs a task, so that it can run where time and memory are limited. Pure; `at` is told what is
// looked at next, so that a task which never ends can be located.

import { hashHex } from '../base/hash.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical, escapePointer, isObject, type Json, type JsonObject } from '../base/json.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { actionOf } from '../blueprint/definition/conformance.js';
import { executionHash } from '../blueprint/definition/definition-hash.js';
import type { Action, Definition, RoutingDecision } from '../blueprint/definition/types.js';
import { asChecked } from '../blueprint/definition/without-nulls.js';
import { earlierRuns } from '../blueprint/execution/earlier-runs.js';
import { type Executed, execute, recordOf } from '../blueprint/execution/execute.js';
import { route } from '../blueprint/execution/route.js';
import type { Finding } from '../blueprint/findings/finding.js';
import type { Calculated } from '../blueprint/logic/calculate.js';
import type { RunFacts } from '../blueprint/logic/facts.js';
import { type Budget, logicBudget } from '../blueprint/logic/logic-values.js';
import type { RuleCheckers } from '../blueprint/names/checkers.js';
import { type Disclosure, disclose } from '../blueprint/names/disclose.js';
import { refusedMembers } from '../blueprint/names/members.js';
import { calculate } from '../blueprint/names/order.js';
import { approvalOf } from '../blueprint/plan/approval.js';
import { findCircles } from '../blueprint/plan/circles.js';
import { readingOf, schemaCost, schemaErrors } from '../blueprint/schemas/schema-check.js';
import type { SchemaFailure } from '../schema/run.js';
import { checkExecution, checkersIn, isPublishable } from './check/check.js';
import { type LiftNotes, lift, liftNotes } from './lift/lift.js';
import { checkLibrarySchema } from './schemas/library.js';
import { checkTemplate, liftTemplate, type Template } from './templates/template.js';

/** A step for the data of an action. `draft` says that the definition was never checked. */
interface Step<K extends string> {
  readonly kind: K;
  readonly definition: JsonObject;
  readonly draft: boolean;
  readonly actionId: string;
  readonly data: JsonObject;
  /** Members of earlier actions, which rules read: by name, or by the id of the action that stated them. */
  readonly previous?: JsonObject;
}

export type StepKind = 'validate' | 'calculate' | 'route' | 'disclose' | 'execute';
export type EngineTask =
  | { readonly kind: 'check'; readonly blueprint: JsonObject }
  | { readonly kind: 'check-template'; readonly template: Json }
  | { readonly kind: 'check-schema'; readonly schema: Json }
  /** The template has passed `checkTemplate`. */
  | { readonly kind: 'instantiate'; readonly template: Template; readonly parameters: JsonObject }
  | Step<StepKind>;

export interface CheckResult {
  /** Of the blueprint in the language of the ledger. */
  readonly findings: readonly Finding[];
  /** The blueprint in that language; absent where the form is wrong. */
  readonly definition?: JsonObject;
  /** Of that definition. Absent where the form is wrong. */
  readonly execDefHash?: string;
  readonly hasCycles: boolean;
  /** Of a blueprint of language 1: what was changed, and what its author decides. Absent where the form is wrong. */
  readonly lift?: LiftNotes;
  /** Where it has no errors: who can check each rule. */
  readonly checkers?: readonly RuleCheckers[];
}

/** The result of each task that is not refused. */
export interface EngineResults {
  readonly check: CheckResult;
  /** The errors of what the action would record; [] when there are none. */
  readonly validate: { readonly errors: readonly SchemaFailure[] };
  readonly calculate: { readonly data: JsonObject; readonly calculated: readonly string[] };
  readonly route: { readonly decision: RoutingDecision; readonly sender: string; readonly senders: readonly string[] };
  readonly disclose: { readonly disclosures: readonly Disclosure[] };
  readonly execute: Executed;
  /** The findings of `checkTemplate`. */
  readonly 'check-template': { readonly errors: readonly Issue[] };
  /** The findings of `checkLibrarySchema`. */
  readonly 'check-schema': { readonly errors: readonly Issue[] };
  /** The blueprint with what a check says of it; or the issues of `instantiate`. */
  readonly instantiate:
    | { readonly blueprint: JsonObject; readonly findings: readonly Finding[]; readonly lift?: LiftNotes }
    | { readonly errors: readonly Issue[] };
}

export type EngineResult<T extends EngineTask> = Result<EngineResults[T['kind']]>;

/**
 * Runs a task. Issues of a step: BLUEPRINT_INVALID with pointers into a draft that cannot be executed; VAL_SCHEMA_003
 * no such action; VAL_SCHEMA_005 and those of rules at their places in the definition; those of `execute`. A check has
 * findings and no issues, and templates have errors.
 */
export function runTask<T extends EngineTask>(task: T, at: (pointer: string) => void): EngineResult<T> {
  return run(task, at) as EngineResult<T>;
}

function run(task: EngineTask, at: (pointer: string) => void): EngineResult<EngineTask> {
  switch (task.kind) {
    case 'check':
      return check(task.blueprint, at);
    case 'check-template':
      priceParameters(task.template, at);
      return { errors: checkTemplate(task.template) };
    case 'check-schema':
      at('/schema');
      return { errors: checkLibrarySchema(task.schema) };
    case 'instantiate':
      priceParameters(task.template as unknown as Json, at);
      return make(task.template, task.parameters);
    default:
      return runStep(task, at);
  }
}

/** As `compileEach`: a parameter schema that is never done is told apart from a blueprint that is not. */
function priceParameters(template: Json, at: (pointer: string) => void): void {
  const schema = isObject(template) ? template.parameterSchema : undefined;
  at('/parameterSchema');
  if (isObject(schema)) schemaCost(schema);
  at('/body');
}

function make(template: Template, parameters: JsonObject): EngineResults['instantiate'] {
  const made = liftTemplate(template, parameters);
  if (isFailure(made)) return { errors: made.issues };
  const { definition: blueprint, findings } = made;
  const notes = liftNotes(made);
  return { blueprint, findings, ...(notes && { lift: notes }) };
}

function check(blueprint: JsonObject, at: (pointer: string) => void): CheckResult {
  compileEach(blueprint, at);
  at('');
  const lifted = lift(blueprint);
  const { definition, findings } = lifted;
  if (findings.some(({ code }) => code === 'BP_FORM')) return { findings, hasCycles: false };
  const notes = liftNotes(lifted);
  return {
    findings,
    definition,
    execDefHash: executionHash(definition, hashHex),
    hasCycles: findCircles(definition as unknown as Definition, 1).length > 0,
    ...(notes && { lift: notes }),
    ...(isPublishable(findings) && { checkers: checkersIn(definition) }),
  };
}

/** Prices every schema alone: what that costs is remembered, so that the check which follows finds it done. */
function compileEach({ actions }: JsonObject, at: (pointer: string) => void): void {
  if (!Array.isArray(actions)) return;
  for (const [i, action] of actions.entries()) {
    const schemas = isObject(action) ? action.dataSchemas : undefined;
    if (!Array.isArray(schemas)) continue;
    for (const [j, schema] of (schemas as readonly Json[]).entries()) {
      at(`/actions/${i}/dataSchemas/${j}`);
      if (typeof schema === 'boolean' || isObject(schema)) schemaCost(schema);
    }
  }
}

function runStep(task: Step<StepKind>, at: (pointer: string) => void): Result<EngineResults[StepKind]> {
  const written = task.draft ? checkDraft(task.definition, at) : task.definition;
  if (isFailure(written)) return written;
  const definition = asChecked(written as unknown as Definition);
  const action = actionOf(definition, task.actionId);
  if (!action) return fail(issue('VAL_SCHEMA_003', '/actionId', 'The definition has no such action.'));
  const place = `/actions/${definition.actions.indexOf(action)}`;
  at(place);
  const { data, previous = {} } = task;
  const value = STEPS[task.kind]({ data, definition, action, runs: earlierRuns(definition, previous) });
  // The places that `execute` gives are those of the definition.
  if (!isFailure(value) || task.kind === 'execute') return value;
  return value.mapIssues((problem) =>
    isOfAction(problem) ? { ...problem, path: `${place}${problem.path}` } : problem,
  );
}

/** The draft in the language of the ledger; BLUEPRINT_INVALID where it cannot be executed. */
function checkDraft(draft: JsonObject, at: (pointer: string) => void): Result<JsonObject> {
  compileEach(draft, at);
  at('');
  const { definition } = lift(draft);
  const wrong = checkExecution(definition);
  return wrong.length === 0
    ? definition
    : fail(wrong.map(({ path, message }) => issue('BLUEPRINT_INVALID', path, message)));
}

/** Issues of functions that know the action alone. */
function isOfAction({ code }: Issue): boolean {
  return code === 'VAL_SCHEMA_005' || code.startsWith('LOGIC_');
}

interface Given {
  readonly data: JsonObject;
  readonly definition: Definition;
  readonly action: Action;
  readonly runs: readonly RunFacts[];
}

const STEPS: { readonly [K in StepKind]: (given: Given) => Result<EngineResults[K]> } = {
  validate: (given) => {
    const { data, definition, action } = given;
    const reading = readingOf(definition);
    const schemas = action.dataSchemas ?? [];
    for (const [i, schema] of schemas.entries()) {
      const cost = schemaCost(schema);
      if (typeof cost === 'string') return fail(issue('VAL_SCHEMA_005', `/dataSchemas/${i}`, cost));
    }
    const run = calculateRun(given, logicBudget());
    const stated = refusedMembers(action, data).map(statedError);
    // A member that could not be calculated is not a fault of the data.
    const known = new Set([
      ...stated.map(({ path }) => path),
      ...(isFailure(run) ? Object.keys(action.calculations ?? {}).map((name) => `/${escapePointer(name)}`) : []),
    ]);
    const whole = isFailure(run) ? data : recordOf(data, run.data, run.calculated);
    const errors = [...stated, ...schemaErrors(schemas, whole, reading).filter(({ path }) => !known.has(path))];
    return errors.length === 0 && isFailure(run) ? run : { errors };
  },
  calculate: (given) => {
    const { data, action } = given;
    const refused = refusedMembers(action, data);
    if (refused.length > 0) return fail(refused);
    const run = calculateRun(given, logicBudget());
    return isFailure(run) ? run : { data: recordOf(data, run.data, run.calculated), calculated: run.calculated };
  },
  route: (given) => {
    const { definition, action, runs } = given;
    const budget = logicBudget();
    const made = calculateAgain(given, budget);
    if (isFailure(made)) return made;
    const facts = { input: made.payload, calculated: made.run.data, runs, time: {} };
    // Votes decide it, and one alone says nothing of that.
    const decision = approvalOf(action)
      ? { completedActionId: action.id, nextActions: [] }
      : route(definition, action, { facts, budget });
    if (isFailure(decision)) return decision;
    const senderOf = (id: number) => definition.actions.find((next) => next.id === id)?.sender ?? '';
    return { decision, sender: action.sender, senders: decision.nextActions.map(({ actionId }) => senderOf(actionId)) };
  },
  disclose: (given) => {
    const { definition, action } = given;
    const made = calculateAgain(given, logicBudget());
    if (isFailure(made)) return made;
    const { payload, run } = made;
    return { disclosures: disclose(definition, action, recordOf(payload, run.data, run.calculated)) };
  },
  execute: ({ data: payload, definition, action, runs }) =>
    execute({ definition, actionId: String(action.id), payload, facts: { runs, time: {} } }),
};

/** A member that the action may not state, among the errors of schemas. */
function statedError({ path, message }: Issue): SchemaFailure {
  const at = path.slice('/payload'.length);
  return { path: at, message, keyword: 'properties', schemaLocation: '#/properties' };
}

function calculateRun({ data: input, definition, action, runs }: Given, budget: Budget): Result<Calculated> {
  return calculate({ definition, action, facts: { input, runs, time: {} } }, budget);
}

/**
 * The payload in data that `calculate` may have given: a calculated member stands there with its value, and no other.
 */
function calculateAgain(
  given: Given,
  budget: Budget,
): Result<{ readonly payload: JsonObject; readonly run: Calculated }> {
  const { data, action } = given;
  const isCalculated = ([name]: readonly [string, Json]) => Object.hasOwn(action.calculations ?? {}, name);
  const entries = Object.entries(data);
  const payload = Object.fromEntries(entries.filter((entry) => !isCalculated(entry)));
  const refused = refusedMembers(action, payload);
  if (refused.length > 0) return fail(refused);
  const run = calculateRun({ ...given, data: payload }, budget);
  if (isFailure(run)) return run;
  const isSame = entries.every(
    ([name, value]) => !isCalculated([name, value]) || canonical(value) === canonical(run.data[name] as Json),
  );
  return isSame ? { payload, run } : fail(refusedMembers(action, data));
}
