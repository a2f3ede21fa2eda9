// Codes of issues about identity providers, signing in at them and the identities that they vouch for. One file an
// area; issue.ts is all of them.

export const FEDERATION_CODES = [
  'IDP_NOT_FOUND',
  'IDP_INVALID',
  'IDP_DOCUMENT_INVALID',
  'IDP_UNAVAILABLE',
  'SIGN_IN_STATE_INVALID',
  'RETURN_URL_REFUSED',
  'IDENTITY_REFUSED',
  'IDENTITY_INVALID',
  'IDENTITY_UNKNOWN',
  'IDENTITY_NOT_LINKED',
  'IDENTITY_LINKED',
  'IDENTITY_NOT_FOUND',
  'IDENTITY_LAST',
  'IDENTITIES_FULL',
  'IDENTITY_EMAIL_UNVERIFIED',
  'ACCOUNT_EMAIL_UNVERIFIED',
  'PROFILE_COMPLETE',
] as const;
