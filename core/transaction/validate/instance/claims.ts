// The step about a Claim or Release: whether a party may reserve a role, or gives back what it reserved.
import { type Issue, issue } from '../../../base/issue.js';
import { moveTypeOf } from '../../form/move-type.js';
import { instanceBefore, instanceIdOf } from '../../kinds/action.js';
import { claimedIn, claimProblem } from '../../people/claims.js';
import type { ChainSubject } from '../parts/chain-subject.js';
import { NONE } from '../parts/form.js';
import { timeOf } from './timer.js';

/** VAL_FLOW_006 and 005; VAL_CHAIN_002 where it follows a transaction of another instance. */
export function claims(subject: ChainSubject): readonly Issue[] {
  const { tx, ctx, definition, plan } = subject;
  if (tx.header.metadata === undefined || !definition || !plan) return NONE;
  const type = moveTypeOf(tx.header);
  if (type !== 'Claim' && type !== 'Release') return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  const instanceId = instanceIdOf(tx);
  if (instance?.language !== 2)
    return [issue('VAL_FLOW_006', '/header/instanceId', 'Only roles of an instance of language 2 are claimed.')];
  const follows = ctx.view.transaction(tx.header.previousTransactionId ?? '');
  if (!follows || instanceIdOf(follows) !== instanceId)
    return [
      issue('VAL_CHAIN_002', '/header/previousTransactionId', 'The previous transaction belongs to another instance.'),
    ];
  const planned = claimedIn(plan, tx.header);
  if (!planned)
    return [
      issue(
        'VAL_FLOW_006',
        '/header/metadata/role',
        'Expected a role that does this action or votes on it, or an open one that does nothing and confirms or reads it.',
      ),
    ];
  const of = { tx, definition, planned, instanceId, instance, atMs: timeOf(subject) };
  const problem = claimProblem(ctx.view, of);
  return problem ? [problem] : NONE;
}
