// An instance that an action opens.

import { flowMove, targetsOf, waiting } from '../../blueprint/instance/flow-after.js';
import { flowing } from '../../blueprint/instance/instance-order.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Common, Instance } from '../../blueprint/state/instance.js';
import type { MoveOf } from '../../blueprint/state/move.js';
import { openedFlow } from '../../flow/move.js';

type Action = MoveOf<'Action'>;

/** The instance that a starting action opens. */
export function openInstance(
  { blueprintId, publicationTxId }: Pick<Instance, 'blueprintId' | 'publicationTxId'>,
  move: Action,
  { hasTimers, net }: Pick<Plan, 'hasTimers' | 'net'>,
): Instance {
  const { confirm, isOpenRole, sender } = move.planned;
  const participants = isOpenRole ? { [sender.id]: move.senderWallet } : {};
  const isEnd = targetsOf(move).length === 0 && !confirm;
  const first: Common = {
    blueprintId,
    opener: move.senderWallet,
    participants,
    publicationTxId,
    ...(isEnd && { record: move.txId }),
    state: isEnd ? 'Completed' : 'Active',
  };
  const since = Object.fromEntries(Object.keys(participants).map((id) => [id, 0]));
  const flow = isEnd ? {} : confirm ? waiting(undefined, net(), move) : openedFlow(flowMove(move));
  return flowing(first, { flow, moves: 0, runs: {}, since, ...(hasTimers && { startMs: move.atMs }) });
}
