// One-time codes and backup codes of who showed the first factor: the use of a right one, or the count of a wrong one,
// as operations for the commit of what comes of it.
import { type Issue, issue } from '../../core/base/issue.js';
import { codeLimitMail } from '../../core/tenant/factors/limit-mail.js';
import { backupCodeOf, stepOf, withoutBackupCode } from '../../core/tenant/factors/totp.js';
import { codeLimitSeconds, WRONG_CODES_MAX, withWrongCode } from '../../core/tenant/factors/wrong-codes.js';
import { homeOf, type PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ApiDeps } from '../deps/deps.js';

/** The ports of the judgement of a code. */
export type CodeDeps = Pick<ApiDeps, 'factors' | 'factorSecrets' | 'clock' | 'audit' | 'mailer' | 'config'>;

interface Shown {
  readonly code: string;
  readonly isBackupCode: boolean;
  readonly address: string;
}

export interface WrongCode {
  readonly why: Issue;
  /** It was not judged: a caller who shows the right one now would be refused too. */
  readonly isLimited: boolean;
  readonly counted: readonly KvOp[];
}

/**
 * The operation that notes the use of a code, or what is to be done about a wrong one. Commit either in the turn of the
 * call. Ask it only for a caller who showed the first factor: no other caller spends the codes of a day.
 */
export function judgedCode(
  deps: CodeDeps,
  user: PlatformUser,
  { address, ...shown }: Shown,
): { readonly used: KvOp } | WrongCode {
  const nowMs = deps.clock.now();
  const before = deps.factors.of(user.id);
  const seconds = shown.isBackupCode ? 0 : codeLimitSeconds(before.wrongCodes, nowMs);
  if (seconds > 0) return { why: { ...LIMIT, retryAfterSeconds: seconds }, isLimited: true, counted: [] };
  const used = codeUse(deps, user, shown);
  if (used) return { used };
  // A backup code has 40 bits, too many to guess.
  if (shown.isBackupCode) return { why: WRONG, isLimited: false, counted: [] };
  const wrongCodes = withWrongCode(before.wrongCodes, nowMs);
  const counted = [deps.factors.put(user.id, { ...before, wrongCodes })];
  const isLast = wrongCodes.count === WRONG_CODES_MAX;
  return { why: WRONG, isLimited: false, counted: isLast ? [...counted, limitReached(deps, user, address)] : counted };
}

/** Whether the code would be taken now. It uses none, and counts none. */
export function isRightCode(deps: CodeDeps, user: PlatformUser, shown: Omit<Shown, 'address'>): boolean {
  const isLimited = !shown.isBackupCode && codeLimitSeconds(deps.factors.of(user.id).wrongCodes, deps.clock.now()) > 0;
  return !isLimited && codeUse(deps, user, shown) !== undefined;
}

const WRONG = issue('SECOND_FACTOR_FAILED', '/code', 'The code is wrong, was used before, or is over.');
const LIMIT = issue('SECOND_FACTOR_LIMIT', '/code', 'Too many wrong codes: show a backup code or a passkey.');

/** The line in the trail, which the inbox of the owner tells of, and a mail. */
function limitReached({ audit, mailer, config }: CodeDeps, user: PlatformUser, address: string): KvOp {
  if (user.emailVerifiedAt !== undefined) mailer.post(codeLimitMail({ to: user.email, publicUrl: config.publicUrl }));
  return audit.record({
    ...{ eventType: 'SecondFactorLimited', organisationId: homeOf(user) },
    ...{ identityId: user.id, address, success: false },
  });
}

function codeUse(
  { factors, factorSecrets, clock }: Pick<CodeDeps, 'factors' | 'factorSecrets' | 'clock'>,
  { id }: PlatformUser,
  { code, isBackupCode }: Omit<Shown, 'address'>,
): KvOp | undefined {
  const before = factors.of(id);
  const { totp } = before;
  if (totp?.verifiedAt === undefined) return undefined;
  if (isBackupCode) {
    const left = withoutBackupCode(totp, factorSecrets.hash(id, backupCodeOf(code)));
    return left && factors.put(id, { ...before, totp: left });
  }
  const { lastStep } = totp;
  const step = stepOf(code, { secret: factorSecrets.decrypt(id, totp.secret), lastStep }, clock.now());
  return step === undefined ? undefined : factors.put(id, { ...before, totp: { ...totp, lastStep: step } });
}
