// Tasks of the engine on definitions that are not sealed: a check, one step of an action, or an instance of a template.
// One function that runs a task, so that it can run where time and memory are limited. Pure; `at` is told what is
// looked at next, so that a task which never ends can be located.

import { hashHex } from '../base/hash.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical, isObject, type Json, type JsonObject } from '../base/json.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { actionOf } from '../blueprint/definition/conformance.js';
import { executionHash } from '../blueprint/definition/definition-hash.js';
import { languageOf } from '../blueprint/definition/language.js';
import type { Action, Definition, RoutingDecision } from '../blueprint/definition/types.js';
import { type Executed, execute, READS_RUNS, recorded } from '../blueprint/execution/execute.js';
import { route } from '../blueprint/execution/route.js';
import type { Finding } from '../blueprint/findings/finding.js';
import { calculate } from '../blueprint/logic/calculate.js';
import { logicBudget } from '../blueprint/logic/logic-values.js';
import type { RuleCheckers } from '../blueprint/names/checkers.js';
import { type Disclosure, disclose } from '../blueprint/names/disclose.js';
import { operandsOf } from '../blueprint/names/statements.js';
import { findCircles } from '../blueprint/plan/circles.js';
import { readingOf, schemaCost, schemaErrors } from '../blueprint/schemas/schema-check.js';
import type { SchemaFailure } from '../schema/run.js';
import { checkBlueprint, checkExecution, checkersIn, isPublishable } from './check/check.js';
import { checkTemplate, instantiate, type Template } from './templates/template.js';

/** One step for the data of an action. `draft` says that the definition was never checked. */
interface Step<K extends string> {
  readonly kind: K;
  readonly definition: JsonObject;
  readonly draft: boolean;
  readonly actionId: string;
  readonly data: JsonObject;
  /** Fields of earlier actions, for logic. */
  readonly previous?: JsonObject;
}

export type StepKind = 'validate' | 'calculate' | 'route' | 'disclose' | 'execute';
export type EngineTask =
  | { readonly kind: 'check'; readonly blueprint: JsonObject }
  | { readonly kind: 'check-template'; readonly template: Json }
  /** The template has passed `checkTemplate`. */
  | { readonly kind: 'instantiate'; readonly template: Template; readonly parameters: JsonObject }
  | Step<StepKind>;

export interface CheckResult {
  readonly findings: readonly Finding[];
  /** Absent where an error leaves nothing to hash. */
  readonly execDefHash?: string;
  readonly hasCycles: boolean;
  /** Absent where the form is wrong. */
  readonly language?: 1 | 2;
  /** Of language 2 without errors: who can check each rule. */
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
  /** Those of `checkTemplate`. */
  readonly 'check-template': { readonly errors: readonly Issue[] };
  /** The blueprint with what a check says of it; or the issues of `instantiate`. */
  readonly instantiate:
    | { readonly blueprint: JsonObject; readonly findings: readonly Finding[] }
    | { readonly errors: readonly Issue[] };
}

export type EngineResult<T extends EngineTask> = Result<EngineResults[T['kind']]>;

/**
 * Runs a task. Issues of a step: BLUEPRINT_INVALID with pointers into a draft that cannot be executed, VAL_SCHEMA_003
 * no such action, VAL_SCHEMA_005, LOGIC_INVALID and LOGIC_LIMIT at their places in the definition, and those of
 * `execute`. A check has findings and no issues, and templates have errors.
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
  const made = instantiate(template, parameters);
  if (isFailure(made)) return { errors: made.issues };
  const blueprint = made as unknown as JsonObject;
  return { blueprint, findings: checkBlueprint(blueprint) };
}

function check(blueprint: JsonObject, at: (pointer: string) => void): CheckResult {
  compileEach(blueprint, at);
  at('');
  const findings = checkBlueprint(blueprint);
  if (findings.some(({ code }) => code === 'BP_FORM')) return { findings, hasCycles: false };
  return {
    findings,
    execDefHash: executionHash(blueprint, hashHex),
    hasCycles: findCircles(blueprint as unknown as Definition, 1).length > 0,
    language: languageOf(blueprint),
    ...(isPublishable(findings) && { checkers: checkersIn(blueprint) }),
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
  if (task.draft) {
    compileEach(task.definition, at);
    at('');
    const wrong = checkExecution(task.definition);
    if (wrong.length > 0) return fail(wrong.map(({ path, message }) => issue('BLUEPRINT_INVALID', path, message)));
  }
  const definition = task.definition as unknown as Definition;
  const action = actionOf(definition, task.actionId);
  if (!action) return fail(issue('VAL_SCHEMA_003', '/actionId', 'The definition has no such action.'));
  if (languageOf(definition) === 2 && task.kind !== 'disclose') return fail(READS_RUNS);
  const place = `/actions/${definition.actions.indexOf(action)}`;
  at(place);
  const found = STEPS[task.kind]({ task, definition, action });
  // The places that `execute` gives are those of the definition.
  if (!isFailure(found) || task.kind === 'execute') return found;
  return found.mapIssues((one) => (OF_ACTION.has(one.code) ? { ...one, path: `${place}${one.path}` } : one));
}

/** Issues of functions that know the action alone. */
const OF_ACTION: ReadonlySet<string> = new Set(['LOGIC_INVALID', 'LOGIC_LIMIT', 'VAL_SCHEMA_005']);

