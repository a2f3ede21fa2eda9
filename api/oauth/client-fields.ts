// Client id and secret of a form or of HTTP Basic (RFC 6749 section 2.3.1): of services and of programs.
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';

export interface ClientFields {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

export interface ClientForm {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** Of a form and of the Authorization header, one of which may have the secret. Issue: BODY_INVALID. */
export function clientFields(
  { client_id: formId, client_secret: formSecret }: ClientForm,
  authorization: string | undefined,
): Result<ClientFields> {
  const basic = authorization === undefined ? undefined : basicOf(authorization);
  if (isFailure(basic)) return basic;
  const clientId = basic?.clientId ?? formId ?? '';
  if (clientId === '' || (basic !== undefined && formId !== undefined && formId !== basic.clientId))
    return invalid(
      '/client_id',
      'The field client_id is missing, or is another one than that of the Authorization header.',
    );
  if (basic !== undefined && formSecret !== undefined)
    return invalid('/client_secret', 'The secret comes in the Authorization header or in the form, and not in both.');
  // An empty field counts as none (RFC 6749 section 3.2).
  return { clientId, clientSecret: (basic?.clientSecret ?? formSecret) || undefined };
}

const CREDENTIALS = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/** Both are form-encoded in it, so that they may have a colon. Undefined for a header of another scheme. */
function basicOf(authorization: string): Result<ClientFields> | undefined {
  const encoded = CREDENTIALS.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const [id, secret, more] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (id === undefined || secret === undefined || more !== undefined)
    return invalid('', 'The credentials of the Authorization header are not {client id}:{secret}, each form-encoded.');
  const decoded = [id, secret].map((part) => new URLSearchParams(`v=${part.replaceAll('&', '%26')}`).get('v') ?? '');
  return { clientId: decoded[0] as string, clientSecret: decoded[1] };
}

function invalid(path: string, message: string) {
  return fail(issue('BODY_INVALID', path, message));
}
