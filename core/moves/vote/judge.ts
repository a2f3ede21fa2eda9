// Steps about votes: an action that several roles decide is done by votes and by nothing else, one of these roles
// votes, and no role votes twice.
import { type Issue, issue } from '../../base/issue.js';
import { withWeights } from '../../blueprint/plan/approval.js';
import { instanceBefore, instanceIdOf } from '../../instance/rows.js';
import { isDoing } from '../../transaction/move-type.js';
import { statedVote } from '../../transaction/stated-vote.js';
import type { ChainSubject } from '../parts/chain-subject.js';
import type { Subject } from '../parts/context.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';
import { ballotProblem } from './vote.js';

/**
 * VAL_FLOW_008 a vote on an action that is not voted on, or another move that does one which is; VAL_FLOW_003 of a role
 * that does not vote.
 */
export function voting({ tx, plan }: Pick<Subject, 'tx' | 'plan'>): readonly Issue[] {
  const { header } = tx;
  const approval = plan?.actions.get(header.actionId)?.approval;
  const stated = statedVote(header);
  if (!stated)
    return approval && isDoing(header)
      ? [issue('VAL_FLOW_008', '/header/metadata/type', 'Several roles decide this action: each of them sends a Vote.')]
      : NONE;
  if (!approval)
    return [issue('VAL_FLOW_008', '/header/metadata/type', 'There is no vote on this action: its sender does it.')];
  if (approval.voters.has(stated.role)) return NONE;
  const roles = [...approval.voters.keys()].slice(0, 10).join(', ');
  return [issue('VAL_FLOW_003', '/header/metadata/role', `This role does not vote here: expected one of ${roles}.`)];
}

/** VAL_FLOW_003: the role, its participant or its deputy has voted already, and the votes do not decide by now. */
export function ballot({
  tx,
  ctx,
  definition,
  plan,
  instance,
}: Pick<Subject, 'tx' | 'definition' | 'plan' | 'instance'> & {
  readonly ctx: ChainSubject['ctx'];
}): readonly Issue[] {
  const stated = statedVote(tx.header);
  const approval = plan?.actions.get(tx.header.actionId)?.approval;
  if (!stated || !approval || !definition) return NONE;
  const before = instance ?? instanceBefore(ctx.view, tx);
  if (!before) return NONE;
  const action = Number(tx.header.actionId);
  const atMs = timeOf({ ctx });
  const of = {
    definition,
    approval: withWeights(approval, before),
    action,
    instanceId: instanceIdOf(tx),
    instance: before,
    atMs,
  };
  const problem = ballotProblem(ctx.view, of, { ...stated, wallet: tx.header.senderWallet });
  return problem ? [problem] : NONE;
}
