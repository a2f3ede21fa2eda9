// The cells of a move of language 2, and the wallets that have to get them: both follow from the definition, from who
// holds the roles now, and from which addresses were revoked. It reads the state, and seals nothing.
import type { JsonObject } from '../../core/base/json.js';
import type { Executed } from '../../core/blueprint/execute.js';
import { groupsOf, groupsOfMove, holdersOf } from '../../core/cells/groups.js';
import { layoutOf, ROUTE_MEMBER, WHOLE_MOVE } from '../../core/cells/layout.js';
import { decisionCell } from '../../core/cells/values.js';
import { addressAt } from '../../core/register/participants.js';
import type { StateView } from '../../core/register/types.js';
import type { InstanceRecord } from './instance-view.js';
import type { Place } from './place.js';
import type { Acting } from './ports.js';
import type { Receiving } from './signing.js';

export interface Executing {
  readonly place: Place;
  readonly executed: Executed;
  readonly by: Acting;
  /** Absent for an opening action. */
  readonly record: InstanceRecord | undefined;
}

/** Data with the decision where that is a cell, and who gets what of it. */
export function cellsOfAction(
  view: StateView,
  { place, executed, by, record }: Executing,
): { readonly data: JsonObject; readonly cells: Receiving } {
  const { definition, planned } = place;
  const layout = layoutOf(definition, planned.action);
  const taken = record?.row.participants ?? {};
  const holders = holdersOf(definition, layout, { sender: by.address, taken, isVacant: revokedIn(view) });
  const { routeId, reasonCode } = executed.decision;
  const decided = layout.tree.below.has(ROUTE_MEMBER) && reasonCode !== undefined;
  const data = decided ? { ...executed.data, [ROUTE_MEMBER]: decisionCell({ routeId, reasonCode }) } : executed.data;
  return { data, cells: { layout, groups: groupsOf(layout, holders) } };
}

/** Of a rejection or cancellation, which is one cell for all who read it; the first is the sender. */
export function cellsOfEnding(view: StateView, [sender = '', ...readers]: readonly string[]): Receiving {
  const isRevoked = revokedIn(view);
  return { layout: WHOLE_MOVE, groups: groupsOfMove([sender, ...readers.filter((one) => !isRevoked(one))]) };
}

function revokedIn(view: StateView): (wallet: string) => boolean {
  return (wallet) => addressAt(view, wallet)?.status === 'Revoked';
}
