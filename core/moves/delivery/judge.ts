// The steps about a Delivery: whether its sender may give these runs to this wallet, whether a provable one is, and
// whether who acts after it says so. No validator can open it, unless its receiver shows how.
import { type Issue, issue } from '../../base/issue.js';
import { POINT_PROOF_STEPS } from '../../base/limits/ledger/work.js';
import { isFailure } from '../../base/result.js';
import { readDelivery } from '../../envelope/delivery/delivery-form.js';
import { provableProblem } from '../../envelope/delivery/provable.js';
import { instanceBefore, instanceIdOf, rowsIn } from '../../instance/rows.js';
import type { Subject } from '../parts/context.js';
import { chargeInPlace } from '../parts/memo.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';
import { judgeDelivery } from './deliveries.js';

/** VAL_DELIVER_002 for a proof that does not hold. */
export function deliveryProof({ tx }: Subject): readonly Issue[] {
  if (isFailure(readDelivery(tx.payload))) return NONE;
  const problem = provableProblem(tx);
  return problem ? [problem] : NONE;
}

/** VAL_DELIVER_001 to 004 and 008; VAL_CHAIN_002 where it follows another transaction than its first run. */
export function delivery({ tx, ctx, definition, instance }: Subject): readonly Issue[] {
  if (!definition) return NONE;
  // The step of forms said what is wrong.
  if (isFailure(readDelivery(tx.payload))) return NONE;
  const value = instance ?? instanceBefore(ctx.view, tx);
  if (!value) return [issue('VAL_DELIVER_001', '/header/instanceId', 'There is no such instance.')];
  const of = {
    ...{ tx, definition, instanceId: instanceIdOf(tx), instance: value, rowOf: rowsIn(ctx.view) },
    atMs: ctx.docketMs ?? ctx.openMs?.() ?? timeOf({ ctx }),
  };
  const judged = judgeDelivery(ctx.view, of);
  if (!isFailure(judged) && judged.proof) chargeInPlace(ctx.known ?? tx, POINT_PROOF_STEPS);
  return isFailure(judged) ? [judged.issue] : NONE;
}
