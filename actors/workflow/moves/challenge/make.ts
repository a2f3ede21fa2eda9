// A Challenge says that a run was not delivered to the wallet, so that its sender has to deliver it in time.
import { issue } from '../../../../core/base/issue.js';
import { fail, type Result } from '../../../../core/base/result.js';
import { receiverNow } from '../../../../core/instance/deliveries/owed.js';
import { classesDue } from '../../../../core/instance/runs/kept-evidence.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import type { MoveOutcome } from '../parts/ask.js';
import { type MovePorts, plainMove, sendMove } from '../parts/plain-move.js';
import type { ChallengeAsk } from './ask.js';

/** TRANSACTION_NOT_FOUND for a run that the instance has not; the register judges the rest. */
export async function makeChallenge(
  ports: MovePorts,
  record: InstanceRecord,
  ask: ChallengeAsk,
): Promise<Result<MoveOutcome>> {
  const { by, txId, role, gate } = ask;
  const { at, id: instanceId, row: instance, definition, held } = record;
  const run = record.transactions.find(({ transaction }) => transaction.txId === txId)?.transaction;
  if (!run || !definition)
    return fail(issue('TRANSACTION_NOT_FOUND', '/txId', 'The instance has no sealed transaction with this TxId.'));
  const view = ports.chain.view(at.reg);
  const of = { definition, instance, instanceId, held };
  const own = definition.participants.filter(({ id }) => receiverNow(view, of, id) === by.address);
  const reading = own.find(({ id }) => classesDue(definition, run, { role: id, gate }).length > 0);
  const tx = await plainMove(ports, record, {
    by,
    actionId: run.header.actionId,
    previousTransactionId: txId,
    metadata: { type: 'Challenge' },
    payload: {
      ...{ type: 'challenge', v: 1, role: role ?? (reading ?? own[0])?.id ?? 'none' },
      ...(gate !== undefined && { gate }),
    },
  });
  return sendMove(ports, record, { tx, ask });
}
