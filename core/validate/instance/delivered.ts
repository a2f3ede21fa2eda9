// The steps about runs that were delivered to who acts: it names the last delivery, and has what its rules read.
import { type Issue, issue } from '../../base/issue.js';
import { hasSeals } from '../../blueprint/plan/seals.js';
import { deliveryToName } from '../../instance/deliveries/known-deliveries.js';
import { lateProblem } from '../../instance/deliveries/late-seals.js';
import { unreadProblem } from '../../instance/deliveries/sealed-reads.js';
import { instanceBefore, instanceIdOf, isStart, rowsIn } from '../../instance/rows.js';
import type { Subject } from '../../moves/parts/context.js';
import { chargeForRows } from '../../moves/parts/memo.js';
import { NONE } from '../../moves/parts/none.js';
import { timeOf } from '../../moves/parts/times.js';
import { isDoing } from '../../transaction/move-type.js';
import { ownSlot } from './overtaking.js';
import { readsIn } from './reading.js';

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
  if (last === undefined || !instance || header.metadata?.delivered === last) return NONE;
  const message = `Runs were delivered to the sender since: read ${last}, and act with metadata.delivered ${JSON.stringify(last)}.`;
  const problem = issue('VAL_DELIVER_007', '/header/metadata/delivered', message);
  return [{ ...problem, ...ownSlot(subject, instance, 'Delivery') }];
}

/**
 * VAL_DELIVER_009: a rule of the run reads one that was opened to its sender's role later, and not delivered yet; or it
 * would be one more that such a rule waits for.
 */
export function deliveryRead({ tx, ctx, plan, definition, instance }: Subject): readonly Issue[] {
  if (!plan || !definition || isStart(tx.header) || !isDoing(tx.header)) return NONE;
  if (!hasSeals(definition)) return NONE;
  const value = instance ?? instanceBefore(ctx.view, tx);
  const planned = plan.actions.get(tx.header.actionId);
  if (!value || !planned) return NONE;
  const { problem, steps } = unreadProblem(ctx.view, { tx, definition, instance: value, rowOf: rowsIn(ctx.view) });
  if (steps > 0) chargeForRows(ctx.known ?? tx, steps);
  const issued = problem ?? lateProblem({ definition, plan, instance: value, planned, atMs: timeOf({ ctx }) });
  return issued ? [issued] : NONE;
}
