// The step about four eyes: another party does the action than did, or does, those that it is kept apart from.
import type { Issue } from '../../base/issue.js';
import { instanceBefore, instanceIdOf, isStart, standsForIn } from '../../moves/kinds/action.js';
import { fourEyesProblem } from '../../moves/people/four-eyes.js';
import { isDoing, moveTypeOf } from '../../transaction/move-type.js';
import type { Subject } from '../parts/context.js';
import { NONE } from '../parts/form.js';
import { timeOf } from './timer.js';

/** VAL_FLOW_005. No wallet makes a timer; an objection or a cancellation does nothing that others check. */
export function fourEyes({ tx, ctx, definition, planned, instance }: Subject): readonly Issue[] {
  if (!definition || !planned || planned.roleApart.length === 0) return NONE;
  const type = moveTypeOf(tx.header);
  if (!isDoing(tx.header) && type !== 'Rejection') return NONE;
  const problem = fourEyesProblem(ctx.view, {
    ...{ definition, planned, instanceId: instanceIdOf(tx), wallet: tx.header.senderWallet },
    instance: isStart(tx.header) ? undefined : (instance ?? instanceBefore(ctx.view, tx)),
    standsFor: standsForIn(tx, { view: ctx.view, definition, atMs: timeOf({ ctx }) }),
    isRejection: type === 'Rejection',
  });
  return problem ? [problem] : NONE;
}
