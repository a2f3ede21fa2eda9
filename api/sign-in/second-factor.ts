// One-time codes and backup codes, where they are shown: at a sign-in that waits for one, and beside a password. Each
// that is taken is noted in the commit of the session that it opens, so that none opens two.
import { assert } from '../../core/base/assert.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { attemptName } from '../../core/tenant/user.js';
import type { Refusal } from '../define.js';
import { type CodeDeps, isRightCode, judgedCode } from './codes.js';
import { deviceOf, type StatedDevice } from './known-devices.js';
import { delayFailure, type FailureDeps, failLogin } from './login.js';
import type { LoginSession } from './session.js';
import { completeSignIn, isChallenge, type SignInDeps } from './sign-in.js';

export type ShownCodeDeps = SignInDeps & CodeDeps & FailureDeps;

export interface ShownCode {
  readonly loginToken: string;
  readonly code: string;
  readonly isBackupCode: boolean;
  readonly tier?: 'consumer' | undefined;
  readonly address: string;
  readonly stated?: StatedDevice | undefined;
}

/**
 * A session for the right code. A lock of failed passwords does not stand in its way: it came with a login token, so
 * that the password was right; the wrong ones count like wrong passwords, at this address and in all.
 */
export async function showCode(
  deps: ShownCodeDeps,
  { loginToken, code, isBackupCode, tier, address, stated }: ShownCode,
): Promise<Result<LoginSession | Refusal>> {
  const pending = deps.loginTokens.attempt(loginToken);
  if (isFailure(pending)) return pending;
  const { platformUserId, subdomain } = pending;
  const known = deps.tenants.user(platformUserId);
  const device = deviceOf(deps, known, stated);
  const email = known ? attemptName(known) : platformUserId;
  const attempt = { email, address, device, isAccount: known !== undefined };
  // A right one waits behind no stranger.
  const isVouched = known !== undefined && isRightCode(deps, known, { code, isBackupCode });
  const late = isVouched ? undefined : await delayFailure(deps, attempt);
  if (late) return late;
  // From here to the commit nothing is awaited: of two requests with one code the second finds it used.
  const user = deps.tenants.user(platformUserId);
  if (!user) return failLogin(deps, attempt, { user });
  const judged = judgedCode(deps, user, { code, isBackupCode, address });
  if (!('used' in judged)) {
    if (!judged.isLimited) return failLogin(deps, attempt, { user, ...judged });
    // No failure of this address: the owner may have shown the right one.
    deps.attempts.countForAccount(attempt);
    return fail(judged.why);
  }
  const ended = deps.loginTokens.use(loginToken);
  if (isFailure(ended)) return ended;
  const session = await completeSignIn(deps, user, 'otp', {
    ...{ address, device, subdomain, tier: tier ?? pending.tier, with: [judged.used] },
  });
  assert(isFailure(session) || !isChallenge(session), 'nothing is asked for beside a second factor');
  return session;
}
