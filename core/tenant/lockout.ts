// Progressive lockout of password logins (reference-facts section 5): 5 failures lock for 5 minutes, 10 for 30 minutes,
// 15 for a day, 25 until an administrator unlocks. Pure; what is counted, and for how long it is kept, is decided in
// api/auth/attempts.ts.

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
const LOCKED_FOR_GOOD = 25;

/** The record after one more wrong password at `nowMs`. Beyond 15 failures every further one locks for a day. */
export function afterFailure(record: LoginRecord, nowMs: number): LoginRecord {
  const failures = record.failures + 1;
  if (failures >= LOCKED_FOR_GOOD) return { failures, lockedUntilMs: 0, locked: true };
  const step = failures > 15 ? STEPS[2] : STEPS.find((s) => s.failures === failures);
  // A lock that is in force is not lifted by one more failure.
  const lockedUntilMs = Math.max(record.lockedUntilMs, step ? nowMs + step.ms : 0);
  return { failures, lockedUntilMs, locked: false };
}

/** Seconds until a login may be tried: 0 when it may be now, Infinity when an administrator has to unlock. */
export function lockSeconds(record: LoginRecord, nowMs: number): number {
  if (record.locked) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.ceil((record.lockedUntilMs - nowMs) / 1000));
}

/**
 * Failed logins in mind: pairs of account and address, and accounts. Some MiB of memory each, once for accounts and
 * once for other names.
 */
export const ATTEMPT_PAIRS_MAX = 20_000;
export const ATTEMPT_ACCOUNTS_MAX = 5000;
/**
 * Failures of one account at all addresses that cause no delay, and the time after which one of them is forgotten:
 * twenty an hour.
 */
export const ATTEMPT_FREE = 20;
export const ATTEMPT_FORGET_MS = 3 * 60_000;
/**
 * The longest delay of one login, and how many wait for one account: together they let through 16 guesses a minute,
 * from however many addresses. Networks take turns: one that comes anew takes the place of the one that holds the most,
 * if that holds two.
 */
export const ATTEMPT_DELAY_MAX_MS = 30_000;
export const ATTEMPT_WAITING_MAX = 8;
