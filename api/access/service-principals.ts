// A new service principal and a change of one: its row, the end of its tokens where something is taken away, and the
// line of the audit trail, in one commit.
import { toBase64Url, toHex } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { CLIENT_SECRET_BYTES } from '../../core/base/limits/node/accounts.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { AuditEvent } from '../../core/tenant/organisations/audit-events.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import { afterAct, endsTokens, type Principal, type PrincipalAct } from '../../core/tenant/services/principal.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { newId } from '../sign-in/session.js';

type Deps = Pick<ApiDeps, 'clock' | 'random' | 'config' | 'commit' | 'services' | 'sessions' | 'audit'>;

export const SECRET_WARNING = 'Keep the secret now: it is shown once, and this node has only its hash.';

/** A fresh secret and the hash that is kept of it. */
export function freshSecret({ random }: Pick<ApiDeps, 'random'>): {
  readonly secret: string;
  readonly secretHash: string;
} {
  const secret = `qsec_${toBase64Url(random.bytes(CLIENT_SECRET_BYTES))}`;
  return { secret, secretHash: sha256Hex(secret) };
}

/** A client id that no other principal has. */
export function freshClientId({ random }: Pick<ApiDeps, 'random'>): string {
  return `svc-${toHex(random.bytes(10))}`;
}

/** A principal that is Active, with its first secret where this node takes secrets. Commit the operations. */
export function newPrincipal(
  call: ApiCall<Deps>,
  named: Pick<Principal, 'clientId' | 'serviceName' | 'scopes' | 'createdAt' | 'organisationId'>,
): { readonly principal: Principal; readonly secret: string | undefined; readonly ops: readonly KvOp[] } {
  const { deps, caller } = call;
  const fresh = deps.config.disableSharedSecrets ? undefined : freshSecret(deps);
  const principal: Principal = {
    ...named,
    ...{ id: newId(deps), status: 'Active', createdBy: caller.subject },
    ...(fresh && { secretHash: fresh.secretHash, secretSetAt: named.createdAt }),
  };
  const ops = [deps.services.put(principal), auditOp(call, 'ServicePrincipalCreated', principal)];
  return { principal, secret: fresh?.secret, ops };
}

/** The principal after the act, once that is durable. Tokens of before end at once. */
export async function changePrincipal(
  call: ApiCall<Deps>,
  principal: Principal,
  act: PrincipalAct,
): Promise<Result<Principal>> {
  const changed = afterAct(principal, act);
  if (isFailure(changed)) return changed;
  const { deps } = call;
  const nowMs = deps.clock.now();
  const ends = endsTokens(principal, changed) ? [deps.sessions.revoke(`sub:${principal.clientId}`, nowMs)] : [];
  await deps.commit([deps.services.put(changed), ...ends, auditOp(call, EVENTS[act.kind], changed)]);
  return changed;
}

const EVENTS: Readonly<Record<PrincipalAct['kind'], AuditEvent>> = {
  suspend: 'ServicePrincipalUpdated',
  reactivate: 'ServicePrincipalUpdated',
  scopes: 'ServicePrincipalUpdated',
  secret: 'ServiceSecretRotated',
  revoke: 'ServicePrincipalDeleted',
};

/** The line of the audit trail about a principal, in the trail of the platform. */
function auditOp({ deps, caller, address }: ApiCall<Deps>, eventType: AuditEvent, principal: Principal): KvOp {
  const { clientId, status, scopes } = principal;
  return deps.audit.byCaller(
    { caller, address },
    { eventType, organisationId: PLATFORM_ORGANISATION_ID, details: { clientId, status, scopes: scopes.join(' ') } },
  );
}
