// The step about a Resolution: whether the wallet may say how the dispute ends.
import { type Issue, issue } from '../../base/issue.js';
import { isFailure } from '../../base/result.js';
import { instanceBefore, instanceIdOf } from '../../moves/kinds/action.js';
import { readResolution } from '../../moves/resolution-form.js';
import { judgeResolution } from '../../moves/rules/resolutions.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import type { ChainSubject } from '../parts/chain-subject.js';
import { NONE } from '../parts/form.js';
import { timeOf } from './timer.js';

/** VAL_RES_001 to 003. */
export function resolution(subject: ChainSubject): readonly Issue[] {
  const { tx, ctx, definition } = subject;
  if (tx.header.metadata === undefined || moveTypeOf(tx.header) !== 'Resolution' || !definition) return NONE;
  // The step of forms said what is wrong.
  if (isFailure(readResolution(tx.payload))) return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  if (instance?.language !== 2)
    return [issue('VAL_RES_001', '/header/instanceId', 'Only disputes of an instance of language 2 are resolved.')];
  const of = { tx, definition, instanceId: instanceIdOf(tx), instance, atMs: timeOf(subject) };
  const judged = judgeResolution(ctx.view, of);
  return isFailure(judged) ? [judged.issue] : NONE;
}
