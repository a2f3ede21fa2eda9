// Refusals of OAuth 2.0 endpoints (RFC 6749 section 5.2): a name of the standard, a sentence, and a challenge where a
// client or its token is not believed. A handler names what only it can know; the name of every other refusal follows
// from its code.
import { challengeOf } from './challenge.js';
import type { ErrorFamily, FamilyAnswer, RefusedProblem } from './error-family.js';

/**
 * RFC 6749 section 5.2; RFC 8707 section 2; RFC 9396 section 5; RFC 8628 section 3.5; RFC 6750 section 3.1 for what
 * takes a token; RFC 9449 sections 5 and 8; RFC 7591 section 3.2.2; what a verifier says of an answer; and two in use
 * for a server that cannot answer at the time.
 */
const OAUTH_STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  invalid_authorization_details: 400,
  invalid_target: 400,
  access_denied: 400,
  authorization_pending: 400,
  expired_token: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  unapproved_software_statement: 400,
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  invalid_presentation: 400,
  LEGACY_DIALECT: 400,
  DCQL_UNKNOWN_QUERY_ID: 400,
  slow_down: 400,
  server_error: 500,
  temporarily_unavailable: 503,
} as const;
export type OAuthErrorName = keyof typeof OAUTH_STATUS;

export const OAUTH_TYPE = 'application/json; charset=utf-8';

/** Of statuses that say more than that the request is not good. */
const BY_STATUS: Readonly<Record<number, OAuthErrorName>> = {
  401: 'invalid_token',
  403: 'insufficient_scope',
  429: 'slow_down',
  503: 'temporarily_unavailable',
};

export function oauthName({ problem, named }: RefusedProblem): OAuthErrorName {
  if (named !== undefined && Object.hasOwn(OAUTH_STATUS, named)) return named as OAuthErrorName;
  return BY_STATUS[problem.status] ?? (problem.status >= 500 ? 'server_error' : 'invalid_request');
}

/**
 * Statuses that stay unless a handler names what the standard has. No form is at fault where nothing is at the address.
 * A device that asks too soon has its request refused (RFC 8628); who asks too often for this node, its answer.
 */
const KEPT_STATUSES: readonly number[] = [404, 429];

/** Answers of token endpoints are kept by no cache, old ones of HTTP/1.0 among them (RFC 6749 section 5.1). */
export function oauthAnswer(name: OAuthErrorName, refused: RefusedProblem): FamilyAnswer {
  const challenge = oauthChallenge(name, refused);
  const { status } = refused.problem;
  return {
    status: refused.named === undefined && KEPT_STATUSES.includes(status) ? status : OAUTH_STATUS[name],
    headers: { pragma: 'no-cache', ...(challenge !== undefined && { 'www-authenticate': challenge }) },
    body: { error: name, error_description: asciiDescription(refused.problem.detail) },
  };
}

/**
 * A client that is not believed is told how it may prove itself; for a token the words are those of RFC 6750 section 3.
 */
function oauthChallenge(name: OAuthErrorName, refused: RefusedProblem): string | undefined {
  if (name === 'invalid_client') return 'Basic realm="quorate"';
  if (name === 'insufficient_scope') return 'Bearer error="insufficient_scope"';
  return name === 'invalid_token' ? challengeOf(refused) : undefined;
}

/** RFC 6749 section 5.2 leaves a description printable ASCII without the quotation mark and the backslash. */
function asciiDescription(sentence: string): string {
  return sentence
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replaceAll(/[^\x20-\x7e]/g, '?');
}

export const oauthFamily: ErrorFamily = {
  type: OAUTH_TYPE,
  answer: (refused) => oauthAnswer(oauthName(refused), refused),
};
