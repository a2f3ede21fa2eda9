// A Vote: one of several roles says whether the data of an action holds, and how they decide it.
import { assert } from '../../base/assert.js';
import { afterPause } from '../../blueprint/disputes/disputes.js';
import { flowing } from '../../blueprint/instance/instance-order.js';
import { withWeights } from '../../blueprint/plan/approval.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import { type CastMove, withVote } from '../../blueprint/state/ballots.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { MoveOf } from '../../blueprint/state/move.js';
import { restingAt } from '../../flow/move.js';
import { outcomeOfVote } from '../../instance/next.js';
import { instanceIdOf } from '../../instance/rows.js';
import type { StateView } from '../../model/register.js';
import { statedVote } from '../../transaction/stated-vote.js';
import { dataForm } from '../action/row.js';
import { actorChanges } from '../parts/actor-changes.js';
import { doneRun } from '../parts/done-run.js';
import { commonOf, sinceOf, wentOn, withRole } from '../parts/going-on.js';
import type { Meeting, MoveRow } from '../parts/row.js';
import { castOf } from './vote.js';

type View = Pick<StateView, 'state' | 'transaction'>;

export const vote: MoveRow<'Vote'> = {
  form: dataForm,
  facts: (of, view) => ({ cast: castIn(of, view) }),
  statedParts({ tx, plan, cast }) {
    assert(cast, 'the form was checked');
    return { vote: cast, outcome: outcomeOfVote(plan, tx.header, cast) };
  },
  fold: foldVote,
  runs: doneRun,
  changes: actorChanges,
};

/** Of a vote that the pipeline took: who cast it, and how it decides where it is sealed. */
function castIn({ tx, definition, plan, before, atMs }: Meeting, view: View): CastMove | undefined {
  const cast = statedVote(tx.header);
  const approval = cast && plan.actions.get(tx.header.actionId)?.approval;
  if (!approval || !before) return undefined;
  const action = Number(tx.header.actionId);
  const of = { definition, approval: withWeights(approval, before), action };
  const place = { ...of, instanceId: instanceIdOf(tx), instance: before, atMs };
  return castOf(view, place, { ...cast, wallet: tx.header.senderWallet });
}

/** A vote counts; the one that decides takes the token, as the action does. */
function foldVote(was: Instance, move: MoveOf<'Vote'>, plan: Plan): Instance {
  const { vote: cast, txId, planned } = move;
  const before = afterPause(was, move.atMs);
  const { action } = planned;
  const token = { txId: move.previousTransactionId as string, target: action.id };
  const on = restingAt(before.flow, plan.net(), token);
  const ballots = withVote(before.ballots, { ...cast, txId, action: action.id, n: before.moves, on });
  const after = { ...before, ballots };
  if (cast.led) return wentOn(after, move, plan);
  const participants = withRole(before.participants, move);
  return flowing({ ...commonOf(before), participants }, { ...after, since: sinceOf(before, participants) });
}
