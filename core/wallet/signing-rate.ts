// How often the node's own wallet may sign for one register (specification 5.13). Pure: a window of past times in, a
// window out.

export interface SigningRate {
  /** Signatures allowed within one window. */
  readonly max: number;
  readonly windowMs: number;
}

/**
 * A hundred signatures a register and minute, where the operator sets no other number: a user who deploys dozens of
 * workflows by script is not stopped.
 */
export const SYSTEM_SIGNINGS_PER_MINUTE = 100;

export function signingRate(perMinute: number): SigningRate {
  return { max: perMinute, windowMs: 60_000 };
}

/**
 * The times (milliseconds, ascending) still inside the sliding window at `now`, with `now` appended; undefined when the
 * window is full. The result has at most `rate.max` entries.
 */
export function admitSigning(times: readonly number[], now: number, rate: SigningRate): readonly number[] | undefined {
  const recent = recentSignings(times, now, rate);
  return recent.length < rate.max ? [...recent, now] : undefined;
}

/**
 * The times that still count at `now`. Times in the future (the clock was set back) count too, so that a clock step
 * frees nothing.
 */
export function recentSignings(times: readonly number[], now: number, rate: SigningRate): readonly number[] {
  return times.filter((at) => at > now - rate.windowMs);
}
