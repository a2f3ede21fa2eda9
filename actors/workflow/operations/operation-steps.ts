// The four steps of an operation, and how an operation is shown. It knows nothing of how they are done.
import type { OperationRecord } from '../../../storage/tables/workflow/operations.js';
import type { OperationView } from './operation-ports.js';

/** Places in STEPS. */
export const STEP = { preparing: 0, encrypting: 1, signing: 2, submitting: 3 } as const;
/** reference-facts 4.1.9. */
export const STEPS_TOTAL = 4;
const COMPLETED = { name: 'Completed', percentComplete: 100 };
const STEPS = [
  { name: 'Preparing', percentComplete: 10 },
  { name: 'Encrypting', percentComplete: 30 },
  { name: 'Signing', percentComplete: 60 },
  { name: 'Submitting', percentComplete: 80 },
] as const;

export function stepAt(step: number): { readonly name: string; readonly percentComplete: number } {
  return STEPS[step] ?? COMPLETED;
}

/** `live` is there for what has not ended. */
export function operationView(
  record: OperationRecord,
  live: { readonly step: number; readonly running: boolean } | undefined,
): OperationView {
  const { state, step: last = STEP.preparing, asker, digest, earlier, ...shown } = record;
  const step = live?.step ?? last;
  const { name, percentComplete } = state === 'Completed' ? COMPLETED : stepAt(step);
  const unfinished = live?.running ? 'Running' : 'Queued';
  return {
    ...shown,
    status: state === 'Completed' || state === 'Failed' ? state : unfinished,
    step: state === 'Completed' ? STEPS_TOTAL : step + 1,
    stepName: name,
    percentComplete,
  };
}
