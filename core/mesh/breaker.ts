// The circuit breaker of one peer for one class of requests (docs/protocol.md 16): after failures it stops asking, and
// tries again with one request after a pause that doubles. Pure: time and chance are arguments. Consensus between
// members of a roster never pauses longer than seconds.

/** Classes of requests fail apart: a peer whose disk is slow for ranges may still vote. */
export type RequestClass = 'dial' | 'consensus' | 'dockets' | 'heads' | 'submit' | 'exchange' | 'files' | 'wallets';

export interface Breaker {
  /** Failures since the last success. */
  readonly failures: number;
  /** The last outcomes as bits, newest lowest, 1 for a failure; and how many there are. */
  readonly outcomes: number;
  readonly known: number;
  /** Undefined while closed; else when one request may try. */
  readonly retryAtMs: number | undefined;
  /** How often it opened without a success between. */
  readonly opened: number;
  /** When the trying request was let through; undefined without one. */
  readonly tryingSinceMs: number | undefined;
}

export type BreakerState = 'closed' | 'open' | 'half-open';

export const FAILURES_IN_A_ROW = 5;
const OUTCOMES_KEPT = 20;
const PAUSE_FIRST_MS = 1000;
export const PAUSE_MAX_MS = 5 * 60 * 1000;
/** Else a partition stays unhealed for minutes after the network is back. */
export const PAUSE_CONSENSUS_MAX_MS = 5000;
/**
 * A try that was let through and never reported ends here, so that a caller that gave up does not close the peer for
 * ever.
 */
export const TRY_MAX_MS = 10_000;

const SPREAD = 0.2;

export const CLOSED: Breaker = {
  failures: 0,
  outcomes: 0,
  known: 0,
  retryAtMs: undefined,
  opened: 0,
  tryingSinceMs: undefined,
};

/** `half-open` once the pause is over: one request may try. */
export function breakerState(breaker: Breaker, nowMs: number): BreakerState {
  if (breaker.retryAtMs === undefined) return 'closed';
  return nowMs < breaker.retryAtMs ? 'open' : 'half-open';
}

/** Whether one request may go out, and the breaker that remembers that it did: half-open lets one through at a time. */
export function permit(breaker: Breaker, nowMs: number): { readonly allowed: boolean; readonly breaker: Breaker } {
  const state = breakerState(breaker, nowMs);
  if (state === 'closed') return { allowed: true, breaker };
  const trying = breaker.tryingSinceMs !== undefined && nowMs - breaker.tryingSinceMs < TRY_MAX_MS;
  if (state === 'open' || trying) return { allowed: false, breaker };
  return { allowed: true, breaker: { ...breaker, tryingSinceMs: nowMs } };
}

/**
 * After the outcome of a request. `chance` is uniform in [0, 1); `pauseMaxMs` PAUSE_MAX_MS or PAUSE_CONSENSUS_MAX_MS.
 */
export function afterOutcome(
  breaker: Breaker,
  ok: boolean,
  given: { readonly nowMs: number; readonly chance: number; readonly pauseMaxMs: number },
): Breaker {
  const outcomes = ((breaker.outcomes << 1) | (ok ? 0 : 1)) & (2 ** OUTCOMES_KEPT - 1);
  const known = Math.min(OUTCOMES_KEPT, breaker.known + 1);
  // A success of an open breaker proves the peer well again: the old outcomes would open it at once.
  if (ok && breaker.retryAtMs !== undefined) return CLOSED;
  if (ok) return { ...breaker, failures: 0, outcomes, known };
  const failed: Breaker = { ...breaker, failures: breaker.failures + 1, outcomes, known };
  // Answers to requests that were on their way when it opened do not make the pause longer.
  if (breakerState(breaker, given.nowMs) === 'open') return failed;
  const opens = breaker.retryAtMs !== undefined || failed.failures >= FAILURES_IN_A_ROW || halfFailed(outcomes, known);
  if (!opens) return failed;
  const pauseMs = pause(breaker.opened, given);
  return { ...failed, retryAtMs: given.nowMs + pauseMs, opened: breaker.opened + 1, tryingSinceMs: undefined };
}

function halfFailed(outcomes: number, known: number): boolean {
  if (known < OUTCOMES_KEPT) return false;
  let failed = 0;
  for (let bits = outcomes; bits !== 0; bits &= bits - 1) failed += 1;
  return failed * 2 >= OUTCOMES_KEPT;
}

/**
 * 1 s doubled each time, spread by 20 % so that many nodes do not return in step, and never above the cap, spread
 * included.
 */
function pause(opened: number, given: { readonly chance: number; readonly pauseMaxMs: number }): number {
  const base = Math.min(PAUSE_FIRST_MS * 2 ** Math.min(opened, 30), given.pauseMaxMs / (1 + SPREAD));
  return Math.round(base * (1 - SPREAD + 2 * SPREAD * given.chance));
}
