// Password login and its refusals, for the JSON and the OAuth form alike. The order matters: lock first (no password is
// checked while locked), then the password, then what the account may do, so that nothing about an account shows
// without its password, not even that there is one.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { normaliseEmail, type PlatformUser } from '../../core/tenant/user.js';
import { type Refusal, refuse } from '../define.js';
import type { ApiDeps } from '../deps.js';
import type { Attempt } from './attempts.js';
import { ANONYMOUS } from './caller.js';
import { codeUse } from './codes.js';
import { fairKey } from './fair-key.js';
import type { HashTurn } from './passwords.js';
import type { LoginSession } from './session.js';
import { completeSignIn, type SecondFactorChallenge } from './sign-in.js';

type Deps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'commit'
  | 'tenants'
  | 'sessions'
  | 'factors'
  | 'factorSecrets'
  | 'loginTokens'
  | 'tokens'
  | 'passwords'
  | 'attempts'
  | 'audit'
  | 'isFull'
>;

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Subdomain of the organisation to act in; the first membership when absent. */
  readonly subdomain?: string | undefined;
  /**
   * A code of the second factor beside the password: where failures lock the account for an address, the owner enters
   * with it.
   */
  readonly code?: string | undefined;
  readonly address: string;
}

const WRONG = issue('LOGIN_FAILED', '', 'The e-mail address or the password is wrong.');

export async function login(
  deps: Deps,
  credentials: Credentials,
): Promise<Result<LoginSession | SecondFactorChallenge | Refusal>> {
  const email = normaliseEmail(credentials.email);
  const { address } = credentials;
  const user = deps.tenants.userOfEmail(email);
  // A name that is no account goes the same way, at the same pace.
  const attempt = { email, address, isAccount: user !== undefined };
  const { code = '' } = credentials;
  const refused =
    (code === '' && locked(deps, attempt)) || (await delayed(deps, attempt)) || lockedFor(deps, attempt, code);
  if (refused) return refused;
  const matches = await deps.passwords.verify(user?.passwordHash, credentials.password, turnOf(deps, attempt));
  if (isFailure(matches)) return matches;
  // Other attempts may have counted while the hash was computed.
  const lockedMeanwhile = lockedFor(deps, attempt, code);
  if (lockedMeanwhile) return lockedMeanwhile;
  const current = user && deps.tenants.user(user.id);
  // A password that was changed meanwhile is not the password any more.
  if (!current || !matches || current.passwordHash !== user.passwordHash)
    return failed(deps, attempt, { user: current });
  const used = code === '' ? undefined : codeUse(deps, current, { code, isBackupCode: false });
  if (code !== '' && !used && isAskedForCode(deps, current)) return failed(deps, attempt, { user: current });
  return used
    ? completeSignIn(deps, current, 'otp', { ...credentials, with: [used] })
    : completeSignIn(deps, current, 'pwd', credentials);
}

/** The lock, but for a login with a code that is right now: a stranger at the same address cannot make one. */
function lockedFor(deps: Deps, attempt: Attempt, code: string): Refusal | undefined {
  const refusal = locked(deps, attempt);
  if (!refusal || code === '') return refusal;
  const user = deps.tenants.userOfEmail(attempt.email);
  if (user && codeUse(deps, user, { code, isBackupCode: false })) return undefined;
  // Counted, so that codes are guessed slowly, and not for the lock, which a stranger at this address could make one
  // for good.
  deps.attempts.tried(attempt);
  return refusal;
}

function isAskedForCode({ factors }: Deps, { id }: PlatformUser): boolean {
  return factors.of(id).totp?.verifiedAt !== undefined;
}

/** An account is known where its password was right before; all other accounts that are tried at an address share its turns. */
function turnOf({ attempts }: Deps, attempt: Attempt): HashTurn {
  return attempts.isKnown(attempt)
    ? { key: `account ${attempt.email}`, isKnown: true }
    : { key: fairKey({ caller: ANONYMOUS, address: attempt.address }), isKnown: false };
}

/** The refusal while failures from this address lock the account for it. */
export function locked({ attempts }: Deps, attempt: Attempt): Refusal | undefined {
  const seconds = attempts.lockSeconds(attempt);
  if (seconds === 0) return undefined;
  return seconds === Number.POSITIVE_INFINITY
    ? later('The account is locked for this address until an administrator unlocks it.', 86_400)
    : later('The account is locked for this address after failed logins; try again later.', seconds);
}

export async function delayed({ attempts }: Deps, attempt: Attempt): Promise<Refusal | undefined> {
  const seconds = await attempts.turn(attempt);
  return seconds === 0 ? undefined : later('Too many logins to this account are waiting; try again later.', seconds);
}

function later(message: string, seconds: number): Refusal {
  return refuse(issue('LOGIN_LOCKED', '', message), {}, { 'retry-after': String(seconds) });
}

/** Counts, logs and stores a wrong password, or what else was wrong. */
export async function failed(
  deps: Deps,
  attempt: Attempt,
  { user, why = WRONG }: { readonly user: PlatformUser | undefined; readonly why?: Issue },
): Promise<Result<Refusal>> {
  const failures = deps.attempts.failed(attempt);
  const refusal = locked(deps, attempt);
  const event = {
    organisationId: user?.memberships[0]?.organisationId ?? '',
    identityId: user?.id ?? '',
    address: attempt.address,
    success: false,
    details: { failures },
  };
  const rows = [
    deps.audit.record({ ...event, eventType: 'LoginFailed' }),
    ...(refusal ? [deps.audit.record({ ...event, eventType: 'AccountLockedOut' })] : []),
  ];
  // Anybody can fail: the last room of the disk is not for that. The log has told of it.
  if (deps.isFull?.() !== true) await deps.commit(rows);
  return refusal ?? fail(why);
}
