// The use of a one-time code or a backup code, as an operation for the commit of what it lets in.
import { backupCodeOf, stepOf, withoutBackupCode } from '../../core/tenant/factors/totp.js';
import type { PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ApiDeps } from '../deps.js';

/**
 * The operation that notes the use of a code; undefined for one that is not good now. Commit it in the turn of the
 * call.
 */
export function codeUse(
  { factors, factorSecrets, clock }: Pick<ApiDeps, 'factors' | 'factorSecrets' | 'clock'>,
  { id }: PlatformUser,
  { code, isBackupCode }: { readonly code: string; readonly isBackupCode: boolean },
): KvOp | undefined {
  const before = factors.of(id);
  const { totp } = before;
  if (totp?.verifiedAt === undefined) return undefined;
  if (isBackupCode) {
    const left = withoutBackupCode(totp, factorSecrets.hash(id, backupCodeOf(code)));
    return left && factors.put(id, { ...before, totp: left });
  }
  const { lastStep } = totp;
  const step = stepOf(code, { secret: factorSecrets.open(id, totp.secret), lastStep }, clock.now());
  return step === undefined ? undefined : factors.put(id, { ...before, totp: { ...totp, lastStep: step } });
}
