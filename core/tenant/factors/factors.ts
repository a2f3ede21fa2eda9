// The factors that an account has beside its password: a generator of one-time codes with its backup codes, and
// passkeys. Pure.
import type { SignInMethod } from '../session.js';
import type { WrongCodes } from './wrong-codes.js';

export interface Totp {
  /** Encrypted under the master key of the node, base64. */
  readonly secret: string;
  /** Absent until a first code showed that the owner has the secret: before, no sign-in asks for a code. */
  readonly verifiedAt?: string;
  /** The step of the last code that was taken: neither it nor an earlier one is taken again. */
  readonly lastStep: number;
  /** Keyed hashes of the backup codes that were not used yet, 64 hex digits each. */
  readonly backupCodes: readonly string[];
}

export interface Passkey {
  /** Of the credential, base64url. */
  readonly id: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** Of the last signature; authenticators that do not count stay at 0. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly deviceType: 'singleDevice' | 'multiDevice';
  readonly isBackedUp: boolean;
  readonly displayName: string;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
}

export interface Factors {
  readonly totp?: Totp;
  readonly passkeys: readonly Passkey[];
  /** Of the last day on which there were some. */
  readonly wrongCodes?: WrongCodes;
}

export const NO_FACTORS: Factors = { passkeys: [] };

export type SecondFactor = 'totp' | 'passkey';

/**
 * The factors that are asked for beside the first one: a passkey verifies its user by itself, and a one-time code came
 * second.
 */
export function secondFactors({ totp, passkeys }: Factors, method: SignInMethod): readonly SecondFactor[] {
  if (method === 'passkey' || method === 'otp') return [];
  return [
    ...(totp?.verifiedAt === undefined ? [] : (['totp'] as const)),
    ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
  ];
}
