// An instance that an action opens, and one in which a party did an action.

import { flowMove, targetsOf, waiting } from '../../blueprint/instance/flow-after.js';
import { headOf, taking } from '../../blueprint/instance/heads.js';
import { flowing, headed } from '../../blueprint/instance/instance-order.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Common, HeadedInstance, Instance } from '../../blueprint/state/instance.js';
import { inOrder, isEmpty } from '../../blueprint/state/member-order.js';
import type { MoveOf } from '../../blueprint/state/move.js';
import { openedFlow } from '../../flow/move.js';
import { commonOf, ended, wentOn, withRole } from '../parts/going-on.js';

type Action = MoveOf<'Action'>;

/** The instance that a starting action opens. */
export function opened(
  { blueprintId, publicationTxId }: Pick<Instance, 'blueprintId' | 'publicationTxId'>,
  move: Action,
  { language, hasTimers, net }: Pick<Plan, 'language' | 'hasTimers' | 'net'>,
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
  if (language === 2) {
    const since = Object.fromEntries(Object.keys(participants).map((id) => [id, 0]));
    const flow = isEnd ? {} : confirm ? waiting(undefined, net(), move) : openedFlow(flowMove(move));
    return flowing(first, { flow, moves: 0, runs: {}, since, ...(hasTimers && { startMs: move.atMs }) });
  }
  const head = headOf(move);
  const { action, isAwaited } = move.planned;
  const completed = head && isAwaited ? { [action.id]: move.txId } : {};
  return headed(first, { completed, heads: head ? { [move.txId]: head } : {} });
}

export function acted(before: Instance, move: Action, plan: Plan): Instance {
  return before.language === 2 ? wentOn(before, move, plan) : headedAfter(before, move);
}

function headedAfter(before: HeadedInstance, move: Action): Instance {
  const { action, isAwaited, priors } = move.planned;
  const participants = withRole(before.participants, move);
  const heads = taking(before, move);
  const head = headOf(move);
  if (head) heads[move.txId] = head;
  else if (isEmpty(heads)) return ended(before, 'Completed', participants);
  let { completed } = before;
  if (priors.length > 0 || isAwaited) {
    const left = { ...completed };
    for (const id of priors) delete left[id];
    if (isAwaited) left[action.id] = move.txId;
    completed = left;
  }
  return headed({ ...commonOf(before), participants }, { completed, heads: inOrder(heads) });
}
