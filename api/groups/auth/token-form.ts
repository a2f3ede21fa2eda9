// The OAuth 2.0 token endpoint: a form in, snake_case JSON out, errors as RFC 6749 section 5.2 has them. A field that is sent twice is refused
// (section 3.2).
import { isIssue } from '../../../core/base/issue.js';
import { type ApiCall, type RawReply, type RawRequest, Refusal } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { type OAuthErrorCode, oauthError } from '../../errors/errors.js';
import { type LoginSession, login, refresh } from './login.js';

export async function answerTokenForm(call: ApiCall<ApiDeps>, request: RawRequest): Promise<RawReply> {
  if (
    !String(request.headers['content-type'] ?? '')
      .toLowerCase()
      .startsWith('application/x-www-form-urlencoded')
  )
    return failure('invalid_request', 'Send the fields form-encoded.');
  const fields = new URLSearchParams(Buffer.from(request.body).toString('utf8'));
  for (const name of fields.keys())
    if (fields.getAll(name).length > 1) return failure('invalid_request', 'A field is sent twice.');
  const grant = fields.get('grant_type');
  if (grant === null || grant === '') return failure('invalid_request', 'The field grant_type is missing.');
  if (grant === 'password') return passwordGrant(call, fields);
  if (grant === 'refresh_token') return refreshGrant(call, fields);
  return failure('unsupported_grant_type', 'This endpoint serves password and refresh_token.');
}

async function passwordGrant({ deps, address }: ApiCall<ApiDeps>, fields: URLSearchParams): Promise<RawReply> {
  const email = fields.get('username') ?? '';
  const password = fields.get('password') ?? '';
  if (email === '' || password === '' || email.length > 254 || password.length > 512)
    return failure('invalid_request', 'The fields username and password are required.');
  const session = await login(deps, { email, password, address });
  if (session instanceof Refusal) return failure('slow_down', session.issues[0]?.message ?? '', session.headers);
  if (!isIssue(session)) return success(session);
  if (session.code === 'NODE_UNAVAILABLE')
    return failure('temporarily_unavailable', session.message, {
      'retry-after': String(session.retryAfterSeconds ?? 1),
    });
  return failure('invalid_grant', session.message);
}

async function refreshGrant({ deps, address }: ApiCall<ApiDeps>, fields: URLSearchParams): Promise<RawReply> {
  const token = fields.get('refresh_token') ?? '';
  if (token === '') return failure('invalid_request', 'The field refresh_token is required.');
  const session = await refresh(deps, token, address);
  return isIssue(session) ? failure('invalid_grant', session.message) : success(session);
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', pragma: 'no-cache' };

function success(session: LoginSession): RawReply {
  const body = JSON.stringify({
    access_token: session.accessToken,
    token_type: 'Bearer',
    expires_in: session.expiresInSeconds,
    refresh_token: session.refreshToken,
  });
  return { status: 200, headers: HEADERS, body };
}

function failure(code: OAuthErrorCode, description: string, headers: Readonly<Record<string, string>> = {}): RawReply {
  const { status, body } = oauthError(code, description);
  return { status, headers: { ...HEADERS, ...headers }, body };
}
