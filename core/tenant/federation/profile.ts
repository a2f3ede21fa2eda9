// Somebody as a provider knows them: what is taken of the claims of a verified ID token, and of the user interface of a
// code-hosting provider. Pure. Names and addresses are texts of strangers: they are bounded and cleaned here.
import { showHidden } from '../../base/hidden.js';
import { issue } from '../../base/issue.js';
import { SUBJECT_MAX } from '../../base/limits/node/federation.js';
import { fail, type Result } from '../../base/result.js';
import { normaliseEmail } from '../user.js';

export interface ExternalProfile {
  /** With the subject, the identity: an address may change hands, and does not identify. */
  readonly issuer: string;
  readonly subject: string;
  /** Normalised; undefined where the provider tells none of a usable form. */
  readonly email: string | undefined;
  /** Whether it is verified, as the provider says; undefined where it says nothing. */
  readonly emailVerified: boolean | undefined;
  readonly displayName: string | undefined;
}

const EMAIL_MAX = 254;
const NAME_MAX = 100;
/** Narrower than the schema of addresses: without exotic forms. */
const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?\.[a-z0-9-]{2,63}$/;

/** The profile of the claims of an ID token or of the userinfo endpoint. Issue: IDENTITY_INVALID without a subject. */
export function profileOfClaims(
  claims: Readonly<Record<string, unknown>>,
  { issuer, verifiedClaim }: { readonly issuer: string; readonly verifiedClaim?: string | undefined },
): Result<ExternalProfile> {
  const { sub, email, name, given_name: given, family_name: family } = claims;
  if (!isSubject(sub)) return fail(issue('IDENTITY_INVALID', '', 'The provider names no subject.'));
  const names = [given, family].filter((part) => typeof part === 'string').join(' ');
  return {
    issuer,
    subject: sub,
    email: emailOf(email),
    emailVerified: isVerifiedIn(claims, verifiedClaim),
    displayName: nameOf(name) ?? nameOf(names),
  };
}

/** The profile of `GET /user` and `GET /user/emails` of a code-hosting provider: the primary address counts. */
export function profileOfUser(user: unknown, emails: unknown, issuer: string): Result<ExternalProfile> {
  const { id, name, login } = (typeof user === 'object' && user !== null ? user : {}) as Record<string, unknown>;
  // A number that does not change; the login may be given to somebody else.
  if (!Number.isSafeInteger(id)) return fail(issue('IDENTITY_INVALID', '', 'The provider names no user.'));
  const rows = Array.isArray(emails) ? (emails as readonly unknown[]) : [];
  const primary = rows.find((row) => (row as { primary?: unknown } | null)?.primary === true);
  const { email, verified } = (primary ?? {}) as { readonly email?: unknown; readonly verified?: unknown };
  return {
    issuer,
    subject: String(id),
    email: emailOf(email),
    emailVerified: readBoolean(verified),
    displayName: nameOf(name) ?? nameOf(login),
  };
}

/** The name that a device maker posts beside its first answer, and never again. Nothing vouches for it. */
export function nameOfPosted(user: string | undefined): string | undefined {
  if (user === undefined || user.length > 2000) return undefined;
  try {
    const { name } = JSON.parse(user) as { readonly name?: { firstName?: unknown; lastName?: unknown } };
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string');
    return nameOf(parts.join(' '));
  } catch {
    return undefined;
  }
}

/** A name of one line and of bounded length; undefined where nothing is left. */
export function nameOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const name = showHidden(text.slice(0, 4 * NAME_MAX).normalize('NFC'), () => ' ')
    .replaceAll(/(?:\s|:\/\/)+/g, ' ')
    .trim();
  return name === '' ? undefined : [...name].slice(0, NAME_MAX).join('').trim();
}

function isSubject(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= SUBJECT_MAX && !/[^\x20-\x7e]/.test(value);
}

function emailOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > EMAIL_MAX) return undefined;
  const email = normaliseEmail(value);
  return email.length <= EMAIL_MAX && EMAIL.test(email) ? email : undefined;
}

/**
 * Where a provider has a claim of its own for it, that one counts: what else a directory says is the word of its
 * administrator.
 */
function isVerifiedIn(
  claims: Readonly<Record<string, unknown>>,
  verifiedClaim: string | undefined,
): boolean | undefined {
  const said = readBoolean(claims.email_verified);
  return verifiedClaim === undefined || said === false ? said : readBoolean(claims[verifiedClaim]);
}

/** Some providers write a truth as a text or a number. */
function readBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === 1 || value === '1') return true;
  if (value === false || value === 'false' || value === 0 || value === '0') return false;
  return undefined;
}
