// Runs that others confirm before they count: what a confirmation, a refusal or the end of its time does
// to the control flow. Pure; who may is judged before.
import { acceptedFlow, confirmedFlow } from '../../flow/move.js';
import { type Flow, type Run, waitingRun } from '../../flow/runs.js';
import type { PlannedConfirm } from '../plan/confirm.js';
import { giveAgain, placeOf } from '../state/again.js';
import type { Answer } from '../state/move.js';

/** The effect of an answer, or of the end of the time, on a run that waits. */
export type Settled = 'waits' | 'counts' | 'again';

/** `answer` is undefined for the timer. The run waits for the role of the answer. */
export function settleConfirmation(flow: Flow, run: string, { answer, confirm }: Settling): Settled {
  if (!answer) return confirm.otherwise === 'count' ? 'counts' : 'again';
  if (!answer.accept) return 'again';
  const missing = waitingRun(flow, run)?.confirm.missing ?? [];
  return missing.some((role) => role !== answer.role) ? 'waits' : 'counts';
}

export interface Settling {
  readonly answer: Answer | undefined;
  readonly confirm: PlannedConfirm;
}

export interface SettlingMove extends Settling {
  readonly txId: string;
  /** The run that waits. */
  readonly run: string;
  readonly atMs: number;
  /** Time of the branches that it opens, where they have one. */
  readonly deadlineMs: number | undefined;
}

/** The control flow after it. */
export function settledFlow(flow: Flow, move: SettlingMove): Flow {
  const { run, atMs, deadlineMs, answer } = move;
  const settled = settleConfirmation(flow, run, move);
  if (settled === 'waits') return acceptedFlow(flow, run, answer?.role ?? '');
  // The next actions open when the run counts, and have their time from then on.
  if (settled === 'counts')
    return confirmedFlow(flow, { txId: run, atMs, ...(deadlineMs !== undefined && { dueMs: atMs + deadlineMs }) });
  return againFlow(flow, move);
}

/**
 * While a run waits, its sender can do nothing: so the deadlines of its branch are later by that time. All of these are
 * together no longer than the time to confirm: else a sender and a silent party would keep a deadline off without end.
 */
function againFlow(flow: Flow, { txId, run, atMs, confirm: { withinMs } }: SettlingMove): Flow {
  const { first } = placeOf(flow, run);
  const { atMs: sinceMs, pausedMs = 0 } = flow[run] as Run;
  const extended = first?.extendedMs ?? 0;
  // A branch that the run itself opened is open since now.
  const waitedMs = first ? atMs - sinceMs - pausedMs : 0;
  const laterMs = Math.max(0, Math.min(waitedMs, withinMs - extended));
  const notBeforeMs = first?.notBeforeMs === undefined ? undefined : first.notBeforeMs + laterMs;
  return giveAgain(flow, {
    ...{ run, txId, atMs, laterMs, notBeforeMs },
    extendedMs: extended + laterMs,
    hasTimers: true,
  });
}
