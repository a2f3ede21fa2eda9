// The step about four eyes: another party does the action than did, or does, those that it is kept apart from.
import type { Issue } from '../../base/issue.js';
import { standsForIn } from '../../instance/people/deputies.js';
import { fourEyesProblem } from '../../instance/people/four-eyes.js';
import { instanceBefore, instanceIdOf, isStart } from '../../instance/rows.js';
import type { Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { timeOf } from '../../moves/parts/times.js';
import { isActing, moveTypeOf } from '../../transaction/move-type.js';

/** VAL_FLOW_005. No wallet makes a timer; an objection or a cancellation does nothing that others check. */
export function fourEyes({ tx, ctx, definition, planned, instance }: Subject): readonly Issue[] {
  if (!definition || !planned || planned.roleApart.length === 0) return NONE;
  if (!isActing(tx.header)) return NONE;
  const problem = fourEyesProblem(ctx.view, {
    ...{ definition, planned, instanceId: instanceIdOf(tx), wallet: tx.header.senderWallet },
    instance: isStart(tx.header) ? undefined : (instance ?? instanceBefore(ctx.view, tx)),
    standsFor: standsForIn(tx, { view: ctx.view, definition, atMs: timeOf({ ctx }) }),
    isRejection: moveTypeOf(tx.header) === 'Rejection',
  });
  return problem ? [problem] : NONE;
}
