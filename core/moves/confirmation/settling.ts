// Effects of the answer of a party, or of the end of its time, on the rows of runs: the one that waits counts, is to be
// done again, or waits for others. Pure.
import { settleConfirmation } from '../../blueprint/instance/confirmation.js';
import { waitingRun } from '../../flow/runs.js';
import { answerIn } from '../../transaction/action-metadata.js';
import type { BetweenRuns, RunEffect } from '../parts/row.js';

/** Undefined where no run waits that the move follows. */
export function settlingRun({ tx: { header }, plan, before }: BetweenRuns): RunEffect | undefined {
  const run = header.previousTransactionId ?? '';
  const confirm = plan.actions.get(header.actionId)?.confirm;
  if (!confirm || !before || !waitingRun(before.flow, run)) return undefined;
  const settled = settleConfirmation(before.flow, run, { answer: answerIn(header.metadata), confirm });
  if (settled === 'waits') return { kind: 'none', causes: [], undoes: [] };
  if (settled === 'counts') return { kind: 'confirm', causes: [], confirms: run, undoes: [] };
  return { kind: 'back', causes: [], undoes: [run] };
}
