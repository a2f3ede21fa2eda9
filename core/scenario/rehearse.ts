// A rehearsal by scenarios: a file of them is walked through in memory, with the clock that it moves. It passes where
// all of them come out as they say and one comes to the end of the workflow. So a draft is rehearsed whose actions wait
// for weeks. Pure; a task of the engine (core/tasks/work.ts).
import type { Json, JsonObject } from '../base/json.js';
import { REHEARSAL_LINE_MAX, SCENARIO_PROBLEMS_MAX } from '../base/limits/node/rehearsals.js';
import { isFailure, type Result } from '../base/result.js';
import type { Definition } from '../blueprint/definition/types.js';
import type { InstanceState } from '../blueprint/state/instance.js';
import { readScenarios, type Scenario, type ScenarioStep } from './form.js';
import { runScenario, type ScenarioResult } from './run.js';

/** The definition has passed `checkBlueprint`. */
export interface ScenarioTask {
  readonly kind: 'scenarios';
  readonly definition: JsonObject;
  readonly scenarios: Json;
  /** Its routes lead in circles, so that it may have no end. */
  readonly hasCycles: boolean;
}

/** A scenario that was walked through. */
export interface WalkedScenario {
  readonly name: string;
  readonly passed: boolean;
  readonly steps: number;
  /** Absent where nothing was done. */
  readonly state?: InstanceState;
  /** Each names its step, and says what was expected and what was found. */
  readonly problems: readonly string[];
}

export interface ScenarioVerdict {
  readonly passed: boolean;
  /** Why it passed, or did not. */
  readonly reason: string;
  readonly scenarios: readonly WalkedScenario[];
}

/** SCENARIO_INVALID at every place that is not of their form. `at` is told which scenario is walked through. */
export function walkScenarios(
  { definition: draft, scenarios, hasCycles }: ScenarioTask,
  at: (pointer: string) => void,
): Result<ScenarioVerdict> {
  const read = readScenarios(scenarios);
  if (isFailure(read)) return read.mapIssues((issue) => ({ ...issue, path: `/scenarios${issue.path}` }));
  const definition = draft as unknown as Definition;
  const results = read.map((scenario, i) => {
    at(`/scenarios/${i}`);
    return runScenario(definition, scenario);
  });
  return { ...verdictOf({ definition, hasCycles }, read, results), scenarios: summarise(read, results) };
}

interface Rehearsed {
  readonly definition: Definition;
  readonly hasCycles: boolean;
}

function verdictOf(
  of: Rehearsed,
  scenarios: readonly Scenario[],
  results: readonly ScenarioResult[],
): Pick<ScenarioVerdict, 'passed' | 'reason'> {
  const failed = results.filter(({ passed }) => !passed).length;
  if (failed > 0) return { passed: false, reason: `${failed} of ${results.length} scenarios failed.` };
  const whole = scenarios.filter((scenario, i) => isWhole(of, scenario, results[i] as ScenarioResult));
  const own = whole.filter(({ steps }) => !steps.some(isTakenToBe));
  if (own.some(({ steps }) => passesGates(of.definition, steps)))
    return { passed: true, reason: 'Every scenario passed, and one comes to the end of the workflow.' };
  if (own.length > 0)
    return {
      passed: false,
      reason:
        'Each scenario that comes to the end does an action that takes a credential, and does not say what is shown: state "shows" there.',
    };
  if (whole.length > 0)
    return {
      passed: false,
      reason: 'Each scenario that comes to the end takes something to be so ("spend", "object").',
    };
  const done = of.hasCycles ? ', and none does every action' : '';
  return { passed: false, reason: `No scenario comes to the end of the workflow (state Completed)${done}: write one.` };
}

/** It ends as completed; of a workflow that goes in circles it may do every action instead. */
function isWhole({ definition, hasCycles }: Rehearsed, { steps }: Scenario, { state }: ScenarioResult): boolean {
  if (state === 'Completed') return true;
  if (!hasCycles) return false;
  const done = new Set(steps.filter(({ expect }) => expect?.refused === undefined).map(({ action }) => action));
  return definition.actions.every(({ id }) => done.has(id));
}

/** On a register it would have to be proven, or take a thousand moves. */
function isTakenToBe({ object, spend }: ScenarioStep): boolean {
  return object !== undefined || spend !== undefined;
}

/** A gate is not passed over: the step says what is shown there. */
function passesGates({ actions }: Definition, steps: readonly ScenarioStep[]): boolean {
  const gated = new Set(actions.filter((action) => action.credentialRequirements?.length).map(({ id }) => id));
  const isSealed = ({ expect }: ScenarioStep): boolean => expect?.refused === undefined;
  return steps.every((step) => step.action === undefined || !gated.has(step.action) || step.shows || !isSealed(step));
}

/** As much of it as an answer may hold. */
function summarise(scenarios: readonly Scenario[], results: readonly ScenarioResult[]): readonly WalkedScenario[] {
  let left = SCENARIO_PROBLEMS_MAX;
  return results.map(({ name, passed, state, steps }, i) => {
    const all = steps.flatMap(({ step, label, problems }) =>
      problems.map((problem) => `step ${step}, ${label}: ${problem}`),
    );
    const problems = all.slice(0, left).map((entry) => entry.slice(0, REHEARSAL_LINE_MAX));
    left -= problems.length;
    return { name, passed, steps: scenarios[i]?.steps.length ?? 0, ...(state && { state }), problems };
  });
}
