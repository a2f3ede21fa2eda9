// A move that is one cell for all who read it: a rejection, a cancellation, a refusal to confirm, a private objection.
import type { JsonObject } from '../../../../core/base/json.js';
import type { MoveType } from '../../../../core/blueprint/state/move-types.js';
import type { ActionMetadata } from '../../../../core/transaction/action-metadata.js';
import type { ExternalKeys } from '../../encryption/acting.js';
import type { MoveDraft } from '../../encryption/signing.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import { cellsOfEnding, sealingMsOf } from './cells.js';
import type { MovePorts, PlainMove } from './plain-move.js';

export interface WholeMove extends Omit<PlainMove, 'metadata' | 'recipients'> {
  readonly type: MoveType;
  readonly payload: JsonObject;
  /** Beside the type and the encoding. */
  readonly metadata: JsonObject;
  /** The role that rejects in place of that of the action. */
  readonly as?: string | undefined;
  readonly external?: ExternalKeys | undefined;
}

/** The move before it is encrypted, with the wallets that validators will ask for. */
export function wholeMove(
  ports: Pick<MovePorts, 'chain' | 'clock'>,
  record: InstanceRecord,
  { type, metadata, payload, by, as, external, ...place }: WholeMove,
): MoveDraft {
  const { at, id: instanceId, row } = record;
  const { blueprintId, publicationTxId } = row;
  const atMs = sealingMsOf(ports, at.reg);
  return {
    cells: cellsOfEnding(ports.chain.view(at.reg), { record, type, actionId: place.actionId, by, as, atMs }),
    reg: at.reg,
    header: { registerId: at.registerId, instanceId, blueprintId, publicationTxId, ...place },
    metadata: { ...metadata, contentEncoding: 'encrypted', type } as ActionMetadata,
    data: payload,
    by,
    external,
  };
}
