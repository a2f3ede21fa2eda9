// The passkeys of an account: how many there are, that none is there twice, and that none is a copy of another. Pure.
import { type Issue, issue } from '../../base/issue.js';
import { fail, failIf, type Result } from '../../base/result.js';
import type { Factors, Passkey } from './factors.js';

/** Passkeys of one account: its row lists them. */
export const PASSKEYS_MAX = 10;

/** The factors with one passkey more. Issues: PASSKEYS_FULL, PASSKEY_EXISTS. */
export function withPasskey(factors: Factors, added: Passkey): Result<Factors> {
  const { passkeys } = factors;
  if (passkeys.some(({ id }) => id === added.id))
    return fail(issue('PASSKEY_EXISTS', '', 'The account has this passkey already.'));
  return failIf(fullProblem(factors)) ?? { ...factors, passkeys: [...passkeys, added] };
}

/** PASSKEYS_FULL without room for one more. */
export function fullProblem({ passkeys }: Factors): Issue | undefined {
  if (passkeys.length < PASSKEYS_MAX) return undefined;
  return issue('PASSKEYS_FULL', '', `An account has at most ${PASSKEYS_MAX} passkeys: revoke one first.`);
}

export interface PasskeyUse {
  readonly id: string;
  /** Of the signature. */
  readonly counter: number;
  readonly isBackedUp: boolean;
  readonly at: string;
}

/**
 * The factors after a signature. An assertion with a counter that is not above the last is of a copy, or was seen
 * before (Web Authentication, section 6.1.1); authenticators that do not count stay at 0. Issue: PASSKEY_FAILED.
 */
export function withUse(factors: Factors, { id, counter, isBackedUp, at }: PasskeyUse): Result<Factors> {
  const used = factors.passkeys.find((passkey) => passkey.id === id);
  if (!used) return fail(issue('PASSKEY_FAILED', '', 'The passkey is not one of this account any more.'));
  if ((counter > 0 || used.counter > 0) && counter <= used.counter)
    return fail(issue('PASSKEY_FAILED', '', 'The passkey did not count on: there may be a copy of it.'));
  const after: Passkey = { ...used, counter, isBackedUp, lastUsedAt: at };
  return { ...factors, passkeys: factors.passkeys.map((passkey) => (passkey.id === id ? after : passkey)) };
}
