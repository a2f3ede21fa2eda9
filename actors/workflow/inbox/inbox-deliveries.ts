// Runs that wait to be delivered in one instance of language 2, for the wallets that sent them: a holder said that it
// was not given one, or is owed it. Found when a move is folded, so that a page of tasks reads no instance. Pure; it
// decides nothing, and any other wallet that was given a run may deliver it too.
import { OWED_LISTED_RUNS_MAX } from '../../../core/base/limits/ledger/disputes.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { FlowInstance } from '../../../core/blueprint/state/instance.js';
import { runsOf } from '../../../core/disputes/states.js';
import type { StateView } from '../../../core/register/types.js';
import { challengeOf, isOfSender } from '../../../core/transaction/deliveries/challenges.js';
import { type OwedRun, owedNow } from '../../../core/transaction/deliveries/owed.js';
import type { Challenge } from '../../../core/transaction/form/challenge-form.js';
import { moveTypeOf } from '../../../core/transaction/form/move-type.js';
import { instanceAt, rowsIn } from '../../../core/transaction/kinds/action.js';
import { type HeldNow, holderNow } from '../../../core/transaction/people/holders.js';
import type { Transaction } from '../../../core/transaction/types.js';
import type { InboxInstance, PendingBranch } from '../../../storage/tables/workflow/inbox.js';
import { branchParts, deliveryBranch } from './inbox-row.js';

export interface DeliveryFold {
  readonly view: StateView;
  readonly definition: Definition;
  readonly instanceId: string;
  readonly held: HeldNow;
  /** The move that is folded. */
  readonly tx: Transaction;
  readonly atMs: number;
  /** Absent for an opening one. */
  readonly before: InboxInstance | undefined;
}

/** The row after a move, with what waits to be delivered. */
export function withDeliveries(row: InboxInstance, of: DeliveryFold): InboxInstance {
  // The row has not which runs there are.
  const instance = instanceAt(of.view, of.instanceId);
  if (instance?.language !== 2) return row;
  const asked = challengedNow(of);
  const owed = owedFor(row, instance, of);
  if (asked.length + owed.length === 0) return row;
  const tasks = new Map<string, PendingBranch>();
  for (const one of [...asked, ...owed]) {
    const task = taskFor(one, of);
    // One delivery gives all that a holder is owed: the first run stands for the others.
    const name = task && `${task.wallet} ${one.wallet} ${one.role}`;
    if (task && name !== undefined && !tasks.has(name)) tasks.set(name, task);
  }
  return { ...row, pending: [...row.pending, ...tasks.values()] };
}

/** Runs whose challenge is open, those that were listed before among them. */
function challengedNow({ view, tx, before }: DeliveryFold): readonly OwedRun[] {
  const listed = listedIn(before);
  if (moveTypeOf(tx.header) === 'Challenge') {
    const { role } = tx.payload as unknown as Challenge;
    listed.push({ role, wallet: tx.header.senderWallet, txId: tx.header.previousTransactionId ?? '' });
  }
  return listed.filter(({ txId, ...to }) => {
    const row = challengeOf(view, txId, to);
    return row !== undefined && row.answeredBy === undefined;
  });
}

function listedIn(before: InboxInstance | undefined): OwedRun[] {
  return (before?.pending ?? []).flatMap(({ branch }) => {
    const { txId, delivers } = branchParts(branch);
    return delivers ? [{ ...delivers, txId }] : [];
  });
}

/** The holders of roles change by few moves: then all runs are looked at, and otherwise those that are listed. */
function owedFor(row: InboxInstance, instance: FlowInstance, of: DeliveryFold): readonly OwedRun[] {
  const { view, definition, instanceId, held, tx, before } = of;
  const listed = listedIn(before);
  const isNew = row.wallets.some((wallet) => before?.wallets.includes(wallet) === false);
  const type = moveTypeOf(tx.header);
  const isAll = isNew || type === 'Handover' || type === 'Claim' || (type === 'Delivery' && listed.length > 0);
  if (isAll && row.transactionCount > OWED_LISTED_RUNS_MAX) return [];
  const rowOf = rowsIn(view);
  const txIds = isAll
    ? [...planOf(definition).actions.values()]
        .flatMap(({ action }) => [...runsOf(instance, action.id, rowOf)])
        .filter((run) => !run.row.undone)
        .sort((a, b) => a.row.n - b.row.n)
        .map(({ txId }) => txId)
    : [...new Set(listed.map(({ txId }) => txId))];
  const runs = txIds.flatMap((txId) => view.transaction(txId) ?? []);
  return runs.length === 0 ? [] : owedNow(view, { definition, instance, instanceId, held, rowOf }, runs);
}

/** Of the wallet that sent it, or of the holder of its role now where that is of the same party. */
function taskFor(owed: OwedRun, of: DeliveryFold): PendingBranch | undefined {
  const { view, definition, held, before, atMs } = of;
  const run = view.transaction(owed.txId);
  const row = rowsIn(view)(owed.txId);
  const planned = run && planOf(definition).actions.get(run.header.actionId);
  if (!run || !row || row.undone || !planned) return undefined;
  const holder = holderNow(held, planned.sender, {});
  const wallet = holder && isOfSender(view, run, holder) ? holder : run.header.senderWallet;
  if (wallet === owed.wallet) return undefined;
  const branch = deliveryBranch(owed.txId, planned.action.id, owed);
  const sinceMs = before?.pending.find((one) => one.branch === branch)?.sinceMs ?? atMs;
  return { branch, sinceMs, wallet };
}
