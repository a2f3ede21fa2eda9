// One instance of the inbox before and after a sealed action of it: the fold of the ledger, who takes part, and what waits for whom since when. Pure; the same
// dockets give the same rows on every node.
import { type Instance, missingPriors } from '../../core/blueprint/instance.js';
import { type Plan, planOf } from '../../core/blueprint/plan.js';
import type { Definition } from '../../core/blueprint/types.js';
import { moveTypeOf } from '../../core/transaction/action-metadata.js';
import { instanceAfter, isStart } from '../../core/transaction/kinds/action.js';
import type { Transaction } from '../../core/transaction/types.js';
import type { InboxInstance, PendingBranch } from '../../storage/inbox.js';

/** The row after a sealed action. `row` is absent for an opening action, and never for another. */
export function rowAfter(
  row: InboxInstance | undefined,
  tx: Transaction,
  of: { readonly definition: Definition; readonly atMs: number },
): InboxInstance {
  const before = isStart(tx.header) ? undefined : row;
  const { definition, atMs } = of;
  const instance = instanceAfter(tx, { definition, before: before?.instance, atMs });
  const order = (before?.order ?? []).filter((txId) => Object.hasOwn(instance.heads, txId));
  if (Object.hasOwn(instance.heads, tx.txId)) order.push(tx.txId);
  const isAction = moveTypeOf(tx.header) === 'Action';
  return {
    instance,
    order,
    pending: pendingAfter(before?.pending ?? [], { instance, order, plan: planOf(definition), atMs }),
    wallets:
      before && before.instance.participants === instance.participants
        ? before.wallets
        : walletsOf(instance, definition),
    createdAtMs: before?.createdAtMs ?? atMs,
    updatedAtMs: atMs,
    firstTransactionId: before?.firstTransactionId ?? tx.txId,
    lastTransactionId: tx.txId,
    transactionCount: (before?.transactionCount ?? 0) + 1,
    completedActionCount: (before?.completedActionCount ?? 0) + (isAction ? 1 : 0),
  };
}

/** Addresses that take part, each once: those that the definition fixes, those that took an open role, and who opened the instance. */
function walletsOf({ participants, opener }: Instance, { participants: roles }: Definition): readonly string[] {
  const fixed = roles.flatMap(({ walletAddress }) => walletAddress ?? []);
  return [...new Set([...fixed, ...Object.values(participants), opener])];
}

interface Standing {
  readonly instance: Instance;
  readonly order: readonly string[];
  readonly plan: Plan;
  readonly atMs: number;
}

/** A join to which several branches lead waits once, for the first of them and until the first of their deadlines. */
function pendingAfter(before: readonly PendingBranch[], { instance, order, plan, atMs }: Standing): PendingBranch[] {
  const pending: PendingBranch[] = [];
  const joins = new Set<number>();
  for (const txId of order) {
    const { next, taken, dueMs } = instance.heads[txId] as Instance['heads'][string];
    for (const actionId of next) {
      const planned = plan.actions.get(String(actionId));
      if (!planned || taken.includes(actionId) || joins.has(actionId)) continue;
      const isJoin = planned.priors.length > 0;
      if (isJoin && missingPriors(instance, planned).length > 0) continue;
      if (isJoin) joins.add(actionId);
      const branch = `${txId}:${actionId}`;
      const wallet = holderOf(instance, planned.sender);
      const due = isJoin ? firstDue(instance, actionId) : dueMs;
      pending.push({
        branch,
        sinceMs: before.find((one) => one.branch === branch)?.sinceMs ?? atMs,
        ...(wallet === undefined ? {} : { wallet }),
        ...(due === undefined ? {} : { dueMs: due }),
      });
    }
  }
  return pending;
}

function holderOf(
  { participants }: Instance,
  { id, walletAddress }: Definition['participants'][number],
): string | undefined {
  return walletAddress ?? (Object.hasOwn(participants, id) ? participants[id] : undefined);
}

function firstDue({ heads }: Instance, actionId: number): number | undefined {
  const dues = Object.values(heads).flatMap(({ next, taken, dueMs }) =>
    dueMs !== undefined && next.includes(actionId) && !taken.includes(actionId) ? [dueMs] : [],
  );
  return dues.length === 0 ? undefined : Math.min(...dues);
}
