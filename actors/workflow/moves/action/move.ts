// From an action that was executed to what is sealed of it, and who holds the roles that read it.
import type { JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import type { Executed } from '../../../../core/blueprint/execution/execute.js';
import { seesOf } from '../../../../core/blueprint/names/run-reads.js';
import type { PlannedAction } from '../../../../core/blueprint/plan/planned.js';
import { duesStatedBy, readDues } from '../../../../core/blueprint/plan/stated-dues.js';
import { deliveryToName } from '../../../../core/instance/deliveries/known-deliveries.js';
import { rowsIn } from '../../../../core/instance/rows.js';
import type { StateView } from '../../../../core/model/register.js';
import { statedRouting } from '../../../../core/transaction/action-metadata.js';
import type { MoveDraft } from '../../encryption/signing.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import { cellsOfAction } from '../parts/cells.js';
import type { PlannedPlace } from '../parts/place.js';
import type { ActionAsk } from './ask.js';

type Asked = ActionAsk & { readonly instanceId: string; readonly nowMs: number; readonly sealingMs: () => number };

interface Doing {
  /** Local number of the register. */
  readonly reg: number;
  readonly place: PlannedPlace;
  readonly executed: Executed;
  /** Absent for an opening action. */
  readonly record: InstanceRecord | undefined;
}

/** Due times of timers that are taken from what it states; an action without one of them was refused. */
function duesIn(definition: Definition, { action }: PlannedAction, { data }: Executed): { readonly due?: JsonObject } {
  const due = duesStatedBy(definition, action).length > 0 ? readDues(definition, action, data) : undefined;
  return due && !isFailure(due) ? { due } : {};
}

/** The move of an action that was executed: what it seals, and to whom. */
export function moveOf(view: StateView, ask: Asked, { reg, place, executed, record }: Doing): MoveDraft {
  const { registerId, instanceId, blueprintId, actionId, by } = ask;
  const { publicationTxId, previousTransactionId, definition, planned } = place;
  const delivered = deliveryToName(view, {
    instance: record?.row,
    instanceId,
    rowOf: rowsIn(view),
    wallet: by.address,
    follows: previousTransactionId,
  });
  const isRead = (txId: string): boolean =>
    record?.transactions.some(({ transaction }) => transaction.txId === txId) === true;
  return {
    by,
    external: ask.externalRecipientKeys,
    files: ask.files,
    reg,
    header: { registerId, instanceId, blueprintId, actionId, publicationTxId, previousTransactionId },
    metadata: {
      ...(place.as !== undefined && { as: place.as }),
      contentEncoding: 'encrypted',
      // A delivery that came since the record was read was not acted on: the move is refused, and made anew.
      ...(delivered !== undefined && isRead(delivered) && { delivered }),
      ...duesIn(definition, planned, executed),
      ...(place.vote
        ? { type: 'Vote', ...place.vote }
        : { routing: statedRouting(executed.decision, publicationTxId) }),
      ...seesOf(definition, planned.action, record?.row),
    },
    createdAtMs: ask.nowMs,
    ...cellsOfAction(view, { place, executed, by, record, blueprintId, atMs: ask.sealingMs() }),
  };
}
