// Changes of an organisation that several operations make: its versions, and what its suspension ends.
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { type Organisation, type OrganisationStatus, withStatus } from '../../core/tenant/organisation.js';
import { settingsOf } from '../../core/tenant/organisations/settings.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { namesVersion, versionTag } from '../requests/etags.js';

type Deps = Pick<ApiDeps, 'clock' | 'tenants' | 'sessions' | 'audit'>;

/** Names the version of what administrators set; members and logins do not change it. */
export function organisationTag(organisation: Organisation): string {
  const { name, status, branding, settings } = organisation;
  // As it was stated: the default of the node is not a part of the version.
  const { selfRegistrationEnabled } = settings ?? {};
  return versionTag([name, status, branding, { ...settingsOf(organisation), selfRegistrationEnabled }]);
}

/** The organisation, where a header If-Match names its version or is absent; else ORGANISATION_CHANGED. */
export function matchingOrganisation(organisation: Organisation, ifMatch: string | undefined): Result<Organisation> {
  if (ifMatch === undefined || namesVersion(ifMatch, organisationTag(organisation))) return organisation;
  return fail(issue('ORGANISATION_CHANGED', '', 'The organisation is at another version than If-Match names.'));
}

/** The operations that give the organisation a status, its sessions and the trail among them. */
export function statusOps(
  { deps, caller, address }: ApiCall<Deps>,
  organisation: Organisation,
  status: OrganisationStatus,
): Result<readonly KvOp[]> {
  const changed = withStatus(organisation, status);
  if (isFailure(changed)) return changed;
  const isEnd = status === 'Suspended';
  return [
    ...deps.tenants.putOrganisation(changed),
    ...(isEnd ? [endSessions(deps, organisation)] : []),
    deps.audit.byCaller(
      { caller, address },
      {
        eventType: isEnd ? 'OrganizationDeactivated' : 'OrganizationUpdated',
        organisationId: PLATFORM_ORGANISATION_ID,
        details: { organizationId: organisation.id, status },
      },
    ),
  ];
}

/** The operation that ends all sessions of the organisation. */
export function endSessions({ sessions, clock }: Deps, { id }: Organisation): KvOp {
  const atMs = clock.now();
  return sessions.revoke(`org:${id}`, atMs);
}
