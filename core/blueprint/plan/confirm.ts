// Runs that others confirm before they count (`confirm` of an action): what the definition says of it.
// Pure.
import { durationMs } from '../definition/duration.js';
import type { Action } from '../definition/types.js';
import type { PlannedTimer } from './timers.js';

/** After the time to confirm: nothing said is agreed, or the action is done again. */
export const SILENCES = ['redo', 'count'] as const;
export type Silence = (typeof SILENCES)[number];

/** Name of the timer that ends the wait. Timers of a definition have no name that starts with @. */
export const CONFIRM_TIMER = '@confirm';

/** The confirmations that an action asks of others before its runs count: of a checked definition. */
export interface PlannedConfirm {
  /** Roles, in the order of the definition. */
  readonly by: readonly string[];
  readonly withinMs: number;
  readonly otherwise: Silence;
  /** The timer that ends the wait. */
  readonly timer: PlannedTimer;
}

/** Undefined where its runs count at once. */
export function confirmOf({ id, confirm }: Action): PlannedConfirm | undefined {
  if (!confirm) return undefined;
  const { by, within, otherwise } = confirm;
  const next = otherwise === 'redo' ? [id] : [];
  const timer: PlannedTimer = { id: CONFIRM_TIMER, i: -1, from: 'open', next, data: undefined, dueAfter: (ms) => ms };
  return { by, withinMs: durationMs(within) ?? 0, otherwise, timer };
}
