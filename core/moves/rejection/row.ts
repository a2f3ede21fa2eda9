// A Rejection: a party sends back what it was to go on with, or ends the instance.
import { type Issue, issue } from '../../base/issue.js';
import { targetsOf } from '../../blueprint/instance/flow-after.js';
import { taking } from '../../blueprint/instance/heads.js';
import { headed } from '../../blueprint/instance/instance-order.js';
import { onlyAfter } from '../../blueprint/plan/plan.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import { readingOf } from '../../blueprint/schemas/schema-check.js';
import type { HeadedInstance, Instance } from '../../blueprint/state/instance.js';
import { inOrder } from '../../blueprint/state/member-order.js';
import type { MoveOf } from '../../blueprint/state/move.js';
import type { Flow } from '../../flow/runs.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { actorChanges } from '../parts/actor-changes.js';
import { votesFor } from '../parts/ballots-undone.js';
import { comingFrom } from '../parts/done-run.js';
import { envelopeForm } from '../parts/envelope-form.js';
import { commonOf, ended, wentOn, withRole } from '../parts/going-on.js';
import { remembered } from '../parts/memo.js';
import type { BetweenRuns, FormSubject, MoveRow, RunEffect } from '../parts/row.js';
import { checkRejection } from './form.js';

export const rejection: MoveRow<'Rejection'> = {
  form,
  stated: () => ({}),
  fold: rejected,
  runs,
  changes: actorChanges,
};

/** VAL_BP_014 the definition has no rejection of this action. */
function form({ tx, plan, planned, definition, ctx }: FormSubject): readonly Issue[] {
  const config = planned.action.rejectionConfig;
  if (!config) return [issue('VAL_BP_014', '/header/actionId', 'The definition lets no role reject this action.')];
  if (isEncrypted(tx.header)) return envelopeForm(tx, plan);
  const find = () => checkRejection(tx.payload, config, readingOf(definition));
  return remembered(ctx.known ?? tx, ctx.state.rules, find).issues;
}

function rejected(before: Instance, move: MoveOf<'Rejection'>, plan: Plan): Instance {
  const config = move.planned.action.rejectionConfig;
  if (!config || config.isTerminal === true) return ended(before, 'Rejected', withRole(before.participants, move));
  return before.language === 2 ? wentOn(before, move, plan) : headedAfter(before, move, plan);
}

/**
 * Going back to the target undoes what a run comes to only through it: its open branches end and its actions count as
 * not done. Other branches stay as they are. A join that is rejected keeps the other actions that it waits for
 * complete: only what is done again has to come again.
 */
function headedAfter(before: HeadedInstance, move: MoveOf<'Rejection'>, plan: Plan): Instance {
  const { action } = move.planned;
  const participants = withRole(before.participants, move);
  const [target] = targetsOf(move) as readonly [number];
  const isUndone = onlyAfter(plan, target);
  const heads = Object.fromEntries(Object.entries(taking(before, move)).filter(([, head]) => !isUndone(head.action)));
  heads[move.txId] = { action: action.id, next: [target], taken: [] };
  const completed = Object.fromEntries(Object.entries(before.completed).filter(([id]) => !isUndone(Number(id))));
  return headed({ ...commonOf(before), participants }, { completed, heads: inOrder(heads) });
}

/** The runs that are live no more are undone, and the votes that decided them. */
function runs({ tx: { txId, header }, plan, before, after }: BetweenRuns): RunEffect | undefined {
  if (after.state !== 'Active') return undefined;
  const kind = after.flow[txId]?.kind === 'reject' ? 'reject' : 'back';
  const gone = before ? goneFrom(before.flow, after.flow) : [];
  return { kind, undoes: [...gone, ...votesFor(gone, before)], ...comingFrom({ header, plan, before }) };
}

/** Runs that are live no more, without those that only gave tokens again. */
function goneFrom(before: Flow, after: Flow): readonly string[] {
  return Object.keys(before).filter((txId) => !Object.hasOwn(after, txId) && before[txId]?.kind !== 'back');
}
