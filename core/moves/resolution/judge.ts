// The step about a Resolution: whether the wallet may say how the dispute ends.
import { type Issue, issue } from '../../base/issue.js';
import { isFailure } from '../../base/result.js';
import { instanceBefore, instanceIdOf } from '../../instance/rows.js';
import type { ChainSubject } from '../parts/chain-subject.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';
import { readResolution } from './form.js';
import { judgeResolution } from './resolutions.js';

/** VAL_RES_001 to 004, VAL_GATE_005. */
export function resolution(subject: ChainSubject): readonly Issue[] {
  const { tx, ctx, definition } = subject;
  if (!definition) return NONE;
  // The step of forms said what is wrong.
  if (isFailure(readResolution(tx.payload))) return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  if (!instance)
    return [issue('VAL_RES_001', '/header/instanceId', 'There is no such instance, whose dispute could be resolved.')];
  const of = { tx, definition, instanceId: instanceIdOf(tx), instance, atMs: timeOf(subject) };
  const judged = judgeResolution(ctx.view, of);
  return isFailure(judged) ? [judged.issue] : NONE;
}
