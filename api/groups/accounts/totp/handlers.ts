// One-time codes: loads, asks core/tenant/factors, commits, shows. Rows are read in the turn in which they are written.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import type { Totp } from '../../../../core/tenant/factors/factors.js';
import {
  BACKUP_CODE_BYTES,
  BACKUP_CODES,
  base32,
  stepOf,
  TOTP_SECRET_BYTES,
  totpUri,
} from '../../../../core/tenant/factors/totp.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
import { type ApiCall, type Handlers, Refusal } from '../../../define.js';
import { sessionView, signInReply } from '../../../sign-in/answer.js';
import { type ShownCode, showCode } from '../../../sign-in/second-factor.js';
import { changingSignIn, endOthers } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import type { totpRoutes } from './routes.js';

/** ASVS 4.0.3, 3.3.3: who changes a factor is offered to end the other sessions. */
const OTHERS_GO_ON = 'Other sessions go on: DELETE /api/auth/sessions?which=others ends them.';
const NOT_SET_UP = issue('TOTP_NOT_SET_UP', '', 'The account has no one-time codes that this could be for.');

export const totpHandlers: Handlers<typeof totpRoutes, AccountDeps> = {
  verifyTwoFactor: ({ body, headers }, call) =>
    signInByCode(call, { ...body, isBackupCode: body.isBackupCode === true }, headers.cookie),
  validateTotp: ({ body, headers }, call) => signInByCode(call, { ...body, isBackupCode: false }, headers.cookie),
  validateBackupCode: ({ body: { backupCode: code, ...body }, headers }, call) =>
    signInByCode(call, { ...body, code, isBackupCode: true }, headers.cookie),

  setUpTotp: changingSignIn(async (_, { deps, caller }) => {
    const user = deps.tenants.user(caller.platformUserId);
    if (!user) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
    const before = deps.factors.of(user.id);
    if (before.totp?.verifiedAt !== undefined)
      return fail(issue('TOTP_ENABLED', '', 'The account has one-time codes: switch them off first.'));
    const secret = base32(deps.random.bytes(TOTP_SECRET_BYTES));
    const backupCodes = Array.from({ length: BACKUP_CODES }, () => base32(deps.random.bytes(BACKUP_CODE_BYTES)));
    const totp: Totp = {
      secret: deps.factorSecrets.encrypt(user.id, secret),
      lastStep: 0,
      backupCodes: backupCodes.map((code) => deps.factorSecrets.hash(user.id, code)),
    };
    await deps.commit([deps.factors.put(user.id, { ...before, totp })]);
    const issuer = `Quorate ${deps.config.installation}`;
    const label = user.email === '' ? user.displayName : user.email;
    return { secret, qrUri: totpUri(secret, { issuer, label }), backupCodes };
  }),

  verifyTotp: changingSignIn(async ({ body }, call) => {
    const { deps, caller } = call;
    const id = caller.platformUserId;
    const before = deps.factors.of(id);
    const { totp } = before;
    if (totp === undefined || totp.verifiedAt !== undefined) return fail(NOT_SET_UP);
    const nowMs = deps.clock.now();
    const step = stepOf(body.code, { secret: deps.factorSecrets.decrypt(id, totp.secret), lastStep: 0 }, nowMs);
    if (step === undefined) return fail(issue('SECOND_FACTOR_FAILED', '/code', 'The code is wrong, or is over.'));
    const verified = { ...totp, verifiedAt: new Date(nowMs).toISOString(), lastStep: step };
    const endsOthers = body.endOtherSessions === true;
    await deps.commit([
      deps.factors.put(id, { ...before, totp: verified }),
      ...(endsOthers ? [endOthers(deps, caller)] : []),
      recordOf(call, 'TwoFactorEnabled'),
    ]);
    const others = endsOthers ? 'All other sessions are ended.' : OTHERS_GO_ON;
    return { success: true, message: `Sign-ins ask for a one-time code from now on. ${others}` };
  }),

  disableTotp: changingSignIn(async (_, call) => {
    const { deps, caller } = call;
    const { totp, ...others } = deps.factors.of(caller.platformUserId);
    if (!totp) return fail(NOT_SET_UP);
    await deps.commit([deps.factors.put(caller.platformUserId, others), recordOf(call, 'TwoFactorDisabled')]);
    return { success: true, message: 'Sign-ins ask for no one-time code any more.' };
  }),

  getTotpStatus: ofWholeAccount((_, { deps, caller }) => {
    const { totp } = deps.factors.of(caller.platformUserId);
    const isEnabled = totp?.verifiedAt !== undefined;
    return {
      isEnabled,
      verifiedAt: totp?.verifiedAt ?? null,
      backupCodesLeft: isEnabled ? totp.backupCodes.length : 0,
    };
  }),
};

type SentCode = Omit<ShownCode, 'address' | 'stated'> & { readonly deviceToken?: string | undefined };

async function signInByCode(
  { deps, address }: ApiCall<AccountDeps>,
  { deviceToken: token, ...code }: SentCode,
  cookie?: string,
) {
  const session = await showCode(deps, { ...code, address, stated: { cookie, token } });
  if (session instanceof Refusal || isFailure(session)) return session;
  return signInReply(deps.config.publicUrl, { answer: sessionView(session), cookie });
}

function recordOf(call: ApiCall<AccountDeps>, eventType: 'TwoFactorEnabled' | 'TwoFactorDisabled') {
  return call.deps.audit.byCaller(call, { eventType, details: { factor: 'totp' } });
}
