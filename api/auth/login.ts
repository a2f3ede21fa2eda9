// Password login and its refusals, for the JSON and the OAuth form alike. The order matters: lock first (no password is checked while
// locked), then the password, then what the account may do, so that nothing about an account shows without its password, not even that there is one.
import { type Issue, isIssue, issue } from '../../core/base/issue.js';
import { isFailure } from '../../core/base/result.js';
import { normaliseEmail, type PlatformUser } from '../../core/tenant/user.js';
import { type Refusal, refuse } from '../define.js';
import type { ApiDeps } from '../deps.js';
import type { Attempt } from './attempts.js';
import { ANONYMOUS } from './caller.js';
import { fairKey } from './fair-key.js';
import type { HashTurn } from './passwords.js';
import type { LoginSession } from './session.js';
import { completeSignIn, type SecondFactorChallenge } from './sign-in.js';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Subdomain of the organisation to act in; the first membership when absent. */
  readonly subdomain?: string | undefined;
  readonly address: string;
}

const WRONG = issue('LOGIN_FAILED', '', 'The e-mail address or the password is wrong.');

export async function login(
  deps: ApiDeps,
  credentials: Credentials,
): Promise<LoginSession | SecondFactorChallenge | Refusal | Issue> {
  const email = normaliseEmail(credentials.email);
  const { address } = credentials;
  const user = deps.tenants.userOfEmail(email);
  // A name that is no account goes the same way, at the same pace.
  const attempt = { email, address, isAccount: user !== undefined };
  const refused = locked(deps, attempt) ?? (await delayed(deps, attempt));
  if (refused) return refused;
  const matches = await deps.passwords.verify(user?.passwordHash, credentials.password, turnOf(deps, attempt));
  if (isIssue(matches)) return matches;
  // Other attempts may have counted while the hash was computed.
  const lockedMeanwhile = locked(deps, attempt);
  if (lockedMeanwhile) return lockedMeanwhile;
  const current = user && deps.tenants.user(user.id);
  // A password that was changed meanwhile is not the password any more.
  if (!current || !matches || current.passwordHash !== user.passwordHash) return failed(deps, attempt, current);
  const signedIn = await completeSignIn(deps, current, 'pwd', credentials);
  return isFailure(signedIn) ? signedIn.issue : signedIn;
}

/** An account is known where its password was right before; all other accounts that are tried at an address share its turns. */
function turnOf({ attempts }: ApiDeps, attempt: Attempt): HashTurn {
  return attempts.isKnown(attempt)
    ? { key: `account ${attempt.email}`, isKnown: true }
    : { key: fairKey({ caller: ANONYMOUS, address: attempt.address }), isKnown: false };
}

/** The refusal while failures from this address lock the account for it. */
export function locked({ attempts }: ApiDeps, attempt: Attempt): Refusal | undefined {
  const seconds = attempts.lockSeconds(attempt);
  if (seconds === 0) return undefined;
  return seconds === Number.POSITIVE_INFINITY
    ? later('The account is locked for this address until an administrator unlocks it.', 86_400)
    : later('The account is locked for this address after failed logins; try again later.', seconds);
}

async function delayed({ attempts }: ApiDeps, attempt: Attempt): Promise<Refusal | undefined> {
  const seconds = await attempts.turn(attempt);
  return seconds === 0 ? undefined : later('Too many logins to this account are waiting; try again later.', seconds);
}

function later(message: string, seconds: number): Refusal {
  return refuse(issue('LOGIN_LOCKED', '', message), {}, { 'retry-after': String(seconds) });
}

/** Counts, logs and stores a wrong password. */
export async function failed(
  deps: ApiDeps,
  attempt: Attempt,
  user: PlatformUser | undefined,
): Promise<Refusal | Issue> {
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
  return refusal ?? WRONG;
}
