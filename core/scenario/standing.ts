// Where a scenario has come to. A rehearsal whose clock is that of the person who rehearses is a scenario that grows by
// a step at a time: each step is judged by the rules of a register, and time passes where a step says so. Pure.
import { issue } from '../base/issue.js';
import { fail, type Result } from '../base/result.js';
import type { Definition } from '../blueprint/definition/types.js';
import { waitingRuns } from '../blueprint/instance/branches.js';
import type { RunFacts } from '../blueprint/logic/facts.js';
import { planOf } from '../blueprint/plan/plan.js';
import type { PlannedAction } from '../blueprint/plan/planned.js';
import { openBallots } from '../blueprint/state/ballots.js';
import type { InstanceState } from '../blueprint/state/instance.js';
import { isTimer } from '../transaction/timer.js';
import type { Scenario, ScenarioStep } from './form.js';
import type { MemoryInstance } from './memory-instance.js';
import { walkThrough } from './run.js';

/** An action that may be done now. */
export interface OpenAction {
  readonly actionId: number;
  /** The roles that may do it; of a vote those that have not voted. */
  readonly roles: readonly string[];
  readonly isRejectable: boolean;
}

/** A move that was sealed, and a timer that fired. */
export interface ScenarioEvent {
  readonly atMs: number;
  readonly actionId: number;
  /** Id of the timer that did it. */
  readonly timer?: string;
}

export interface ScenarioStanding {
  /** When the newest step was done. */
  readonly atMs: number;
  /** Absent before the first move. */
  readonly state?: InstanceState;
  readonly open: readonly OpenAction[];
  /** Actions with a run in force, and those that were ever done. */
  readonly done: readonly number[];
  readonly ever: readonly number[];
  readonly events: readonly ScenarioEvent[];
  /** When time alone changes something; absent where it never does. */
  readonly nextMs?: number;
  /** Runs in force as the role reads them. */
  readonly runs: readonly RunFacts[];
  /** The scenario, with the confirmations that others gave at once. */
  readonly steps: readonly ScenarioStep[];
}

/**
 * The standing after the steps, for a role. Others confirm at once what they have to confirm, as in the sandbox.
 * REHEARSAL_STEP_REFUSED where the last step was refused. The definition has passed `checkBlueprint`.
 */
export function standingOf(definition: Definition, scenario: Scenario, role: string): Result<ScenarioStanding> {
  let steps = scenario.steps;
  // Each role confirms a run once.
  for (let left = definition.participants.length; ; left--) {
    const { walk, results } = walkThrough(definition, { ...scenario, steps });
    const problems = results.flatMap((result) => result.problems);
    if (problems.length > 0) return fail(problems.map((problem) => issue('REHEARSAL_STEP_REFUSED', '', problem)));
    const more = left > 0 ? confirmations(walk.instance) : [];
    if (more.length === 0) return { ...standing(walk.definition, walk.instance, role), atMs: walk.nowMs, steps };
    steps = [...steps, ...more];
  }
}

/** A role that is not held yet stays silent, as on any register. */
function confirmations(instance: MemoryInstance): readonly ScenarioStep[] {
  const { row } = instance;
  if (row?.state !== 'Active') return [];
  return waitingRuns(row).flatMap(({ actionId, missing }) => {
    const role = missing.find((id) => instance.holderOf(id) !== undefined);
    return role === undefined ? [] : [{ confirm: actionId, as: role }];
  });
}

function standing(
  definition: Definition,
  instance: MemoryInstance,
  role: string,
): Omit<ScenarioStanding, 'atMs' | 'steps'> {
  const { row } = instance;
  const plan = planOf(definition);
  const nextMs = instance.nextChange();
  const ids = row ? instance.open().enabled : startsOf([...plan.actions.values()]);
  const open = ids.flatMap((id) => {
    const planned = plan.actions.get(String(id));
    return planned ? [openAction(instance, planned)] : [];
  });
  const events = instance.moves.map(({ transaction: { header }, timestampMs: atMs }) => ({
    ...{ atMs, actionId: Number(header.actionId) },
    ...(isTimer(header) && { timer: String(header.metadata?.timer) }),
  }));
  const runs = instance.runsSeenBy(role);
  return {
    ...(row && { state: row.state }),
    ...(nextMs !== undefined && { nextMs }),
    ...{ open, events, runs },
    done: [...new Set(runs.map(({ action }) => action))],
    ever: [...new Set(events.map(({ actionId }) => actionId))],
  };
}

function startsOf(all: readonly PlannedAction[]): readonly number[] {
  return all.filter(({ isStarting, isJoin }) => isStarting && !isJoin).map(({ action }) => action.id);
}

function openAction(instance: MemoryInstance, { action, approval, sender }: PlannedAction): OpenAction {
  const { row } = instance;
  const cast = openBallots(row?.ballots, action.id)?.votes ?? {};
  const voters = approval && [...approval.voters.keys()].filter((voter) => !Object.hasOwn(cast, voter));
  return {
    actionId: action.id,
    roles: voters ?? [sender.id, ...instance.alsoFor(action.id)],
    isRejectable: row !== undefined && action.rejectionConfig !== undefined,
  };
}
