// Cancellations that wait for consent, as tasks: for each role that is asked and has not agreed, until the ask counts
// no more. Found when a move is folded. Pure; it decides nothing.
import { CANCELLATION_CONSENT_MS } from '../../../core/base/limits/ledger/disputes.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { termsOf, tooLate } from '../../../core/blueprint/instance/cancelling.js';
import { OPENER } from '../../../core/blueprint/plan/cancellation.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { HeldNow } from '../../../core/instance/people/holders.js';
import type { StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { consentsMissing, rolesOf, wordsNow } from '../../../core/moves/cancellation/cancellation.js';
import { moveTypeOf } from '../../../core/transaction/move-type.js';
import type { InboxInstance, PendingBranch } from '../../../storage/tables/workflow/inbox.js';
import { branchParts, cancellationBranch } from './inbox-row.js';

export interface CancellationFold {
  readonly view: StateView;
  readonly definition: Definition;
  readonly held: HeldNow;
  readonly tx: Transaction;
  readonly atMs: number;
  /** Absent for an opening move. */
  readonly before: InboxInstance | undefined;
}

/** The row after a move, with who is asked to agree that its instance is cancelled. */
export function withCancellation(
  row: InboxInstance,
  { view, definition, held, tx, atMs, before }: CancellationFold,
): InboxInstance {
  const { instance } = row;
  if (!instance.cancelling) return row;
  const terms = termsOf(planOf(definition), instance);
  const askedMs = wordsNow({ definition, instance, held, atMs }).asked?.atMs;
  if (askedMs === undefined || tooLate(terms, instance) !== undefined) return row;
  const isAsk = moveTypeOf(tx.header) === 'Cancellation' && askedMs === atMs;
  const known = (before?.pending ?? []).flatMap(({ branch }) => branchParts(branch)).find(({ cancels }) => cancels);
  const ask = isAsk ? { txId: tx.txId, actionId: tx.header.actionId } : known;
  if (!ask) return row;
  const untilMs = instance.dispute?.untilMs;
  const tasks = consentsMissing(view, { definition, terms, instance, held, atMs }).map(({ role, wallet }) => ({
    branch: cancellationBranch(ask.txId, ask.actionId, role),
    sinceMs: askedMs,
    wallet,
    dueMs: askedMs + CANCELLATION_CONSENT_MS,
    ...(untilMs !== undefined && { pausedUntilMs: untilMs }),
  }));
  return { ...row, pending: [...row.pending, ...(tasks satisfies PendingBranch[])] };
}

/** True where the consent of the role is missing by now: its record may have ended, or another key hold it. */
export function isConsentMissing(
  view: StateView,
  of: { readonly definition: Definition; readonly instance: InboxInstance['instance']; readonly held: HeldNow },
  { role, wallet, atMs }: { readonly role: string; readonly wallet: string; readonly atMs: number },
): boolean {
  const { definition, instance, held } = of;
  const terms = termsOf(planOf(definition), instance);
  const missing = consentsMissing(view, { definition, terms, instance, held, atMs });
  return missing.some((item) => item.role === role && item.wallet === wallet);
}

/** The party that asked, by the transaction that did. */
export function askerOf(view: Pick<StateView, 'transaction'>, txId: string, definition: Definition): string {
  const header = view.transaction(txId)?.header;
  const by = planOf(definition).cancellation?.by;
  return (header && rolesOf(header).find((role) => by?.includes(role) ?? true)) ?? OPENER;
}
