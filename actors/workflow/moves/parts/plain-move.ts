// Moves without encrypted data, signed and sent. Whether one may be sealed is decided by the rules of the ledger.
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { prepare } from '../../../../core/kinds/build.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { Acting } from '../../encryption/acting.js';
import { type SigningPorts, signEncrypted } from '../../encryption/signing.js';
import { type Sending, type SubmittingPorts, submitMove } from '../../encryption/submitting.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import type { RecordPorts } from '../../reading/reading-record.js';
import type { MoveOutcome } from './ask.js';

export type MovePorts = SigningPorts & RecordPorts & SubmittingPorts;

export interface PlainMove {
  readonly by: Acting;
  readonly actionId: string;
  readonly previousTransactionId: string;
  readonly payload: Json;
  readonly metadata: JsonObject;
  readonly recipients?: readonly string[];
}

/** A signed move that all may read, or whose payload is encrypted already. */
export async function plainMove(
  ports: Pick<SigningPorts, 'clock' | 'keystore' | 'lostRight' | 'trust'>,
  { at, id, row }: InstanceRecord,
  { by, ...move }: PlainMove,
): Promise<Result<Transaction>> {
  const prepared = prepare({
    ...move,
    registerId: at.registerId,
    instanceId: id,
    blueprintId: row.blueprintId,
    publicationTxId: row.publicationTxId,
    createdAt: new Date(ports.clock.now()).toISOString(),
    senderWallet: by.address,
  });
  return isFailure(prepared) ? prepared : signEncrypted(ports, by, prepared);
}

/** Sends a move that was made. Issues of making it, and those of its register. */
export async function sendMove(
  ports: SubmittingPorts,
  { id: instanceId }: Pick<InstanceRecord, 'id'>,
  { tx, ask }: { readonly tx: Result<Transaction>; readonly ask: Sending },
): Promise<Result<MoveOutcome>> {
  if (isFailure(tx)) return tx;
  const sent = await submitMove(ports, tx, ask);
  return isFailure(sent) ? sent : { transactionId: tx.txId, instanceId, status: sent.status };
}
