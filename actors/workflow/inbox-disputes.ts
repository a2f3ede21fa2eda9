// Disputes that wait for somebody to end them, as tasks: for the holder of the role that the definition names, or in a
// stop for each party that has not said what it wants. Found when a move is folded. Pure; it decides nothing.
import { wantedBy } from '../../core/blueprint/disputes.js';
import type { Definition } from '../../core/blueprint/types.js';
import type { StateView } from '../../core/register/types.js';
import { askedIn, resolverIn } from '../../core/transaction/resolutions.js';
import type { InboxInstance, PendingBranch } from '../../storage/inbox.js';
import { resolutionBranch } from './inbox-row.js';

export interface Disputed {
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
  { view, definition, instanceId, atMs, before }: Disputed,
): InboxInstance {
  const { instance } = row;
  if (instance.language !== 2 || !instance.dispute) return row;
  const { dispute } = instance;
  const { untilMs } = dispute;
  const of = { definition, instanceId, instance };
  const resolver = resolverIn(view, of, dispute);
  const asked = askedIn(view, of, dispute).filter((one) => wantedBy(dispute, one) === undefined);
  // Paused, and not stopped, the action is done again: no party has to say more.
  const told = resolver ? [resolver] : untilMs === undefined ? asked : [];
  const tasks = told.map(({ role, wallet }): PendingBranch => {
    const branch = resolutionBranch(dispute.objection, dispute.action, role);
    const sinceMs = before?.pending.find((one) => one.branch === branch)?.sinceMs ?? atMs;
    return { branch, sinceMs, wallet, ...(untilMs !== undefined && { dueMs: untilMs }) };
  });
  return { ...row, pending: [...row.pending, ...tasks] };
}
