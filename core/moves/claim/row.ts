// A Claim reserves a role that no wallet holds, and a Release gives it back.
import { assert } from '../../base/assert.js';
import { flowing } from '../../blueprint/instance/instance-order.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { inOrder } from '../../blueprint/state/member-order.js';
import type { MoveOf } from '../../blueprint/state/move.js';
import { claimedAction, roleTaken } from '../../instance/people/claims.js';
import type { StateChange, StateView } from '../../model/register.js';
import { sinceOf } from '../parts/going-on.js';
import { NONE } from '../parts/none.js';
import type { JudgedMove, MoveRow } from '../parts/row.js';
import { claimChanges } from './claims.js';
import { claimFormProblem } from './form.js';

export const claim: MoveRow<'Claim'> = {
  form: ({ tx }) => claimForm(tx.payload, 'Claim'),
  statedParts: ({ tx, plan }) => ({ takes: roleTaken(plan, tx.header) }),
  fold: foldClaim,
  changes,
};

export const release: MoveRow<'Release'> = {
  form: ({ tx }) => claimForm(tx.payload, 'Release'),
  statedParts: () => ({}),
  fold: (before) => before,
  changes,
};

function claimForm(...of: Parameters<typeof claimFormProblem>) {
  const problem = claimFormProblem(...of);
  return problem ? [problem] : NONE;
}

/**
 * A Claim is not a move of the runs: a role that it takes for good is held where the next one of them is sealed. A role
 * that it reserves is not part of the flow (core/instance/people/holders.ts).
 */
function foldClaim(before: Instance, { takes: role, senderWallet }: MoveOf<'Claim'>): Instance {
  if (role === undefined || Object.hasOwn(before.participants, role)) return before;
  const participants = inOrder({ ...before.participants, [role]: senderWallet });
  const since = sinceOf({ ...before, moves: before.moves - 1 }, participants);
  return flowing({ ...before, participants }, { ...before, since });
}

function changes({ tx, definition, instanceId, atMs }: JudgedMove, view: StateView): readonly StateChange[] {
  const plan = planOf(definition);
  const planned = claimedAction(plan, tx.header);
  assert(planned, 'the step of claims passed');
  return claimChanges(view, { tx, planned, instanceId, atMs, takes: roleTaken(plan, tx.header) !== undefined });
}
