// A claim of a role, or its release, behind the newest transaction of the instance. The register judges it.
import type { Result } from '../../../../core/base/result.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import type { MoveOutcome } from '../parts/ask.js';
import { type MovePorts, plainMove, sendMove } from '../parts/plain-move.js';
import type { ClaimAsk } from './ask.js';

/** Issues of the key and of the register. */
export async function makeClaim(ports: MovePorts, record: InstanceRecord, ask: ClaimAsk): Promise<Result<MoveOutcome>> {
  const { by, type, actionId, role } = ask;
  const last = record.transactions.at(-1) as InstanceRecord['transactions'][number];
  const tx = await plainMove(ports, record, {
    by,
    actionId,
    previousTransactionId: last.transaction.txId,
    metadata: { type, ...(role !== undefined && { role }) },
    payload: { type: type.toLowerCase(), v: 1 },
  });
  return sendMove(ports, record, { tx, ask });
}
