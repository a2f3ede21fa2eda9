// Steps about timers: the one transaction without signatures that a register takes, and when. A docket's time decides
// on which side a move falls: until the due time the action is done by people, after it by its timer alone.

import { equalBytes } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import type { OpenBranch } from '../../blueprint/instance/branches.js';
import { isClosedAt, openingOf } from '../../blueprint/instance/not-before.js';
import { type DueTimer, dueTimers } from '../../blueprint/instance/open-timers.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { instanceBefore, instanceIdOf } from '../../instance/rows.js';
import { escalationTo, standInIn } from '../../transaction/acting.js';
import { isTimer, timerTransaction } from '../../transaction/timer.js';
import type { ChainSubject } from '../parts/chain-subject.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';

/** VAL_BP_012: the action was to be done before a time that has passed, and its timer ends it. */
export function overdue(subject: ChainSubject, instance: Instance, plan: Plan): readonly Issue[] {
  const due = dueAt(instance, plan, subject.planned?.action.id);
  const atMs = timeOf(subject);
  if (!due || atMs <= due.dueMs) return NONE;
  const message = `Timer ${JSON.stringify(due.timer.id)} ends this action: it was due at ${iso(due.dueMs)}, and the docket is of ${iso(atMs)}.`;
  return [issue('VAL_BP_012', '/header/previousTransactionId', message)];
}

/** VAL_FLOW_010: the time from which on the action may be done has not come. Later dockets take the same move. */
export function early(
  subject: ChainSubject,
  { instance, plan }: { readonly instance: Instance; readonly plan: Plan },
  branch: OpenBranch,
): readonly Issue[] {
  const opening = openingOf(instance, plan, branch);
  const atMs = timeOf(subject);
  if (!opening || !isClosedAt(opening, atMs)) return NONE;
  const message = `By timer ${JSON.stringify(opening.timer)} this action is done after ${iso(opening.afterMs)}, and the docket is of ${iso(atMs)}.`;
  return [issue('VAL_FLOW_010', '/header/previousTransactionId', message)];
}

/** VAL_FLOW_004: a timer that the state does not give, or one of other bytes. Its branch is open. */
export function judgeTimer({ tx }: ChainSubject, instance: Instance, plan: Plan): readonly Issue[] {
  const { header } = tx;
  const due = dueAt(instance, plan, Number(header.actionId));
  if (!due || due.txId !== header.previousTransactionId)
    return [issue('VAL_FLOW_004', '/header/previousTransactionId', 'No timer of this branch is running.')];
  const { blueprintId, publicationTxId } = instance;
  const of = { registerId: header.registerId, instanceId: instanceIdOf(tx), blueprintId, publicationTxId };
  if (equalBytes(timerTransaction(of, due).bytes, tx.bytes)) return NONE;
  return [
    issue('VAL_FLOW_004', '', 'A timer has one transaction, which follows from the state, and this is another one.'),
  ];
}

/** VAL_FLOW_007, which heals: the timer is not due at the time of the docket, or what it lets another role do. */
export function due(subject: ChainSubject): readonly Issue[] {
  const { tx, ctx, plan, planned } = subject;
  if (!plan || !planned) return NONE;
  const role = isTimer(tx.header) ? undefined : standingIn(subject);
  if (!isTimer(tx.header) && role === undefined) return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  const action = planned.action.id;
  const value =
    role === undefined
      ? instance && dueAt(instance, plan, action)
      : escalationTo(instance ?? undefined, plan, { action, role });
  const atMs = timeOf(subject);
  if (!value || atMs > value.dueMs) return NONE;
  const what = role === undefined ? 'The timer fires' : `The role ${JSON.stringify(role)} may do this action`;
  return [issue('VAL_FLOW_007', '', `${what} after ${iso(value.dueMs)}, and the docket is of ${iso(atMs)}.`)];
}

/** Of an action or rejection. */
function standingIn({ tx, plan }: ChainSubject): string | undefined {
  const planned = plan?.actions.get(tx.header.actionId);
  return planned && standInIn(planned, tx.header)?.sender.id;
}

function dueAt(instance: Instance, plan: Plan, action: number | undefined): DueTimer | undefined {
  return action === undefined ? undefined : dueTimers(instance, plan, action).find((item) => item.action === action);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
