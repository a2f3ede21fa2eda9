// The step about a Claim or Release: whether a party may reserve a role, or gives back what it reserved. A claim gives
// its sender what the role reads. So it is made for an action that can be done, and for no later one.
import { type Issue, issue } from '../../base/issue.js';
import { openBranches, waitingRuns, waitsFor } from '../../blueprint/instance/branches.js';
import { isClosedAt, openingOf } from '../../blueprint/instance/not-before.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { claimedAction, roleTaken } from '../../instance/people/claims.js';
import { instanceBefore, instanceIdOf } from '../../instance/rows.js';
import { escalationTo } from '../../transaction/acting.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import type { ChainSubject } from '../parts/chain-subject.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';
import { overdue } from '../timer/judge.js';
import { claimProblem } from './claims.js';

const ACTION = '/header/actionId';

/**
 * VAL_FLOW_006 and 005; VAL_CHAIN_002 where it follows a transaction of another instance; of a Claim VAL_FLOW_010 where
 * the action is not open, and VAL_BP_012 where it was due before.
 */
export function claims(subject: ChainSubject): readonly Issue[] {
  const { tx, ctx, definition, plan } = subject;
  if (!definition || !plan) return NONE;
  const type = moveTypeOf(tx.header);
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  const instanceId = instanceIdOf(tx);
  if (!instance)
    return [issue('VAL_FLOW_006', '/header/instanceId', 'There is no such instance, whose roles could be claimed.')];
  const follows = ctx.view.transaction(tx.header.previousTransactionId ?? '');
  if (!follows || instanceIdOf(follows) !== instanceId)
    return [
      issue('VAL_CHAIN_002', '/header/previousTransactionId', 'The previous transaction belongs to another instance.'),
    ];
  const planned = claimedAction(plan, tx.header);
  if (!planned)
    return [
      issue(
        'VAL_FLOW_006',
        '/header/metadata/role',
        'Expected a role that does this action or votes on it, or an open one that does nothing and confirms or reads it.',
      ),
    ];
  const of = { tx, definition, planned, instanceId, instance, atMs: timeOf(subject) };
  const problem =
    claimProblem(ctx.view, of) ?? (type === 'Claim' ? closedProblem(subject, { instance, plan }) : undefined);
  return problem ? [problem] : NONE;
}

/** It has a run, in force or waiting to be. */
function isDone(instance: Instance, action: number): boolean {
  return Object.hasOwn(instance.runs, action) || waitingRuns(instance).some(({ actionId }) => actionId === action);
}

interface Claimed {
  readonly instance: Instance;
  readonly plan: Plan;
}

/**
 * The action is claimed where it could be done: a branch leads to it that waits for no other; its deadline has not
 * passed; what lets it be done, or this role do it, is due. A pause keeps no role from being claimed. A role that
 * confirms or reads an action and does nothing is claimed also when it was done.
 */
function closedProblem(subject: ChainSubject, { instance, plan }: Claimed): Issue | undefined {
  const { actionId, metadata } = subject.tx.header;
  const id = Number(actionId);
  const atMs = timeOf(subject);
  if (roleTaken(plan, subject.tx.header) !== undefined && isDone(instance, id)) return undefined;
  const open = openBranches(instance).filter(
    (branch) => branch.actionId === id && waitsFor(instance, plan, branch).length === 0,
  );
  if (open.length === 0)
    return issue('VAL_FLOW_010', ACTION, 'No branch leads to this action yet: its role is claimed from then on.');
  const [late] = overdue(subject, instance, plan);
  if (late || open.every(({ dueMs }) => dueMs !== undefined && atMs > dueMs))
    return late ?? issue('VAL_BP_012', ACTION, 'The deadline of the branch has passed.');
  const role = typeof metadata?.role === 'string' ? metadata.role : undefined;
  const standsIn = role === undefined ? undefined : escalationTo(instance, plan, { action: id, role });
  const isEarly = standsIn !== undefined && atMs <= standsIn.dueMs;
  if (!isEarly && open.some((branch) => !isClosedAt(openingOf(instance, plan, branch), atMs))) return undefined;
  return issue(
    'VAL_FLOW_010',
    ACTION,
    `This action is not done yet by that role: by its timers it is later, and the docket is of ${new Date(atMs).toISOString()}. The role is claimed from then on.`,
  );
}
