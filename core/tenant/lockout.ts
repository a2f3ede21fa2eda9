// Progressive lockout of password logins (reference-facts section 5): 5 failures lock for 5 minutes, 10 for 30 minutes, 15 for a day, 25 until an
// administrator unlocks. Pure; the record is stored with the user, so that a restart forgets nothing.

export interface LoginRecord {
  /** Failures since the last success. */
  readonly failures: number;
  /** 0 when not locked. */
  readonly lockedUntilMs: number;
  /** Only an administrator ends this lock. */
  readonly locked: boolean;
}

export const NO_FAILURES: LoginRecord = { failures: 0, lockedUntilMs: 0, locked: false };

const MINUTE = 60_000;
const STEPS: readonly { readonly failures: number; readonly ms: number }[] = [
  { failures: 5, ms: 5 * MINUTE },
  { failures: 10, ms: 30 * MINUTE },
  { failures: 15, ms: 24 * 60 * MINUTE },
];
export const LOCKED_FOR_GOOD = 25;

/** The record after one more wrong password at `nowMs`. Beyond 15 failures every further one locks for a day. */
export function afterFailure(record: LoginRecord, nowMs: number): LoginRecord {
  const failures = record.failures + 1;
  if (failures >= LOCKED_FOR_GOOD) return { failures, lockedUntilMs: 0, locked: true };
  const step = failures > 15 ? STEPS[2] : STEPS.find((s) => s.failures === failures);
  return { failures, lockedUntilMs: step ? nowMs + step.ms : 0, locked: false };
}

/** Seconds until a login may be tried: 0 when it may be now, Infinity when an administrator has to unlock. */
export function lockSeconds(record: LoginRecord, nowMs: number): number {
  if (record.locked) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.ceil((record.lockedUntilMs - nowMs) / 1000));
}
