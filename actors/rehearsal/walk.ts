// Where a rehearsal stands, read from its instance on the sandbox register: its steps, what may be done now, and how it
// ended. It keeps nothing and opens nothing.

import type { Definition } from '../../core/blueprint/definition/types.js';
import { runsInForceAt } from '../../core/blueprint/instance/run-rows.js';
import type { Plan, PlannedAction } from '../../core/blueprint/plan/planned.js';
import { rowsIn } from '../../core/instance/rows.js';
import type { StateView } from '../../core/model/register.js';
import { isTimer } from '../../core/transaction/timer.js';
import type { Rehearsal, RehearsalOutcome, RehearsalStep } from '../../storage/tables/workflow/rehearsals.js';
import type { InstanceRecord } from '../workflow/instance/instance-record.js';
import type { Branch } from '../workflow/instance/instance-types.js';
import { instanceView } from '../workflow/instance/instance-view.js';
import { isDoneBy } from '../workflow/instance/timer-view.js';
import type { CurrentAction } from './ports.js';

export interface WalkedRehearsal {
  readonly steps: readonly RehearsalStep[];
  readonly current: readonly CurrentAction[];
  readonly outcome: RehearsalOutcome;
  /** Why it ended. */
  readonly reason: string;
}

export interface Planned {
  readonly definition: Definition;
  readonly plan: Plan;
}

/** Before anything is sealed: every action that may open the instance is current. */
export function beginning({ definition, plan }: Planned): WalkedRehearsal {
  const starts = [...plan.actions.values()].filter(({ isStarting, isJoin }) => isStarting && !isJoin);
  const ids = new Set(starts.map(({ action }) => action.id));
  return {
    steps: stepsOf({ definition, plan }, { done: new Set(), current: ids }),
    current: starts.map((planned) => currentAction(planned, undefined)),
    outcome: 'InProgress',
    reason: '',
  };
}

/**
 * Where the instance has come to. It passes when the workflow comes to its end. A draft whose routes lead in a circle
 * may have no end: it passes once every action was done. A rejection that ends the instance, a deadline, and branches
 * that wait for each other without end make it fail.
 */
export function walkOf(
  { definition, plan }: Planned,
  record: InstanceRecord,
  at: { readonly view: StateView; readonly nowMs: number; readonly hasCycles: boolean },
): WalkedRehearsal {
  const { state, currentActionIds, activeBranches } = instanceView(record, at.view, at.nowMs);
  const current = new Set(currentActionIds);
  const { done, ever } = actionsDone(record, { plan }, at.view);
  const steps = stepsOf({ definition, plan }, { done, current });
  const open = currentOf(plan, activeBranches, current);
  const endWith = (outcome: RehearsalOutcome, reason: string): WalkedRehearsal => ({
    steps,
    current: [],
    outcome,
    reason,
  });
  if (state === 'Completed') return endWith('Passed', 'The workflow came to its end: the rehearsal is passed.');
  if (state === 'Rejected')
    return endWith('Failed', 'A rejection ended the workflow: a pass takes an end that it comes to by its actions.');
  if (state === 'Cancelled') return endWith('Failed', 'The instance was cancelled.');
  if (at.hasCycles && [...plan.actions.values()].every(({ action }) => ever.has(action.id)))
    return endWith('Passed', 'Every action of a workflow that goes in circles was done: the rehearsal is passed.');
  // A branch that only waits for its timer goes on by it, or once its action may be done.
  if (open.length > 0 || activeBranches.some(({ timer, notBeforeMs }) => (timer ?? notBeforeMs) !== undefined))
    return { steps, current: open, outcome: 'InProgress', reason: '' };
  const late = activeBranches.some(({ state: branch }) => branch === 'TimedOut');
  return endWith(
    'Failed',
    late ? 'The deadline of a branch has passed.' : 'The branches wait for actions that never come.',
  );
}

function currentOf(plan: Plan, branches: readonly Branch[], current: ReadonlySet<number>): readonly CurrentAction[] {
  const seen = new Set<number>();
  return branches.flatMap(({ currentActionId, state, lastTransactionId, voting }) => {
    const planned = plan.actions.get(String(currentActionId));
    if (!planned || state !== 'Active' || !current.has(currentActionId)) return [];
    // A join takes all the branches that lead to it: it is one action.
    if (planned.isJoin && seen.has(currentActionId)) return [];
    seen.add(currentActionId);
    return [currentAction(planned, lastTransactionId, voting?.openRoles)];
  });
}

function currentAction(
  planned: PlannedAction,
  previousTransactionId: string | undefined,
  voters?: readonly string[],
): CurrentAction {
  const { action, sender } = planned;
  return {
    actionId: action.id,
    title: titleOf(planned),
    participantId: voters?.[0] ?? sender.id,
    ...(voters && { voters }),
    ...(previousTransactionId === undefined ? {} : { previousTransactionId }),
    isRejectable: previousTransactionId !== undefined && action.rejectionConfig !== undefined,
    isGated: isGated(planned),
    schemas: action.dataSchemas ?? [],
  };
}

function stepsOf(
  { definition, plan }: Planned,
  { done, current }: { readonly done: ReadonlySet<number>; readonly current: ReadonlySet<number> },
): readonly RehearsalStep[] {
  return definition.actions.flatMap(({ id }) => {
    const planned = plan.actions.get(String(id));
    if (!planned) return [];
    const status = current.has(id) ? 'Current' : done.has(id) ? 'Done' : 'Pending';
    return [{ actionId: id, title: titleOf(planned), actingRole: planned.sender.id, status }];
  });
}

/** Actions that count as done, and those that were done at any time: a rejection takes some back. */
function actionsDone({ transactions, row }: InstanceRecord, { plan }: Pick<Planned, 'plan'>, view: StateView) {
  const rowOf = rowsIn(view);
  const acted = transactions.filter(({ transaction: { header, txId } }) => isDoneBy(header, plan, rowOf(txId)));
  const ever = new Set(
    acted.flatMap(({ transaction: { header } }) => plan.actions.get(header.actionId)?.action.id ?? []),
  );
  // Of several votes the one that decides does the action.
  const all = runsInForceAt(row, Object.keys(row.runs), rowOf);
  const inForce = all.filter(({ vote }) => !vote || vote.led !== undefined);
  return { done: new Set(inForce.map(({ action }) => action)), ever };
}

export function titleOf({ action }: Pick<PlannedAction, 'action'>): string {
  return action.title ?? `Action ${action.id}`;
}

export function isGated({ action }: Pick<PlannedAction, 'action'>): boolean {
  return (action.credentialRequirements ?? []).length > 0;
}

/**
 * False where a wallet of somebody else acted under the id of the instance, by whatever definition: that is not a walk
 * through the draft. No wallet makes a timer, and the register takes none that the instance does not give.
 */
export function isOwn({ wallets, publicationTxId }: Rehearsal, { row, transactions }: InstanceRecord): boolean {
  const own = new Set(wallets.map(({ address }) => address));
  return (
    row.publicationTxId === publicationTxId &&
    transactions.every(({ transaction: { header } }) => isTimer(header) || own.has(header.senderWallet))
  );
}
