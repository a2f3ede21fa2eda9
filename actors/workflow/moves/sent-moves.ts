// Moves beside actions, made and sent: what takes an instance back or ends it, and the answer to a run that waits for
// it. Each is judged by the record as it is in its turn.
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { instanceAt } from '../../../core/instance/rows.js';
import type { ActionOutcome } from '../asks/actions.js';
import type {
  CancellationAsk,
  MoveAsk,
  MoveOutcome,
  RejectionAsk,
  RejectionOutcome,
  RoleClaimAsk,
} from '../asks/moves.js';
import type { CredentialGate } from '../credentials/credential-gate.js';
import { gateProblems } from '../credentials/gated.js';
import { type InstanceRecord, isGoing } from '../instance/instance-record.js';
import { signedMove } from '../sealing/signing.js';
import { type SubmittingPorts, submitMove } from '../sealing/submitting.js';
import { endingOf, type InstanceEnding, type Rejecting, rejectionOf } from './endings.js';
import { endingMove, type MovePorts, madeMove, plainMove } from './moves.js';
import { nextActionOf } from './repeats.js';

export type SentMovePorts = MovePorts & SubmittingPorts & { readonly gate: CredentialGate };

/** Issues of `rejectionOf`, and of the gate where the rejection takes an open role. */
export async function rejectionBy(
  ports: SentMovePorts,
  record: InstanceRecord,
  ask: RejectionAsk,
): Promise<Result<RejectionOutcome>> {
  const rejecting = rejectionOf(record, ask, ports.clock.now());
  if (isFailure(rejecting)) return rejecting;
  const { binds } = rejecting;
  const refused = binds ? await gateProblems(ports.gate, { ...ask, ...record.row }, binds) : [];
  return refused.length > 0 ? fail(refused) : ended(ports, record, { ask, ending: rejecting });
}

/** Issues of `endingOf`. */
export async function cancellationBy(
  ports: SentMovePorts,
  record: InstanceRecord,
  ask: CancellationAsk,
): Promise<Result<ActionOutcome>> {
  const view = ports.chain.view(record.at.reg);
  const ending = endingOf({ record, view }, ask, ports.clock.now());
  if (isFailure(ending)) return ending;
  const outcome = await ended(ports, record, { ask, ending });
  if (isFailure(outcome)) return outcome;
  const row = outcome.status === 'sealed' ? instanceAt(view, record.id) : undefined;
  return { ...outcome, nextActions: [], calculations: {}, isComplete: row !== undefined && !isGoing(row) };
}

/** Issues of `madeMove`. */
export async function answerBy(
  ports: SentMovePorts,
  record: InstanceRecord,
  ask: MoveAsk,
): Promise<Result<MoveOutcome>> {
  const tx = await madeMove(ports, record, ask);
  if (isFailure(tx)) return tx;
  const outcome = await submitMove(ports, tx, ask);
  if (isFailure(outcome)) return outcome;
  return { transactionId: tx.txId, instanceId: record.id, status: outcome.status };
}

/** A claim of a role, or its release, behind the newest transaction of the instance. The register judges it. */
export async function claimBy(
  ports: SentMovePorts,
  record: InstanceRecord,
  { type, actionId, role, ...ask }: RoleClaimAsk,
): Promise<Result<MoveOutcome>> {
  const last = record.transactions.at(-1) as InstanceRecord['transactions'][number];
  const tx = await plainMove(ports, record, {
    ...{ by: ask.by, actionId, previousTransactionId: last.transaction.txId },
    metadata: { type, ...(role !== undefined && { role }) },
    payload: { type: type.toLowerCase(), v: 1 },
  });
  if (isFailure(tx)) return tx;
  const outcome = await submitMove(ports, tx, ask);
  if (isFailure(outcome)) return outcome;
  return { transactionId: tx.txId, instanceId: record.id, status: outcome.status };
}

async function ended(
  ports: SentMovePorts,
  record: InstanceRecord,
  of: { readonly ask: RejectionAsk | CancellationAsk; readonly ending: InstanceEnding | Rejecting },
): Promise<Result<RejectionOutcome>> {
  const { ask, ending } = of;
  const tx = await signedMove(ports, endingMove(ports, record, of));
  if (isFailure(tx)) return tx;
  const outcome = await submitMove(ports, tx, ask);
  if (isFailure(outcome)) return outcome;
  const target = 'target' in ending && record.plan ? nextActionOf(record.plan, ending.target) : undefined;
  return { transactionId: tx.txId, instanceId: record.id, status: outcome.status, ...(target && { target }) };
}
