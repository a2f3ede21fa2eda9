// The step about a Challenge: whether its sender may say that this run was not delivered to it.
import { type Issue, issue } from '../../base/issue.js';
import { isFailure } from '../../base/result.js';
import { instanceBefore, instanceIdOf, rowsIn } from '../../instance/rows.js';
import type { Subject } from '../parts/context.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';
import { judgeChallenge } from './challenges.js';
import { readChallenge } from './form.js';

/** VAL_DELIVER_005, 006 and 008; VAL_OBJ_002 when the time to object to the run has passed. */
export function challenge(subject: Subject): readonly Issue[] {
  const { tx, ctx, definition } = subject;
  if (!definition) return NONE;
  // The step of forms said what is wrong.
  if (isFailure(readChallenge(tx.payload))) return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  if (!instance)
    return [
      issue('VAL_DELIVER_005', '/header/instanceId', 'There is no such instance, whose runs could be challenged.'),
    ];
  const of = { tx, definition, instanceId: instanceIdOf(tx), instance: instance, rowOf: rowsIn(ctx.view) };
  const judged = judgeChallenge(ctx.view, { ...of, atMs: timeOf(subject) });
  return isFailure(judged) ? [judged.issue] : NONE;
}
