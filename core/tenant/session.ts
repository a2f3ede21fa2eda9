// Refresh token families (docs/specification.md C6): each refresh spends the token and gives the next one; presenting a
// spent one means that it was stolen or copied, and ends the family. A family lasts so long at most, however often it
// is refreshed (OWASP ASVS 4.0.3, 3.3.2). Pure.
import { issue } from '../base/issue.js';
import { fail, type Result } from '../base/result.js';
import type { ProgramAccess } from './programs/scopes.js';

/** Ways to prove who one is (claim `auth_method`); of several that one sign-in takes, the last. */
export const SIGN_IN_METHODS = ['pwd', 'otp', 'passkey', 'oidc', 'social'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** How a session began. Its refreshed tokens say the same: a refresh proves nothing anew. */
export interface SignIn {
  readonly method: SignInMethod;
  readonly signedInAtMs: number;
  /** The session has consumer tokens, also in organisations whose members get platform ones. */
  readonly tier?: 'consumer' | undefined;
  /** The device that it was given to, or from whose session it was made: it ends with that. */
  readonly deviceId?: string | undefined;
  /** The program that it was given to, and what that may do; sessions that are made from it are as narrow. */
  readonly access?: ProgramAccess | undefined;
}

export interface RefreshFamily extends SignIn {
  readonly id: string;
  readonly platformUserId: string;
  readonly organisationId: string;
  readonly membershipId: string;
  /** SHA-256 of the one token that is good, 64 hex digits. */
  readonly current: string;
  /** The same of the token before, where its holder may have lost the answer that had the current one. */
  readonly former?: string | undefined;
  readonly createdAtMs: number;
  /** Of the current token. */
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  readonly revoked: boolean;
  /** Where it began, and the program that it was given to, for its owner to know it by; older ones do not say. */
  readonly address?: string;
  readonly program?: string;
}

export type Presented = Result<'good' | 'spent'>;

/** When the session is over: `lastsMs` after it began. */
export function endOf({ createdAtMs }: Pick<RefreshFamily, 'createdAtMs'>, lastsMs: number): number {
  return createdAtMs + lastsMs;
}

/** Whether nothing comes of the session any more: it was ended, or has lasted as long as one may. */
export function isOver(
  family: RefreshFamily,
  { nowMs, lastsMs }: { readonly nowMs: number; readonly lastsMs: number },
): boolean {
  return family.revoked || nowMs >= endOf(family, lastsMs);
}

interface Presenting {
  /** SHA-256 of the token, 64 hex digits. */
  readonly hash: string;
  readonly nowMs: number;
  readonly lastsMs: number;
  /** For so long after the last refresh the token before is good too. */
  readonly graceMs?: number | undefined;
}

/** The meaning of a presented token of an existing family. Issues: TOKEN_REVOKED, TOKEN_EXPIRED. */
export function present(family: RefreshFamily, { hash, nowMs, lastsMs, graceMs = 0 }: Presenting): Presented {
  if (family.revoked) return fail(issue('TOKEN_REVOKED', '', 'The refresh token was revoked.'));
  const isFormer = family.former === hash && Math.abs(nowMs - family.issuedAtMs) < graceMs;
  if (family.current !== hash && !isFormer) return 'spent';
  if (nowMs >= endOf(family, lastsMs))
    return fail(issue('TOKEN_EXPIRED', '', 'The session has lasted as long as one may: sign in again.'));
  if (nowMs >= family.expiresAtMs) return fail(issue('TOKEN_EXPIRED', '', 'The refresh token has expired.'));
  return 'good';
}

interface Rotation {
  /** Of the next token. */
  readonly hash: string;
  /** Of the one that was presented, where it may come again. */
  readonly former?: string | undefined;
  readonly nowMs: number;
  readonly lifetimeMs: number;
  readonly lastsMs: number;
}

/** The family with another token; it ends no later than the session. */
export function rotate(family: RefreshFamily, { hash, former, nowMs, lifetimeMs, lastsMs }: Rotation): RefreshFamily {
  const expiresAtMs = Math.min(nowMs + lifetimeMs, endOf(family, lastsMs));
  return { ...family, current: hash, former, issuedAtMs: nowMs, expiresAtMs };
}
