// Rows of the error table about identity providers, signing in at them and the identities that they vouch for.
import type { FEDERATION_CODES } from '../../core/base/codes/federation.js';
import { bad, conflict, type ErrorRow, forbidden, missing, unauthenticated, unavailable } from './error-row.js';

export const FEDERATION_ERRORS = {
  IDP_NOT_FOUND: missing('There is no such identity provider'),
  IDP_INVALID: bad('The identity provider cannot be configured so'),
  IDP_DOCUMENT_INVALID: { status: 502, title: 'The identity provider tells of itself in a form that is not taken' },
  IDP_UNAVAILABLE: unavailable('The identity provider does not answer', 30),
  SIGN_IN_STATE_INVALID: bad('The sign-in is not under way in this browser'),
  RETURN_URL_REFUSED: bad('The page to come back to is not one of this node'),
  IDENTITY_REFUSED: unauthenticated('The identity provider did not sign the user in'),
  IDENTITY_INVALID: { status: 502, title: 'The identity provider names no user' },
  IDENTITY_UNKNOWN: forbidden('No account belongs to this identity'),
  IDENTITY_NOT_LINKED: forbidden('The account of this address is not linked to this identity'),
  IDENTITY_LINKED: conflict('The identity is linked to another account'),
  IDENTITY_NOT_FOUND: missing('The account has no such identity'),
  IDENTITY_LAST: conflict('The account has nothing else to sign in with'),
  IDENTITIES_FULL: conflict('The account has as many identities as it may'),
  IDENTITY_EMAIL_UNVERIFIED: bad('The identity provider did not verify the mail address'),
  ACCOUNT_EMAIL_UNVERIFIED: bad('The mail address of the account is not verified'),
  PROFILE_COMPLETE: conflict('The profile lacks nothing'),
} as const satisfies Readonly<Record<(typeof FEDERATION_CODES)[number], ErrorRow>>;
