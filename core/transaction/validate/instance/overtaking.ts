// The step that gives a party time to act: who changes at full speed what an open action of another party reads would
// make each of its tries old. Fair contention never meets it, because each party that acts begins anew.
import { type Issue, issue } from '../../../base/issue.js';
import { OVERTAKING_MOVES_MAX, OVERTAKING_QUIET_MS } from '../../../base/limits/ledger/instances.js';
import { openBranches } from '../../../blueprint/instance/branches.js';
import { leadsSince } from '../../../blueprint/instance/run-rows.js';
import { readsOf } from '../../../blueprint/names/run-reads.js';
import type { PlannedAction } from '../../../blueprint/plan/planned.js';
import type { FlowInstance } from '../../../blueprint/state/instance.js';
import type { RowOf } from '../../../blueprint/state/run-row.js';
import { isDoing } from '../../form/move-type.js';
import { instanceBefore, isStart, rowsIn } from '../../kinds/action.js';
import type { Subject } from '../parts/context.js';
import { NONE } from '../parts/form.js';
import { timeOf } from './timer.js';

/**
 * VAL_READ_002: since an action of another role was opened more than OVERTAKING_MOVES_MAX moves were sealed, it reads
 * runs of this one, and the newest run that it reads is less than OVERTAKING_QUIET_MS old. Confirmations and rejections
 * need no bound: each is of a run that had to wait before.
 */
export function overtaking(subject: Subject): readonly Issue[] {
  const { tx, ctx, definition, plan, planned } = subject;
  if (plan?.language !== 2 || !definition || !planned || isStart(tx.header) || !isDoing(tx.header)) return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  if (instance?.language !== 2 || instance.moves <= OVERTAKING_MOVES_MAX) return NONE;
  const rowOf = rowsIn(ctx.view);
  const atMs = timeOf(subject);
  for (const branch of openBranches(instance)) {
    const other = plan.actions.get(String(branch.actionId));
    if (!other || isOwn(other, planned) || !isLong(instance, branch.txId, rowOf)) continue;
    const { actions, isOfBranches } = readsOf(definition, other.action);
    if (!isOfBranches && !actions.has(planned.action.id)) continue;
    const read = isOfBranches ? Object.keys(instance.runs).map(Number) : [...actions];
    const untilMs = newestMs(instance, read, rowOf) + OVERTAKING_QUIET_MS;
    if (atMs < untilMs) return [refused(other, untilMs)];
  }
  return NONE;
}

/** A role that votes on an action is one of several that wait for it. */
function isOwn({ sender, approval }: PlannedAction, by: PlannedAction): boolean {
  return sender.id === by.sender.id && !approval;
}

function isLong({ moves }: FlowInstance, txId: string, rowOf: RowOf): boolean {
  const row = rowOf(txId);
  return row !== undefined && moves - leadsSince(row) > OVERTAKING_MOVES_MAX;
}

/** The time of the newest run of the actions, in force or not. */
function newestMs({ runs }: FlowInstance, actions: readonly number[], rowOf: RowOf): number {
  return Math.max(0, ...actions.map((action) => rowOf(runs[action]?.last ?? '')?.at ?? 0));
}

function refused({ action, sender }: PlannedAction, untilMs: number): Issue {
  const message = `Action ${action.id} of ${JSON.stringify(sender.id)} reads runs of this one and has been open for more than ${OVERTAKING_MOVES_MAX} moves, so each change leaves it ${OVERTAKING_QUIET_MS / 1000} s: do this after ${new Date(untilMs).toISOString()}.`;
  return issue('VAL_READ_002', '/header/actionId', message);
}
