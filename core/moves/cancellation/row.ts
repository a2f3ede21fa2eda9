// A Cancellation: parties end an instance before its end.
import type { Issue } from '../../base/issue.js';
import { afterPause } from '../../blueprint/disputes/disputes.js';
import { afterCancellation, termsOf } from '../../blueprint/instance/cancelling.js';
import { flowing } from '../../blueprint/instance/instance-order.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { MoveOf } from '../../blueprint/state/move.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { envelopeForm } from '../parts/envelope-form.js';
import { endInstance } from '../parts/going-on.js';
import type { FormSubject, MoveRow } from '../parts/row.js';
import { lapsedRolesIn, rolesOf } from './cancellation.js';
import { checkCancellation } from './form.js';
import { endsFull } from './full.js';

export const cancellation: MoveRow<'Cancellation'> = {
  form,
  facts: (of, view) => ({ lapsed: lapsedRolesIn(view, of) }),
  statedParts: ({ tx: { header }, lapsed = [] }) => ({ roles: rolesOf(header), lapsed, full: endsFull(header) }),
  fold: foldCancellation,
};

function form({ tx }: FormSubject): readonly Issue[] {
  return isEncrypted(tx.header) ? envelopeForm(tx) : checkCancellation(tx.payload);
}

/** It ends, or waits for others to agree. */
function foldCancellation(before: Instance, move: MoveOf<'Cancellation'>, plan: Plan): Instance {
  const { full, roles, lapsed, senderWallet: wallet, atMs } = move;
  const terms = termsOf(plan, before);
  const cancelling = full ? undefined : afterCancellation(terms, before.cancelling, { roles, wallet, atMs, lapsed });
  if (cancelling) return flowing(before, { ...before, cancelling });
  return endInstance(afterPause(before, atMs), 'Cancelled', before.participants);
}
