// An instance after an objection. An instance that has ended keeps its state.
import { assert } from '../../base/assert.js';
import { type AfterObjection, afterObjection, afterPause, withAccused } from '../../blueprint/disputes/disputes.js';
import { afterPrivate } from '../../blueprint/disputes/private-objections.js';
import { ballotsLost } from '../../blueprint/disputes/resolutions.js';
import { flowing } from '../../blueprint/instance/instance-order.js';
import { withWeights } from '../../blueprint/plan/approval.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import { standing, withoutVote } from '../../blueprint/state/ballots.js';
import type { Dispute } from '../../blueprint/state/dispute.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { inOrder } from '../../blueprint/state/member-order.js';
import type { MoveBase, MoveParts } from '../../blueprint/state/move.js';

/** A run was proven false, or waits for the resolver to say whether it is. */
export function foldObjection(was: Instance, move: MoveBase & MoveParts['Objection'], plan: Plan): Instance {
  const before = afterPause(was, move.atMs);
  const { txId, senderWallet, previousTransactionId, planned, objection, privately, atMs } = move;
  assert(previousTransactionId !== undefined, 'the form was checked');
  const accused = withAccused(move, before.participants);
  if (privately) {
    const { role, terms } = privately;
    const of = { accused: accused.wallet, accusedRole: accused.role };
    const unproven = { ...of, by: senderWallet, role, run: previousTransactionId };
    const waits = afterPrivate(before, { txId, action: planned.action.id, atMs, terms, unproven });
    return flowing({ ...before, state: 'Disputed' }, { ...before, ...waits });
  }
  assert(objection, 'the form was checked');
  const isActive = before.state === 'Active' || before.state === 'Disputed';
  const of = { run: previousTransactionId, objection: txId };
  const falseVote = withoutVote(before.ballots, of, (id) => {
    const approval = plan.actions.get(String(id))?.approval;
    return approval && withWeights(approval, before);
  });
  const after: AfterObjection = afterObjection(
    { ...before, isActive },
    {
      ...{ txId, senderWallet, ...objection, atMs, run: previousTransactionId, action: planned.action.id },
      ...(falseVote?.voids !== undefined && { stands: falseVote.voids }),
      ...{ accused, roles: plan.roles },
    },
  );
  const state = !isActive ? before.state : after.dispute ? 'Disputed' : 'Active';
  const ballots = standing(falseVote ? falseVote.left : before.ballots, after.flow);
  const lost = after.dispute && ballotsLost(before.ballots, ballots);
  const dispute = lost ? { dispute: inOrder({ ...after.dispute, ballots: lost } as never) as unknown as Dispute } : {};
  return flowing({ ...before, state }, { ...before, ...after, ...dispute, ballots });
}
