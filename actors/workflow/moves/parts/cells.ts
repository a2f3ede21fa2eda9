// The cells of a move, and the wallets that have to get them: both follow from the definition, from who
// holds the roles now, and from which addresses were revoked. It reads the state, and seals nothing.
import { assert } from '../../../../core/base/assert.js';
import type { JsonObject } from '../../../../core/base/json.js';
import type { Clock } from '../../../../core/base/ports.js';
import { sealingTime } from '../../../../core/base/time/opening-time.js';
import type { Executed } from '../../../../core/blueprint/execution/execute.js';
import type { MoveType } from '../../../../core/blueprint/state/move-types.js';
import { type DisclosedMove, groupsFor } from '../../../../core/envelope/layout/expected.js';
import type { CellGroup } from '../../../../core/envelope/layout/groups.js';
import { layoutOf, ROUTE_MEMBER, WHOLE_MOVE } from '../../../../core/envelope/layout/layout.js';
import { decisionCell } from '../../../../core/envelope/layout/values.js';
import { receivingNow } from '../../../../core/instance/people/readers.js';
import type { StateView } from '../../../../core/model/register.js';
import type { ChainStore } from '../../../../storage/chain/chain-store.js';
import type { Acting } from '../../encryption/acting.js';
import type { MoveCells } from '../../encryption/signing.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import type { PlannedPlace } from './place.js';

export interface Executing {
  readonly place: PlannedPlace;
  readonly executed: Executed;
  readonly by: Acting;
  /** Absent for an opening action. */
  readonly record: InstanceRecord | undefined;
  readonly blueprintId: string;
  /** `sealingMsOf` the register. */
  readonly atMs: number;
}

/** Data with the decision where that is a cell, and who gets what of it. */
export function cellsOfAction(
  view: StateView,
  { place, executed, by, record, blueprintId, atMs }: Executing,
): { readonly data: JsonObject; readonly cells: MoveCells } {
  const { definition, planned } = place;
  const layout = layoutOf(definition, planned.action);
  const { routeId, reasonCode } = executed.decision;
  const decided = layout.tree.below.has(ROUTE_MEMBER) && reasonCode !== undefined;
  const data = decided ? { ...executed.data, [ROUTE_MEMBER]: decisionCell({ routeId, reasonCode }) } : executed.data;
  const type = place.vote ? ('Vote' as const) : ('Action' as const);
  const groups = groupsIn(view, { definition, planned, type, sender: by.address }, { record, blueprintId, atMs });
  return { data, cells: { layout, groups } };
}

export interface EndingMove {
  readonly record: InstanceRecord;
  readonly type: MoveType;
  readonly actionId: string;
  readonly by: Acting;
  /** `sealingMsOf` the register. */
  readonly atMs: number;
  /** The role that rejects in place of that of the action. */
  readonly as?: string | undefined;
}

/** Of a rejection, cancellation or refusal to confirm, which is one cell for all who read it. */
export function cellsOfEnding(view: StateView, { record, type, actionId, by, as = '', atMs }: EndingMove): MoveCells {
  const { definition, plan } = record;
  const written = plan?.actions.get(actionId);
  const planned = written?.standIns.get(as) ?? written;
  assert(definition && planned, 'the move was judged by the definition');
  const { blueprintId } = record.row;
  const move = { definition, planned, type, sender: by.address };
  return { layout: WHOLE_MOVE, groups: groupsIn(view, move, { record, blueprintId, atMs }) };
}

/** The time of the docket that probably seals a move: who reads it follows from its time slot. */
export function sealingMsOf(
  {
    chain,
    clock,
  }: { readonly chain: Pick<ChainStore, 'newestMs'>; readonly clock: Pick<Clock, 'agreedTimeMs' | 'now'> },
  reg: number,
): number {
  return sealingTime(clock, chain.newestMs(reg));
}

/** The groups that validators will ask for. */
function groupsIn(
  view: StateView,
  move: Pick<DisclosedMove, 'definition' | 'planned' | 'type' | 'sender'>,
  of: Pick<Executing, 'blueprintId' | 'atMs'> & { readonly record: Pick<InstanceRecord, 'id' | 'row'> | undefined },
): readonly CellGroup[] {
  const { definition, sender } = move;
  const { record, blueprintId, atMs } = of;
  const place = { definition, blueprintId, instanceId: record?.id, atMs };
  const now = receivingNow(view, { before: record?.row, sender, ...place });
  return groupsFor({ ...move, ...now });
}
