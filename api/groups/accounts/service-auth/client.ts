// Which service asks for a token: by its secret, and the certificate of the connection. The rules are
// core/tenant/services/client.ts. Each refusal is in the audit trail, in the same way whether there is such a client
// or not.
import { sha256Hex } from '../../../../core/base/hash.js';
import type { Issue } from '../../../../core/base/issue.js';
import type { Result } from '../../../../core/base/result.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { provenClient } from '../../../../core/tenant/services/client.js';
import type { Principal } from '../../../../core/tenant/services/principal.js';
import { workloadOf } from '../../../../core/tenant/workload.js';
import type { ApiCall } from '../../../define.js';
import type { ClientFields } from '../../../oauth/client-fields.js';
import type { AccountDeps } from '../deps.js';

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
