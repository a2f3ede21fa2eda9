// One-time codes of an authenticator app (RFC 6238: SHA-1, 30 s, 6 digits, one step to either side), and the backup
// codes that stand in for a lost one. Pure: time and randomness are arguments.
import { Secret, TOTP } from 'otpauth';
import type { Totp } from './factors.js';

const STEP_S = 30;
/** Steps before and after the present one whose code is taken: clocks of telephones differ, and people are slow. */
const WINDOW = 1;
/** RFC 4226 section 4 recommends 160 bits. */
export const TOTP_SECRET_BYTES = 20;
export const BACKUP_CODES = 10;
/** Eight characters of base32: 40 bits. */
export const BACKUP_CODE_BYTES = 5;

/** Base32 of RFC 4648, as authenticator apps take it. */
export function base32(bytes: Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
}

/** The URI of the QR code that an app reads. */
export function totpUri(
  secret: string,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): string {
  return new TOTP({ secret, issuer, label }).toString();
}

/**
 * The step that a code stands for, if that is after `lastStep`: a code that was taken, or one older than that, does not
 * count (RFC 6238 section 5.2).
 */
export function stepOf(
  code: string,
  { secret, lastStep }: { readonly secret: string; readonly lastStep: number },
  nowMs: number,
): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: nowMs, window: WINDOW });
  if (delta === null) return undefined;
  const step = Math.floor(nowMs / 1000 / STEP_S) + delta;
  return step > lastStep ? step : undefined;
}

/** The one spelling of a backup code that people type with spaces, hyphens and small letters. */
export function backupCodeOf(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** The generator without a backup code, which works once; undefined for one that it does not have. */
export function withoutBackupCode(totp: Totp, hash: string): Totp | undefined {
  return totp.backupCodes.includes(hash)
    ? { ...totp, backupCodes: totp.backupCodes.filter((name) => name !== hash) }
    : undefined;
}
