// An Issuance seals the digests of a credential, so that its wallet may fetch it then.
import { issue } from '../../../../core/base/issue.js';
import { fail, type Result } from '../../../../core/base/result.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import type { MoveOutcome } from '../parts/ask.js';
import { type MovePorts, plainMove, sendMove } from '../parts/plain-move.js';
import type { IssuanceAsk } from './ask.js';

/** TRANSACTION_NOT_FOUND for a run that the instance has not; the register judges the rest. */
export async function makeIssuance(
  ports: MovePorts,
  record: InstanceRecord,
  ask: IssuanceAsk,
): Promise<Result<MoveOutcome>> {
  const { by, run, config, root, copies, validFrom, validUntil, status, replaces } = ask;
  const sealedRun = record.transactions.find(({ transaction }) => transaction.txId === run)?.transaction;
  if (!sealedRun)
    return fail(issue('TRANSACTION_NOT_FOUND', '/run', 'The instance has no sealed transaction with this TxId.'));
  const tx = await plainMove(ports, record, {
    by,
    actionId: sealedRun.header.actionId,
    previousTransactionId: run,
    metadata: { type: 'Issuance' },
    payload: {
      ...{ type: 'issuance', v: 1, config, root, copies, validFrom, status },
      ...(validUntil !== undefined && { validUntil }),
      ...(replaces !== undefined && { replaces }),
    },
  });
  return sendMove(ports, record, { tx, ask });
}
