// An instance after a Resolution.
import { assert } from '../../base/assert.js';
import { afterPause } from '../../blueprint/disputes/disputes.js';
import { type ResolverFindings, withoutProven } from '../../blueprint/disputes/private-objections.js';
import { afterResolution, withConsent } from '../../blueprint/disputes/resolutions.js';
import { flowing } from '../../blueprint/instance/instance-order.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { oneMore } from '../../blueprint/state/member-order.js';
import type { MoveBase, MoveOf } from '../../blueprint/state/move.js';
import { foldObjection } from '../objection/fold.js';
import { endInstance } from '../parts/going-on.js';

/** Somebody said how a dispute shall end, and it ends where all were there who have to. */
export function foldResolution(before: Instance, move: MoveOf<'Resolution'>, plan: Plan): Instance {
  const { resolution, txId, senderWallet: wallet, atMs } = move;
  const { dispute } = before;
  assert(dispute, 'the step of resolutions passed');
  const { role, outcome, decides, proven, redoWithinMs } = resolution;
  if (proven && dispute.unproven) return foldJudgement(before, { ...move, proven, unproven: dispute.unproven }, plan);
  assert(outcome, 'the form was checked');
  const isSaid = dispute.consents !== undefined && Object.hasOwn(dispute.consents, role);
  if (!decides)
    return flowing(before, {
      ...before,
      dispute: withConsent(dispute, role, { outcome, wallet }),
      // The first word of a role in a dispute is counted for nothing: others cannot use up what it may say.
      ...(isSaid && { resolutions: oneMore(before.resolutions, role) }),
    });
  const after = afterResolution({ ...before, dispute }, { outcome, redoWithinMs, txId, atMs });
  const { dispute: _, ...rest } = before;
  const { ballots, ...more } = after;
  const left = { ...rest, ...more };
  if (outcome === 'end') return endInstance(left, 'Rejected', before.participants);
  return flowing({ ...before, state: 'Active' }, { ...left, ballots });
}

/** A private objection was found proven, and is one that all know from now on; or not, and all goes on. */
function foldJudgement(
  before: Instance,
  { proven, unproven, ...move }: MoveBase & ResolverFindings,
  plan: Plan,
): Instance {
  const { ground, at, is, terms } = proven;
  if (!is || ground === undefined || at === undefined)
    return flowing({ ...before, state: 'Active' }, afterPause(before, move.atMs));
  const { by: senderWallet, run: previousTransactionId, accused: wallet, accusedRole, role } = unproven;
  const accused = { role: accusedRole, wallet };
  const { privately, ...known } = before;
  const others = withoutProven(privately, role);
  const was: Instance = { ...known, ...(others && { privately: others }) };
  const said = { ...move, senderWallet, previousTransactionId, accused, objection: { ground, at, terms } };
  return foldObjection(was, said, plan);
}
