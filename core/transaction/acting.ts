// The role in which a wallet does or rejects an action: that of the action, or one that may stand in for it after a
// timer (`also`). The sender says which in the clear, in metadata.as, so that all who read the transaction know it.
// Pure.
import { type Issue, issue } from '../base/issue.js';
import { type DueEscalation, escalations } from '../blueprint/instance/open-timers.js';
import type { Plan, PlannedAction } from '../blueprint/plan/planned.js';
import type { Instance } from '../blueprint/state/instance.js';
import type { TransactionHeader } from '../model/transaction.js';
import { moveTypeOf } from './move-type.js';

type Stating = Pick<TransactionHeader, 'metadata'>;

/** The action as the role does it that its header names; undefined for a move in the role of the action itself. */
export function standInIn(planned: Pick<PlannedAction, 'standIns'>, header: Stating): PlannedAction | undefined {
  const as = statedRole(planned, header);
  return typeof as === 'string' ? planned.standIns.get(as) : undefined;
}

/** The role in metadata.as, where it is read at all: of actions and rejections that others may do. */
function statedRole({ standIns }: Pick<PlannedAction, 'standIns'>, { metadata }: Stating): unknown {
  if (standIns.size === 0 || metadata?.as === undefined) return undefined;
  return ['Action', 'Rejection'].includes(moveTypeOf({ metadata })) ? metadata.as : undefined;
}

/** VAL_BP_002 for a role that never does this action in another one's place. */
export function standInProblem(planned: Pick<PlannedAction, 'standIns'>, header: Stating): Issue | undefined {
  if (statedRole(planned, header) === undefined || standInIn(planned, header)) return undefined;
  const roles = [...planned.standIns.keys()].join(', ');
  return issue('VAL_BP_002', '/header/metadata/as', `After a timer others may do this action, and they are: ${roles}.`);
}

/** From when on a role may do an action that waits; undefined where no branch waits there. */
export function escalationTo(
  instance: Instance | undefined,
  plan: Plan,
  of: { readonly action: number; readonly role: string },
): DueEscalation | undefined {
  return escalations(instance, plan).find(({ action, role }) => action === of.action && role === of.role);
}
