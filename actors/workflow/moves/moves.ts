// The moves of an instance that state no data of an action: from what a caller asks to a signed transaction. Whether it
// may be sealed is decided by the rules of the ledger; a node asks first, so that its caller is told at once.
import type { JsonObject } from '../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { keptRuns } from '../../../core/blueprint/disputes/disputes.js';
import { prepare } from '../../../core/kinds/build.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { Acting } from '../asks/acting.js';
import type { CancellationAsk, MoveAsk, RejectionAsk } from '../asks/moves.js';
import type { InstanceRecord } from '../instance/instance-record.js';
import { type RecordPorts, readRecord } from '../reading/reading-record.js';
import { type SigningPorts, signedMove, signSealed, type UnsealedMove } from '../sealing/signing.js';
import { cellsOfEnding, sealingMsOf } from './cells.js';
import { answeringOf, beyondConfirming, unconfirmable } from './confirming.js';
import type { InstanceEnding } from './endings.js';

export type MovePorts = SigningPorts & RecordPorts;

/** The signed transaction. Issues of the move, of the key, and of sealing. */
export function madeMove(ports: MovePorts, record: InstanceRecord, ask: MoveAsk): Promise<Result<Transaction>> {
  return confirmation(ports, record, ask);
}

async function confirmation(ports: MovePorts, record: InstanceRecord, ask: MoveAsk): Promise<Result<Transaction>> {
  const nowMs = ports.clock.now();
  const view = ports.chain.view(record.at.reg);
  const answering = answeringOf({ record, view }, ask, nowMs);
  if (isFailure(answering)) return answering;
  if (ask.accept) {
    const seen = await readRecord(ports, record, ask.by);
    const kept = keptRuns(record.row);
    if (isFailure(seen)) return seen;
    const refused =
      unconfirmable(answering, seen, { ...ask, kept }) ??
      beyondConfirming({ record, view }, answering, { by: ask.by, runs: seen.runs, atMs: nowMs });
    if (refused) return fail(refused);
  }
  const { run, role, payload } = answering;
  const answer = { accept: ask.accept, role };
  const place = { actionId: String(run.actionId), previousTransactionId: run.txId };
  if (ask.accept)
    return plainMove(ports, record, { ...place, by: ask.by, payload, metadata: { answer, type: 'Confirmation' } });
  const { registerId } = record.at;
  const { blueprintId, publicationTxId } = record.row;
  return signedMove(ports, {
    cells: cellsOfEnding(view, {
      record,
      type: 'Confirmation',
      actionId: place.actionId,
      by: ask.by,
      atMs: sealingMsOf(ports, record.at.reg),
    }),
    reg: record.at.reg,
    header: { registerId, instanceId: record.id, blueprintId, publicationTxId, ...place },
    metadata: { answer, contentEncoding: 'encrypted', type: 'Confirmation' },
    data: payload,
    ...{ by: ask.by, external: undefined },
  });
}

/** A move that takes an instance back or ends it, before it is sealed. */
export function endingMove(
  { chain, clock }: Pick<MovePorts, 'chain' | 'clock'>,
  record: InstanceRecord,
  { ask, ending }: { readonly ask: RejectionAsk | CancellationAsk; readonly ending: InstanceEnding },
): UnsealedMove {
  const { at, row, id } = record;
  const { actionId, previousTransactionId, payload, type, roles, full, as } = ending;
  const { blueprintId, publicationTxId } = row;
  const of = { record, type, actionId, by: ask.by, as, atMs: sealingMsOf({ chain, clock }, at.reg) };
  return {
    cells: cellsOfEnding(chain.view(at.reg), of),
    reg: at.reg,
    header: {
      ...{ registerId: at.registerId, instanceId: id, blueprintId },
      ...{ actionId, publicationTxId, previousTransactionId },
    },
    metadata: {
      ...{ type, contentEncoding: 'encrypted' },
      ...(roles && { roles }),
      ...(full && { full }),
      ...(as !== undefined && { as }),
    },
    data: payload,
    by: ask.by,
    external: 'externalRecipientKeys' in ask ? ask.externalRecipientKeys : undefined,
  };
}

export interface PlainMove {
  readonly by: Acting;
  readonly actionId: string;
  readonly previousTransactionId: string;
  readonly payload: JsonObject;
  readonly metadata: JsonObject;
}

/** A move that all may read. */
export async function plainMove(
  ports: MovePorts,
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
  return isFailure(prepared) ? prepared : signSealed(ports, by, prepared);
}
