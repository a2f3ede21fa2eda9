// Codes of issues about identity providers, signing in at them and the identities that they vouch for.
import { bad, badGateway, conflict, forbidden, missing, unauthenticated, unavailable } from './code-row.js';

export const FEDERATION_CODES = {
  IDP_NOT_FOUND: missing(
    'There is no such identity provider',
    'The organisation has no such identity provider, or it is switched off.',
    'An Administrator configures it (PUT /api/organizations/{orgId}/idp) and switches it on (idp/toggle).',
  ),
  IDP_INVALID: bad(
    'The identity provider cannot be configured so',
    'A member of the configuration does not fit the preset or OpenID Connect, or the stored client secret is for another issuer, endpoint or client.',
    'The message names the member and the form that it has.',
  ),
  IDP_DOCUMENT_INVALID: badGateway(
    'The identity provider tells of itself in a form that is not taken',
    'The discovery document of the issuer lacks a member, or TLS at an endpoint. Or its token endpoint is at another origin than the secret was stated for.',
    'Check the issuer URL; its document is at {issuer}/.well-known/openid-configuration.',
  ),
  IDP_UNAVAILABLE: unavailable(
    'The identity provider does not answer',
    'The identity provider did not answer, and its keys and addresses here are older than 24 hours: old ones sign no user in.',
    'Try again after Retry-After seconds; an Administrator looks at it with idp/test.',
    30,
  ),
  SIGN_IN_STATE_INVALID: bad(
    'The sign-in is not under way in this browser',
    'The state of the sign-in is unknown, used, older than ten minutes, or of another browser; or the provider was configured anew meanwhile.',
    'Begin the sign-in again, in the browser that will finish it and with cookies allowed.',
  ),
  RETURN_URL_REFUSED: bad(
    'The page to come back to is not one of this node',
    'The page to come back to is of no origin that the operator configured.',
    'Use a page of this node, or have the operator add its origin to http.corsOrigins.',
  ),
  IDENTITY_REFUSED: unauthenticated(
    'The identity provider did not sign the user in',
    'The provider refused, or its answer does not stand the checks of signature, issuer, audience, time and nonce.',
    'Begin again. If it lasts, an Administrator compares client id, secret and issuer with those at the provider.',
  ),
  IDENTITY_INVALID: badGateway(
    'The identity provider names no user',
    'The provider names no subject.',
    'The provider has to be configured to tell one.',
  ),
  IDENTITY_UNKNOWN: forbidden(
    'No account belongs to this identity',
    'No account is linked to the identity, and none is made here: its organisation lets no newcomers in, or names no e-mail domains of its own.',
    'Register first, or ask for an invitation; in the citizen wallet authError is no_account.',
  ),
  IDENTITY_NOT_LINKED: forbidden(
    'The account of this address is not linked to this identity',
    'The address of the identity has an account that its owner did not link to it.',
    'Sign in to the account in its own way, and link the identity (POST /api/auth/identities/link).',
  ),
  IDENTITY_LINKED: conflict(
    'The identity is linked to another account',
    'The identity signs in to another account of this organisation.',
    'Unlink it there first, signed in to that account.',
  ),
  IDENTITY_NOT_FOUND: missing(
    'The account has no such identity',
    'The account has no identity of this id.',
    'GET /api/auth/identities lists them.',
  ),
  IDENTITY_LAST: conflict(
    'The account has nothing else to sign in with',
    'The account has no password and no passkey: without this identity there is no way to sign in to it.',
    'Enrol a passkey first, or link another identity.',
  ),
  IDENTITIES_FULL: conflict(
    'The account has as many identities as it may',
    'An account has a bounded number of identities.',
    'Unlink one that is not in use.',
  ),
  IDENTITY_EMAIL_UNVERIFIED: bad(
    'The identity provider did not verify the mail address',
    'The provider does not say that it verified the mail address, or says that it did not.',
    'Verify the address at the provider. An organisation whose provider never says so may vouch for it (vouchesForEmails).',
  ),
  ACCOUNT_EMAIL_UNVERIFIED: bad(
    'The mail address of the account is not verified',
    'The account of the address was registered, and no user has shown yet that the address is theirs.',
    'Verify the address by the mail that was sent (POST /api/auth/resend-verification).',
  ),
  PROFILE_COMPLETE: conflict(
    'The profile lacks nothing',
    'The member was told by the provider or is set already.',
    'Leave it out; a name is filled in once, where the provider told none.',
  ),
};
