// An instance that goes on after a move, or ends with it.

import { afterPause } from '../../blueprint/disputes/disputes.js';
import { flowAfter } from '../../blueprint/instance/flow-after.js';
import { flowing } from '../../blueprint/instance/instance-order.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Common, Instance, InstanceState } from '../../blueprint/state/instance.js';
import { inOrder } from '../../blueprint/state/member-order.js';
import type { FlowingMove, MoveBase } from '../../blueprint/state/move.js';
import { MOVE_FACTS } from '../../blueprint/state/move-types.js';
import { tokensOf } from '../../flow/runs.js';

/** An action, a timer, a rejection that goes on, or an answer to a run that waits for it. */
export function wentOn(before: Instance, move: FlowingMove, plan: Plan): Instance {
  const participants = MOVE_FACTS[move.type].takesRole ? withRole(before.participants, move) : before.participants;
  const going = afterPause(before, move.atMs);
  const flow = flowAfter(going.flow, move, plan);
  if (tokensOf(flow).length === 0) return endInstance(going, 'Completed', participants);
  return flowing({ ...commonOf(before), participants }, { ...going, flow, since: sinceOf(before, participants) });
}

/** An instance that has ended has no open branches. The times that were stated stay: a disclosure may begin at one. */
export function endInstance(before: Instance, state: InstanceState, participants: Common['participants']): Instance {
  const last = { ...commonOf(before), participants, state };
  const { acted: _, cancelling: __, dispute: ___, ...rest } = before;
  return flowing(last, { ...rest, flow: {}, since: sinceOf(before, participants) });
}

/** With the role of the move, which its sender takes where no wallet held it. */
export function withRole(
  before: Instance['participants'],
  { planned, senderWallet }: Pick<MoveBase, 'planned' | 'senderWallet'>,
): Instance['participants'] {
  if (!planned.isOpenRole || Object.hasOwn(before, planned.sender.id)) return before;
  return inOrder({ ...before, [planned.sender.id]: senderWallet });
}

/** A role that was not held before is held from this move on. */
export function sinceOf(
  { since, moves }: Pick<Instance, 'since' | 'moves'>,
  participants: Common['participants'],
): Instance['since'] {
  const isKnown = Object.keys(participants).every((id) => Object.hasOwn(since, id));
  if (isKnown) return since;
  const placeOf = (id: string): number => (Object.hasOwn(since, id) ? (since[id] as number) : moves);
  return Object.fromEntries(Object.keys(participants).map((id) => [id, placeOf(id)]));
}

export function commonOf({ blueprintId, opener, publicationTxId }: Instance): Omit<Common, 'participants'> {
  return { blueprintId, opener, publicationTxId, state: 'Active' };
}
