// The step about a Delivery: whether its sender may give these runs to this wallet. No validator can open it.
import { type Issue, isIssue, issue } from '../../base/issue.js';
import { readDelivery } from '../../cells/delivery-form.js';
import { moveTypeOf } from '../action-metadata.js';
import { judgeDelivery } from '../deliveries.js';
import { instanceBefore, instanceIdOf, rowsIn } from '../kinds/action.js';
import type { Subject } from './context.js';
import { NONE } from './form.js';

/** VAL_DELIVER_001, 003 and 004; VAL_CHAIN_002 where it follows another transaction than the first run that it names. */
export function delivery({ tx, ctx, definition, instance }: Subject): readonly Issue[] {
  if (tx.header.metadata === undefined || moveTypeOf(tx.header) !== 'Delivery' || !definition) return NONE;
  // The step of forms said what is wrong.
  if (isIssue(readDelivery(tx.payload))) return NONE;
  const found = instance ?? instanceBefore(ctx.view, tx);
  if (found?.language !== 2)
    return [issue('VAL_DELIVER_001', '/header/instanceId', 'Only runs of language 2 are delivered.')];
  const of = { tx, definition, instanceId: instanceIdOf(tx), instance: found, rowOf: rowsIn(ctx.view) };
  const judged = judgeDelivery(ctx.view, of);
  return isIssue(judged) ? [judged] : NONE;
}
