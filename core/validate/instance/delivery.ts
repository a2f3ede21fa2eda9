// The steps about a Delivery: whether its sender may give these runs to this wallet, whether a provable one is, and
// whether who acts after it says so. No validator can open it, unless its receiver shows how.
import { type Issue, issue } from '../../base/issue.js';
import { POINT_PROOF_STEPS } from '../../base/limits/ledger/work.js';
import { isFailure } from '../../base/result.js';
import { hasSeals } from '../../blueprint/plan/seals.js';
import { readDelivery } from '../../envelope/delivery/delivery-form.js';
import { provableProblem } from '../../envelope/delivery/provable.js';
import { judgeDelivery } from '../../moves/deliveries/deliveries.js';
import { deliveryToName } from '../../moves/deliveries/known-deliveries.js';
import { lateProblem } from '../../moves/deliveries/late-seals.js';
import { unreadProblem } from '../../moves/deliveries/sealed-reads.js';
import { instanceBefore, instanceIdOf, isStart, rowsIn } from '../../moves/kinds/action.js';
import { isDoing, moveTypeOf } from '../../transaction/move-type.js';
import type { Subject } from '../parts/context.js';
import { NONE } from '../parts/form.js';
import { chargedForRows, chargedInPlace } from '../parts/memo.js';
import { ownSlot } from './overtaking.js';
import { readsIn } from './reading.js';
import { timeOf } from './timer.js';

/** VAL_DELIVER_002 for a proof that does not hold. */
export function deliveryProof({ tx }: Subject): readonly Issue[] {
  if (tx.header.metadata === undefined || moveTypeOf(tx.header) !== 'Delivery') return NONE;
  if (isFailure(readDelivery(tx.payload))) return NONE;
  const problem = provableProblem(tx);
  return problem ? [problem] : NONE;
}

/** VAL_DELIVER_001 to 004 and 008; VAL_CHAIN_002 where it follows another transaction than its first run. */
export function delivery({ tx, ctx, definition, instance }: Subject): readonly Issue[] {
  if (tx.header.metadata === undefined || moveTypeOf(tx.header) !== 'Delivery' || !definition) return NONE;
  // The step of forms said what is wrong.
  if (isFailure(readDelivery(tx.payload))) return NONE;
  const found = instance ?? instanceBefore(ctx.view, tx);
  if (found?.language !== 2)
    return [issue('VAL_DELIVER_001', '/header/instanceId', 'Only runs of language 2 are delivered.')];
  const of = {
    ...{ tx, definition, instanceId: instanceIdOf(tx), instance: found, rowOf: rowsIn(ctx.view) },
    atMs: ctx.docketMs ?? ctx.openMs?.() ?? timeOf({ ctx }),
  };
  const judged = judgeDelivery(ctx.view, of);
  if (!isFailure(judged) && judged.proof) chargedInPlace(ctx.known ?? tx, POINT_PROOF_STEPS);
  return isFailure(judged) ? [judged.issue] : NONE;
}

/**
 * VAL_DELIVER_007: the rules of the run read others, and its sender was delivered something since what it follows, and
 * does not name the last of it. Else it could not be told whether it knew of that, and could state what it likes of it.
 * Where others deliver to it for long, it says when its role has a slot of its own.
 */
export function deliveryKnown(subject: Subject): readonly Issue[] {
  const { tx, ctx } = subject;
  const { header } = tx;
  if (!readsIn(subject)) return NONE;
  const instance = subject.instance === undefined ? instanceBefore(ctx.view, tx) : subject.instance;
  const last = deliveryToName(ctx.view, {
    instance,
    instanceId: instanceIdOf(tx),
    rowOf: rowsIn(ctx.view),
    wallet: header.senderWallet,
    follows: header.previousTransactionId,
  });
  if (last === undefined || instance?.language !== 2 || header.metadata?.delivered === last) return NONE;
  const message = `Runs were delivered to the sender since: read ${last}, and act with metadata.delivered ${JSON.stringify(last)}.`;
  const found = issue('VAL_DELIVER_007', '/header/metadata/delivered', message);
  return [{ ...found, ...ownSlot(subject, instance, 'Delivery') }];
}

/**
 * VAL_DELIVER_009: a rule of the run reads one that was opened to its sender's role later, and not delivered yet; or it
 * would be one more that such a rule waits for.
 */
export function deliveryRead({ tx, ctx, plan, definition, instance }: Subject): readonly Issue[] {
  if (plan?.language !== 2 || !definition || isStart(tx.header) || !isDoing(tx.header)) return NONE;
  if (!hasSeals(definition)) return NONE;
  const found = instance ?? instanceBefore(ctx.view, tx);
  const planned = plan.actions.get(tx.header.actionId);
  if (found?.language !== 2 || !planned) return NONE;
  const { problem, steps } = unreadProblem(ctx.view, { tx, definition, instance: found, rowOf: rowsIn(ctx.view) });
  if (steps > 0) chargedForRows(ctx.known ?? tx, steps);
  const issued = problem ?? lateProblem({ definition, plan, instance: found, planned, atMs: timeOf({ ctx }) });
  return issued ? [issued] : NONE;
}
