// How a target does, after one of its attempts. Pure.
import type { DeliveryState } from '../../core/webhooks/delivery.js';
import { restMs } from '../../core/webhooks/schedule.js';
import type { TargetProgress } from '../../core/webhooks/target.js';

/** A delivery went from one state to another; undefined for no row. */
export function countDelivery(
  progress: TargetProgress,
  before: DeliveryState | undefined,
  after: DeliveryState | undefined,
): TargetProgress {
  const change = (state: DeliveryState) =>
    Math.max(0, progress[state] - Number(before === state) + Number(after === state));
  return { ...progress, waiting: change('waiting'), delivered: change('delivered'), dead: change('dead') };
}

export function succeeding(progress: TargetProgress, nowMs: number): TargetProgress {
  const { failingSinceMs: _, restUntilMs: __, ...rest } = progress;
  return { ...rest, failures: 0, lastDeliveredMs: nowMs };
}

export function failing(
  progress: TargetProgress,
  end: { readonly nowMs: number; readonly dice: number; readonly retryAfterMs: number },
): TargetProgress {
  const failures = progress.failures + 1;
  const rest = restMs(failures, end.dice, end.retryAfterMs);
  const { restUntilMs: _, ...others } = progress;
  return {
    ...others,
    failures,
    failingSinceMs: progress.failingSinceMs ?? end.nowMs,
    ...(rest > 0 && { restUntilMs: end.nowMs + rest }),
  };
}

/**
 * It goes on after it was disabled, or at another URL: it is tried at once, and its days of failing begin anew. The
 * failures in a row stay, so that it gets one request at a time until one arrives.
 */
export function goingOn({ failingSinceMs: _, restUntilMs: __, ...rest }: TargetProgress): TargetProgress {
  return rest;
}
