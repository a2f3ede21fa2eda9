// The one end of all ways to sign in: what the account may do, then the second factor where it has one, then the
// session.
import { isFailure, type Result } from '../../core/base/result.js';
import { type SecondFactor, secondFactors } from '../../core/tenant/factors/factors.js';
import type { SignInMethod } from '../../core/tenant/session.js';
import { attemptName, type PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ApiDeps } from '../deps/deps.js';
import { nextDeviceToken } from './known-devices.js';
import { identityOf, type LoginSession, openSession } from './session.js';

/** Ways that strangers guess at, so that a device is worth to be known. */
const GUESSED: ReadonlySet<SignInMethod> = new Set(['pwd', 'otp']);

/** The ports of every way to sign in. */
export type SignInDeps = Pick<
  ApiDeps,
  'clock' | 'random' | 'commit' | 'tenants' | 'sessions' | 'factors' | 'loginTokens' | 'tokens' | 'attempts' | 'audit'
>;

export interface SignInPlace {
  readonly address: string;
  /** The device of the account that it comes from, where that is known. */
  readonly device?: string | undefined;
  /** Subdomain of the organisation to act in; the first membership when absent. */
  readonly subdomain?: string | undefined;
  /** Consumer tokens, whatever the organisation gives. */
  readonly tier?: 'consumer' | undefined;
  /** Belongs into the commit that stores the session, such as the use of a code. */
  readonly with?: readonly KvOp[];
}

export interface SecondFactorChallenge {
  readonly loginToken: string;
  readonly availableMethods: readonly SecondFactor[];
}

/**
 * For a user who proved by `method` who it is: the session, or what is asked beside. `user` has to be read in the turn
 * of this call. A second factor that was shown comes here again, with its own method.
 */
export async function completeSignIn(
  deps: SignInDeps,
  user: PlatformUser,
  method: SignInMethod,
  { address, device, subdomain, tier, with: ops = [] }: SignInPlace,
): Promise<Result<LoginSession | SecondFactorChallenge>> {
  const identity = identityOf(deps, user, subdomain);
  if (isFailure(identity)) return identity;
  const availableMethods = secondFactors(deps.factors.of(user.id), method);
  if (availableMethods.length > 0) {
    const { organisationId, id: membershipId } = identity.membership;
    const loginToken = deps.loginTokens.issue({
      ...{ platformUserId: user.id, organisationId, membershipId, address, subdomain, tier, method },
    });
    // The first factor was used, whatever becomes of the second.
    if (ops.length > 0) await deps.commit(ops);
    return { loginToken, availableMethods };
  }
  // The place is one of the owner then, whatever failed there before.
  deps.attempts.countSuccess({ email: attemptName(user), address, device, isAccount: true });
  const signIn = { method, signedInAtMs: deps.sessions.signInDate(deps.clock.now()), tier };
  const session = await openSession(deps, { identity, signIn, address, with: ops });
  return GUESSED.has(method) && user.passwordHash !== undefined
    ? { deviceToken: nextDeviceToken(deps, user, device), ...session }
    : session;
}

export function isChallenge(signedIn: LoginSession | SecondFactorChallenge): signedIn is SecondFactorChallenge {
  return 'loginToken' in signedIn;
}
