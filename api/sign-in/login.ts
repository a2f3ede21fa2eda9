// Password login and its refusals, for the JSON and the OAuth form alike. The order matters: lock first (no password is
// checked while locked, but beside a code), then the password, then the code, then what the account may do. Nothing
// about an account shows without its password, not even that there is one.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { attemptName, homeOf, normaliseEmail, type PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Attempt } from '../auth/attempts.js';
import { fairKey, strangerTurn } from '../auth/fair-key.js';
import type { HashTurn } from '../auth/passwords.js';
import { type ApiCall, type Refusal, refuse } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { type CodeDeps, isRightCode, judgedCode, type WrongCode } from './codes.js';
import { deviceOf, type StatedDevice } from './known-devices.js';
import type { LoginSession } from './session.js';
import { completeSignIn, type SecondFactorChallenge, type SignInDeps } from './sign-in.js';

/** The ports by which a wrong password or code is counted. */
export type FailureDeps = Pick<ApiDeps, 'commit' | 'attempts' | 'audit' | 'isFull'>;

export type LoginDeps = SignInDeps & CodeDeps & FailureDeps & Pick<ApiDeps, 'passwords'>;

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
  /** As the caller names its device. */
  readonly stated?: StatedDevice | undefined;
}

const WRONG = issue('LOGIN_FAILED', '', 'The e-mail address or the password is wrong.');

export async function login(
  deps: LoginDeps,
  credentials: Credentials,
): Promise<Result<LoginSession | SecondFactorChallenge | Refusal>> {
  const email = normaliseEmail(credentials.email);
  const { address, stated } = credentials;
  const user = deps.tenants.userOfEmail(email);
  // A name without an account goes the same way, at the same pace.
  const device = deviceOf(deps, user, stated);
  const attempt = { email, address, device, isAccount: user !== undefined };
  const { code = '' } = credentials;
  // A caller with the code waits behind no stranger: it is looked at here, and used beside the password alone.
  const isVouched = user !== undefined && code !== '' && isRightCode(deps, user, { code, isBackupCode: false });
  const refused =
    (code === '' && checkLock(deps, attempt)) || (isVouched ? undefined : await delayFailure(deps, attempt));
  if (refused) return refused;
  const turn = turnOf(attempt, isVouched);
  const matches = await deps.passwords.verify(user?.passwordHash, credentials.password, turn);
  if (isFailure(matches)) return matches;
  // Read again: other attempts may have counted while the hash was computed, and a password that was changed meanwhile
  // is not the password any more.
  const value = user && deps.tenants.user(user.id);
  const current = value && matches && value.passwordHash === user.passwordHash ? value : undefined;
  const isJudged = current !== undefined && code !== '' && isAskedForCode(deps, current);
  const judged = isJudged ? judgedCode(deps, current, { code, isBackupCode: false, address }) : undefined;
  const place = { ...credentials, device };
  if (judged && 'used' in judged) return completeSignIn(deps, current!, 'otp', { ...place, with: [judged.used] });
  const lock = checkLock(deps, attempt);
  if (lock) return stillLocked(deps, attempt, { lock, hasCode: code !== '', wrong: judged });
  if (!current) return failLogin(deps, attempt, { user: value });
  // A code that is not judged counts as missing: what is asked for beside the password is then a backup code or a
  // passkey.
  return judged && !judged.isLimited
    ? failLogin(deps, attempt, { user: current, counted: judged.counted })
    : completeSignIn(deps, current, 'pwd', place);
}

/**
 * The account of a caller, whose password this is: a stolen access token is not a way to guess it without end. Issues:
 * LOGIN_FAILED at `path`, LOGIN_LOCKED.
 */
