// Runs that are sealed for a role which acts on them already: each would keep it waiting for one delivery more. A party
// with a loop beside the award could put the award off for as long as it has moves. Pure; it knows no clock.
import { type Issue, issue } from '../../base/issue.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { branchesAt, type OpenBranch, waitsFor } from '../../blueprint/instance/branches.js';
import { isClosedAt, openingOf } from '../../blueprint/instance/not-before.js';
import type { Plan, PlannedAction } from '../../blueprint/plan/planned.js';
import { isSealedForAny } from '../../blueprint/plan/seals.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { readersOf } from './sealed-reads.js';

interface LateRun {
  readonly definition: Definition;
  readonly plan: Plan;
  readonly instance: Instance;
  /** The action as the plan has it, for every role that does it. */
  readonly planned: PlannedAction;
  /** Of its docket. */
  readonly atMs: number;
}

/**
 * VAL_DELIVER_009 of a run that is sealed for a role: an action of that role which reads it may be done now. So what
 * that waits for is sealed before it may be done, and ends with the terms of challenges that begin together. Behind an
 * action that opens runs, a way back takes back what would read them. Where a dispute has an action done again, nothing
 * else may be done.
 */
export function lateProblem(of: LateRun): Issue | undefined {
  const { definition, instance, planned, atMs } = of;
  const { action } = planned;
  if (!isSealedForAny(definition, action)) return undefined;
  const readers = readersOf(definition, action);
  if (readers.size === 0) return undefined;
  const due = branchesAt(instance, atMs).find((branch) => readers.has(branch.actionId) && mayBeDone(of, branch));
  if (!due) return undefined;
  const message = `Action ${due.actionId} reads runs of this one and may be done now: do this after it.`;
  return issue('VAL_DELIVER_009', '/header/actionId', message);
}

function mayBeDone({ instance, plan, atMs }: LateRun, branch: OpenBranch): boolean {
  const isOver = branch.dueMs !== undefined && atMs > branch.dueMs;
  const isClosed = isClosedAt(openingOf(instance, plan, branch), atMs);
  return !isOver && !isClosed && waitsFor(instance, plan, branch).length === 0;
}
