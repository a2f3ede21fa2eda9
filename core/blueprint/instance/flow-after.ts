// A move as the control flow of its instance sees it: where it leads, and that it waits where others
// confirm it first. Pure; whether it may be made is judged before.
import { assert } from '../../base/assert.js';
import { type FlowMove, movedFlow, waitingFlow } from '../../flow/move.js';
import type { Net } from '../../flow/net.js';
import { type Flow, waitingRun } from '../../flow/runs.js';
import { outcomesTo } from '../plan/plan.js';
import type { Plan } from '../plan/planned.js';
import type { FlowingMove, MoveOf } from '../state/move.js';
import { settledFlow } from './confirmation.js';

/** Of an action, a timer, a rejection that goes on, a vote that decides, or an answer to a run that waits for it. */
export function flowAfter(flow: Flow, move: FlowingMove, plan: Plan): Flow {
  const { planned, atMs, txId } = move;
  const { confirm } = planned;
  const run = move.previousTransactionId ?? '';
  const waits = confirm && waitingRun(flow, run);
  if (waits) {
    const deadlineMs = outcomesTo(planned, waits.confirm.leads)[0]?.deadlineMs;
    const answer = move.type === 'Confirmation' ? move.answer : undefined;
    return settledFlow(flow, { txId, run, atMs, deadlineMs, answer, confirm });
  }
  if (move.type === 'Action' && confirm) return waiting(flow, plan.net(), move);
  return movedFlow(flow, plan.net(), flowMove(move));
}

/** An action that others confirm leads nowhere before. `flow` is undefined where it opens the instance. */
export function waiting(flow: Flow | undefined, net: Net, move: MoveOf<'Action'>): Flow {
  const { confirm } = move.planned;
  assert(confirm, 'the action asks for confirmation');
  return waitingFlow(flow, net, { ...flowMove(move), missing: confirm.by, dueMs: move.atMs + confirm.withinMs });
}

/** As the reducer takes it. */
export function flowMove(move: FlowingMove): FlowMove {
  const { txId, planned, previousTransactionId, atMs } = move;
  const outcome = 'outcome' in move ? move.outcome : undefined;
  return {
    txId,
    kind: move.type === 'Rejection' ? 'reject' : 'act',
    action: planned.action.id,
    previous: previousTransactionId,
    next: targetsOf(move),
    atMs,
    ...(outcome?.deadlineMs !== undefined && { dueMs: atMs + outcome.deadlineMs }),
  };
}

/** Where a move leads: what was decided, where its rejection goes, or what its timer says. Each action once. */
export function targetsOf(move: FlowingMove): readonly number[] {
  if (move.type === 'Timer') return move.timer?.next ?? [];
  if (move.type === 'Rejection') return [move.planned.action.rejectionConfig?.targetActionId as number];
  return 'outcome' in move ? [...new Set(move.outcome?.route?.nextActionIds ?? [])] : [];
}
