// Which service asks for a token: client id and secret of a form or of HTTP Basic (RFC 6749 section 2.3.1), and the
// certificate of the connection. The rules are core/tenant/services/client.ts. Each refusal is in the audit trail, in
// the same way whether there is such a client or not.
import { sha256Hex } from '../../../../core/base/hash.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { provenClient } from '../../../../core/tenant/services/client.js';
import type { Principal } from '../../../../core/tenant/services/principal.js';
import { workloadOf } from '../../../../core/tenant/workload.js';
import type { ApiCall } from '../../../define.js';
import type { AccountDeps } from '../deps.js';

export interface ClientFields {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

/**
 * The active principal that proved itself, of an organisation that is active: CLIENT_INVALID,
 * WORKLOAD_IDENTITY_INVALID, SHARED_SECRETS_DISABLED.
 */
export function clientOf(call: ApiCall<AccountDeps>, { clientId, clientSecret }: ClientFields): Result<Principal> {
  const { deps, certificate } = call;
  const { installation, disableSharedSecrets: secretsDisabled } = deps.config;
  const value = deps.services.ofClient(clientId);
  const organisationId = value?.organisationId;
  const isUsable = organisationId === undefined || deps.tenants.organisation(organisationId)?.status === 'Active';
  return provenClient(isUsable ? value : undefined, {
    ...{ clientId, secretsDisabled },
    secretHash: clientSecret === undefined ? undefined : sha256Hex(clientSecret),
    workload: certificate && workloadOf(certificate, { installation, nowMs: deps.clock.now() }),
  });
}

/** Logs and stores that a client was not believed. Anybody can fail: the last room of the disk is not for that. */
export async function refusedClient(call: ApiCall<AccountDeps>, clientId: string, { code }: Issue): Promise<void> {
  const { deps, address } = call;
  const row = deps.audit.record({
    ...{ eventType: 'ServiceTokenRefused', organisationId: PLATFORM_ORGANISATION_ID, identityId: '', address },
    ...{ success: false, details: { clientId, code } },
  });
  if (deps.isFull?.() !== true) await deps.commit([row]);
}

interface FormFields {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** Of a form and of the Authorization header, one of which may have the secret. Issue: BODY_INVALID. */
export function clientFields(
  { client_id: formId, client_secret: formSecret }: FormFields,
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
