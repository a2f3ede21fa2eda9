// Effects of the answer of a party, or of the end of its time, on the rows of runs: the one that waits counts, is to be
// done again, or waits for others. Pure.
import { settledBy } from '../../blueprint/instance/confirmation.js';
import type { RunMove } from '../../blueprint/instance/run-rows.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { FlowInstance } from '../../blueprint/state/instance.js';
import { waitingRun } from '../../flow/runs.js';
import type { TransactionHeader } from '../../model/transaction.js';
import { answerIn } from '../../transaction/action-metadata.js';
import { moveTypeOf } from '../../transaction/move-type.js';

/**
 * The changes that an answer, or the end of its time, makes to the run that waits; undefined where the move is none.
 */
export function settlingOf(
  header: TransactionHeader,
  plan: Plan,
  { flow }: FlowInstance,
): Pick<RunMove, 'kind' | 'confirms' | 'undoes'> | undefined {
  const run = header.previousTransactionId ?? '';
  const confirm = plan.actions.get(header.actionId)?.confirm;
  if (!confirm || !waitingRun(flow, run) || !['Timer', 'Confirmation'].includes(moveTypeOf(header))) return undefined;
  const settled = settledBy(flow, run, { answer: answerIn(header.metadata), confirm });
  if (settled === 'waits') return { kind: 'none', undoes: [] };
  return settled === 'counts' ? { kind: 'confirm', confirms: run, undoes: [] } : { kind: 'back', undoes: [run] };
}
