// The step about cancellations: who cancels, until when, and who has to agree.
import type { Issue } from '../../base/issue.js';
import { termsOf } from '../../blueprint/instance/cancelling.js';
import { holdersNow } from '../../instance/people/holders.js';
import { instanceBefore, instanceIdOf } from '../../instance/rows.js';
import type { ChainSubject } from '../parts/chain-subject.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';
import { cancellationProblem, rolesOf, rolesProblem } from './cancellation.js';
import { endsFull, fullProblem } from './full.js';

/**
 * VAL_BP_019 and VAL_BP_002 of the roles that it speaks for, VAL_BP_018 it is too late, 019 it changes nothing; 020 of
 * one that ends a full instance.
 */
export function cancellation(subject: ChainSubject): readonly Issue[] {
  const { tx, ctx, definition, plan } = subject;
  if (!plan || !definition) return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  if (!instance) return NONE;
  const now = { definition, instance, held: holdersNow(ctx.view, instanceIdOf(tx)), wallet: tx.header.senderWallet };
  const atMs = timeOf(subject);
  if (endsFull(tx.header)) {
    const refused = fullProblem(ctx.view, { ...now, atMs });
    return refused ? [refused] : NONE;
  }
  const of = { ...now, terms: termsOf(plan, instance), atMs };
  const roles = rolesOf(tx.header);
  const problem = rolesProblem(of, roles) ?? cancellationProblem(ctx.view, of, roles);
  return problem ? [problem] : NONE;
}
