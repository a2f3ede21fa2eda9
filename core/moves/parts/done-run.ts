// The run of an action that was done, voted on, or ended by its timer.
import type { Plan } from '../../blueprint/plan/planned.js';
import { openBallots } from '../../blueprint/state/ballots.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { causesAt } from '../../flow/causes.js';
import { isRun } from '../../instance/next.js';
import type { TransactionHeader } from '../../model/transaction.js';
import { standInIn } from '../../transaction/acting.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { statedVote } from '../../transaction/stated-vote.js';
import type { BetweenRuns, RunEffect } from './row.js';

/** A loop by a route takes nothing back: what it leaves behind stays in force. */
export function doneRun({ tx: { header }, plan, before }: BetweenRuns): RunEffect {
  const kind = isRun(plan, header) ? kindOf(plan, header) : 'reject';
  return { kind, undoes: earlierVotes(header, before), ...comingFrom({ header, plan, before }) };
}

/** The runs that a move comes from, and the role in which it stands in. */
export function comingFrom({
  header,
  plan,
  before,
}: Pick<BetweenRuns, 'plan' | 'before'> & { readonly header: TransactionHeader }): Pick<RunEffect, 'causes' | 'as'> {
  const token = { txId: header.previousTransactionId as string, target: Number(header.actionId) };
  const planned = plan.actions.get(header.actionId);
  const as = planned && standInIn(planned, header)?.sender.id;
  return { causes: before ? causesAt(before.flow, plan.net(), token) : [], ...(as !== undefined && { as }) };
}

/** An action that others confirm is in force later; what a timer states is so at once. */
function kindOf(plan: Plan, header: TransactionHeader): 'act' | 'waits' {
  return moveTypeOf(header) === 'Action' && plan.actions.get(header.actionId)?.confirm ? 'waits' : 'act';
}

/** The vote that a role says again: one of both is in force. */
function earlierVotes(header: TransactionHeader, before: Instance | undefined): readonly string[] {
  const stated = statedVote(header);
  const own = stated && openBallots(before?.ballots, Number(header.actionId))?.votes;
  return own && Object.hasOwn(own, stated.role) ? [own[stated.role]?.txId as string] : [];
}
