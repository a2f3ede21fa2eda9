// A CredentialStatus says that a credential is suspended, valid again, or revoked. Its reason stays off the ledger.
import { issue } from '../../../../core/base/issue.js';
import { fail, type Result } from '../../../../core/base/result.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import type { MoveOutcome } from '../parts/ask.js';
import { type MovePorts, plainMove, sendMove } from '../parts/plain-move.js';
import type { CredentialStatusAsk } from './ask.js';

/** TRANSACTION_NOT_FOUND for an Issuance that the instance has not; the register judges the rest. */
export async function makeCredentialStatus(
  ports: MovePorts,
  record: InstanceRecord,
  ask: CredentialStatusAsk,
): Promise<Result<MoveOutcome>> {
  const { by, issuance, to } = ask;
  const sealed = record.transactions.find(({ transaction }) => transaction.txId === issuance)?.transaction;
  if (!sealed)
    return fail(issue('TRANSACTION_NOT_FOUND', '/issuance', 'The instance has no sealed transaction with this TxId.'));
  const tx = await plainMove(ports, record, {
    by,
    actionId: sealed.header.actionId,
    previousTransactionId: issuance,
    metadata: { type: 'CredentialStatus' },
    payload: { type: 'credential-status', v: 1, to },
  });
  return sendMove(ports, record, { tx, ask });
}