interface Given {
  readonly task: Step<StepKind>;
  readonly definition: Definition;
  readonly action: Action;
}

const STEPS: { readonly [K in StepKind]: (given: Given) => Result<EngineResults[K]> } = {
  validate: (given) => {
    const { task, definition, action } = given;
    const reading = readingOf(definition);
    const schemas = action.dataSchemas ?? [];
    for (const [i, schema] of schemas.entries()) {
      const cost = schemaCost(schema, reading.language);
      if (typeof cost === 'string') return fail(issue('VAL_SCHEMA_005', `/dataSchemas/${i}`, cost));
    }
    const { refused, run } = ran(given);
    // Data of the wrong form often cannot be calculated with: then its errors say more than the calculation's.
    const data = isFailure(run) ? task.data : recorded(task.data, run.data, run.calculated);
    const stated = refused.map(statedError);
    const errors = [
      ...stated,
      ...schemaErrors(schemas, data, reading).filter(({ path }) => !stated.some((one) => one.path === path)),
    ];
    return errors.length === 0 && isFailure(run) ? run : { errors };
  },
  calculate: (given) => {
    const run = made(given);
    if (isFailure(run)) return run;
    return { data: recorded(given.task.data, run.data, run.calculated), calculated: run.calculated };
  },
  route: (given) => {
    const { definition, action } = given;
    const budget = logicBudget();
    const run = madeAgain(given, budget);
    if (isFailure(run)) return run;
    const decision = route(definition, action, { data: run.data, budget });
    if (isFailure(decision)) return decision;
    const senderOf = (id: number) => definition.actions.find((next) => next.id === id)?.sender ?? '';
    return { decision, sender: action.sender, senders: decision.nextActions.map(({ actionId }) => senderOf(actionId)) };
  },
  disclose: (given) => {
    const { task, definition, action } = given;
    const run = madeAgain(given);
    if (isFailure(run)) return run;
    return { disclosures: disclose(definition, action, recorded(task.data, run.data, run.calculated)) };
  },
  execute: ({ task, definition }) => {
    const { actionId, data: payload, previous } = task;
    return execute({ definition, actionId, payload, ...(previous === undefined ? {} : { previous }) });
  },
};

/** A member that the action may not state, among the errors of schemas. */
function statedError({ path, message }: Issue): SchemaFailure {
  const at = path.slice('/payload'.length);
  return { path: at, message, keyword: 'properties', schemaLocation: '#/properties' };
}

function ran({ task: { data, previous = {} }, definition, action }: Given, budget = logicBudget()) {
  const operands = operandsOf(definition, action, { previous, payload: data });
  return { refused: operands.refused, run: calculate(action, operands.data, budget) };
}

/** The calculations, where the data has only what the action may state. */
function made(given: Given, budget = logicBudget()): ReturnType<typeof calculate> {
  const { refused, run } = ran(given, budget);
  return refused.length > 0 ? fail(refused) : run;
}

/** The same for data that `calculate` may have given: a calculated member stands there with its value, and no other. */
function madeAgain(given: Given, budget = logicBudget()): ReturnType<typeof calculate> {
  const { task, definition, action } = given;
  const entries = Object.entries(task.data);
  const isCalculated = (name: string) => Object.hasOwn(action.calculations ?? {}, name);
  if (!entries.some(([name]) => isCalculated(name))) return made(given, budget);
  const data = Object.fromEntries(entries.filter(([name]) => !isCalculated(name)));
  const run = made({ ...given, task: { ...task, data } }, budget);
  if (isFailure(run)) return run;
  const isOther = ([name, value]: [string, Json]) =>
    isCalculated(name) && canonical(value) !== canonical(run.data[name]);
  if (!entries.some(isOther)) return run;
  return fail(operandsOf(definition, action, { previous: task.previous ?? {}, payload: task.data }).refused);
}
