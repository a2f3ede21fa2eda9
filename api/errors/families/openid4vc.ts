// Refusals of OpenID4VCI and OpenID4VP endpoints: the form of OAuth 2.0 with names of their own (OpenID4VCI section
// 8.3.1.2). A request for a credential that does not have its form has one of these names; what concerns the token
// keeps that of RFC 6750.
import type { ErrorFamily, FamilyAnswer, RefusedProblem } from './error-family.js';
import { OAUTH_TYPE, type OAuthErrorName, oauthAnswer, oauthName } from './oauth.js';

const OWN_NAMES = [
  'invalid_credential_request',
  'unsupported_credential_format',
  'unknown_credential_configuration',
  'unknown_credential_identifier',
  'invalid_proof',
  'invalid_nonce',
  'invalid_encryption_parameters',
  'credential_request_denied',
  'invalid_transaction_id',
  'invalid_notification_id',
  'invalid_notification_request',
] as const;
export type OpenIdErrorName = (typeof OWN_NAMES)[number] | OAuthErrorName;

/** OpenID4VCI section 8.3.1.2: all of these come with this status. */
const OWN_STATUS = 400;

/** Where a token is shown, a proof of DPoP is a part of it (RFC 9449 sections 7.1 and 9). */
const OF_TOKENS: readonly string[] = ['invalid_dpop_proof', 'use_dpop_nonce'] satisfies OAuthErrorName[];

/** The body does not have its form. */
const FORM = /^BODY_|^MEDIA_TYPE_/;

/** `formName` is that of a body without its form: each kind of request has one. */
function familyOf(formName: OpenIdErrorName): ErrorFamily {
  return { type: OAUTH_TYPE, answer: (refused) => answerOf(refused, formName) };
}

export const openId4VcFamily = familyOf('invalid_credential_request');
/** Of what a wallet says of a credential that it has (section 11.3). */
export const notificationFamily = familyOf('invalid_notification_request');

function answerOf(refused: RefusedProblem, formName: OpenIdErrorName): FamilyAnswer {
  const { problem, named } = refused;
  const general = oauthName(refused);
  // Tokens for credentials are those of an issuer, which says itself how it gives them.
  const answer = oauthAnswer(general, { ...refused, resourceMetadata: undefined });
  if (OF_TOKENS.includes(general)) {
    const headers = { ...answer.headers, 'www-authenticate': `DPoP error="${general}", algs="ES256"` };
    return { status: 401, headers, body: answer.body };
  }
  const own = OWN_NAMES.find((name) => name === named);
  const isForm = named === undefined && general === 'invalid_request' && FORM.test(problem.code);
  if (own === undefined && !isForm) return answer;
  const body = { ...answer.body, error: own ?? formName };
  return { status: OWN_STATUS, headers: { pragma: 'no-cache' }, body };
}
