// Whether an instance is full: nothing can go on in it because of the bound on moves. Then any party of it that did
// not fill it ends it (core/moves/cancellation/full.ts). Pure.

import type { Plan, PlannedAction } from '../plan/planned.js';
import type { Instance } from '../state/instance.js';
import { openBranches, waitingRuns, waitsFor } from './branches.js';
import { hasMoves, hasTimers } from './late-moves.js';
import { type DueTimer, runningTimers } from './open-timers.js';

/**
 * True where every open branch waits for roles without moves left, or for other branches, or has a due timer that
 * cannot fire. A party that can go on, and does not, makes no instance full.
 */
export function isFullAt(instance: Instance, plan: Plan, atMs: number): boolean {
  if (!instance.late || !['Active', 'Disputed'].includes(instance.state)) return false;
  const running = runningTimers(instance, plan);
  const isStuck = (action: number, due: DueTimer | undefined, doers: readonly string[]): boolean => {
    if (due && hasTimers(instance, plan, plan.actions.get(String(action))?.sender.id ?? '')) return false;
    return (due !== undefined && due.dueMs < atMs) || doers.every((role) => !hasMoves(instance, plan, role));
  };
  const areStuck = openBranches(instance).every((branch) => {
    const { actionId } = branch;
    const planned = plan.actions.get(String(actionId)) as PlannedAction;
    const due = running.find(({ action, timer }) => action === actionId && planned.timers.includes(timer));
    const isWaiting = waitsFor(instance, plan, branch).length > 0;
    return isStuck(actionId, due, isWaiting ? [] : doersOf(instance, planned));
  });
  if (!areStuck) return false;
  return waitingRuns(instance).every(({ actionId, txId, missing }) => {
    const due = running.find((timer) => timer.txId === txId && timer.action === actionId);
    return isStuck(actionId, due, missing);
  });
}

/** Roles that can do the action, now or when a timer lets them; where it is voted on those that have not. */
function doersOf({ ballots }: Instance, { action, approval, sender, standIns }: PlannedAction): readonly string[] {
  if (!approval) return [sender.id, ...standIns.keys()];
  const votes = ballots && Object.hasOwn(ballots, action.id) ? ballots[action.id]?.votes : undefined;
  return [...approval.voters.keys()].filter((role) => !votes || !Object.hasOwn(votes, role));
}