export async function ownPassword(
  { deps, caller, address }: Pick<ApiCall<LoginDeps>, 'deps' | 'caller' | 'address'>,
  password: string,
  path: string,
): Promise<Result<PlatformUser | Refusal>> {
  const user = deps.tenants.user(caller.platformUserId);
  if (!user) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
  const attempt = ownAttempt(user, { caller, address });
  const before = checkLock(deps, attempt);
  if (before) return before;
  const turn = { key: fairKey({ caller, address }), isKnown: true };
  const matches = await deps.passwords.verify(user.passwordHash, password, turn);
  if (isFailure(matches)) return matches;
  // Read again: other attempts may have counted, and the account may have changed, while the hash was computed.
  const current = deps.tenants.user(user.id) ?? user;
  const meanwhile = checkLock(deps, attempt);
  if (meanwhile) return meanwhile;
  if (matches && current.passwordHash === user.passwordHash) {
    deps.attempts.countSuccess(attempt);
    return current;
  }
  const refusal = await failLogin(deps, attempt, { user: current });
  return isFailure(refusal) ? fail(issue('LOGIN_FAILED', path, 'The current password is wrong.')) : refusal;
}

/**
 * The place of a caller is its session, wherever it calls from: a stranger at its address does not lock it out, and a
 * thief of the session has no more tries for having many addresses.
 */
export function ownAttempt(
  user: PlatformUser,
  { caller, address }: Pick<ApiCall<unknown>, 'caller' | 'address'>,
): Attempt {
  return { email: attemptName(user), address, device: caller.sessionId, isAccount: true };
}

/**
 * Nothing but the right code beside the right password passes a lock. The answer does not say which of them was wrong.
 * A code is counted, so that codes are guessed slowly. It does not count for the lock, with which a stranger at this
 * address could lock it for good.
 */
function stillLocked(
  deps: FailureDeps,
  attempt: Attempt,
  {
    lock,
    hasCode,
    wrong,
  }: { readonly lock: Refusal; readonly hasCode: boolean; readonly wrong: WrongCode | undefined },
): Refusal {
  if (hasCode) deps.attempts.countForAccount(attempt);
  // Not waited for: the time of a write would tell at a locked address that the password was right. A store that writes
  // no more refuses whatever comes next.
  if (wrong && wrong.counted.length > 0) deps.commit(wrong.counted).catch(() => undefined);
  return lock;
}

function isAskedForCode({ factors }: LoginDeps, { id }: PlatformUser): boolean {
  return factors.of(id).totp?.verifiedAt !== undefined;
}

/** All accounts that strangers try at an address share its turns. */
function turnOf({ email, address, device }: Attempt, isVouched: boolean): HashTurn {
  return device !== undefined || isVouched ? { key: `account ${email}`, isKnown: true } : strangerTurn(address);
}

const PLACE = 'this address, device or session';

/** The refusal while failures from this place lock the account for it. */
export function checkLock({ attempts }: FailureDeps, attempt: Attempt): Refusal | undefined {
  const seconds = attempts.lockSeconds(attempt);
  if (seconds === 0) return undefined;
  return seconds === Number.POSITIVE_INFINITY
    ? later(`The account is locked for ${PLACE} until an administrator unlocks it.`, 86_400)
    : later(`The account is locked for ${PLACE} after failed logins; try again later.`, seconds);
}

export async function delayFailure({ attempts }: FailureDeps, attempt: Attempt): Promise<Refusal | undefined> {
  const seconds = await attempts.turn(attempt);
  return seconds === 0 ? undefined : later('Too many logins to this account are waiting; try again later.', seconds);
}

function later(message: string, seconds: number): Refusal {
  return refuse(issue('LOGIN_LOCKED', '', message), {}, { 'retry-after': String(seconds) });
}

/** Counts, logs and stores a wrong password, or what else was wrong. */
export async function failLogin(
  deps: FailureDeps,
  attempt: Attempt,
  {
    user,
    why = WRONG,
    counted = [],
  }: {
    readonly user: PlatformUser | undefined;
    readonly why?: Issue;
    /** Kept whatever room there is: it takes the place of what was counted before. */
    readonly counted?: readonly KvOp[];
  },
): Promise<Result<Refusal>> {
  const failures = deps.attempts.countFailure(attempt);
  const refusal = checkLock(deps, attempt);
  const event = {
    organisationId: user ? homeOf(user) : '',
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
  const kept = deps.isFull?.() === true ? counted : [...counted, ...rows];
  if (kept.length > 0) await deps.commit(kept);
  return refusal ?? fail(why);
}
