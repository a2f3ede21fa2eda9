// One instance of the inbox before and after a sealed action of it: the fold of the ledger, who takes part, and what waits for whom since when. Pure; the same
// dockets give the same rows on every node.
import { type OpenBranch, openBranches, standingIds, takenFrom, waitsFor } from '../../core/blueprint/branches.js';
import type { Instance } from '../../core/blueprint/instance.js';
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
  const standing = new Set(standingIds(instance));
  const order = (before?.order ?? []).filter((txId) => standing.has(txId));
  if (standing.has(tx.txId)) order.push(tx.txId);
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
  for (const open of inOrder(openBranches(instance), order)) {
    const { txId, actionId } = open;
    const planned = plan.actions.get(String(actionId));
    if (!planned || joins.has(actionId) || waitsFor(instance, plan, open).length > 0) continue;
    if (planned.isJoin) joins.add(actionId);
    const branch = `${txId}:${actionId}`;
    const wallet = holderOf(instance, planned.sender);
    const dues = takenFrom(instance, plan, open).here.flatMap(({ dueMs }) => dueMs ?? []);
    pending.push({
      branch,
      sinceMs: before.find((one) => one.branch === branch)?.sinceMs ?? atMs,
      ...(wallet === undefined ? {} : { wallet }),
      ...(dues.length === 0 ? {} : { dueMs: Math.min(...dues) }),
    });
  }
  return pending;
}

/** By the place of the transaction that each follows. */
function inOrder(branches: readonly OpenBranch[], order: readonly string[]): readonly OpenBranch[] {
  const places = new Map(order.map((txId, place) => [txId, place]));
  return [...branches].sort((a, b) => (places.get(a.txId) ?? 0) - (places.get(b.txId) ?? 0));
}

function holderOf(
  { participants }: Instance,
  { id, walletAddress }: Definition['participants'][number],
): string | undefined {
  return walletAddress ?? (Object.hasOwn(participants, id) ? participants[id] : undefined);
}
