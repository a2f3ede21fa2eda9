// A Confirmation: the answer of a wallet to a run that waits for it. A yes is plain, the reason of a no is encrypted.
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { keptRuns } from '../../../../core/blueprint/disputes/disputes.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { signedMove } from '../../encryption/signing.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import { readRecord } from '../../reading/reading-record.js';
import type { MoveOutcome } from '../parts/ask.js';
import { type MovePorts, plainMove, sendMove } from '../parts/plain-move.js';
import { wholeMove } from '../parts/whole-move.js';
import type { ConfirmationAsk } from './ask.js';
import { answeringOf, beyondConfirming, unconfirmable } from './waiting-run.js';

/** Issues of `answeringOf`, `unconfirmable` and `beyondConfirming`, of the key and of the register. */
export async function makeConfirmation(
  ports: MovePorts,
  record: InstanceRecord,
  ask: ConfirmationAsk,
): Promise<Result<MoveOutcome>> {
  return sendMove(ports, record, { tx: await confirmation(ports, record, ask), ask });
}

async function confirmation(
  ports: MovePorts,
  record: InstanceRecord,
  ask: ConfirmationAsk,
): Promise<Result<Transaction>> {
  const nowMs = ports.clock.now();
  const view = ports.chain.view(record.at.reg);
  const answering = answeringOf({ record, view }, ask, nowMs);
  if (isFailure(answering)) return answering;
  const { run, role, payload } = answering;
  const { accept, by } = ask;
  const answer = { accept, role };
  const move = { by, actionId: String(run.actionId), previousTransactionId: run.txId, payload };
  const type = 'Confirmation';
  if (!accept) return signedMove(ports, wholeMove(ports, record, { ...move, type, metadata: { answer } }));
  const seen = await readRecord(ports, record, by);
  if (isFailure(seen)) return seen;
  const refused =
    unconfirmable(answering, seen, { ...ask, kept: keptRuns(record.row) }) ??
    beyondConfirming({ record, view }, answering, { by, runs: seen.runs, atMs: nowMs });
  if (refused) return fail(refused);
  return plainMove(ports, record, { ...move, metadata: { answer, type } });
}
