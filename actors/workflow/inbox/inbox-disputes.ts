// Disputes that wait for somebody to end them, as tasks: for the holder of the role that the definition names, or in a
// stop for each party that has not said what it wants. Found when a move is folded. Pure; it decides nothing.

import type { Definition } from '../../../core/blueprint/definition/types.js';
import { outcomeOf } from '../../../core/blueprint/disputes/disputes.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import { missingConsents, resolverIn, rolesAsked } from '../../../core/disputes/parties.js';
import type { StateView } from '../../../core/model/register.js';
import type { InboxInstance, PendingBranch } from '../../../storage/tables/workflow/inbox.js';
import { resolutionBranch } from './inbox-row.js';

export interface DisputeFold {
  readonly view: StateView;
  readonly definition: Definition;
  readonly instanceId: string;
  readonly atMs: number;
  /** Absent for an opening move. */
  readonly before: InboxInstance | undefined;
}

/** The row after a move, with who is asked how its dispute ends. */
export function withDispute(
  row: InboxInstance,
  { view, definition, instanceId, atMs, before }: DisputeFold,
): InboxInstance {
  const { instance } = row;
  if (!instance.dispute) return row;
  const { dispute } = instance;
  const { untilMs } = dispute;
  const of = { definition, instanceId, instance };
  const resolver = resolverIn(view, of, dispute);
  const asked = rolesAsked(view, of, dispute);
  // Paused, and not stopped, the action is done again: no party has to say more.
  const others = untilMs === undefined ? asked.filter(({ role }) => role !== resolver?.role) : [];
  const askeds = [...(resolver ? [resolver] : []), ...others];
  const tasks = askeds.map(({ role, wallet }): PendingBranch => {
    const branch = resolutionBranch(dispute.objection, dispute.action, role);
    const sinceMs = before?.pending.find((item) => item.branch === branch)?.sinceMs ?? atMs;
    // Where the resolver leaves the others say it; who has said it says it again where the last one that was missing
    // left.
    const isLater = resolver ? role !== resolver.role : outcomeOf(dispute, { role, wallet }) !== undefined;
    return {
      ...{ branch, sinceMs, wallet },
      ...(isLater && { again: true as const }),
      ...(untilMs !== undefined && { dueMs: untilMs }),
    };
  });
  return { ...row, pending: [...row.pending, ...tasks] };
}

/** True where the word of the role is waited for by now: records end without a move of the instance. */
export function isAskedNow(
  view: StateView,
  of: { readonly definition: Definition; readonly instanceId: string; readonly instance: Instance },
  by: { readonly role: string; readonly wallet: string },
): boolean {
  const { dispute } = of.instance;
  if (!dispute) return false;
  const resolver = resolverIn(view, of, dispute);
  const isIt = ({ role, wallet }: typeof by): boolean => role === by.role && wallet === by.wallet;
  if (resolver || dispute.untilMs !== undefined) return resolver !== undefined && isIt(resolver);
  const said = outcomeOf(dispute, by);
  if (!rolesAsked(view, of, dispute).some(isIt)) return false;
  return said === undefined || missingConsents(view, of, { ...by, outcome: said }).length === 0;
}
