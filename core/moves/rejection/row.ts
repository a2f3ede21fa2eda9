// A Rejection: a party sends back what it was to go on with, or ends the instance.
import { type Issue, issue } from '../../base/issue.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import { readingOf } from '../../blueprint/schemas/schema-check.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { MoveOf } from '../../blueprint/state/move.js';
import type { Flow } from '../../flow/runs.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { actorChanges } from '../parts/actor-changes.js';
import { votesFor } from '../parts/ballots-undone.js';
import { comingFrom } from '../parts/done-run.js';
import { envelopeForm } from '../parts/envelope-form.js';
import { endInstance, wentOn, withRole } from '../parts/going-on.js';
import { remember } from '../parts/memo.js';
import type { BetweenRuns, FormSubject, MoveRow, RunEffect } from '../parts/row.js';
import { checkRejection } from './form.js';

export const rejection: MoveRow<'Rejection'> = {
  form,
  statedParts: () => ({}),
  fold: foldRejection,
  runs,
  changes: actorChanges,
};

/** VAL_BP_014 the definition has no rejection of this action. */
function form({ tx, planned, definition, ctx }: FormSubject): readonly Issue[] {
  const config = planned.action.rejectionConfig;
  if (!config) return [issue('VAL_BP_014', '/header/actionId', 'The definition lets no role reject this action.')];
  if (isEncrypted(tx.header)) return envelopeForm(tx);
  const find = () => checkRejection(tx.payload, config, readingOf(definition));
  return remember(ctx.known ?? tx, ctx.state.rules, find).issues;
}

function foldRejection(before: Instance, move: MoveOf<'Rejection'>, plan: Plan): Instance {
  const config = move.planned.action.rejectionConfig;
  if (!config || config.isTerminal === true)
    return endInstance(before, 'Rejected', withRole(before.participants, move));
  return wentOn(before, move, plan);
}

/** The runs that are live no more are undone, and the votes that decided them. */
function runs({ tx: { txId, header }, plan, before, after }: BetweenRuns): RunEffect | undefined {
  if (after.state !== 'Active') return undefined;
  const kind = after.flow[txId]?.kind === 'reject' ? 'reject' : 'back';
  const gone = before ? runsGone(before.flow, after.flow) : [];
  return { kind, undoes: [...gone, ...votesFor(gone, before)], ...comingFrom({ header, plan, before }) };
}

/** Runs that are live no more, without those that only gave tokens again. */
function runsGone(before: Flow, after: Flow): readonly string[] {
  return Object.keys(before).filter((txId) => !Object.hasOwn(after, txId) && before[txId]?.kind !== 'back');
}
