// The OAuth 2.0 token endpoint: the grants of RFC 6749 that it serves, and the names that the standard has for their
// refusals (section 5.2).
import type { Static } from 'typebox';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { isFailure } from '../../../../core/base/result.js';
import { type ApiCall, Refusal, type Reply, reply } from '../../../define.js';
import type { OAuthErrorName } from '../../../errors/families/oauth.js';
import { oauthRefusal } from '../../../requests/family-refusals.js';
import { login } from '../../../sign-in/login.js';
import { type LoginSession, refresh } from '../../../sign-in/session.js';
import { isChallenge } from '../../../sign-in/sign-in.js';
import type { AccountDeps } from '../deps.js';
import type { TokenRequest, TokenResponse } from './routes.js';

type Fields = Static<typeof TokenRequest>;
type Granted = Reply<200, Static<typeof TokenResponse>>;

export function answerTokenForm(call: ApiCall<AccountDeps>, fields: Fields): Promise<Granted | Refusal> | Refusal {
  const { grant_type: grant = '' } = fields;
  if (grant === '') return invalid('/grant_type', 'The field grant_type is missing.');
  if (grant === 'password') return passwordGrant(call, fields);
  if (grant === 'refresh_token') return refreshGrant(call, fields);
  const other = issue('BODY_INVALID', '/grant_type', 'This endpoint serves password and refresh_token.');
  return oauthRefusal('unsupported_grant_type', other);
}

/** A grant has no second step: the login token goes unused. */
const SECOND_FACTOR = issue(
  'SECOND_FACTOR_REQUIRED',
  '',
  'The account has a second factor: log in with POST /api/auth/login, and refresh that session.',
);

async function passwordGrant(
  { deps, address }: ApiCall<AccountDeps>,
  { username: email = '', password = '' }: Fields,
): Promise<Granted | Refusal> {
  if (email === '' || password === '' || email.length > 254 || password.length > 512)
    return invalid('', 'The fields username and password are required.');
  const session = await login(deps, { email, password, address });
  if (session instanceof Refusal) return withOAuthName('slow_down', session);
  if (!isFailure(session))
    return isChallenge(session) ? oauthRefusal('invalid_grant', SECOND_FACTOR) : grantOf(session);
  if (session.issue.code === 'NODE_UNAVAILABLE') return oauthRefusal('temporarily_unavailable', session.issue);
  return oauthRefusal('invalid_grant', session.issue);
}

async function refreshGrant(
  { deps, address }: ApiCall<AccountDeps>,
  { refresh_token: token = '' }: Fields,
): Promise<Granted | Refusal> {
  if (token === '') return invalid('/refresh_token', 'The field refresh_token is required.');
  const session = await refresh(deps, token, { address });
  return isFailure(session) ? oauthRefusal('invalid_grant', session.issue) : grantOf(session);
}

/** RFC 6749 section 5.1, for caches of HTTP/1.0. */
const NO_CACHE = { pragma: 'no-cache' };

function grantOf({ accessToken, refreshToken, expiresInSeconds }: LoginSession): Granted {
  const body = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    refresh_token: refreshToken,
  } as const;
  return reply(200, body, NO_CACHE);
}

function invalid(path: string, message: string): Refusal {
  return oauthRefusal('invalid_request', issue('BODY_INVALID', path, message));
}

function withOAuthName(error: OAuthErrorName, { issues, headers }: Refusal): Refusal {
  return oauthRefusal(error, issues[0] as Issue, headers);
}
