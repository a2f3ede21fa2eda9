// The step about a Handover: whether its role may pass to the new holder, with whose consent, and when.
import { type Issue, issue } from '../../base/issue.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { instanceBefore, instanceIdOf } from '../../instance/rows.js';
import type { Subject } from '../parts/context.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';
import { type Handed, judgeHandover } from './handover.js';

/** VAL_HAND_001 to 004, and VAL_FLOW_005; VAL_CHAIN_002 where it follows a transaction of another instance. */
export function handover(subject: Subject): readonly Issue[] {
  const handed = judgeHanding(subject);
  return handed && isFailure(handed) ? [handed.issue] : NONE;
}

function judgeHanding(subject: Subject): Result<Handed | undefined> {
  const { tx, ctx, definition } = subject;
  if (!definition) return undefined;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  if (!instance)
    return fail(
      issue('VAL_HAND_001', '/header/instanceId', 'There is no such instance, whose roles could be handed over.'),
    );
  const follows = ctx.view.transaction(tx.header.previousTransactionId ?? '');
  if (!follows || instanceIdOf(follows) !== instanceIdOf(tx))
    return fail(
      issue('VAL_CHAIN_002', '/header/previousTransactionId', 'The previous transaction belongs to another instance.'),
    );
  return judgeHandover(ctx.view, { tx, definition, instanceId: instanceIdOf(tx), instance, atMs: timeOf(subject) });
}
